"""Input methods: those that apps bring, those that are enabled, and the one in use."""

from __future__ import annotations

from typing import Final

from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.settings import SHELL, SettingsService
from mobile_env.phone.state.intents import short_component

_ENABLED: Final = "enabled_input_methods"
_CURRENT: Final = "default_input_method"


class InputMethodService(Service):
    """Input methods by id ("package/.Class"), as the secure settings know them."""

    name = "input_method"

    @property
    def _settings(self) -> SettingsService:
        return self.kernel.service(SettingsService)

    @property
    def current(self) -> str:
        """The input method in use; "" if there is none."""
        return self._settings.get("secure", _CURRENT) or ""

    @property
    def enabled(self) -> list[str]:
        """The input methods that can be chosen, in the order of the setting."""
        names = (self._settings.get("secure", _ENABLED) or "").split(":")
        return list(dict.fromkeys(name for name in names if name))

    @property
    def installed(self) -> list[str]:
        """The enabled input methods, then the others that installed apps declare."""
        packages = self.kernel.service(PackageService)
        declared = [
            short_component(f"{package.name}/{method}")
            for package in packages.list()
            if package.enabled and (app := packages.app(package.name)) is not None
            for method in app.input_methods
        ]
        return list(dict.fromkeys([*self.enabled, *declared]))

    def enable(self, name: str) -> None:
        """Lets an input method be chosen."""
        self._put(_ENABLED, ":".join(dict.fromkeys([*self.enabled, name])))

    def disable(self, name: str) -> None:
        """Takes an input method out of the enabled ones; if it is in use, the first that is left is chosen."""
        left = [each for each in self.enabled if each != name]
        self._put(_ENABLED, ":".join(left))
        if self.current == name:
            self.choose(left[0] if left else "")

    def choose(self, name: str) -> None:
        """Makes an input method the one in use."""
        self._put(_CURRENT, name)

    def _put(self, key: str, value: str) -> None:
        self._settings.put("secure", key, value, package=SHELL)
