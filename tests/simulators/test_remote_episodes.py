"""Episodes on a remote device are those in process, byte for byte."""

import contextlib
from dataclasses import replace

import numpy as np
import pytest

from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.device_service.device_pool import DevicePool
from mobile_env.device_service.server import DeviceServer
from mobile_env.env import MobileEnv
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.replay.content import fetcher_for
from mobile_env.simulators.device_spec import make_simulator
from mobile_env.simulators.remote.simulator import RemoteSimulator
from mobile_env.tasks.discovery import find_tasks
from mobile_env.tasks.loading import load_tasks

DEVICE = "embedded:360x640@160"
TOKEN = "a token for tests"
PATHS = find_tasks(["wikihow"])
SAMPLE = PATHS[:: max(1, len(PATHS) // 6)][:6]


def make(spec, seed):
    return make_simulator(spec, seed=seed, fetch=fetcher_for("wikihow", seed))


class Watched(MobileEnv):
    """Remembers all that each step told."""

    def reset(self):
        self.history = []
        return super().reset()

    def play(self, actions):
        timestep = super().play(actions)
        self.history.append(
            (
                timestep.reward,
                timestep.step_type,
                self.events_fired,
                tuple(self.task_instructions()),
                {name: np.asarray(value).tobytes() for name, value in timestep.observation.items()},
                self.outcome_reason,
            )
        )
        return timestep


@contextlib.contextmanager
def environments(paths):
    with DeviceServer(DevicePool([DEVICE], make), TOKEN, port=0) as server:
        simulators = {
            "here": make_simulator(DEVICE, fetch=fetcher_for("wikihow")),
            "remote": RemoteSimulator(f"127.0.0.1:{server.port}", token=TOKEN, certificates=None),
        }
        made = {
            name: Watched(simulator, load_tasks(paths), hierarchy=True)
            for name, simulator in simulators.items()
        }
        yield made
        for env in made.values():
            env.close()


@pytest.fixture(scope="module")
def sample():
    with environments(SAMPLE) as made:
        yield made


@pytest.fixture(scope="module")
def everything():
    with environments(PATHS) as made:
        yield made


def play(env, path):
    agent = DemonstrationAgent()
    agent.prepare(path.stem, path)
    result = EpisodePlayer(env, agent, "").play([task.path for task in env.tasks].index(path))
    assert result.error is None
    # Only the embedded phone in this process tells what else an episode changed.
    return replace(result, side_effects=None), env.history


@pytest.mark.parametrize("path", SAMPLE, ids=lambda path: path.stem)
def test_a_sample_of_demonstrations(sample, path):
    here, remote = play(sample["here"], path), play(sample["remote"], path)
    assert here[0].outcome == "success"
    assert remote == here


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_all_demonstrations(everything, path):
    assert play(everything["remote"], path) == play(everything["here"], path)
