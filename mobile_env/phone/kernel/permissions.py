"""Permissions: what packages may do, and which permissions a user grants while an app runs."""

from __future__ import annotations

from mobile_env.phone.kernel.core import Core
from mobile_env.phone.state.packages import PackageTable

# Protection level "dangerous" of Android 13 (frameworks/base/core/res/AndroidManifest.xml).
_RUNTIME = frozenset(
    {
        "ACCEPT_HANDOVER",
        "ACCESS_BACKGROUND_LOCATION",
        "ACCESS_COARSE_LOCATION",
        "ACCESS_FINE_LOCATION",
        "ACCESS_MEDIA_LOCATION",
        "ACTIVITY_RECOGNITION",
        "ADD_VOICEMAIL",
        "ANSWER_PHONE_CALLS",
        "BLUETOOTH_ADVERTISE",
        "BLUETOOTH_CONNECT",
        "BLUETOOTH_SCAN",
        "BODY_SENSORS",
        "BODY_SENSORS_BACKGROUND",
        "CALL_PHONE",
        "CAMERA",
        "GET_ACCOUNTS",
        "NEARBY_WIFI_DEVICES",
        "POST_NOTIFICATIONS",
        "PROCESS_OUTGOING_CALLS",
        "READ_CALENDAR",
        "READ_CALL_LOG",
        "READ_CONTACTS",
        "READ_EXTERNAL_STORAGE",
        "READ_MEDIA_AUDIO",
        "READ_MEDIA_IMAGES",
        "READ_MEDIA_VIDEO",
        "READ_PHONE_NUMBERS",
        "READ_PHONE_STATE",
        "READ_SMS",
        "RECEIVE_MMS",
        "RECEIVE_SMS",
        "RECEIVE_WAP_PUSH",
        "RECORD_AUDIO",
        "SEND_SMS",
        "USE_SIP",
        "UWB_RANGING",
        "WRITE_CALENDAR",
        "WRITE_CALL_LOG",
        "WRITE_CONTACTS",
        "WRITE_EXTERNAL_STORAGE",
    }
)


def is_runtime(permission: str) -> bool:
    """Whether a permission, by its full name, is one that the user is asked for."""
    prefix, _, name = permission.rpartition(".")
    return prefix == "android.permission" and name in _RUNTIME


class PermissionDenied(Exception):
    """A package did what it has no permission for: a SecurityException, with its text."""


class Permissions:
    """What packages may do. A permission that the user is not asked for is given with the installation."""

    def __init__(self, kernel: Core) -> None:
        self._kernel = kernel

    def granted(self, package: str, permission: str) -> bool:
        """Whether an installed package has a permission, by its full name."""
        installed = self._kernel.part(PackageTable).get(package)
        if installed is None or permission not in installed.permissions:
            return False
        return permission in installed.granted or not is_runtime(permission)

    def require(self, package: str, permission: str) -> None:
        """Raises PermissionDenied if the package does not have the permission."""
        if not self.granted(package, permission):
            raise PermissionDenied(
                f"Permission Denial: {package} requires {permission}, which it was not granted"
            )
