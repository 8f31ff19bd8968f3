"""`mobile-env device`: lists devices, serves devices to other machines, makes devices trust the replay
proxy."""

import argparse
import os
import secrets
import signal
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from mobile_env.commands.contract import BadInput, Interrupted

if TYPE_CHECKING:
    from mobile_env.device_service.device_pool import MakeSimulator
    from mobile_env.simulators.contract import Simulator
    from mobile_env.simulators.device_spec import DeviceSpec
    from mobile_env.trust.authority import Authority
    from mobile_env.trust.plan import Plan

HELP = "list devices, serve devices to other machines, make a device trust the replay proxy"
_TOKEN_VARIABLE = "MOBILE_ENV_DEVICE_TOKEN"
_PLANS = ("system", "verifier", "repackage")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, dest="verb")
    verbs.add_parser(
        "list",
        help="list the available devices",
        description="Lists the devices that adb knows and the AVDs that can be launched, as device specs.",
    )
    _configure_serve(
        verbs.add_parser(
            "serve",
            help="serve devices until Ctrl-C or SIGTERM",
            description="Serves devices of this machine. Clients use the device spec remote:HOST:PORT.",
        )
    )
    _configure_trust(
        verbs.add_parser(
            "trust",
            help="make the apps of a device trust the replay proxy",
            description="Makes the apps of a real device trust the replay proxy's certificate authority.",
        )
    )


def _configure_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--device",
        action="append",
        metavar="SPEC",
        help="embedded[:WxH@DPI] (each session gets its own phone), emulator:PORT, emulator:avd=NAME[,OPTION=VALUE...] "
        "or adb:SERIAL (one session at a time); may be repeated (default: embedded)",
    )
    parser.add_argument("--port", type=int, default=5581, metavar="N", help="default: %(default)s")
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address to listen on; any address but loopback needs a token that you choose (default: %(default)s)",
    )
    tokens = parser.add_mutually_exclusive_group()
    tokens.add_argument(
        "--token-file", type=Path, metavar="FILE", help="file with the token that clients send"
    )
    tokens.add_argument(
        "--token-env",
        metavar="NAME",
        help=f"environment variable with the token (default: {_TOKEN_VARIABLE} if it is set, else a new token)",
    )
    parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="certificate chain, PEM")
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help="private key of --tls-cert, PEM")
    parser.add_argument(
        "--sessions",
        type=int,
        default=64,
        metavar="N",
        help="maximum number of sessions at a time (default: %(default)s)",
    )
    parser.add_argument(
        "--lease",
        type=float,
        default=120.0,
        metavar="SECONDS",
        help="a client that is silent for this long loses its device (default: %(default)g)",
    )
    parser.add_argument(
        "--content",
        default="wikihow",
        metavar="NAME",
        help="what embedded phones find on the network: shipped content, the directory of a replay store or of "
        "articles, one of these with the prefix proxy:, or none (default: %(default)s)",
    )


def _configure_trust(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--plan",
        required=True,
        choices=_PLANS,
        help="how to make apps trust the authority, see docs/remote.md",
    )
    parser.add_argument("--device", required=True, metavar="SPEC", help="emulator:PORT or adb:SERIAL")
    parser.add_argument(
        "--ca", required=True, type=Path, metavar="FILE", help="the proxy's certificate authority, PEM or DER"
    )
    parser.add_argument("--dry-run", action="store_true", help="only print what the plan would do")
    parser.add_argument("--package", metavar="NAME", help="the app (verifier, repackage)")
    parser.add_argument(
        "--frida-server", type=Path, metavar="FILE", help="Frida's server for the device (verifier)"
    )
    parser.add_argument(
        "--overlay",
        action="store_true",
        help="mount a copy over the device's store until the next reboot, instead of writing to the store (system)",
    )
    parser.add_argument(
        "--work",
        type=Path,
        metavar="DIR",
        help="directory for the plan's files (default: a temporary directory)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Lists devices, serves until Ctrl-C, or carries out a plan."""
    if arguments.verb == "list":
        return _list()
    return _serve(arguments) if arguments.verb == "serve" else _trust(arguments)


# list


def _list() -> int:
    from mobile_env.simulators.adb.listing import list_devices

    devices = list_devices()
    width = max(len(device.spec) for device in devices)
    for device in devices:
        print(f"{device.spec:<{width}}  {device.what}")
    return 0


# serve


def _serve(arguments: argparse.Namespace) -> int:
    from mobile_env.device_service.device_pool import DevicePool
    from mobile_env.device_service.server import DeviceServer
    from mobile_env.phone.wire.server import is_loopback

    devices = arguments.device or ["embedded"]
    if not 0 <= arguments.port < 65_536:
        raise BadInput(f"--port {arguments.port}: ports are 0 (any that is free) to 65535")
    if not arguments.lease > 0:
        raise BadInput(f"--lease {arguments.lease:g}: it must be more than 0 seconds")
    token, given = _token(arguments)
    tls = _tls(arguments)
    wide = not is_loopback(arguments.host)
    if wide and not given:
        raise BadInput(
            f"{arguments.host} can be reached by others: choose a token, and give it by --token-file or --token-env"
        )
    try:
        pool = DevicePool(devices, _maker(arguments.content), arguments.sessions)
        server = DeviceServer(
            pool,
            token,
            host=arguments.host,
            port=arguments.port,
            tls=tls,
            lease_seconds=arguments.lease,
        )
        server.start()
    except (ValueError, OSError) as error:
        raise BadInput(str(error)) from None
    with_tls = "TLS" if tls else "no TLS"
    print(f"serving {', '.join(devices)} at {arguments.host}:{server.port} ({with_tls})", flush=True)
    if not given:
        print(f"clients need this token: {_TOKEN_VARIABLE}={token}", flush=True)
    if wide:
        print(_exposure(arguments.host, devices, bool(tls)), flush=True)
    # SIGTERM also closes the devices; it is the usual signal to end a background service.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        while not server.wait(1.0):
            pass
    except KeyboardInterrupt:
        raise Interrupted from None
    finally:
        signal.signal(signal.SIGTERM, before)
        server.stop()
    return 0


def _exposure(host: str, devices: list[str], tls: bool) -> str:
    text = (
        f"{host} is open to other machines: whoever has the token controls {', '.join(devices)} - input, screen, "
        "log, files, apps and its adb shell - and fills this machine's temporary folder with what it sends."
    )
    return text if tls else f"{text} Without TLS, the token and all of it can be read on the way."


def _token(arguments: argparse.Namespace) -> tuple[str, bool]:
    """Returns the token, and whether the user gave it."""
    if arguments.token_file is not None:
        try:
            token = arguments.token_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"--token-file {arguments.token_file}: {error}") from None
        return token, True
    name = arguments.token_env or _TOKEN_VARIABLE
    token = os.environ.get(name, "").strip()
    if arguments.token_env and not token:
        raise BadInput(f"--token-env {name}: the variable is not set")
    return (token, True) if token else (secrets.token_urlsafe(24), False)


def _tls(arguments: argparse.Namespace) -> tuple[bytes, bytes] | None:
    if (arguments.tls_cert is None) != (arguments.tls_key is None):
        raise BadInput("TLS needs both --tls-cert and --tls-key")
    if arguments.tls_cert is None:
        return None
    found = []
    for option, path in (("--tls-cert", arguments.tls_cert), ("--tls-key", arguments.tls_key)):
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BadInput(f"{option} {path}: {error.strerror}") from None
        if b"-----BEGIN" not in data:
            raise BadInput(f"{option} {path}: it is no PEM file")
        found.append(data)
    return found[0], found[1]


def _maker(content: str) -> "MakeSimulator":
    from mobile_env.simulators.device_spec import make_simulator

    if content == "none":
        return lambda spec, seed: make_simulator(spec, seed=seed)
    from functools import lru_cache

    from mobile_env.replay.content import fetcher_for

    # One for all sessions of a seed: a store is opened, and a proxy started, once.
    fetcher = lru_cache(maxsize=None)(lambda seed: fetcher_for(content, seed))
    fetcher(0)  # an unknown name is refused now

    def make(spec: "DeviceSpec", seed: int) -> "Simulator":
        return make_simulator(spec, seed=seed, fetch=fetcher(seed))

    return make


# trust


def _trust(arguments: argparse.Namespace) -> int:
    from android_env.components import errors

    from mobile_env.simulators.device_spec import DeviceSpecError, make_simulator, parse_device_spec
    from mobile_env.trust.authority import read_authority
    from mobile_env.trust.plan import TrustError, carry_out, print_plan

    try:
        spec = parse_device_spec(arguments.device)
    except DeviceSpecError as error:
        raise BadInput(str(error)) from None
    if spec.kind not in ("emulator", "adb"):
        raise BadInput(
            f"--device {arguments.device}: a phone of this kind is new each time; replay sets up embedded phones "
            "itself (write emulator:PORT or adb:SERIAL)"
        )
    if spec.avd is not None:
        raise BadInput(
            f"--device {arguments.device}: a plan is carried out on a device that runs (launch the AVD, then write "
            "emulator:PORT)"
        )
    if arguments.plan != "system" and not arguments.package:
        raise BadInput(f"--plan {arguments.plan} is about one app: name it by --package")
    try:
        authority = read_authority(arguments.ca)
        device = make_simulator(spec)
        try:
            with tempfile.TemporaryDirectory(prefix="mobile-env-trust-") as folder:
                work = arguments.work or Path(folder)
                plan = _plan(arguments, spec, device, authority, work)
                if arguments.dry_run:
                    print_plan(plan, print)
                else:
                    carry_out(plan, device, lambda line: print(line, flush=True))
        finally:
            device.close()
    except (TrustError, errors.AndroidEnvError, DeviceSpecError) as error:
        raise BadInput(str(error)) from None
    return 0


def _plan(
    arguments: argparse.Namespace,
    spec: "DeviceSpec",
    device: "Simulator",
    authority: "Authority",
    work: Path,
) -> "Plan":
    from mobile_env.trust.repackage import repackage_plan
    from mobile_env.trust.system import system_plan
    from mobile_env.trust.verifier import verifier_plan

    if arguments.plan == "system":
        return system_plan(device, authority, work, overlay=arguments.overlay)
    if arguments.plan == "repackage":
        return repackage_plan(device, authority, work, package=arguments.package)
    return verifier_plan(
        device,
        authority,
        work,
        package=arguments.package,
        serial=f"emulator-{spec.address}" if spec.kind == "emulator" else spec.address,
        frida_server=arguments.frida_server,
    )
