"""The console command `avd`: the virtual device and its snapshots."""

from __future__ import annotations

from collections.abc import Callable

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.wire.console.table import ConsoleCall, ConsoleCommand, Refusal
from mobile_env.phone.wire.snapshot_store import SnapshotError

_NO_FILES = "NO_AVD_INFO"


def _name(call: ConsoleCall) -> None:
    call.print(call.session.machine.avd_name)


def _status(call: ConsoleCall) -> None:
    call.print(f"virtual device is {'running' if call.session.machine.running else 'stopped'}")


def _stop(call: ConsoleCall) -> None:
    if not call.session.machine.running:
        raise Refusal("virtual device already stopped")
    call.session.machine.set_running(False)


def _start(call: ConsoleCall) -> None:
    if call.session.machine.running:
        raise Refusal("virtual device already running")
    call.session.machine.set_running(True)


def _pause(call: ConsoleCall) -> None:
    call.session.machine.set_running(False)


def _resume(call: ConsoleCall) -> None:
    call.session.machine.set_running(True)


def _path(call: ConsoleCall) -> None:
    call.print(_NO_FILES)


def _window_type(call: ConsoleCall) -> None:
    call.print("windowtype=headless")


def _grpc(call: ConsoleCall) -> None:
    call.print(str(call.session.grpc_port))


def _list_snapshots(call: ConsoleCall) -> None:
    """Prints a table like QEMU's. Programs read the name from the second word of a line."""
    saved = call.session.snapshots.list()
    if not saved:
        call.print("There is no snapshot available.")
        return
    call.print("List of snapshots present on all disks:")
    call.print(f"{'ID':<10}{'TAG':<20}{'VM SIZE':>7}{'DATE':>20}{'VM CLOCK':>15}")
    for each in saved:
        date = Clock(each.seconds * 1_000_000).datetime().strftime("%Y-%m-%d %H:%M:%S")
        hours, seconds = divmod(each.elapsed, 3600)
        clock = f"{int(hours):02d}:{int(seconds) // 60:02d}:{seconds % 60:06.3f}"
        call.print(f"{'--':<10}{each.name:<20}{'0':>7}{date:>20}{clock:>15}")


def _save(call: ConsoleCall) -> None:
    _with_name(call, "save", lambda name: call.session.snapshots.save(call.phone, name))


def _load(call: ConsoleCall) -> None:
    _with_name(call, "load", lambda name: call.session.snapshots.load(call.phone, name))


def _delete(call: ConsoleCall) -> None:
    _with_name(call, "delete", call.session.snapshots.delete)


def _with_name(call: ConsoleCall, verb: str, work: Callable[[str], None]) -> None:
    if not call.arguments:
        raise Refusal(f"argument missing, try 'avd snapshot {verb} <name>'")
    try:
        work(call.arguments)
    except SnapshotError as error:
        raise Refusal(str(error)) from None


_DELETION = ConsoleCommand("delete a snapshot", _delete, "'avd snapshot delete <name>' forgets a state")
_SNAPSHOT_COMMANDS = {
    "list": ConsoleCommand("list the snapshots", _list_snapshots),
    "save": ConsoleCommand("save a snapshot", _save, "'avd snapshot save <name>' keeps the state of now"),
    "load": ConsoleCommand("load a snapshot", _load, "'avd snapshot load <name>' brings a state back"),
    "del": _DELETION,
    "delete": _DELETION,
}
_NAME = ConsoleCommand("query the virtual device's name", _name)
_GRPC = ConsoleCommand("query the port of the gRPC services", _grpc)

AVD = ConsoleCommand(
    "control virtual device execution",
    below={
        "stop": ConsoleCommand(
            "stop the virtual device", _stop, "'avd stop' holds a clock that runs in real time"
        ),
        "start": ConsoleCommand("let the virtual device go on", _start),
        "status": ConsoleCommand("query whether the virtual device runs", _status),
        "name": _NAME,
        "id": ConsoleCommand("query the virtual device's ID", _name),
        "snapshot": ConsoleCommand("state snapshot commands", below=_SNAPSHOT_COMMANDS),
        "pause": ConsoleCommand("pause the virtual device", _pause),
        "resume": ConsoleCommand("resume the virtual device", _resume),
        "windowtype": ConsoleCommand("query whether there is a window", _window_type),
        "path": ConsoleCommand(
            "query the path of the AVD's files", _path, f"this device has none: {_NO_FILES}"
        ),
        "discoverypath": ConsoleCommand("query the path of the discovery file", _path),
        "snapshotspath": ConsoleCommand("query the path of the snapshots", _path),
        "grpc": _GRPC,
    },
)
AVD_BEFORE_AUTHENTICATION = ConsoleCommand(AVD.abstract, below={"name": _NAME, "grpc": _GRPC})
"""Commands before authentication. Android Studio uses them to find emulators."""
