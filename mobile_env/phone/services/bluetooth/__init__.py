"""Bluetooth: whether it is on, which devices the phone is paired with, and which are near."""

from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.services.bluetooth.records import Bluetooth, Device
from mobile_env.phone.services.bluetooth.service import BluetoothService
from mobile_env.phone.services.settings import SettingsService

SERVICE = Entry(
    "bluetooth_manager",
    "android.bluetooth.IBluetoothManager",
    service=BluetoothService,
    parts=(Bluetooth,),
    needs=(SettingsService,),
    cmd="shell:bluetooth_manager",
)

__all__ = ["SERVICE", "Bluetooth", "BluetoothService", "Device"]
