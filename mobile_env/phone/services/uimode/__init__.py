"""Night mode, and the language and clock that screens are made for."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.uimode.service import UiModeService

SERVICE = Entry(
    "uimode",
    "android.app.IUiModeManager",
    service=UiModeService,
    needs=(SettingsService,),
    cmd="shell:uimode",
)

__all__ = ["SERVICE", "UiModeService"]
