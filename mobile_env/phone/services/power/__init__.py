"""Power: what keeps the screen on, and booting anew."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.battery import BatteryService
from mobile_env.phone.services.bluetooth import BluetoothService
from mobile_env.phone.services.connectivity import ConnectivityService
from mobile_env.phone.services.power.service import PowerService
from mobile_env.phone.services.settings import SettingsService

SERVICE = Entry(
    "power",
    "android.os.IPowerManager",
    service=PowerService,
    needs=(BatteryService, BluetoothService, ConnectivityService, SettingsService),
    dump="dump:dump_power",
    tools={"reboot": "shell:reboot", "svc": "shell:svc"},
)

__all__ = ["SERVICE", "PowerService"]
