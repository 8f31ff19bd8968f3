"""What an episode changed beside what its checks read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Final

from mobile_env.signals.globs import compile_glob
from mobile_env.signals.state import Change

_FILE: Final = "file/"
_STORAGE: Final = ("file/storage/emulated/0", "file/storage/self/primary", "file/mnt/sdcard")


def others(changes: Iterable[Change], touched: Sequence[str]) -> list[Change]:
    """The changes of facts that no glob names.

    A glob names a fact, and all facts below it: `database/data/data/com.a/databases/a.db/note` names its rows.
    """
    globs = [_plain(glob) for glob in touched]
    return [change for change in changes if not any(_names(glob, change.fact) for glob in globs)]


def _plain(glob: str) -> str:
    glob = re.sub("/+", "/", glob)
    for spelling in _STORAGE:
        if glob.startswith(spelling):
            return "file/sdcard" + glob.removeprefix(spelling)
    return glob


def _names(glob: str, fact: str) -> bool:
    if glob.startswith(_FILE) and fact.startswith(_FILE):
        return bool(compile_glob(glob.removeprefix("file")).pattern.fullmatch(fact.removeprefix("file")))
    return fnmatchcase(fact, glob) or fnmatchcase(fact, f"{glob}/*")
