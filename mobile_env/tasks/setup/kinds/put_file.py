"""`put_file { path text | source, time }`: a file of the device."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mobile_env.signals.state import MOST_TEXT_BYTES, DeviceState, StateError
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
    if "${" not in message.source and _read(compiler.base_dir / message.source) is None:
        mend = f"paths are relative to the task file, and a file has at most {MOST_TEXT_BYTES} bytes"
        compiler.report((*compiler.path, "source"), f"there is no file {message.source}", mend)
        return None

    def content(scope: Scope) -> bytes:
        data = _read(compiler.base_dir / source(scope))
        if data is None:
            raise StateError(f"there is no file {source(scope)} beside the task")
        return _MARK.sub(lambda mark: _value(mark, scope), data)

    return content


def _value(mark: re.Match[bytes], scope: Scope) -> bytes:
    """The value of a parameter; what is no parameter stands as it is."""
    name = mark[1].decode()
    return shown(scope.names[name]).encode() if name in scope.names else mark[0]


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes() if path.stat().st_size <= MOST_TEXT_BYTES else None
    except OSError:
        return None
