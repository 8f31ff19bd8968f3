"""The table of installed packages, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mobile_env.phone.state.part import Part


@dataclass(frozen=True)
class Package:
    """An installed package, as the package table remembers it.

    `refused` counts, by permission, how often the user said no.
    """

    name: str
    uid: int
    label: str
    version_name: str
    version_code: int
    system: bool
    apk_path: str
    permissions: tuple[str, ...]
    granted: frozenset[str] = frozenset()
    enabled: bool = True
    first_install_us: int = 0
    refused: tuple[tuple[str, int], ...] = ()


class PackageTable(Part):
    """The installed packages by name, in order of installation."""

    def __init__(self) -> None:
        super().__init__()
        self._records: dict[str, Package] = {}

    def get(self, name: str) -> Package | None:
        return self._records.get(name)

    def list(self) -> Sequence[Package]:
        return list(self._records.values())

    def __contains__(self, name: object) -> bool:
        return name in self._records

    def __len__(self) -> int:
        return len(self._records)

    def put(self, package: Package) -> None:
        """Adds a package, or replaces what is known of it."""
        self._records[package.name] = package
        self.touch()

    def remove(self, name: str) -> None:
        del self._records[name]
        self.touch()

    def copy(self) -> PackageTable:
        other = super().copy()
        other._records = dict(self._records)
        return other
