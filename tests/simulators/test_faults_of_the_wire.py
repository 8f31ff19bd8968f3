"""What breaks on the way to a device truncates the episode with a reason, and the next reset works."""

import threading
import time

import pytest
from android_env.components import errors

from mobile_env import cli
from mobile_env.env import MobileEnv
from mobile_env.phone.ui.display import Display
from mobile_env.simulators.adb.client import AdbClient, AdbError
from mobile_env.simulators.adb.device import AdbSimulator
from mobile_env.simulators.contract import ActionType
from mobile_env.simulators.emulator.attached import Emulator
from mobile_env.tasks.loading import load_task

DISPLAY = Display(320, 480, 160)
TASK = r"""
id: "score"
reset_steps { adb_call { press_button { button: HOME } } }
event_sources { id: 1 log_event { filters: "Judge:I" pattern: "score" } repeatability: UNLIMITED }
event_slots { reward_listener { events { id: 1 } transformation: "y = 1" repeatability: UNLIMITED } }
"""
WAIT = {"action_type": ActionType.REPEAT}
TOUCH = {"action_type": ActionType.TOUCH, "touch_position": (0.5, 0.5)}


@pytest.fixture(scope="module")
def task(tmp_path_factory):
    path = tmp_path_factory.mktemp("task") / "score.textproto"
    path.write_text(TASK, encoding="utf-8")
    return load_task(path, device_kind="adb")


class _Bench:
    """A served phone with an adb server of its own, and an environment on it."""

    def __init__(self, kind, serve, own_adb_server, task):
        self.adb = own_adb_server()
        self._serve = serve
        self.server = serve(DISPLAY, adb_servers=[self.adb.port])
        self.server.start()
        self.adb.start()
        options = {"server_port": self.adb.port, "adb_path": self.adb.path}
        port = self.server.console_port
        device = (
            AdbSimulator(f"emulator-{port}", **options)
            if kind == "adb"
            else Emulator(port, connect_seconds=1, **options)
        )
        self.env = MobileEnv(device, [task], check_policy="LIFT|TEXT|KEY")

    def replace_phone(self):
        """The phone goes; another comes at its ports."""
        port = self.server.console_port
        self.server.close()
        self.server = self._serve(DISPLAY, console_port=port, adb_servers=[self.adb.port])
        self.server.start()

    def play_normally(self):
        assert self.env.reset().first()
        self.server.phone.call(lambda phone: phone.log.write("I", "Judge", "score"))
        timestep = self.env.step(TOUCH)
        assert (timestep.reward, self.env.outcome) == (1.0, None)

    def truncated(self, action=TOUCH):
        timestep = self.env.step(action)
        assert timestep.last()
        assert (timestep.discount, self.env.outcome) == (1.0, "truncated")
        return self.env.outcome_reason

    def close(self):
        self.env.close()
        self.server.close()


@pytest.fixture(params=["adb", "emulator"])
def bench(request, serve, own_adb_server, task):
    made = _Bench(request.param, serve, own_adb_server, task)
    yield made
    made.close()


def test_the_adb_server_is_killed_between_steps(bench):
    bench.play_normally()
    bench.adb.kill()
    assert bench.truncated().startswith("the device failed: ")
    bench.play_normally()


def test_the_adb_server_is_killed_in_the_middle_of_a_step(bench):
    bench.play_normally()
    busy = bench.server.phone.submit(lambda phone: time.sleep(0.5))
    killer = threading.Timer(0.1, bench.adb.kill)
    killer.start()
    assert bench.truncated().startswith("the device failed: ")
    killer.join()
    busy.result()
    bench.play_normally()


def test_the_device_goes_and_another_comes(bench):
    bench.play_normally()
    bench.replace_phone()
    assert bench.truncated().startswith("the device failed: ")
    bench.play_normally()


def test_the_device_goes_for_good(bench, monkeypatch):
    bench.play_normally()
    bench.server.close()
    bench.truncated()
    monkeypatch.setattr("mobile_env.simulators.adb.signals.CONNECT_SECONDS", 0.1)
    with pytest.raises(errors.SimulatorError):
        bench.env.reset()


def test_all_connections_are_cut_and_come_back(bench):
    bench.play_normally()
    bench.server.drop_adb_connections()
    # Whether it breaks the episode or not, the environment is usable afterwards.
    for _ in range(3):
        bench.env.step(WAIT)
    bench.play_normally()


def test_marks_of_an_earlier_launch_are_none_of_this_one(bench):
    for _ in range(3):
        bench.play_normally()
        bench.env.simulator.launch()
    bench.play_normally()


def test_a_device_that_never_was_says_what_there_is(serve, adb_server):
    with serve(DISPLAY) as server:
        client = AdbClient(server.serial, server_port=adb_server.port, adb_path=adb_server.path)
        client.connect(10)
        missing = AdbClient("R58M1", server_port=adb_server.port, adb_path=adb_server.path)
        with pytest.raises(AdbError, match=rf"'R58M1' did not answer in 0 s.*{server.serial} device"):
            missing.connect(0)


def test_a_device_that_takes_too_long(serve, adb_server):
    with serve(DISPLAY) as server:
        client = AdbClient(server.serial, server_port=adb_server.port, adb_path=adb_server.path)
        client.connect(10)
        busy = server.phone.submit(lambda phone: time.sleep(0.5))
        with pytest.raises(TimeoutError):
            client.shell("echo late", timeout=0.1)
        busy.result()
        assert client.shell("echo in time") == (b"in time\n", 0)


def test_without_an_adb_program_it_says_how_to_get_one(monkeypatch, console_port):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("HOME", "/nonexistent")
    client = AdbClient("any", server_port=console_port() + 1)
    with pytest.raises(errors.SimulatorError, match=r"pip install 'mobile-env\[devices\]'"):
        client.start_server()


def test_running_on_a_device_that_is_not_there_is_bad_input(adb_server, task, monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    monkeypatch.setattr("mobile_env.simulators.adb.signals.CONNECT_SECONDS", 0.1)
    arguments = ["--agent", "nothing", "--device", "adb:R58M1", "--out", str(tmp_path / "run")]
    assert cli.main(["run", str(task.path), *arguments]) == 2
    assert "mobile-env: device 'R58M1' did not answer in 0.1 s" in capsys.readouterr().err
