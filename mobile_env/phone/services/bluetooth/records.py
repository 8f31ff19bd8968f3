"""Bluetooth devices as plain data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from mobile_env.phone.state.part import Part


@dataclass(frozen=True)
class Device:
    """A Bluetooth device; `kind` is one of headset, speaker, watch, car, keyboard, computer, phone."""

    address: str
    name: str
    kind: str
    alias: str = ""
    connected: bool = False

    @property
    def label(self) -> str:
        """The name that the user gave it, or its own."""
        return self.alias or self.name


NEARBY: Final = (
    Device("00:1B:66:A1:20:35", "Momentum 4", "headset"),
    Device("74:45:CE:0B:91:7E", "Living Room Speaker", "speaker"),
    Device("D4:3A:2C:55:08:E9", "Pixel Watch 42F1", "watch"),
    Device("34:88:5D:C7:61:F2", "Keyboard K380", "keyboard"),
)
"""Devices that a search finds near an embedded phone."""


class Bluetooth(Part):
    """The phone's own name to others, and the devices that it is paired with, by address."""

    def __init__(self) -> None:
        super().__init__()
        self.name = ""
        self.paired: dict[str, Device] = {}

    def rename(self, name: str) -> None:
        self.name = name
        self.touch()

    def put(self, device: Device, **changes: object) -> None:
        """Adds a paired device, or changes what is known of it."""
        self.paired = {**self.paired, device.address: replace(device, **changes)}  # type: ignore[arg-type]
        self.touch()

    def remove(self, address: str) -> None:
        self.paired = {key: device for key, device in self.paired.items() if key != address}
        self.touch()
