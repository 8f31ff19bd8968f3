"""Default apps: which app answers for a role."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mobile_env.phone.apps.settings.page import Page, Rows
from mobile_env.phone.sdk import FooterPreference, Intent, RadioPreference


@dataclass(frozen=True)
class Role:
    """A role, the setting that says who holds it, and an intent that its candidates answer."""

    label: str
    setting: str
    intent: Intent


ROLES = {
    "browser": Role("Browser app", "secure/default_browser", Intent("VIEW", data="https://example.com/")),
    "caller_id": Role(
        "Caller ID & spam app",
        "secure/call_screening_default_app",
        Intent("android.telecom.CallScreeningService"),
    ),
    "home": Role("Home app", "secure/default_home", Intent("MAIN", categories=("HOME",))),
    "phone": Role("Phone app", "secure/dialer_default_application", Intent("DIAL")),
    "sms": Role("SMS app", "secure/sms_default_application", Intent("SENDTO", data="smsto:5550100")),
    "assistant": Role("Digital assistant app", "secure/assistant", Intent("ASSIST")),
}


def answering(page: Page, role: Role) -> Sequence[str]:
    """The packages that can hold a role."""
    return list(dict.fromkeys(entry.package for entry in page.system.answering(role.intent)))


def holder(page: Page, role: Role) -> str:
    """The package that holds a role: the one that was chosen, or the only candidate; "" for none."""
    namespace, _, key = role.setting.partition("/")
    chosen = page.setting(namespace, key).partition("/")[0]
    candidates = answering(page, role)
    return chosen if chosen in candidates else candidates[0] if candidates else ""


def _labels(page: Page, packages: Sequence[str]) -> dict[str, str]:
    apps = {name: page.system.app(name) for name in packages}
    return {name: app.label for name, app in apps.items() if app is not None}


class DefaultApps(Page):
    title = "Default apps"

    def rows(self) -> Rows:
        rows = []
        for name, role in ROLES.items():
            held = holder(self, role)
            label = _labels(self, [held]).get(held, "None") if held else "None"
            rows.append(self.link(f"default_{name}", role.label, "default_app", subject=name, summary=label))
        return rows


class DefaultApp(Page):
    """Chooses the app of a role."""

    searchable = False

    def heading(self) -> str:
        return ROLES[self.subject].label if self.subject in ROLES else "Default app"

    def rows(self) -> Rows:
        role = ROLES.get(self.subject)
        if role is None:
            return (FooterPreference("There is no such role."),)
        candidates = _labels(self, answering(self, role))
        return [
            RadioPreference(
                f"candidate_{name}", label, name, get=lambda: holder(self, role), set=self.choose_app
            )
            for name, label in candidates.items()
        ] or [FooterPreference("No app on this phone can do this.")]

    def choose_app(self, package: str) -> None:
        self.put(ROLES[self.subject].setting, package)
