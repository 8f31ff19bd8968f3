"""Notifications: of which apps, what the lock screen shows, history, do not disturb."""

from __future__ import annotations

from functools import partial

from mobile_env.phone.apps.settings.apps import AppPage
from mobile_env.phone.apps.settings.page import Page, Rows, on_off
from mobile_env.phone.sdk import (
    FooterPreference,
    ListPreference,
    MainSwitchPreference,
    Preference,
    Section,
    SwitchPreference,
)
from mobile_env.phone.sdk.system import InstalledApp

_DEFAULT = 3
"""Importance of a channel that makes a sound."""
DURATIONS = {"0": "Until you turn off", "60": "For 1 hour", "-1": "Ask every time"}
_LOCK_SCREEN = {
    "all": "Show conversations, default, and silent",
    "alerting": "Hide silent conversations and notifications",
    "none": "Don’t show any notifications",
}


class Notifications(Page):
    title = "Notifications"

    def rows(self) -> Rows:
        return (
            Section(
                "Manage",
                self.link(
                    "app_notifications",
                    "App settings",
                    "notification_apps",
                    summary="Control notifications from individual apps",
                ),
                self.link(
                    "notification_history",
                    "Notification history",
                    "notification_history",
                    summary=on_off(self.is_on("secure/notification_history_enabled")),
                ),
            ),
            Section(
                "Conversation",
                SwitchPreference(
                    "notification_bubbles",
                    "Bubbles",
                    setting="secure/notification_bubbles",
                    default="1",
                    summary="Conversations can float over other apps",
                ),
            ),
            Section(
                "Privacy",
                ListPreference(
                    "lock_screen_notifications",
                    "Notifications on lock screen",
                    _LOCK_SCREEN,
                    get=self._lock_screen,
                    set=self.set_lock_screen,
                ),
                SwitchPreference(
                    "lock_screen_sensitive",
                    "Sensitive notifications",
                    default="1",
                    setting="secure/lock_screen_allow_private_notifications",
                    summary="Show sensitive content when locked",
                ),
            ),
            Section(
                "General",
                self.link(
                    "zen_mode_notifications",
                    "Do Not Disturb",
                    "dnd",
                    summary="On" if self.setting("global", "zen_mode", "0") != "0" else "Off",
                ),
                SwitchPreference(
                    "silent_icons",
                    "Hide silent notifications in status bar",
                    setting="secure/silence_status_bar_icons_hidden",
                ),
                SwitchPreference(
                    "snooze_options", "Allow notification snoozing", setting="secure/show_notification_snooze"
                ),
                SwitchPreference(
                    "notification_badging",
                    "Notification dot on app icon",
                    setting="secure/notification_badging",
                    default="1",
                ),
                SwitchPreference(
                    "heads_up",
                    "Pop on screen",
                    setting="global/heads_up_notifications_enabled",
                    summary="Urgent notifications appear at the top of the screen",
                ),
            ),
        )

    def _lock_screen(self) -> str:
        if not self.is_on("secure/lock_screen_show_notifications", "1"):
            return "none"
        return "all" if self.is_on("secure/lock_screen_show_silent_notifications", "1") else "alerting"

    def set_lock_screen(self, choice: str) -> None:
        self.put("secure/lock_screen_show_notifications", choice != "none")
        self.put("secure/lock_screen_show_silent_notifications", choice == "all")


class NotificationApps(Page):
    title = "App notifications"

    def rows(self) -> Rows:
        return [
            self.link(
                f"notifications_{app.name}", app.label, "app_notifications", subject=app.name, icon=app.icon
            )
            for app in self.system.apps()
            if app.launches
        ]


class AppNotifications(AppPage):
    title = "Notifications"

    def rows_of(self, app: InstalledApp) -> Rows:
        service = self.system.notifications
        allowed, channels = service.allowed(app.name), service.rules(app.name).channels
        return (
            self.header(app),
            MainSwitchPreference(
                "block", f"All {app.label} notifications", get=lambda: allowed, set=self.allow
            ),
            Section(
                "Categories",
                *(
                    SwitchPreference(
                        f"channel_{channel.id}",
                        channel.name,
                        summary=channel.description,
                        get=partial(int, channel.importance),
                        set=self.call(self.allow_channel, channel.id),
                        usable=allowed,
                    )
                    for channel in channels.values()
                ),
            ),
            SwitchPreference(
                "badge",
                "Allow notification dot",
                setting=f"secure/notification_dot_{app.name}",
                default="1",
                usable=allowed,
            ),
            FooterPreference("This app has not posted any notifications", when=allowed and not channels),
        )

    def allow(self, allowed: bool) -> None:
        self.system.notifications.set_blocked(self.subject, not allowed)
        if "notifications" in self.system.permissions(self.subject):
            self.system.set_permission(self.subject, "notifications", allowed)

    def allow_channel(self, channel: str, allowed: bool) -> None:
        self.system.notifications.set_importance(self.subject, channel, _DEFAULT if allowed else 0)


class History(Page):
    title = "Notification history"

    def rows(self) -> Rows:
        on = self.is_on("secure/notification_history_enabled")
        return (
            MainSwitchPreference(
                "history_toggled_on",
                "Use notification history",
                setting="secure/notification_history_enabled",
            ),
            FooterPreference(
                "No recent notifications. Your recent and snoozed notifications will appear here"
                if on
                else "Turn on notification history to see recent and snoozed notifications"
            ),
        )


class DoNotDisturb(Page):
    title = "Do Not Disturb"

    def rows(self) -> Rows:
        on = self.setting("global", "zen_mode", "0") != "0"
        return (
            Preference(
                "zen_mode_toggle",
                "Turn off now" if on else "Turn on now",
                click=self.toggle,
                icon="do_not_disturb_on" if on else "do_not_disturb_off",
                summary="Do Not Disturb is on" if on else "Do Not Disturb is off",
            ),
            Section(
                "What can interrupt Do Not Disturb",
                SwitchPreference(
                    "zen_mode_people",
                    "Calls from starred contacts",
                    default="1",
                    setting="secure/zen_allow_calls",
                    summary="Others are silenced",
                ),
                SwitchPreference(
                    "zen_mode_repeat",
                    "Allow repeat callers",
                    default="1",
                    setting="secure/zen_allow_repeat_callers",
                    summary="If the same person calls a second time within 15 minutes",
                ),
                SwitchPreference(
                    "zen_mode_messages", "Messages from contacts", setting="secure/zen_allow_messages"
                ),
                SwitchPreference("zen_mode_alarms", "Alarms", default="1", setting="secure/zen_allow_alarms"),
                SwitchPreference(
                    "zen_mode_media", "Media sounds", default="1", setting="secure/zen_allow_media"
                ),
                SwitchPreference("zen_mode_touch_sounds", "Touch sounds", setting="secure/zen_allow_system"),
                SwitchPreference("zen_mode_reminders", "Reminders", setting="secure/zen_allow_reminders"),
                SwitchPreference("zen_mode_events", "Calendar events", setting="secure/zen_allow_events"),
            ),
            Section(
                "General",
                ListPreference(
                    "zen_mode_duration_settings",
                    "Duration for Quick Settings",
                    DURATIONS,
                    setting="secure/zen_duration",
                    default="0",
                ),
            ),
            FooterPreference(
                "When Do Not Disturb is on, sound and vibration will be muted, except for the items you "
                "allow above."
            ),
        )

    def toggle(self) -> None:
        self.put("global/zen_mode", "1" if self.setting("global", "zen_mode", "0") == "0" else "0")
