"""The battery: what its hardware says, and what `dumpsys battery set` has Android say instead."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.battery.records import Battery
from mobile_env.phone.services.battery.service import BatteryService

SERVICE = Entry(
    "battery",
    service=BatteryService,
    parts=(Battery,),
    cmd="shell:battery_command",
    dump="shell:dump_battery",
)

__all__ = ["SERVICE", "Battery", "BatteryService"]
