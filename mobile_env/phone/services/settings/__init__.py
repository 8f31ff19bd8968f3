"""Settings: the system, secure and global tables."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.settings.service import SHELL, SettingsService

SERVICE = Entry(
    "settings",
    "android.provider.ISettings",
    service=SettingsService,
    cmd="shell:settings",
    providers={"settings": "provider:SettingsProvider"},
    tools={"settings": "shell:settings"},
)

__all__ = ["SERVICE", "SHELL", "SettingsService"]
