"""Device specs: short texts that name a device, such as `embedded:360x800@160`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mobile_env.phone.network import Fetcher
from mobile_env.phone.ui.display import Display
from mobile_env.simulators.contract import Simulator
from mobile_env.simulators.emulator.options import AvdOptions, parse_avd_options, read_pairs
from mobile_env.suggestions import closest

FORMS: Final = (
    "embedded[:WIDTHxHEIGHT@DPI], emulator:CONSOLE_PORT, emulator:avd=NAME[,OPTION=VALUE...], adb:SERIAL, "
    "remote:HOST:PORT"
)
"""The formats of device specs."""

_KINDS: Final = ("embedded", "emulator", "adb", "remote")
_EMBEDDED: Final = "embedded[:WIDTHxHEIGHT@DPI]"
_ATTACH_KEYS: Final = ("grpc_port", "adb", "hierarchy")
_ADB_KEYS: Final = ("hierarchy",)
_SIZE: Final = re.compile(r"(\d{1,6})x(\d{1,6})@(\d{1,6})")
_MIN_SIDE, _MAX_SIDE = 160, 4096
_MIN_DPI, _MAX_DPI = 80, 800


class DeviceSpecError(ValueError):
    """A device spec is malformed, or its device is not available."""


@dataclass(frozen=True, slots=True)
class DeviceSpec:
    """A parsed device spec.

    Attributes:
      kind: embedded, emulator, adb or remote.
      text: the spec as written.
      display: screen of an embedded phone, else None.
      address: console port, serial, or host:port; "" for an embedded phone and for an AVD.
      avd: options of an AVD to launch, else None.
      grpc_port: gRPC port of a running emulator; None: the console port plus 3000.
      adb: the adb program for a running emulator; "": `find_adb()`.
      hierarchy: how view hierarchies of a running emulator or adb device are read.
    """

    kind: str
    text: str
    display: Display | None = None
    address: str = ""
    avd: AvdOptions | None = None
    grpc_port: int | None = None
    adb: str = ""
    hierarchy: str = "auto"


def device_spec(device: str | DeviceSpec | AvdOptions) -> DeviceSpec:
    """Converts a spec text or the options of an AVD to a DeviceSpec. Returns a DeviceSpec unchanged.

    Raises:
      DeviceSpecError: the text is malformed.
    """
    if isinstance(device, str):
        return parse_device_spec(device)
    return DeviceSpec("emulator", device.text, avd=device) if isinstance(device, AvdOptions) else device


def parse_device_spec(text: str) -> DeviceSpec:
    """Reads a device spec.

    Raises:
      DeviceSpecError: the spec is malformed. The text quotes it and gives the right format.
    """
    kind, colon, rest = text.partition(":")
    if kind == "embedded":
        return DeviceSpec(kind, text, _display(text, rest) if colon else Display())
    if kind == "emulator":
        return _emulator(text, rest)
    elif kind == "adb":
        return _adb(text, rest)
    elif kind == "remote":
        host, _, port = rest.rpartition(":")
        if not host or not _is_port(port):
            raise DeviceSpecError(
                f"device {text!r}: expected remote:HOST:PORT, such as remote:localhost:5581"
            )
    else:
        close = closest(kind, _KINDS)
        hint = f"did you mean `{close}`? write {FORMS}" if close else f"write {FORMS}"
        raise DeviceSpecError(f"device {text!r}: unknown kind {kind!r} ({hint})")
    return DeviceSpec(kind, text, address=rest)


def make_simulator(
    spec: DeviceSpec | AvdOptions | str, *, seed: int = 0, fetch: Fetcher | None = None
) -> Simulator:
    """Makes the simulator for a spec, without launching it.

    Args:
      spec: a device spec, parsed or as text, or options of an AVD.
      seed: seed of the random choices of an embedded phone.
      fetch: how an embedded phone reaches the network.

    Raises:
      DeviceSpecError: the spec is malformed, a device service has no free device, or a requirement of an AVD
        is missing.
      SimulatorError: there is no adb program, or the adb server does not start.
    """
    spec = device_spec(spec)
    if spec.avd is not None:
        return _launched(spec, spec.avd)
    if spec.kind == "emulator":
        from mobile_env.simulators.emulator.attached import Emulator

        emulator = Emulator(int(spec.address), grpc_port=spec.grpc_port, adb_path=spec.adb or None)
        emulator.hierarchy_way = spec.hierarchy
        return emulator
    if spec.kind == "adb":
        from mobile_env.simulators.adb.device import AdbSimulator

        device = AdbSimulator(spec.address)
        device.hierarchy_way = spec.hierarchy
        return device
    if spec.kind == "remote":
        return _remote(spec, seed)
    from mobile_env.simulators.embedded import EmbeddedSimulator

    return EmbeddedSimulator(spec.display, seed=seed, fetch=fetch)


def _emulator(text: str, rest: str) -> DeviceSpec:
    port, comma, options = rest.partition(",")
    try:
        if "=" in port:
            avd = parse_avd_options(rest)
            return DeviceSpec("emulator", text, avd=avd)
        if _is_port(port):
            given = read_pairs(options, _ATTACH_KEYS) if comma else {}
            if "grpc_port" in given and not _is_port(str(given["grpc_port"])):
                raise ValueError(f"port {given['grpc_port']} is not between 1 and 65535")
            _check_hierarchy(given)
            return DeviceSpec("emulator", text, address=port, **given)
    except ValueError as error:
        raise DeviceSpecError(f"device {text!r}: {error}") from None
    raise DeviceSpecError(
        f"device {text!r}: expected emulator:CONSOLE_PORT, such as emulator:5554, for an emulator that runs, or "
        "emulator:avd=NAME, such as emulator:avd=Pixel_3a, for one that is launched"
    )


def _adb(text: str, rest: str) -> DeviceSpec:
    serial, comma, options = rest.partition(",")
    if not serial or serial != serial.strip():
        raise DeviceSpecError(f"device {text!r}: expected adb:SERIAL, such as adb:R58M123456")
    try:
        given = read_pairs(options, _ADB_KEYS) if comma else {}
        _check_hierarchy(given)
    except ValueError as error:
        raise DeviceSpecError(f"device {text!r}: {error}") from None
    return DeviceSpec("adb", text, address=serial, **given)


def _check_hierarchy(given: Mapping[str, object]) -> None:
    from mobile_env.simulators.adb.hierarchy import HIERARCHY_WAYS

    if "hierarchy" in given and given["hierarchy"] not in HIERARCHY_WAYS:
        raise ValueError(f"hierarchy={given['hierarchy']}: write one of {', '.join(HIERARCHY_WAYS)}")


def _launched(spec: DeviceSpec, avd: AvdOptions) -> Simulator:
    from mobile_env.simulators.emulator.launched import LaunchedEmulator
    from mobile_env.simulators.emulator.sdk import AvdError

    try:
        return LaunchedEmulator(avd)
    except AvdError as error:
        raise DeviceSpecError(f"device {spec.text!r}: {error}") from error


def _remote(spec: DeviceSpec, seed: int) -> Simulator:
    from mobile_env.simulators.remote.connection import RemoteError
    from mobile_env.simulators.remote.simulator import RemoteSimulator

    try:
        simulator = RemoteSimulator(spec.address, seed=seed)
        # Only the service knows what kind of device it has. Ask now, rather than during an episode.
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
