"""`put_file { path text | source, time }`: a file of the device."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mobile_env.host_files import read_regular
from mobile_env.signals.state import MOST_TEXT_BYTES, DeviceState, StateError
from mobile_env.tasks.named_files import refusal
from mobile_env.tasks.parameters.compiling import Scope
from mobile_env.tasks.parameters.texts import shown
from mobile_env.tasks.setup.kinds.contract import Filled, StateStep, StepCompiler

# Scripts use ${}, so that source files have marks of their own.
_MARK: Final = re.compile(rb"%%([A-Za-z_][A-Za-z0-9_]*)%%")


@dataclass(frozen=True)
class PutFile:
    """Writes a file and the folders above it."""

    path: Filled
    content: Callable[[Scope], bytes]
    time: Callable[[Scope], int | None]

    def run(self, state: DeviceState, scope: Scope) -> None:
        state.write_file(self.path(scope), self.content(scope), self.time(scope))


def compile_put_file(compiler: StepCompiler, message: Any) -> StateStep | None:
    """Checks the field."""
    if not compiler.need(message, "path"):
        return None
    if not message.path.startswith(("/", "${")):
        compiler.report((*compiler.path, "path"), f"{message.path!r} is no absolute path", "begin it with /")
        return None
    if message.text and message.source:
        compiler.report((*compiler.path, "source"), "`source` cannot go with `text`", "keep one of them")
        return None
    content = _of_source(compiler, message) if message.source else _of_text(compiler, message)
    if content is None:
        return None
    return PutFile(compiler.text(message, "path"), content, compiler.moment(message.time, "time"))


def _of_text(compiler: StepCompiler, message: Any) -> Callable[[Scope], bytes]:
    text = compiler.text(message, "text")
    return lambda scope: text(scope).encode()


def _of_source(compiler: StepCompiler, message: Any) -> Callable[[Scope], bytes] | None:
    source = compiler.text(message, "source")
    is_drawn = compiler.repeated and "${" in message.source
    if not is_drawn:
        try:
            _read(compiler.base_dir, message.source)
        except StateError as error:
            compiler.report((*compiler.path, "source"), str(error), "paths are relative to the task file")
            return None

    def content(scope: Scope) -> bytes:
        name = source(scope)
        refused = refusal(name, compiler.base_dir) if is_drawn else None
        if refused:
            raise StateError("; ".join(refused))
        return _MARK.sub(lambda mark: _value(mark, scope), _read(compiler.base_dir, name))

    return content


def _value(mark: re.Match[bytes], scope: Scope) -> bytes:
    """The value of a parameter; what is no parameter stands as it is."""
    name = mark[1].decode()
    return shown(scope.names[name]).encode() if name in scope.names else mark[0]


def _read(folder: Path, name: str) -> bytes:
    try:
        return read_regular(folder / name, MOST_TEXT_BYTES)
    except OSError as error:
        raise StateError(f"the file {name} cannot be read: {error.strerror}") from None
