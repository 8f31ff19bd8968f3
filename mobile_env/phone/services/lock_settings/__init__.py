"""What keeps the screen locked: nothing, a swipe, or a PIN."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.lock_settings.service import Credential, LockSettingsService
from mobile_env.phone.services.settings import SettingsService

SERVICE = Entry(
    "lock_settings",
    "com.android.internal.widget.ILockSettings",
    service=LockSettingsService,
    parts=(Credential,),
    needs=(SettingsService,),
    cmd="shell:locksettings",
    tools={"locksettings": "shell:locksettings"},
)

__all__ = ["SERVICE", "Credential", "LockSettingsService"]
