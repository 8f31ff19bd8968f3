"""`mobile-env phone serve`: embedded phones as adb devices and emulators on loopback."""

import argparse
import contextlib
import functools
import re
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from mobile_env.commands.contract import BadInput, Interrupted

if TYPE_CHECKING:
    from mobile_env.phone.network import Fetcher
    from mobile_env.phone.wire.server import PhoneServer

HELP = "serve an embedded phone as an adb device and an emulator"
_MOST_PHONES = 64
# Console ports of emulators are even; adb uses the next port.
_STRIDE = 2
# How long a phone that was switched off may stay visible while another one is waited for, in seconds.
_LOOK_SECONDS = 0.2


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, dest="verb")
    serve = verbs.add_parser(
        "serve",
        help="serve phones until Ctrl-C",
        description="Serves embedded phones: `adb devices` lists them, `adb emu` reaches their consoles, and "
        "AndroidEnv can attach to them. The console asks for the token in ~/.emulator_console_auth_token, which is "
        "created if it is missing. If the file is empty, the console asks for no token.",
    )
    serve.add_argument(
        "--port",
        type=int,
        default=5554,
        metavar="N",
        help="console port (`adb emu`, telnet); the phone is named emulator-N, and adb uses N+1 "
        "(default: %(default)s)",
    )
    serve.add_argument(
        "--grpc", type=int, metavar="N", help="port of the emulator's gRPC services (default: --port + 3000)"
    )
    serve.add_argument(
        "--count",
        type=int,
        default=1,
        metavar="N",
        help="number of phones; each further phone takes the next two console and gRPC ports",
    )
    serve.add_argument(
        "--display", default="1080x1920@400", metavar="WxH@DPI", help="the screen (default: %(default)s)"
    )
    serve.add_argument(
        "--content",
        default="wikihow",
        metavar="NAME",
        help="what the phone's apps find on the network unless its setting http_proxy names a proxy: shipped "
        "content, the directory of a replay store or of articles, one of these with the prefix proxy:, or "
        "none (default: %(default)s)",
    )
    serve.add_argument(
        "--avd-name",
        default="mobile_env",
        metavar="NAME",
        help="answer to `adb emu avd name` (default: %(default)s)",
    )
    serve.add_argument(
        "--accessibility-forwarder",
        action="store_true",
        help="install AndroidEnv's AccessibilityForwarder on the phone, like `adb install` of its apk",
    )
    serve.add_argument("--seed", type=int, default=0, metavar="N", help="seed of random choices")
    serve.add_argument(
        "--adb-server",
        type=int,
        action="append",
        metavar="PORT",
        help="adb server to announce the phone to; may be repeated (default: ANDROID_ADB_SERVER_PORT, else 5037)",
    )
    serve.add_argument(
        "--real-time",
        action="store_true",
        help="run the phone's clock in real time; by default only input advances it",
    )
    serve.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address of the gRPC services; any but loopback needs a token. adb and the console stay on loopback",
    )
    serve.add_argument(
        "--token-file", type=Path, metavar="FILE", help="file with the token that gRPC callers must send"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serves until Ctrl-C or SIGTERM, or until clients have switched off all phones."""
    if not 1 <= arguments.count <= _MOST_PHONES:
        raise BadInput(f"--count {arguments.count}: there can be 1 to {_MOST_PHONES} phones")
    # SIGTERM also cleans up files of the phones; it is the usual signal to end a background process.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with contextlib.ExitStack() as stack:
            servers = [_start(arguments, number, stack) for number in range(arguments.count)]
            for server in servers:
                print(
                    f"{server.serial}: console on port {server.console_port}, adb on port {server.adb_port}, "
                    f"gRPC on port {server.grpc_port}",
                    flush=True,
                )
            _close_those_switched_off(servers)
    except KeyboardInterrupt:
        raise Interrupted from None
    finally:
        signal.signal(signal.SIGTERM, before)
    return 0


def _close_those_switched_off(servers: "list[PhoneServer]") -> None:
    """Closes each phone that a client has switched off. Returns after the last one."""
    while servers:
        servers[0].wait(_LOOK_SECONDS)
        for server in [each for each in servers if each.wait(0)]:
            server.close()
            servers.remove(server)
            print(f"{server.serial}: switched off", flush=True)


def _start(arguments: argparse.Namespace, number: int, stack: contextlib.ExitStack) -> "PhoneServer":
    from mobile_env.phone.apps.accessibility_forwarder.flags import PACKAGE as FORWARDER
    from mobile_env.phone.phone import Phone
    from mobile_env.phone.wire.server import PhoneServer
    from mobile_env.simulators.adb.binary import server_port
    from mobile_env.simulators.device_spec import parse_device_spec

    try:
        display = parse_device_spec(f"embedded:{arguments.display}").display
        fetch = _fetcher(arguments.content, arguments.seed)
        shift = number * _STRIDE

        def make() -> Phone:
            phone = Phone(display, seed=arguments.seed, fetch=fetch)
            if arguments.accessibility_forwarder:
                phone.packages.install(FORWARDER)
            return phone

        server = PhoneServer(
            make,
            console_port=arguments.port + shift,
            grpc_port=None if arguments.grpc is None else arguments.grpc + shift,
            host=arguments.host,
            token=_token(arguments.token_file),
            adb_servers=arguments.adb_server or (server_port(),),
            real_time=arguments.real_time,
            avd_name=_avd_name(arguments.avd_name),
        )
        return stack.enter_context(server)
    except (ValueError, OSError) as error:
        raise BadInput(str(error)) from None


def _avd_name(name: str) -> str:
    # Names that avdmanager allows. The console answers with the name as one line.
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,255}", name):
        raise BadInput(f"--avd-name {name!r}: a name has letters, digits, '.', '_' and '-' only")
    return name


@functools.cache  # all phones share a store or proxy
def _fetcher(content: str, seed: int) -> "Fetcher | None":
    if content == "none":
        return None
    from mobile_env.phone.network import PhoneNetwork
    from mobile_env.replay.content import fetcher_for
    from mobile_env.replay.proxy.phone_network import ProxySettingNetwork

    fetch = fetcher_for(content, seed)
    return fetch if isinstance(fetch, PhoneNetwork) else ProxySettingNetwork(fetch)


def _token(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        token = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"--token-file {path}: {error}") from None
    if not token or not token.isascii() or not token.isprintable():
        raise BadInput(f"--token-file {path}: the token is one line of printable ASCII")
    return token
