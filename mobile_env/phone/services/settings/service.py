"""The settings service: writes settings, and tells what changed."""

from __future__ import annotations

from typing import Final

from mobile_env.phone.kernel.events import SettingChanged
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.state.settings import SettingsStore

SHELL: Final = "com.android.shell"
"""The package in whose name the shell writes settings."""


class SettingsService(Service):
    """The one writer of settings; each change is told as a `SettingChanged`. Reads may go to the part itself."""

    name = "settings"

    @property
    def store(self) -> SettingsStore:
        """The tables, to be read."""
        return self.kernel.part(SettingsStore)

    def get(self, namespace: str, key: str, default: str | None = None) -> str | None:
        """The value, or `default` if there is none; KeyError for an unknown namespace."""
        return self.store.get(namespace, key, default)

    def is_on(self, namespace: str, key: str) -> bool:
        """Whether a setting is "1"."""
        return self.store.get(namespace, key) == "1"

    def put(
        self, namespace: str, key: str, value: str, *, package: str = "android", make_default: bool = False
    ) -> None:
        """Sets a value in the name of a package; `make_default` makes it what a reset goes back to."""
        old = self.store.get(namespace, key)
        self.store.put(namespace, key, value, package=package, make_default=make_default)
        self._tell(namespace, {key: old}, package)

    def delete(self, namespace: str, key: str, *, package: str = "android") -> bool:
        """Removes a setting; returns whether it was there."""
        old = self.store.get(namespace, key)
        there = self.store.delete(namespace, key)
        self._tell(namespace, {key: old}, package)
        return there

    def reset(self, namespace: str, mode_or_package: str, *, package: str = "android") -> None:
        """Puts values back to their defaults; see `SettingsStore.reset`."""
        before: dict[str, str | None] = dict(self.store.list(namespace))
        self.store.reset(namespace, mode_or_package)
        self._tell(namespace, before, package)

    def _tell(self, namespace: str, before: dict[str, str | None], package: str) -> None:
        for key, old in before.items():
            new = self.store.get(namespace, key)
            if new != old:
                self.kernel.emit(SettingChanged(namespace, key, old, new, package))
