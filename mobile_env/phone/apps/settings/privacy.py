"""Privacy: who may do what, and what is shown."""

from __future__ import annotations

from mobile_env.phone.apps.settings.apps import GROUP_LABELS
from mobile_env.phone.apps.settings.page import Page, Rows
from mobile_env.phone.sdk import FooterPreference, Section, SwitchPreference
from mobile_env.phone.sdk.system import GROUPS


class Privacy(Page):
    title = "Privacy"

    def rows(self) -> Rows:
        return (
            Section(
                "Permissions",
                self.link(
                    "permission_manager",
                    "Permission manager",
                    "permission_manager",
                    summary="Control app access to your data",
                ),
            ),
            Section(
                "Controls",
                SwitchPreference(
                    "privacy_camera_toggle",
                    "Camera access",
                    default="1",
                    setting="secure/camera_access_on",
                    summary="For apps and services",
                ),
                SwitchPreference(
                    "privacy_mic_toggle",
                    "Microphone access",
                    default="1",
                    setting="secure/microphone_access_on",
                    summary="For apps and services. If this setting is off, microphone data may still be "
                    "shared when you call an emergency number.",
                ),
                SwitchPreference(
                    "show_clip_access_notification",
                    "Show clipboard access",
                    default="1",
                    setting="secure/clipboard_show_access_notifications",
                    summary="Show a message when apps access text, images, or other content you’ve copied",
                ),
                SwitchPreference(
                    "show_password",
                    "Show passwords",
                    setting="system/show_password",
                    default="1",
                    summary="Display characters briefly as you type",
                ),
                self.link("location", "Location access", "location"),
            ),
            Section(
                "Lock screen",
                SwitchPreference(
                    "privacy_lock_screen_notifications",
                    "Notifications on lock screen",
                    setting="secure/lock_screen_show_notifications",
                ),
            ),
        )


class PermissionManager(Page):
    title = "Permission manager"

    def rows(self) -> Rows:
        held = [self.system.permissions(app.name) for app in self.system.apps()]
        return [
            self.link(
                f"group_{group}",
                label,
                "permission_group",
                subject=group,
                icon=GROUPS[group][0],
                summary=f"{sum(each.get(group, False) for each in held)} of "
                f"{sum(group in each for each in held)} apps allowed",
            )
            for group, label in GROUP_LABELS.items()
        ]


class PermissionGroup(Page):
    """The apps that ask for a permission group; the subject is its name."""

    searchable = False

    def heading(self) -> str:
        return GROUP_LABELS.get(self.subject, "Permission")

    def rows(self) -> Rows:
        asking = [(app, self.system.permissions(app.name)) for app in self.system.apps()]
        rows = {
            granted: [
                self.link(
                    f"app_{app.name}",
                    app.label,
                    "app_permission",
                    subject=f"{app.name}/{self.subject}",
                    icon=app.icon,
                    colour=app.colour,
                )
                for app, held in asking
                if held.get(self.subject) is granted
            ]
            for granted in (True, False)
        }
        return (
            Section("Allowed", *(rows[True] or [FooterPreference("No apps allowed", icon="")])),
            Section("Not allowed", *(rows[False] or [FooterPreference("No apps denied", icon="")])),
        )
