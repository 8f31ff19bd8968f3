"""Apps: all of them, and what can be done with one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mobile_env.phone.apps.settings.page import Block, Page, Rows
from mobile_env.phone.sdk import (
    FooterPreference,
    Item,
    Preference,
    RadioPreference,
    Section,
    SwitchPreference,
)
from mobile_env.phone.sdk.system import GROUPS, InstalledApp

GROUP_LABELS = {
    "contacts": "Contacts",
    "calendar": "Calendar",
    "sms": "SMS",
    "phone": "Phone",
    "call_log": "Call logs",
    "camera": "Camera",
    "microphone": "Microphone",
    "location": "Location",
    "storage": "Files and media",
    "images": "Photos and videos",
    "audio": "Music and audio",
    "notifications": "Notifications",
    "nearby": "Nearby devices",
    "activity": "Physical activity",
}
_RECENT = 4


class Apps(Page):
    title = "Apps"

    def rows(self) -> Rows:
        launching = [app for app in self.system.apps() if app.launches]
        return (
            Section(
                "Recently opened apps",
                *(
                    self.link(
                        f"app_{app.name}",
                        app.label,
                        "app_info",
                        subject=app.name,
                        icon=app.icon,
                        colour=app.colour,
                        summary="Running" if app.running else "",
                    )
                    for app in sorted(launching, key=lambda app: not app.running)[:_RECENT]
                ),
            ),
            self.link("see_all_apps", f"See all {len(launching)} apps", "all_apps", icon="arrow_forward"),
            Section(
                "General",
                self.link("default_apps", "Default apps", "default_apps", summary="Browser, Phone, SMS"),
                SwitchPreference(
                    "unused_apps",
                    "Pause app activity if unused",
                    setting="secure/auto_revoke_on",
                    default="1",
                    summary="Remove permissions, delete temporary files, and stop notifications",
                ),
            ),
        )


class AllApps(Page):
    title = "All apps"

    def bar(self) -> Sequence[Item]:
        shown = bool(self.state.get("system"))
        return (
            Item("Hide system" if shown else "Show system", self.toggle_system),
            Item("Reset app preferences", self.ask_reset),
        )

    def rows(self) -> Rows:
        system = self.system
        apps = [app for app in system.apps() if app.launches or not app.system or self.state.get("system")]
        return [
            self.link(
                f"app_{app.name}",
                app.label,
                "app_info",
                subject=app.name,
                icon=app.icon,
                colour=app.colour,
                summary="Disabled" if not app.enabled else self.format.size(system.sizes(app.name).total),
            )
            for app in apps
        ]

    def toggle_system(self) -> None:
        self.state["system"] = not self.state.get("system")

    def ask_reset(self) -> None:
        self.confirm(
            "This will reset all preferences for disabled apps and disabled app notifications. "
            "You will not lose any app data.",
            title="Reset app preferences?",
            yes=self.reset,
            yes_label="Reset apps",
        )

    def reset(self) -> None:
        for app in self.system.apps():
            if not app.enabled:
                self.system.set_enabled(app.name, True)


class AppPage(Page):
    """A page about one app; it says so if the app has gone."""

    searchable = False

    def rows(self) -> Rows:
        app = self.system.app(self.subject)
        return self.rows_of(app) if app is not None else (FooterPreference("The app is not installed."),)

    def rows_of(self, app: InstalledApp) -> Rows:
        """The preferences about an app that is installed."""
        raise NotImplementedError(f"{type(self).__name__} defines no rows_of()")

    def header(self, app: InstalledApp, summary: str = "") -> Block:
        return Block(
            "header_view", "entity.xml", icon=app.icon, colour=app.colour, label=app.label, summary=summary
        )


class AppInfo(AppPage):
    title = "App info"

    def rows_of(self, app: InstalledApp) -> Rows:
        system = self.system
        sizes = system.sizes(app.name)
        held = [GROUP_LABELS[group] for group, granted in system.permissions(app.name).items() if granted]
        heads_up = "On" if system.notifications.allowed(app.name) else "Off"
        return (
            self.header(app, "" if app.enabled else "Disabled"),
            Block("action_buttons", "actions.xml", actions=self._actions(app)),
            self.link(
                "notification_settings",
                "Notifications",
                "app_notifications",
                subject=app.name,
                summary=heads_up,
            ),
            self.link(
                "permission_settings",
                "Permissions",
                "app_permissions",
                subject=app.name,
                summary=", ".join(held) or "No permissions granted",
            ),
            self.link(
                "storage_settings",
                "Storage & cache",
                "app_storage",
                subject=app.name,
                summary=f"{self.format.size(sizes.total)} used in internal storage",
            ),
            Preference("data_settings", "Mobile data & Wi‑Fi", summary="No data used"),
            Preference("battery", "Battery", summary="0% use since last full charge"),
            Section(
                "Unused app settings",
                SwitchPreference(
                    "hibernation_switch",
                    "Pause app activity if unused",
                    default="1",
                    setting=f"secure/auto_revoke_{app.name}",
                    summary="Remove permissions, delete temporary files, and stop notifications",
                ),
            ),
            Preference("app_version", f"version {app.version}"),
        )

    def _actions(self, app: InstalledApp) -> list[dict[str, Any]]:
        middle: dict[str, Any]
        if app.system:
            middle = {
                "label": "Disable" if app.enabled else "Enable",
                "icon": "block" if app.enabled else "check",
                "click": self.ask_disable if app.enabled else self.enable,
                "usable": not app.launches or app.name != self.package,
            }
        else:
            middle = {
                "label": "Uninstall",
                "icon": "outlined/delete",
                "click": self.ask_uninstall,
                "usable": True,
            }
        return [
            {
                "label": "Open",
                "icon": "open_in_new",
                "click": self.open_app,
                "usable": app.launches and app.enabled,
            },
            middle,
            {"label": "Force stop", "icon": "outlined/report", "click": self.ask_stop, "usable": app.running},
        ]

    def open_app(self) -> None:
        self.system.launch(self.subject)

    def ask_stop(self) -> None:
        self.confirm("If you force stop an app, it may misbehave.", title="Force stop?", yes=self.stop)

    def stop(self) -> None:
        self.system.force_stop(self.subject)

    def ask_uninstall(self) -> None:
        app = self.system.app(self.subject)
        if app is not None:
            self.confirm("Do you want to uninstall this app?", title=app.label, yes=self.uninstall)

    def uninstall(self) -> None:
        self.system.uninstall(self.subject)
        self.finish()

    def ask_disable(self) -> None:
        self.confirm(
            "If you disable this app, Android and other apps may no longer function as intended. "
            "Keep in mind, you can’t delete this app since it came pre-installed on your device.",
            yes=self.disable,
            yes_label="Disable app",
        )

    def disable(self) -> None:
        self.system.set_enabled(self.subject, False)

    def enable(self) -> None:
        self.system.set_enabled(self.subject, True)


class AppStorage(AppPage):
    title = "Storage"

    def rows_of(self, app: InstalledApp) -> Rows:
        sizes, size = self.system.sizes(app.name), self.format.size
        return (
            self.header(app),
            Block(
                "buttons",
                "actions.xml",
                actions=[
                    {
                        "label": "Clear storage",
                        "icon": "outlined/delete",
                        "click": self.ask_clear,
                        "usable": app.name != self.package,
                    },
                    {
                        "label": "Clear cache",
                        "icon": "refresh",
                        "click": self.clear_cache,
                        "usable": sizes.cache > 0,
                    },
                ],
            ),
            Section(
                "Space used",
                Preference("app_size", "App size", summary=size(sizes.app)),
                Preference("data_size", "User data", summary=size(sizes.data)),
                Preference("cache_size", "Cache", summary=size(sizes.cache)),
                Preference("total_size", "Total", summary=size(sizes.total)),
            ),
        )

    def ask_clear(self) -> None:
        self.confirm(
            "This app’s data, including files and settings, will be permanently deleted from this device.",
            title="Delete app data?",
            yes=self.clear,
            yes_label="Delete",
        )

    def clear(self) -> None:
        self.system.clear_data(self.subject)

    def clear_cache(self) -> None:
        self.system.clear_cache(self.subject)


class AppPermissions(AppPage):
    title = "App permissions"

    def rows_of(self, app: InstalledApp) -> Rows:
        held = self.system.permissions(app.name)
        rows = {
            granted: [
                self.link(
                    f"permission_{group}",
                    GROUP_LABELS[group],
                    "app_permission",
                    subject=f"{app.name}/{group}",
                    icon=GROUPS[group][0],
                )
                for group in held
                if held[group] == granted
            ]
            for granted in (True, False)
        }
        none = (
            Preference("none", "No permissions allowed"),
            Preference("none_denied", "No permissions denied"),
        )
        return (
            self.header(app),
            Section("Allowed", *(rows[True] or none[:1])),
            Section("Not allowed", *(rows[False] or none[1:])),
        )


class AppPermission(AppPage):
    """One permission group of one app; the subject is "package/group"."""

    @property
    def subject(self) -> str:
        return super().subject.partition("/")[0]

    @property
    def group(self) -> str:
        return super().subject.partition("/")[2]

    def heading(self) -> str:
        return f"{GROUP_LABELS.get(self.group, 'App')} permission"

    def rows_of(self, app: InstalledApp) -> Rows:
        granted = self.system.permissions(app.name).get(self.group, False)
        return (
            self.header(app),
            Section(
                f"{GROUP_LABELS[self.group]} access for this app",
                RadioPreference("allow_radio_button", "Allow", True, get=lambda: granted, set=self.choose_),
                RadioPreference(
                    "deny_radio_button", "Don’t allow", False, get=lambda: granted, set=self.choose_
                ),
            ),
        )

    def choose_(self, granted: bool) -> None:
        self.system.set_permission(self.subject, self.group, granted)
