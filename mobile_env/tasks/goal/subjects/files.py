"""`files: "/sdcard/Pictures/*"`: a row for each file or folder that a glob finds."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mobile_env.signals.state import DeviceState, FileEntry, StateError
from mobile_env.tasks.goal.situation import CheckError, Situation
from mobile_env.tasks.goal.subjects.contract import Rows, Subject, SubjectCompiler

COLUMNS: Final = ("path", "name", "kind", "size", "time", "sha256", "text")


@dataclass(frozen=True)
class FilesSubject:
    """Files by a glob. A file that is written again with the same content is the same one."""

    pattern: str
    needs_state: bool = True
    same: Sequence[str] | None = ("path", "kind", "sha256")

    @property
    def touches(self) -> Sequence[str]:
        return [f"file{self.pattern}"]

    def read(self, situation: Situation) -> Mapping[str, Rows]:
        device = situation.device
        try:
            return {"": [_row(device, entry) for entry in device.files(self.pattern)]}
        except StateError as error:
            raise CheckError(str(error)) from None


def _row(device: DeviceState, entry: FileEntry) -> dict[str, Any]:
    content = device.read_file(entry.path) if entry.kind == "file" else None
    return {
        "path": entry.path,
        "name": entry.path.rpartition("/")[2],
        "kind": entry.kind,
        "size": entry.size,
        "time": entry.time,
        "sha256": None if content is None else hashlib.sha256(content).hexdigest(),
        "text": None if content is None else text_of(content),
    }


def text_of(content: bytes) -> str | None:
    """A file's text, carriage returns dropped; None if it is not UTF-8."""
    try:
        return content.decode("utf-8-sig").replace("\r", "")
    except UnicodeDecodeError:
        return None


def compile_files(compiler: SubjectCompiler, pattern: Any) -> Subject | None:
    """Checks the field."""
    if not pattern.startswith("/"):
        compiler.report(
            compiler.path, f"{pattern!r} is no absolute path", "begin it with /, such as /sdcard/"
        )
        return None
    return FilesSubject(pattern)
