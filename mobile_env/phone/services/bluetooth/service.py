"""The Bluetooth service: pairs, connects and forgets devices, and follows airplane mode."""

from __future__ import annotations

from collections.abc import Sequence

from mobile_env.phone.kernel.events import SettingChanged, on
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.bluetooth.records import NEARBY, Bluetooth, Device
from mobile_env.phone.services.settings import SettingsService

# Values of `bluetooth_on` (com.android.server.bluetooth.BluetoothManagerService).
_OFF, _ON, _ON_BEFORE_AIRPLANE_MODE = "0", "1", "2"


class BluetoothService(Service):
    """Bluetooth. Whether it is on is a setting, which persists and which others may write."""

    name = "bluetooth_manager"

    @property
    def _settings(self) -> SettingsService:
        return self.kernel.service(SettingsService)

    @property
    def _part(self) -> Bluetooth:
        return self.kernel.part(Bluetooth)

    @property
    def enabled(self) -> bool:
        return self._settings.is_on("global", "bluetooth_on")

    def set_enabled(self, on_: bool, *, package: str = "android") -> None:
        """Switches Bluetooth on or off; off, all devices lose their connection."""
        self._settings.put("global", "bluetooth_on", _ON if on_ else _OFF, package=package)

    @property
    def own_name(self) -> str:
        """What other devices see the phone as."""
        return self._part.name or self._settings.get("global", "device_name") or "Android"

    def rename(self, name: str) -> None:
        self._part.rename(name)

    @property
    def paired(self) -> Sequence[Device]:
        """The devices that the phone is paired with, in order of pairing."""
        return list(self._part.paired.values())

    @property
    def nearby(self) -> Sequence[Device]:
        """Devices that could be paired; none while Bluetooth is off."""
        return [device for device in NEARBY if self.enabled and device.address not in self._part.paired]

    def device(self, address: str) -> Device | None:
        """A paired device by its address."""
        return self._part.paired.get(address)

    def pair(self, address: str) -> None:
        """Pairs with a device that is near, and connects it; silent if it has gone."""
        found = next((device for device in self.nearby if device.address == address), None)
        if found is not None:
            self._part.put(found, connected=True)

    def connect(self, address: str, connected: bool = True) -> None:
        """Connects a paired device, or disconnects it."""
        device = self.device(address)
        if device is not None and self.enabled:
            self._part.put(device, connected=connected)

    def set_alias(self, address: str, alias: str) -> None:
        """Gives a paired device another name."""
        device = self.device(address)
        if device is not None:
            self._part.put(device, alias=alias)

    def forget(self, address: str) -> None:
        """Ends the pairing with a device; silent if there is none."""
        self._part.remove(address)

    @on(SettingChanged)
    def _setting_changed(self, event: SettingChanged) -> None:
        if (event.namespace, event.key) == ("global", "airplane_mode_on"):
            before = self._settings.get("global", "bluetooth_on")
            if event.new == "1" and before == _ON:
                self._settings.put("global", "bluetooth_on", _ON_BEFORE_AIRPLANE_MODE)
            elif event.new != "1" and before == _ON_BEFORE_AIRPLANE_MODE:
                self._settings.put("global", "bluetooth_on", _ON)
        elif (event.namespace, event.key) == ("global", "bluetooth_on") and event.new != _ON:
            for device in self.paired:
                if device.connected:
                    self._part.put(device, connected=False)
