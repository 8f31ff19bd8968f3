"""AndroidEnv's own AndroidEnv class, unmodified, on the embedded phone."""

import numpy as np
import pytest
from android_env import environment
from android_env.components import action_type, config_classes, coordinator, device_settings, task_manager
from android_env.proto import state_pb2, task_pb2
from google.protobuf import text_format

from mobile_env.phone.ui.display import Display
from mobile_env.simulators.embedded import EmbeddedSimulator

# A task in AndroidEnv's own format: HOME, then the app; what the app logs is worth something.
TASK = r"""
id: "log-reward"
reset_steps { adb_request { press_button { button: HOME } } }
reset_steps {
  adb_request { start_activity { full_activity: "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" } }
  success_condition { wait_for_app_screen {
    app_screen { activity: "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" } timeout_sec: 5 } }
}
expected_app_screen { activity: "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" }
max_episode_steps: 50
log_parsing_config {
  filters: "game:I"
  log_regexps {
    reward: "^reward: ([0-9.]+)$"
    episode_end: "^over$"
    extra: "^extra: (?P<name>[^ ]*)[ ]?(?P<extra>.*)$"
  }
}
"""

TOUCH = {
    "action_type": np.array(action_type.ActionType.TOUCH),
    "touch_position": np.array([0.5, 0.5], np.float32),
}
LIFT = {"action_type": np.array(action_type.ActionType.LIFT), "touch_position": np.zeros(2, np.float32)}


@pytest.fixture
def played():
    """An AndroidEnv and its phone; AndroidEnv's waits of the wall clock are not waited for."""
    simulator = EmbeddedSimulator(Display(360, 640, 160))
    manager = task_manager.TaskManager(
        text_format.Parse(TASK, task_pb2.Task()),
        config_classes.TaskManagerConfig(dumpsys_check_frequency=1),
    )
    settings = device_settings.DeviceSettings(simulator)
    env = environment.AndroidEnv(simulator, coordinator.Coordinator(simulator, manager, settings), manager)
    yield env, simulator
    env.close()


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr("android_env.components.setup_step_interpreter.time.sleep", lambda seconds: None)


def test_an_episode(played):
    env, simulator = played
    assert env.observation_spec()["pixels"].shape == (640, 360, 3)
    first = env.reset()
    assert first.first()
    assert first.observation["pixels"].shape == (640, 360, 3)
    assert first.observation["orientation"].tolist() == [1, 0, 0, 0]
    assert simulator.foreground().startswith("com.wikihow.wikihowapp/")

    rewards = []
    for step in range(20):
        simulator.phone.log.write("I", "game", f"reward: {step}.5")
        timestep = env.step(TOUCH if step % 4 else LIFT)
        rewards.append(timestep.reward)
        assert timestep.mid()
    assert rewards == [step + 0.5 for step in range(20)]

    simulator.phone.log.write("I", "game", "extra: level 3")
    simulator.phone.log.write("I", "game", "over")
    last = env.step(LIFT)
    assert last.last()
    assert last.discount == 0.0
    assert env.task_extras()["level"].tolist() == 3
    assert env.step(LIFT).first()


def test_leaving_the_app_ends_its_episode(played):
    env, simulator = played
    env.reset()
    simulator.phone.key("HOME")
    while not (timestep := env.step(LIFT)).last():
        pass
    assert timestep.discount == 1.0


def test_states(played):
    env, simulator = played
    env.reset()
    saved = env.save_state(state_pb2.SaveStateRequest())
    assert saved.status == state_pb2.SaveStateResponse.Status.OK
    simulator.phone.key("HOME")
    assert env.load_state(state_pb2.LoadStateRequest()).status == state_pb2.LoadStateResponse.Status.OK
    assert simulator.foreground().startswith("com.wikihow.wikihowapp/")
    simulator.phone.log.write("I", "game", "reward: 2")
    assert env.step(LIFT).reward == 2.0
