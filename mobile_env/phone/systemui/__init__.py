"""System UI: the windows that stand above apps, one a module. A new window is its module and its line here."""

from mobile_env.phone.services.window import SystemWindows
from mobile_env.phone.systemui.crash_dialog import CrashDialog
from mobile_env.phone.systemui.heads_up import HeadsUp
from mobile_env.phone.systemui.keyboard import SoftKeyboard
from mobile_env.phone.systemui.navigation_bar import NavigationBar
from mobile_env.phone.systemui.notification_shade import NotificationShade
from mobile_env.phone.systemui.status_bar import StatusBar
from mobile_env.phone.systemui.toast import Toast

WINDOWS = SystemWindows(
    (CrashDialog, NotificationShade, SoftKeyboard, StatusBar, HeadsUp, NavigationBar, Toast)
)
