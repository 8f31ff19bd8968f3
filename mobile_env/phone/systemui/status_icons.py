"""Icons of the status bar: what is on, and which apps have notifications."""

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.alarm import AlarmService
from mobile_env.phone.services.battery import BatteryService
from mobile_env.phone.services.connectivity import ConnectivityService
from mobile_env.phone.services.notification import NotificationService
from mobile_env.phone.services.notification.zen import Zen

MOST_NOTIFICATION_ICONS = 4
_LOW = 15


def notification_icons(kernel: Kernel) -> list[str]:
    """Icons of the apps' notifications as the shade ranks them, one each notification; silent ones have none."""
    records = kernel.service(NotificationService).records
    icons = [record.notification.icon for record in records if record.importance >= 3]
    return list(dict.fromkeys(icons))[: MOST_NOTIFICATION_ICONS + 1]


def system_icons(kernel: Kernel) -> list[tuple[str, str]]:
    """(icon, description) of what is on, left to right; the battery last."""
    connectivity = kernel.service(ConnectivityService)
    found = []
    if kernel.service(AlarmService).next_clock is not None:
        found.append(("alarm", "Alarm set."))
    if kernel.service(NotificationService).zen is not Zen.OFF:
        found.append(("do_not_disturb_on", "Do Not Disturb."))
    if connectivity.wifi:
        found.append(("signal_wifi_4_bar", "Wifi signal full."))
    if connectivity.airplane_mode:
        found.append(("airplanemode_active", "Airplane mode."))
    else:
        found.append(("signal_cellular_4_bar", "Phone signal full."))
    return [*found, battery_icon(kernel)]


def battery_icon(kernel: Kernel) -> tuple[str, str]:
    """The battery's icon and what it says."""
    level = kernel.service(BatteryService).reading.level
    return "battery_full" if level > _LOW else "battery_alert", f"Battery {level} percent."
