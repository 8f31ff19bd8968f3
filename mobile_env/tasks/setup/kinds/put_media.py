"""`put_media { path, image | audio | video }`: a picture, sound or film made of what the task says of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from mobile_env.signals.state import DeviceState, StateError
from mobile_env.tasks.parameters.compiling import Scope
from mobile_env.tasks.parameters.texts import shown
from mobile_env.tasks.setup.kinds.contract import Filled, StateStep, StepCompiler

_ENDINGS: Final = {
    "image": (".png", ".jpg", ".jpeg"),
    "audio": (".mp3",),
    "video": (".mp4",),
}


@dataclass(frozen=True)
class PutMedia:
    """Writes a media file and has it entered in the media index."""

    path: Filled
    content: Callable[[str, Scope], bytes]

    def run(self, state: DeviceState, scope: Scope) -> None:
        path = self.path(scope)
        state.write_file(path, self.content(path, scope))
        state.index_media(path)


def compile_put_media(compiler: StepCompiler, message: Any) -> StateStep | None:
    """Checks the field."""
    if not compiler.need(message, "path"):
        return None
    kind = message.WhichOneof("content")
    if kind is None:
        compiler.report(compiler.path, "`put_media` makes nothing", "give image, audio or video")
        return None
    if not message.path.lower().endswith((*_ENDINGS[kind], "}")):
        endings = ", ".join(_ENDINGS[kind])
        compiler.report(
            (*compiler.path, "path"), f"{message.path!r} is no name of such a file", f"use {endings}"
        )
        return None
    make = {"image": _image, "audio": _audio, "video": _video}[kind]
    return PutMedia(compiler.text(message, "path"), make(compiler, getattr(message, kind)))


def _image(compiler: StepCompiler, message: Any) -> Callable[[str, Scope], bytes]:
    text = compiler.text(message, "text")
    width = compiler.number(message.width, 0, "image", "width")

    def content(path: str, scope: Scope) -> bytes:
        from mobile_env.tasks.setup import media

        return media.picture(text(scope), int(width(scope)), path.rpartition(".")[2].lower())

    return content


def _audio(compiler: StepCompiler, message: Any) -> Callable[[str, Scope], bytes]:
    title, artist = compiler.text(message, "title"), compiler.text(message, "artist")
    seconds = compiler.number(message.seconds, 1, "audio", "seconds")

    def content(_path: str, scope: Scope) -> bytes:
        from mobile_env.tasks.setup import media

        return media.sound(title(scope), artist(scope), seconds(scope))

    return content


def _video(compiler: StepCompiler, message: Any) -> Callable[[str, Scope], bytes]:
    frames = compiler.expression(message.frames, "video", "frames") if message.frames else lambda _scope: [""]
    seconds = compiler.number(message.seconds, 1, "video", "seconds")

    def content(_path: str, scope: Scope) -> bytes:
        from mobile_env.tasks.setup import media

        texts = frames(scope)
        if not isinstance(texts, list | tuple) or not texts:
            raise StateError(f"`frames` gives {texts!r:.60}, not a list of texts")
        return media.film(tuple(shown(text) for text in texts), seconds(scope))

    return content
