"""The role service: which app is the phone's SMS app, dialer, browser or home."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.state.intents import Intent
from mobile_env.phone.state.manifest import App
from mobile_env.phone.state.part import Part

SMS: Final = "android.app.role.SMS"
DIALER: Final = "android.app.role.DIALER"
BROWSER: Final = "android.app.role.BROWSER"
HOME: Final = "android.app.role.HOME"
ROLES: Final = (SMS, DIALER, BROWSER, HOME)
SMS_DELIVER: Final = "android.provider.Telephony.SMS_DELIVER"

# The setting in which Android keeps the holder too, for apps that read it there.
_SETTINGS: Final = MappingProxyType({SMS: "sms_default_application", DIALER: "dialer_default_application"})
_MAIN: Final = "android.intent.action.MAIN"
# An app qualifies by what it answers.
_ANSWERS: Final = MappingProxyType(
    {
        DIALER: Intent("android.intent.action.DIAL"),
        BROWSER: Intent("android.intent.action.VIEW", data="http://example.org"),
        HOME: Intent(_MAIN, categories=("android.intent.category.HOME",)),
    }
)


class Roles(Part):
    """Holders that somebody chose, by role."""

    def __init__(self) -> None:
        super().__init__()
        self.holders: Mapping[str, str] = {}

    def set(self, role: str, package: str | None) -> None:
        chosen = {name: holder for name, holder in self.holders.items() if name != role}
        self.holders = {**chosen, role: package} if package is not None else chosen
        self.touch()

    def facts(self) -> Iterator[tuple[str, Any]]:
        yield from ((f"role/{name}", holder) for name, holder in sorted(self.holders.items()))


class RoleService(Service):
    """Each role has one holder: the app that was chosen, else the first that qualifies."""

    name = "role"

    def holder(self, role: str) -> str | None:
        """The package that holds a role; None if no app qualifies."""
        chosen = self.kernel.part(Roles).holders.get(role)
        if chosen is not None and self.qualifies(chosen, role):
            return chosen
        packages = self.kernel.service(PackageService)
        return next((each.name for each in packages.list() if self.qualifies(each.name, role)), None)

    def qualifies(self, package: str, role: str) -> bool:
        """Whether an installed app can hold a role."""
        packages = self.kernel.service(PackageService)
        app, installed = packages.app(package), packages.get(package)
        if app is None or installed is None or not installed.enabled:
            return False
        return _answers(app, role)

    def give(self, role: str, package: str) -> bool:
        """Makes an app the holder; False if it does not qualify."""
        if not self.qualifies(package, role):
            return False
        self._set(role, package)
        return True

    def clear(self, role: str) -> None:
        """Leaves the choice to the phone again."""
        self._set(role, None)

    def _set(self, role: str, package: str | None) -> None:
        self.kernel.part(Roles).set(role, package)
        key = _SETTINGS.get(role)
        if key is not None:
            settings = self.kernel.service(SettingsService)
            if package is None:
                settings.delete("secure", key)
            else:
                settings.put("secure", key, package)


def _answers(app: App, role: str) -> bool:
    if role == SMS:
        return any(SMS_DELIVER in receiver.actions for receiver in app.receivers)
    intent = _ANSWERS.get(role)
    return intent is not None and any(
        each.matches(intent) for activity in app.activities for each in activity.filters
    )
