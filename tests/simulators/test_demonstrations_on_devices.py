"""Shipped demonstrations earn the same rewards on the same steps in process, over adb, and through AndroidEnv."""

import contextlib

import pytest

from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.env import MobileEnv
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.phone.ui.display import Display
from mobile_env.replay.content import fetcher_for
from mobile_env.simulators.adb.device import AdbSimulator
from mobile_env.simulators.embedded import EmbeddedSimulator
from mobile_env.simulators.emulator.attached import Emulator
from mobile_env.tasks.discovery import find_tasks
from mobile_env.tasks.loading import load_tasks

DISPLAY = Display(432, 768, 160)
PATHS = find_tasks(["wikihow"])
SAMPLE = PATHS[:: max(1, len(PATHS) // 6)][:6]
# One in process need not wait for a real device's clock: all look at the screen at the same moments.
POLICY = "LIFT|TEXT|KEY"


class _Watched(MobileEnv):
    """Remembers what each step earned and which events fired."""

    def reset(self):
        self.history = []
        return super().reset()

    def play(self, actions):
        timestep = super().play(actions)
        self.history.append((timestep.reward, self.events_fired, tuple(self.task_instructions())))
        return timestep


@pytest.fixture(scope="module")
def sample_environments(serve, adb_server):
    with made_environments(serve, adb_server, SAMPLE) as made:
        yield made


@pytest.fixture(scope="module")
def all_environments(serve, adb_server):
    with made_environments(serve, adb_server, PATHS) as made:
        yield made


@contextlib.contextmanager
def made_environments(serve, adb_server, paths):
    """(name, environment, what makes its device new) of each kind of device."""
    fetch = fetcher_for("wikihow")
    with serve(DISPLAY, fetch=fetch) as server:
        fresh = server.phone.call(lambda phone: phone.snapshot())

        def renew():
            server.phone.call(lambda phone: phone.restore(fresh))

        adb = {"server_port": adb_server.port, "adb_path": adb_server.path}
        devices = [
            ("embedded", EmbeddedSimulator(DISPLAY, fetch=fetch), lambda: None),
            ("adb", AdbSimulator(server.serial, **adb), renew),
            ("emulator", Emulator(server.console_port, **adb), renew),
        ]
        made = [
            (
                name,
                _Watched(
                    device,
                    load_tasks(paths, device_kind=name),
                    hierarchy=True,
                    pixels=False,
                    check_policy=POLICY,
                ),
                new,
            )
            for name, device, new in devices
        ]
        yield made
        for _, env, _ in made:
            env.close()


def play_everywhere(environments, path):
    played = {}
    for name, env, renew in environments:
        renew()
        agent = DemonstrationAgent()
        agent.prepare(path.stem, path)
        result = EpisodePlayer(env, agent, name).play([task.path for task in env.tasks].index(path))
        assert result.error is None, (name, result.error)
        played[name] = (result.outcome, result.reward, result.steps, result.primitive_steps, env.history)
    assert played["embedded"][0] == "success"
    for name in ("adb", "emulator"):
        assert played[name] == played["embedded"], name


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_a_sample(sample_environments, path):
    play_everywhere(sample_environments, path)


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_all(all_environments, path):
    play_everywhere(all_environments, path)
