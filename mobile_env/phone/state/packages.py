"""What the package table remembers of an installed package."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Package:
    """An installed package, as the package table remembers it."""

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
