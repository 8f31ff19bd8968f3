"""The permission dialog, as com.android.permissioncontroller shows it."""

from __future__ import annotations

from mobile_env.phone.sdk.dialog import Dialog
from mobile_env.phone.sdk.render import Layout, Screen

_ANDROID = "android.permission."
# Group → (icon, what the dialog says the app wants, permissions of the group): frameworks/base, platform permissions.
GROUPS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "contacts": ("contacts", "access your contacts", ("READ_CONTACTS", "WRITE_CONTACTS", "GET_ACCOUNTS")),
    "calendar": ("calendar_today", "access your calendar", ("READ_CALENDAR", "WRITE_CALENDAR")),
    "sms": ("sms", "send and view SMS messages", ("SEND_SMS", "READ_SMS", "RECEIVE_SMS", "RECEIVE_MMS")),
    "phone": (
        "phone",
        "make and manage phone calls",
        ("CALL_PHONE", "READ_PHONE_STATE", "ANSWER_PHONE_CALLS"),
    ),
    "call_log": ("call", "access your phone call logs", ("READ_CALL_LOG", "WRITE_CALL_LOG")),
    "camera": ("photo_camera", "take pictures and record video", ("CAMERA",)),
    "microphone": ("mic", "record audio", ("RECORD_AUDIO",)),
    "location": (
        "location_on",
        "access this device’s location",
        ("ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION"),
    ),
    "storage": (
        "folder",
        "access photos and media on your device",
        ("READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE"),
    ),
    "images": (
        "photo_library",
        "access photos and videos on this device",
        ("READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO"),
    ),
    "audio": ("library_music", "access music and audio on this device", ("READ_MEDIA_AUDIO",)),
    "notifications": ("notifications", "send you notifications", ("POST_NOTIFICATIONS",)),
    "nearby": ("near_me", "find and connect to nearby devices", ("BLUETOOTH_CONNECT", "BLUETOOTH_SCAN")),
    "activity": ("directions_run", "access your physical activity", ("ACTIVITY_RECOGNITION",)),
}
_WHILE_USING = ("camera", "microphone", "location")


def group_of(permission: str) -> str:
    """The group of a permission; "" for one that no dialog asks for."""
    short = permission.removeprefix(_ANDROID)
    return next((name for name, (_, _, members) in GROUPS.items() if short in members), "")


class PermissionDialog(Dialog):
    """Allow, while using, only this time, don't allow. A refusal by the button counts; the second one sticks."""

    cancellable = False
    dim = 0.6

    def screen(self) -> Screen:
        group = group_of(self.state["permission"])
        icon, wish, _ = GROUPS.get(group, ("security", "have a permission", ()))
        return Layout(
            "sdk/permission.xml",
            icon=icon,
            wish=wish,
            label=self._host.label(self.package),
            foreground=group in _WHILE_USING,
        )

    def allow(self) -> None:
        group = group_of(self.state["permission"])
        members = [_ANDROID + name for name in GROUPS[group][2]] if group else []
        for name in {self.state["permission"], *members}:
            self._host.grant(name)
        self._leave(self.state["granted"])

    def deny(self) -> None:
        self._host.refuse(self.state["permission"])
        self._leave(self.state["denied"])
