"""Windows: what stands on the screen, back to front; dialogs, popups, toasts; scroll offsets."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.input_method import InputMethodService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.window.scrolling import Scrolling, fling_distance
from mobile_env.phone.services.window.service import WindowService
from mobile_env.phone.services.window.system_window import (
    AMONG_DIALOGS,
    KEYBOARD_DP,
    NAVIGATION_BAR_DP,
    STATUS_BAR_DP,
    SYSTEM_UI,
    SystemWindow,
    SystemWindows,
)

SERVICE = Entry(
    "window",
    "android.view.IWindowManager",
    service=WindowService,
    needs=(ActivityService, DisplayService, InputMethodService, PackageService, SettingsService),
    cmd="shell:wm",
    dump="dump:dump_window",
    tools={"wm": "shell:wm"},
    lists={"windows": WindowService.rows},
)

__all__ = [
    "AMONG_DIALOGS",
    "KEYBOARD_DP",
    "NAVIGATION_BAR_DP",
    "SERVICE",
    "STATUS_BAR_DP",
    "SYSTEM_UI",
    "Scrolling",
    "SystemWindow",
    "SystemWindows",
    "WindowService",
    "fling_distance",
]
