"""Shared preferences: a mapping over the app's XML file, which is read and written each time."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from functools import lru_cache
from types import MappingProxyType

from mobile_env.phone.formats import prefs_xml
from mobile_env.phone.formats.prefs_xml import Long, Value
from mobile_env.phone.state.files import FileTree


class Preferences(MutableMapping[str, Value]):
    """Values of one preference file. A missing or broken file reads as empty, as Android has it.

    Args:
      files: the phone's files.
      path: the XML file; its directory is there.
      owner: uid that a new file belongs to.
    """

    def __init__(self, files: FileTree, path: str, owner: int) -> None:
        self._files = files
        self._path = path
        self._owner = owner

    def _read(self) -> MappingProxyType[str, Value]:
        if not self._files.is_file(self._path):
            return _EMPTY
        return _parsed(self._files.read(self._path))

    def _write(self, values: dict[str, Value]) -> None:
        folder = self._path.rpartition("/")[0]
        if not self._files.is_directory(folder):
            self._files.make_directory(folder, parents=True, owner=self._owner, group=self._owner)
        new = not self._files.exists(self._path)
        self._files.write(self._path, prefs_xml.write(values))
        if new:
            self._files.set_owner(self._path, self._owner, self._owner)

    def __getitem__(self, name: str) -> Value:
        return self._read()[name]

    def __setitem__(self, name: str, value: Value) -> None:
        values = dict(self._read())
        if isinstance(values.get(name), Long) and isinstance(value, int) and not isinstance(value, bool):
            value = Long(value)  # a long stays one, however small
        elif isinstance(value, set | list | tuple):
            value = frozenset(value)
        if values.get(name) != value or type(values.get(name)) is not type(value):
            values[name] = value
            self._write(values)

    def __delitem__(self, name: str) -> None:
        values = dict(self._read())
        del values[name]
        self._write(values)

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())


_EMPTY: MappingProxyType[str, Value] = MappingProxyType({})


@lru_cache(maxsize=256)
def _parsed(content: bytes) -> MappingProxyType[str, Value]:
    try:
        return MappingProxyType(prefs_xml.read(content))
    except prefs_xml.PreferencesError:
        return _EMPTY
