"""Modes of app operations by package; those that nobody set have the mode `default`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mobile_env.phone.kernel.service import Service
from mobile_env.phone.state.part import Part

MODES: Final = ("allow", "ignore", "deny", "default", "foreground")


class AppOps(Part):
    """The modes that were set, by package and operation."""

    def __init__(self) -> None:
        super().__init__()
        self.modes: Mapping[str, Mapping[str, str]] = {}

    def set(self, package: str, modes: Mapping[str, str]) -> None:
        """Sets all modes of a package; an empty mapping forgets the package."""
        others = {name: known for name, known in self.modes.items() if name != package}
        self.modes = {**others, package: modes} if modes else others
        self.touch()


class AppOpsService(Service):
    """Sets and tells modes. Operations are named as `appops` prints them, such as SYSTEM_ALERT_WINDOW."""

    name = "appops"

    def modes(self, package: str) -> Mapping[str, str]:
        """The modes that were set for a package, by operation."""
        return self.kernel.part(AppOps).modes.get(package, {})

    def set(self, package: str, operation: str, mode: str) -> None:
        """Sets a mode; `default` takes back what was set."""
        modes = {name: known for name, known in self.modes(package).items() if name != operation}
        if mode != "default":
            modes[operation] = mode
        self.kernel.part(AppOps).set(package, dict(sorted(modes.items())))

    def reset(self, package: str) -> None:
        """Takes back all that was set for a package."""
        self.kernel.part(AppOps).set(package, {})
