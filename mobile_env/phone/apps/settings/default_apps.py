"""Default apps: which app answers for a role."""

from __future__ import annotations

from mobile_env.phone.apps.settings.page import Page, Rows
from mobile_env.phone.sdk import FooterPreference, RadioPreference

ROLES = {
    "android.app.role.BROWSER": "Browser app",
    "android.app.role.HOME": "Home app",
    "android.app.role.DIALER": "Phone app",
    "android.app.role.SMS": "SMS app",
}


class DefaultApps(Page):
    title = "Default apps"

    def rows(self) -> Rows:
        rows = []
        for role, label in ROLES.items():
            held = self.system.app(self.system.roles.holder(role) or "")
            rows.append(
                self.link(role, label, "default_app", subject=role, summary=held.label if held else "None")
            )
        return rows


class DefaultApp(Page):
    """Chooses the app of a role; the subject is the role's name."""

    searchable = False

    def heading(self) -> str:
        return ROLES.get(self.subject, "Default app")

    def rows(self) -> Rows:
        role, roles = self.subject, self.system.roles
        if role not in ROLES:
            return (FooterPreference("There is no such role."),)
        held = roles.holder(role)
        return [
            RadioPreference(
                f"candidate_{app.name}",
                app.label,
                app.name,
                icon=app.icon,
                get=lambda: held,
                set=self.choose_app,
            )
            for app in self.system.apps()
            if roles.qualifies(app.name, role)
        ] or [FooterPreference("No app on this phone can do this.")]

    def choose_app(self, package: str) -> None:
        self.system.roles.give(self.subject, package)
