"""AVDs are launched, played on, launched anew and shut down; a program of ours stands in for the emulator."""

import ast
import contextlib
import itertools
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest
from android_env.components import errors
from android_env.proto import state_pb2

from mobile_env import cli, load
from mobile_env.env import MobileEnv
from mobile_env.simulators.conformance import SimulatorConformance
from mobile_env.simulators.contract import ActionType, PrimitiveAction
from mobile_env.simulators.device_spec import DeviceSpecError, make_simulator
from mobile_env.simulators.emulator import launched as launched_emulator
from mobile_env.simulators.emulator.launched import LaunchedEmulator
from mobile_env.simulators.emulator.options import AvdOptions
from mobile_env.tasks.loading import load_task

PROGRAM = Path(__file__).with_name("emulator_program.py")
TASK = r"""
id: "score"
reset_steps { adb_call { press_button { button: HOME } } }
event_sources { id: 1 log_event { filters: "Judge:I" pattern: "score" } repeatability: UNLIMITED }
event_slots { reward_listener { events { id: 1 } transformation: "y = 1" repeatability: UNLIMITED } }
"""
TOUCH = {"action_type": ActionType.TOUCH, "touch_position": (0.5, 0.5)}
KEY = {"action_type": ActionType.KEY, "key": "HOME"}


class Sdk:
    """An Android SDK with the emulator that stands in, AVDs, and a KVM device."""

    def __init__(self, folder, adb_server, console_port):
        self.folder = folder
        self._adb_server, self._console_port = adb_server, console_port
        self.program = folder / "sdk" / "emulator" / "emulator"
        self.program.parent.mkdir(parents=True)
        run = f"import runpy; runpy.run_path({os.fspath(PROGRAM)!r}, run_name='__main__')"
        self.program.write_text(f"#!{sys.executable}\n{run}\n")
        self.program.chmod(0o755)
        self.avd_home = folder / "avd"
        self.kvm = folder / "kvm"
        self.kvm.touch()
        self.avd("Pixel_3a")

    def avd(self, name, **settings):
        folder = self.avd_home / f"{name}.avd"
        (folder / "snapshots" / "ready").mkdir(parents=True)
        (self.avd_home / f"{name}.ini").write_text(f"avd.ini.encoding=UTF-8\npath={folder}\n")
        screen = {"hw.lcd.width": 360, "hw.lcd.height": 640, "hw.lcd.density": 160}
        lines = (f"{key}={value}\n" for key, value in {**screen, **settings}.items())
        (folder / "config.ini").write_text("".join(lines))

    def options(self, avd="Pixel_3a", **given):
        given.setdefault("console_port", self._console_port())
        given.setdefault("boot_timeout", 30)
        return AvdOptions(
            avd,
            sdk=self.folder / "sdk",
            avd_home=self.avd_home,
            kvm=self.kvm,
            adb=self._adb_server.path,
            **given,
        )

    def make(self, avd="Pixel_3a", **given):
        return LaunchedEmulator(self.options(avd, **given), server_port=self._adb_server.port)

    @property
    def launches(self):
        """What the emulator was told at each launch."""
        file = self.avd_home / "launches"
        return [ast.literal_eval(line) for line in file.read_text().splitlines()] if file.exists() else []

    def kill(self, number=signal.SIGKILL):
        os.kill(self.launches[-1]["pid"], number)

    def wait_until_gone(self):
        """Waits until no emulator is left."""
        end = time.monotonic() + 10
        while any(_runs(launch["pid"]) for launch in self.launches):
            assert time.monotonic() < end, "an emulator was left behind"
            time.sleep(0.02)


def _runs(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture(autouse=True, scope="module")
def temporary_folder(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    patch.setattr(tempfile, "tempdir", os.fspath(tmp_path_factory.mktemp("temporary")))
    yield
    patch.undo()


@pytest.fixture
def sdk(tmp_path, adb_server, console_port):
    made = Sdk(tmp_path, adb_server, console_port)
    yield made
    made.wait_until_gone()


@pytest.fixture
def task_path(tmp_path):
    path = tmp_path / "score.textproto"
    path.write_text(TASK, encoding="utf-8")
    return path


@pytest.fixture
def make_env(sdk, task_path):
    with contextlib.ExitStack() as stack:

        def make(avd="Pixel_3a", **given):
            task = load_task(task_path, device_kind="emulator")
            env = MobileEnv(sdk.make(avd, **given), [task], check_policy="LIFT|TEXT|KEY")
            stack.callback(env.close)
            return env

        yield make


def score(env):
    """An episode's first step that the task rewards."""
    assert env.reset().first()
    env.simulator.adb(["shell", "log -p i -t Judge score"])
    assert (env.step(TOUCH).reward, env.outcome) == (1.0, None)


class TestConformance(SimulatorConformance):
    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def installed(cls, tmp_path_factory, adb_server, console_port):
        cls.sdk = Sdk(tmp_path_factory.mktemp("sdk"), adb_server, console_port)
        yield
        cls.sdk.wait_until_gone()

    def make(self):
        return self.sdk.make()


# The command line.


def test_the_emulator_gets_androidenv_s_command_line(sdk):
    options = {"snapshot": "ready", "gpu": "host", "headless": False, "restrict_network": True}
    device = sdk.make(**options)
    try:
        device.launch()
        console = int(device.adb_device_name().removeprefix("emulator-"))
        (launch,) = sdk.launches
        words = launch["arguments"]
        following = dict(itertools.pairwise(words))
        assert following["-avd"] == "Pixel_3a"
        assert following["-ports"] == f"{console},{console + 1}"
        assert following["-gpu"] == "host"
        assert following["-snapshot"] == "ready"
        assert following["-network-user-mode-options"] == "restrict=y"
        assert "-no-window" not in words
        assert "-no-snapshot" not in words
        assert launch["ANDROID_EMULATOR_KVM_DEVICE"] == os.fspath(sdk.kvm)
        assert launch["ANDROID_SDK_ROOT"] == os.fspath(sdk.folder / "sdk")
    finally:
        device.close()


def test_by_default_it_boots_cold_without_a_window(sdk):
    device = sdk.make()
    device.launch()
    device.close()
    assert {"-no-window", "-no-snapshot"} < set(sdk.launches[0]["arguments"])


@pytest.mark.parametrize(("snapshot", "state"), [("", 5), ("ready", 7)])
def test_a_snapshot_is_not_saved_over(sdk, snapshot, state):
    """TERMINATE instead of SHUTDOWN, at which an emulator saves what it was started from."""
    device = sdk.make(snapshot=snapshot)
    device.launch()
    assert "asked for" not in device.get_logs()
    device.close()
    assert f"asked for run state {state}\n" in device.get_logs()


def test_asking_for_the_size_boots_it_once(sdk):
    device = sdk.make()
    assert device.screen_size == (360, 640)
    device.launch()
    assert len(sdk.launches) == 1
    device.launch()
    assert len(sdk.launches) == 2
    device.close()


# Episodes.


def test_episodes_through_load(sdk, task_path, adb_server, monkeypatch):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    monkeypatch.setenv("ANDROID_HOME", os.fspath(sdk.folder / "sdk"))
    monkeypatch.setenv("ANDROID_AVD_HOME", os.fspath(sdk.avd_home))
    port = sdk.options().console_port
    env = load(task_path, device=f"emulator:avd=Pixel_3a,kvm={sdk.kvm},console_port={port}")
    try:
        for _ in range(2):
            score(env)
        assert env.reset().observation["pixels"].shape == (640, 360, 3)
        assert len(sdk.launches) == 1
    finally:
        env.close()
        env.close()
    sdk.wait_until_gone()
    assert (os.environ["ANDROID_HOME"], os.environ["ANDROID_ADB_SERVER_PORT"]) == (
        os.fspath(sdk.folder / "sdk"),
        str(adb_server.port),
    )
    with load(task_path, device=sdk.options()) as other:
        score(other)


@pytest.mark.parametrize("action", [TOUCH, KEY])
def test_an_emulator_that_is_killed_truncates_and_is_launched_anew(make_env, sdk, action):
    env = make_env()
    score(env)
    sdk.kill()
    timestep = env.step(action)
    assert (timestep.last(), timestep.discount, env.outcome) == (True, 1.0, "truncated")
    assert env.outcome_reason.startswith("the device failed: ")
    score(env)
    assert len(sdk.launches) == 2


def test_the_reason_says_how_the_emulator_ended(make_env, sdk):
    env = make_env()
    score(env)
    sdk.kill()
    sdk.wait_until_gone()
    env.step(TOUCH)
    match = re.fullmatch(
        r"the device failed: the emulator was ended by SIGKILL; its output is in (\S+)", env.outcome_reason
    )
    assert "AVD Pixel_3a on ports" in Path(match[1]).read_text()


def test_it_is_killed_in_the_middle_of_a_step(make_env, sdk):
    env = make_env()
    score(env)
    killer = threading.Timer(0.2, sdk.kill)
    killer.start()
    timestep = env.play([TOUCH] * 10_000)
    killer.join()
    assert (timestep.last(), env.outcome) == (True, "truncated")
    score(env)


def test_states_are_saved_and_loaded_by_androidenv_s_methods(sdk):
    device = sdk.make()
    device.launch()
    assert device.save_state(state_pb2.SaveStateRequest()).status == state_pb2.SaveStateResponse.OK
    before = device.foreground()
    device.perform(PrimitiveAction(ActionType.KEY, key="APP_SWITCH"))
    assert device.load_state(state_pb2.LoadStateRequest()).status == state_pb2.LoadStateResponse.OK
    assert device.foreground() == before
    device.close()


def test_several_are_launched_side_by_side(make_env, sdk):
    sdk.avd("Second")
    first, second = make_env(), make_env("Second")
    score(first)
    score(second)
    assert first.simulator.adb_device_name() != second.simulator.adb_device_name()
    first.close()
    assert second.step(TOUCH).mid()


# Launches that fail.


def test_an_emulator_that_ends_at_boot_leaves_its_last_words(sdk):
    sdk.avd("Broken", behaviour="dies")
    device = sdk.make("Broken")
    with pytest.raises(errors.SimulatorError) as raised:
        device.launch()
    text = str(raised.value)
    assert text.startswith("AVD 'Broken' was not launched: the emulator ended with exit code 1\n")
    assert "  INFO    | line 39\n  ERROR   | Running multiple emulators with the same AVD \ufffd\n" in text
    assert "line 20" not in text
    path = Path(text.rpartition("All that the emulator said is in ")[2])
    assert b"line 0\n" in path.read_bytes()
    device.close()
    assert path.exists()


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        ("hangs", r"nothing answers at the emulator's gRPC port \d+ within 1 s \(boot_timeout\)"),
        ("never_boots", r"Android did not boot within 4 s \(boot_timeout\)"),
    ],
)
def test_an_emulator_that_never_boots_is_given_up_and_ended(sdk, behaviour, reason):
    sdk.avd("Slow", behaviour=behaviour)
    device = sdk.make("Slow", boot_timeout=1 if behaviour == "hangs" else 4)
    with pytest.raises(errors.SimulatorError, match=reason):
        device.launch()
    sdk.wait_until_gone()
    device.close()


def test_an_emulator_that_does_not_shut_down_is_ended_by_force(sdk, monkeypatch):
    monkeypatch.setattr(launched_emulator, "SHUTDOWN_SECONDS", 0.1)
    monkeypatch.setattr(launched_emulator, "_TERMINATE_SECONDS", 0.1)
    sdk.avd("Stubborn", behaviour="stubborn")
    device = sdk.make("Stubborn")
    device.launch()
    device.close()
    sdk.wait_until_gone()


def test_a_reset_tries_again_and_tells_the_last_reason(make_env, sdk):
    sdk.avd("Broken", behaviour="dies")
    env = make_env("Broken")
    with pytest.raises(errors.SimulatorError, match="ended with exit code 1"):
        env.reset()
    assert len(sdk.launches) == 3


def test_running_on_an_avd_that_does_not_boot_is_bad_input(sdk, task_path, adb_server, monkeypatch, capsys):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    sdk.avd("Broken", behaviour="dies")
    arguments = ["--agent", "nothing", "--device", sdk.options("Broken").text]
    assert cli.main(["run", str(task_path), *arguments, "--out", str(sdk.folder / "run")]) == 2
    said = capsys.readouterr().err
    assert "mobile-env: AVD 'Broken' was not launched: the emulator ended with exit code 1" in said
    assert "Running multiple emulators" in said


# Ports.


def test_a_port_in_use_is_refused_before_anything_starts(sdk, serve):
    with serve() as server:
        text = sdk.options(console_port=server.console_port).text
        message = rf"console_port: {server.console_port} and {server.adb_port} are not both free"
        with pytest.raises(DeviceSpecError, match=message):
            make_simulator(text)
        with pytest.raises(DeviceSpecError, match=rf"grpc_port: {server.grpc_port} is in use"):
            make_simulator(sdk.options(grpc_port=server.grpc_port))
    assert not sdk.launches


def test_ports_are_claimed_until_close(sdk):
    options = sdk.options()
    first = make_simulator(options)
    with pytest.raises(DeviceSpecError, match="are not both free"):
        make_simulator(options)
    first.close()
    make_simulator(options).close()


def test_ports_that_are_chosen_are_free_and_neighbours(sdk):
    first, second = (make_simulator(sdk.options(console_port=None)) for _ in range(2))
    ports = [device._config.emulator_launcher for device in (first, second)]
    for port in ports:
        assert port.emulator_console_port % 2 == 0
        assert port.adb_port == port.emulator_console_port + 1
    assert len({number for p in ports for number in (p.adb_port, p.grpc_port)}) == 4
    first.close()
    second.close()


# The end of the program.


@pytest.mark.parametrize("number", [signal.SIGINT, None])
def test_no_emulator_outlives_the_program(sdk, task_path, adb_server, number):
    code = (
        "import sys, mobile_env\n"
        f"env = mobile_env.load({os.fspath(task_path)!r}, device={sdk.options().text!r})\n"
        "env.reset()\n"
        "print('playing', flush=True)\n"
        + ("while True:\n    env.step({'action_type': 2})\n" if number else "sys.exit(3)\n")
    )
    environment = {**os.environ, "ANDROID_ADB_SERVER_PORT": str(adb_server.port)}
    program = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    assert program.stdout.readline() == b"playing\n"
    assert _runs(sdk.launches[-1]["pid"])
    if number:
        program.send_signal(number)
    program.communicate(timeout=30)
    assert program.returncode != 0
    sdk.wait_until_gone()


def test_ctrl_c_while_it_boots(sdk):
    sdk.avd("Slow", behaviour="hangs")
    device = sdk.make("Slow")

    def interrupt():
        while not sdk.launches:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        device.launch()
    thread.join()
    sdk.wait_until_gone()
    device.close()
