"""The display: how the screen is held, its size, and what `dumpsys display` and SurfaceFlinger say of it."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.display.service import DISPLAY_ID, DisplayService
from mobile_env.phone.services.settings import SettingsService

SERVICE = Entry(
    "display",
    "android.hardware.display.IDisplayManager",
    service=DisplayService,
    needs=(SettingsService,),
    dump="dump:dump_display",
    tools={"screencap": "screencap:screencap"},
    also=(Entry("SurfaceFlinger", "android.ui.ISurfaceComposer", dump="dump:dump_surface_flinger"),),
)

__all__ = ["DISPLAY_ID", "SERVICE", "DisplayService"]
