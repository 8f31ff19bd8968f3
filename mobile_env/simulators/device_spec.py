"""Device specs: the short texts that name a device, such as `embedded:360x800@160`."""

import re
from dataclasses import dataclass
from typing import Final

from mobile_env.phone.network import Fetcher
from mobile_env.phone.ui.display import Display
from mobile_env.simulators.contract import Simulator

FORMS: Final = "embedded[:WIDTHxHEIGHT@DPI], emulator:CONSOLE_PORT, adb:SERIAL, remote:HOST:PORT"
"""How device specs are written."""

_EMBEDDED: Final = "embedded[:WIDTHxHEIGHT@DPI]"
_SIZE: Final = re.compile(r"(\d{1,6})x(\d{1,6})@(\d{1,6})")
_MIN_SIDE, _MAX_SIDE = 160, 4096
_MIN_DPI, _MAX_DPI = 80, 800


class DeviceSpecError(ValueError):
    """A device spec that is malformed, or names a device that cannot be had."""


@dataclass(frozen=True, slots=True)
class DeviceSpec:
    """A device spec that was read.

    Attributes:
      kind: embedded, emulator, adb or remote.
      text: the spec as it was written.
      display: screen of an embedded phone, else None.
      address: console port, serial, or host:port; "" for an embedded phone.
    """

    kind: str
    text: str
    display: Display | None = None
    address: str = ""


def parse_device_spec(text: str) -> DeviceSpec:
    """Reads a device spec.

    Raises:
      DeviceSpecError: it is malformed; says what was found and how it is written.
    """
    kind, colon, rest = text.partition(":")
    if kind == "embedded":
        return DeviceSpec(kind, text, _display(text, rest) if colon else Display())
    if kind == "emulator":
        if not _is_port(rest):
            raise DeviceSpecError(f"device {text!r}: expected emulator:CONSOLE_PORT, such as emulator:5554")
    elif kind == "adb":
        if not rest or rest != rest.strip():
            raise DeviceSpecError(f"device {text!r}: expected adb:SERIAL, such as adb:R58M123456")
    elif kind == "remote":
        host, _, port = rest.rpartition(":")
        if not host or not _is_port(port):
            raise DeviceSpecError(
                f"device {text!r}: expected remote:HOST:PORT, such as remote:localhost:5581"
            )
    else:
        raise DeviceSpecError(f"device {text!r}: unknown kind {kind!r} (write {FORMS})")
    return DeviceSpec(kind, text, address=rest)


def make_simulator(spec: DeviceSpec | str, *, seed: int = 0, fetch: Fetcher | None = None) -> Simulator:
    """Makes the simulator that a spec names; it is not launched yet.

    Args:
      spec: a device spec, read or as text.
      seed: decides whatever is left to chance on an embedded phone.
      fetch: how an embedded phone reaches the network.

    Raises:
      DeviceSpecError: the spec is malformed, or a remote device's service gives none.
      SimulatorError: there is no adb program, or its server does not start.
    """
    if isinstance(spec, str):
        spec = parse_device_spec(spec)
    if spec.kind == "emulator":
        from mobile_env.simulators.emulator import Emulator

        return Emulator(int(spec.address))
    if spec.kind == "adb":
        from mobile_env.simulators.adb_device import AdbSimulator

        return AdbSimulator(spec.address)
    if spec.kind == "remote":
        return _remote(spec, seed)
    from mobile_env.simulators.embedded import EmbeddedSimulator

    return EmbeddedSimulator(spec.display, seed=seed, fetch=fetch)


def _remote(spec: DeviceSpec, seed: int) -> Simulator:
    from mobile_env.simulators.remote import RemoteSimulator
    from mobile_env.simulators.remote_connection import RemoteError

    try:
        simulator = RemoteSimulator(spec.address, seed=seed)
        # Only the service knows what kind of device it has: better to ask it here than in an episode.
        simulator.connect()
    except RemoteError as error:
        raise DeviceSpecError(f"device {spec.text!r}: {error}") from error
    return simulator


def _display(text: str, size: str) -> Display:
    match = _SIZE.fullmatch(size)
    if match is None:
        raise DeviceSpecError(f"device {text!r}: expected {_EMBEDDED}, such as embedded:1080x1920@400")
    width, height, dpi = (int(number) for number in match.groups())
    for name, value, least, most in (
        ("width", width, _MIN_SIDE, _MAX_SIDE),
        ("height", height, _MIN_SIDE, _MAX_SIDE),
        ("dpi", dpi, _MIN_DPI, _MAX_DPI),
    ):
        if not least <= value <= most:
            raise DeviceSpecError(f"device {text!r}: {name} {value} is not between {least} and {most}")
    return Display(width, height, dpi)


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < int(text[:6]) < 65536
