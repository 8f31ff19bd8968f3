"""The tiles of quick settings: which setting each turns on and off, and the settings page behind it."""

from dataclasses import dataclass

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.bluetooth import BluetoothService
from mobile_env.phone.services.connectivity import ConnectivityService
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.window import SYSTEM_UI


@dataclass(frozen=True)
class Tile:
    """A tile.

    Attributes:
      name: what the layout calls it.
      icons: Material icons while it is on and while it is off.
      setting: "namespace/key"; `on` and `off` are its values.
      page: the settings page that a long press opens, an action below "android.settings.".
    """

    name: str
    label: str
    icons: tuple[str, str]
    setting: str
    page: str
    on: str = "1"
    off: str = "0"

    def is_on(self, kernel: Kernel) -> bool:
        """Whether what the tile stands for is on."""
        if self.name == "internet":
            return kernel.service(ConnectivityService).wifi_enabled
        if self.name == "bluetooth":
            return kernel.service(BluetoothService).enabled
        namespace, _, key = self.setting.partition("/")
        value = kernel.service(SettingsService).get(namespace, key) or self.off
        return value == self.on if self.name == "dark" else value != self.off

    def toggle(self, kernel: Kernel) -> None:
        """Turns it on or off."""
        wanted = not self.is_on(kernel)
        if self.name == "internet":
            kernel.service(ConnectivityService).set_wifi(wanted, package=SYSTEM_UI)
        elif self.name == "bluetooth":
            kernel.service(BluetoothService).set_enabled(wanted, package=SYSTEM_UI)
        else:
            namespace, _, key = self.setting.partition("/")
            value = self.on if wanted else self.off
            kernel.service(SettingsService).put(namespace, key, value, package=SYSTEM_UI)

    def words(self, kernel: Kernel) -> str:
        """What stands below the label: whether it is on, or the network that the phone is in."""
        if not self.is_on(kernel):
            return "Off"
        joined = kernel.service(ConnectivityService).joined if self.name == "internet" else ""
        return joined or "On"


TILES = (
    Tile(
        "internet",
        "Internet",
        ("wifi", "wifi_off"),
        "global/wifi_on",
        "WIFI_SETTINGS",
    ),
    Tile(
        "bluetooth",
        "Bluetooth",
        ("bluetooth", "bluetooth_disabled"),
        "global/bluetooth_on",
        "BLUETOOTH_SETTINGS",
    ),
    Tile(
        "dnd",
        "Do Not Disturb",
        ("do_not_disturb_on", "do_not_disturb_off"),
        "global/zen_mode",
        "ZEN_MODE_SETTINGS",
    ),
    Tile(
        "airplane",
        "Airplane mode",
        ("airplanemode_active", "airplanemode_inactive"),
        "global/airplane_mode_on",
        "AIRPLANE_MODE_SETTINGS",
    ),
    Tile(
        "rotation",
        "Auto-rotate",
        ("screen_rotation", "screen_lock_rotation"),
        "system/accelerometer_rotation",
        "DISPLAY_SETTINGS",
    ),
    Tile("saver", "Battery Saver", ("eco", "eco"), "global/low_power", "BATTERY_SAVER_SETTINGS"),
    Tile(
        "dark",
        "Dark theme",
        ("nights_stay", "nights_stay"),
        "secure/ui_night_mode",
        "DARK_THEME_SETTINGS",
        "2",
        "1",
    ),
    Tile(
        "location",
        "Location",
        ("location_on", "location_off"),
        "secure/location_mode",
        "LOCATION_SOURCE_SETTINGS",
        "3",
    ),
)
"""In the order in which quick settings shows them; the shade above notifications shows the first four."""


def tile(name: str) -> Tile:
    """The tile of a name; KeyError for none."""
    for each in TILES:
        if each.name == name:
            return each
    raise KeyError(name)
