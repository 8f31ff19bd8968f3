"""Night mode."""

from mobile_env.phone.kernel.service import Entry, Service
from mobile_env.phone.services.settings import SettingsService


class UiModeService(Service):
    """Night mode, which is a setting."""

    name = "uimode"


SERVICE = Entry(
    "uimode",
    "android.app.IUiModeManager",
    service=UiModeService,
    needs=(SettingsService,),
    cmd="shell:uimode",
)
