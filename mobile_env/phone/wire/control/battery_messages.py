"""The battery as the emulator's gRPC messages have it."""

from __future__ import annotations

from typing import Any, Final

from android_env.proto.emulator_controller_pb2 import BatteryState

from mobile_env.phone.services.battery.records import HEALTHS, Reading

_HEALTHS: Final = {
    BatteryState.GOOD: HEALTHS["GOOD"],
    BatteryState.FAILED: HEALTHS["UNSPECIFIED_FAILURE"],
    BatteryState.DEAD: HEALTHS["DEAD"],
    BatteryState.OVERVOLTAGE: HEALTHS["OVER_VOLTAGE"],
    BatteryState.OVERHEATED: HEALTHS["OVERHEAT"],
}
_CHARGERS: Final = {BatteryState.AC: "ac", BatteryState.USB: "usb", BatteryState.WIRELESS: "wireless"}


def battery_message(reading: Reading) -> BatteryState:
    """A reading as a message; a health that messages do not know is GOOD, their default."""
    return BatteryState(
        hasBattery=True,
        isPresent=reading.present,
        charger=next((each for each, name in _CHARGERS.items() if getattr(reading, name)), BatteryState.NONE),
        chargeLevel=reading.level,
        health=next(
            (each for each, number in _HEALTHS.items() if number == reading.health), BatteryState.GOOD
        ),
        # The same names in the same order as Android's, which begins with 1.
        status=BatteryState.BatteryStatus.Name(reading.status - 1),
    )


def reading_of_message(message: BatteryState) -> dict[str, Any]:
    """What a message says of the battery's hardware, as changes of a `Reading`.

    Raises:
      ValueError: the message says what no battery is.
    """
    if not 0 <= message.chargeLevel <= 100:
        raise ValueError(f"chargeLevel {message.chargeLevel} is not between 0 and 100")
    if message.health not in _HEALTHS or message.status not in BatteryState.BatteryStatus.values():
        raise ValueError(f"health {message.health} or status {message.status} is not known")
    return {
        **{name: each == message.charger for each, name in _CHARGERS.items()},
        "present": message.hasBattery and message.isPresent,
        "level": message.chargeLevel,
        "health": _HEALTHS[message.health],
        "status": message.status + 1,
    }
