"""What devices cost by the way to them: in process, through AndroidEnv's gRPC, over adb, from a device service."""

import contextlib
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks import table
from mobile_env.env import MobileEnv
from mobile_env.phone.ui.display import Display
from mobile_env.replay.content import fetcher_for
from mobile_env.simulators.adb.binary import find_adb
from mobile_env.simulators.adb.device import AdbSimulator
from mobile_env.simulators.contract import ActionType, PrimitiveAction, Simulator
from mobile_env.simulators.embedded import EmbeddedSimulator
from mobile_env.simulators.emulator.attached import Emulator
from mobile_env.simulators.remote.simulator import RemoteSimulator
from mobile_env.tasks.loading import load_tasks
from mobile_env.wrappers.vh_actions import Click, GoBack, Input, Scroll
from mobile_env.wrappers.vh_io import VhIoWrapper

TITLE = "Devices on the wire, 1080x1920"

_SCREEN = "1080x1920@400"
_DISPLAY = Display(1080, 1920, 400)
_TEXT = "twenty letters typed"
_PORT = 21_500
_REMOTE = "remote"
_FORWARDED = "accessibility forwarder"
_TOKEN_VARIABLE = "MOBILE_ENV_TOKEN_OF_BENCHMARK"
_TOKEN = "a token for benchmarks"
# The original's published figures on an Android Emulator, in ms.
_ORIGINAL = {"TOUCH": 0.41, "TEXT of 20 characters": 580.0, "frame": 19.9, "view hierarchy": 2530.0}
_APP = "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity"
_TASK = f"""
id: "benchmark"
reset_steps {{ adb_call {{ force_stop {{ package_name: "com.wikihow.wikihowapp" }} }} }}
reset_steps {{ adb_call {{ start_activity {{ full_activity: "{_APP}" }} }} }}
event_sources {{ id: 1 log_event {{ filters: "jd:D" pattern: "\\\\bmUrl is: never" }} }}
event_slots {{ episode_end_listener {{ events {{ id: 1 }} transformation: "y = True" }} }}
"""


def rows() -> list[table.Row]:
    """Measures."""
    found: list[table.Row] = []
    with _devices() as devices:
        for name, device in devices:
            found += _rows(name, device)
    return found


@contextlib.contextmanager
def _devices() -> Iterator[list[tuple[str, Simulator]]]:
    """The same phone in process, and by each way to one that another process serves."""
    os.environ.update(ADB_USB="0", ADB_MDNS="0")
    console_port, adb_port = _free_port(_PORT), _free_port(_PORT + 101)
    adb = find_adb()
    phone = ["phone", "serve", "--port", str(console_port), "--display", _SCREEN, "--accessibility-forwarder"]
    service = [
        "device",
        "serve",
        "--device",
        f"embedded:{_SCREEN}",
        "--port",
        "0",
        "--token-env",
        _TOKEN_VARIABLE,
    ]
    with tempfile.TemporaryDirectory() as home, contextlib.ExitStack() as served:
        started = served.enter_context(_served([*phone, "--adb-server", str(adb_port)], home))
        serial = started.partition(":")[0]
        served.callback(subprocess.run, [adb, "-P", str(adb_port), "kill-server"], capture_output=True)
        address = re.search(r" at (\S+:\d+)", served.enter_context(_served(service, home)))
        assert address is not None
        forwarded = AdbSimulator(serial, server_port=adb_port, adb_path=adb)
        forwarded.hierarchy_way = "forwarder"
        yield [
            ("in process", EmbeddedSimulator(_DISPLAY, fetch=fetcher_for("wikihow"))),
            ("AndroidEnv gRPC", Emulator(console_port, server_port=adb_port, adb_path=adb)),
            ("adb", AdbSimulator(serial, server_port=adb_port, adb_path=adb)),
            (_REMOTE, RemoteSimulator(address[1], token=_TOKEN, certificates=None)),
            (_FORWARDED, forwarded),
        ]


@contextlib.contextmanager
def _served(arguments: list[str], home: str) -> Iterator[str]:
    """A server of the command line in a process of its own; gives the first line that it prints."""
    program = str(Path(sys.executable).with_name("mobile-env"))
    environment = {**os.environ, "HOME": home, _TOKEN_VARIABLE: _TOKEN}
    with subprocess.Popen(
        [program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # that it was stopped
        text=True,
        env=environment,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline()
        finally:
            process.terminate()


def _free_port(first: int) -> int:
    """A console port whose neighbour for adb, and whose gRPC port, are free."""
    port = first
    while not all(_is_free(each) for each in (port, port + 1, port + 3000)):
        port += 2
    return port


def _is_free(port: int) -> bool:
    with contextlib.closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def _rows(name: str, device: Simulator) -> list[table.Row]:
    device.launch()
    found = []

    def row(what: str, seconds: float, note: str = "") -> None:
        found.append(
            table.Row(f"{what}, {name}", seconds * 1e3, "ms", baseline=_ORIGINAL.get(what), note=note)
        )

    def look(what: str, act: Callable[[], object], read: Callable[[], object]) -> None:
        """What is seen after an action. A device service sends it along with the answer to the action."""
        if name == _REMOTE:
            row(what, _median(lambda: None, lambda: (act(), read()), 20), "with the action before it")
        else:
            row(what, _median(act, read, 20))

    device.adb(["shell", "am", "start", "-n", _APP])
    letter = PrimitiveAction(ActionType.TEXT, text="x")
    if name == _FORWARDED:
        _tap(device, "search_button")
        row("view hierarchy", _median(lambda: device.perform(letter), device.hierarchy_xml, 5))
        device.close()
        return found
    places = iter(range(10_000))

    def touch() -> None:
        place = next(places)
        device.perform(PrimitiveAction(ActionType.TOUCH, 0.5, 0.4 + place % 20 * 0.01))

    lift = PrimitiveAction(ActionType.LIFT)
    row("TOUCH", table.median_seconds(touch, 60))
    device.perform(lift)
    row("LIFT", _median(touch, lambda: device.perform(lift), 30))
    wait = PrimitiveAction(ActionType.REPEAT)
    look("frame", lambda: device.perform(wait), device.screen)
    _tap(device, "search_button")
    look("frame after a change, painted", lambda: device.perform(letter), device.screen)
    look("view hierarchy", lambda: device.perform(letter), device.hierarchy_xml)
    text = PrimitiveAction(ActionType.TEXT, text=_TEXT)
    row("TEXT of 20 characters", _median(lambda: None, lambda: device.perform(text), 20))
    row("episode of 15 high-level steps", _episode(device))
    return found


def _median(prepare: Callable[[], object], action: Callable[[], object], repeats: int) -> float:
    """Median duration of a call, something being done before each."""
    durations = []
    for _ in range(repeats):
        prepare()
        start = time.perf_counter()
        action()
        durations.append(time.perf_counter() - start)
    return sorted(durations)[len(durations) // 2]


def _tap(device: Simulator, resource_id: str) -> None:
    found = re.search(
        rf'resource-id="[^"]*{resource_id}"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"',
        device.hierarchy_xml(),
    )
    assert found is not None
    left, top, right, bottom = map(int, found.groups())
    width, height = device.screen_size
    for _ in range(3):
        device.perform(
            PrimitiveAction(ActionType.TOUCH, (left + right) / 2 / width, (top + bottom) / 2 / height)
        )
    device.perform(PrimitiveAction(ActionType.LIFT))


def _episode(device: Simulator) -> float:
    """Reset and 15 actions of a text agent: hierarchies are observed, frames are not."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "benchmark.textproto")
        path.write_text(_TASK, encoding="utf-8")
        env = VhIoWrapper(
            MobileEnv(device, load_tasks(path, device_kind="adb"), hierarchy=True, pixels=False)
        )
        with env:
            env.reset()  # the device is launched
            start = time.perf_counter()
            env.reset()
            for number in range(3):
                if number:
                    env.step(GoBack())
                env.step(Click(_element(env, "search")))
                env.step(Input(_element(env, "<input"), "banana"))
                env.step(Scroll("DOWN"))
                env.step(Scroll("UP"))
            env.step(GoBack())
            return time.perf_counter() - start


def _element(env: VhIoWrapper, part: str) -> int:
    """Id of the first element whose HTML has a part, else of the first."""
    return next((element.id for element in env.elements if part in element.html), 0)


if __name__ == "__main__":
    table.main(TITLE, rows)
