"""Accessibility services: which of those that apps declare are switched on (AccessibilityManagerService)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mobile_env.phone.state.intents import full_component

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

SERVICES_SETTING: Final = "enabled_accessibility_services"
"""Secure setting: components, with colons between them."""
_ENABLED_SETTING: Final = "accessibility_enabled"


class AccessibilityServices:
    """Follows the secure setting that names the services that are on."""

    def __init__(self, phone: "Phone") -> None:
        self._phone = phone

    def enabled(self) -> Sequence[str]:
        """Components ("package/class") that are named in the setting and there, in the setting's order."""
        named = self._phone.state.settings.get("secure", SERVICES_SETTING)
        if not named:
            return ()
        components = (full_component(name) for name in named.split(":") if "/" in name)
        return [name for name in dict.fromkeys(components) if self._declared(name)]

    def settings_changed(self) -> None:
        """Starts the services that are on now; the system itself notes that there are any."""
        enabled = self.enabled()
        for component in enabled:
            self._phone.processes.pid(component.partition("/")[0])
        if enabled:
            self._phone.state.settings.put("secure", _ENABLED_SETTING, "1", package="android")

    def _declared(self, component: str) -> bool:
        name, _, service = component.partition("/")
        package, app = self._phone.packages.get(name), self._phone.packages.app(name)
        return (
            package is not None
            and app is not None
            and package.enabled
            and service in app.accessibility_services
        )
