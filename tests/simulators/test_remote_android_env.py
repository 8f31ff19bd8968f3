"""AndroidEnv's own AndroidEnv class, unmodified, on a remote device."""

import numpy as np
import pytest
from android_env import environment
from android_env.components import (
    action_type,
    config_classes,
    coordinator,
    device_settings,
    errors,
    task_manager,
)
from android_env.proto import state_pb2, task_pb2
from google.protobuf import text_format

from mobile_env.device_service.device_pool import DevicePool
from mobile_env.device_service.server import DeviceServer
from mobile_env.simulators.remote.simulator import RemoteSimulator

# What the phone logs when a finger goes up is worth something.
TASK = r"""
id: "log-reward"
reset_steps { adb_request { start_activity {
  full_activity: "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" } } }
log_parsing_config { filters: "game:I" log_regexps { reward: "^reward: ([0-9.]+)$" } }
"""
TOUCH = {
    "action_type": np.array(action_type.ActionType.TOUCH),
    "touch_position": np.array([0.5, 0.5], np.float32),
}


@pytest.fixture(scope="module")
def simulator():
    with DeviceServer(DevicePool(["embedded:360x640@160"]), "token", port=0) as server:
        made = RemoteSimulator(f"127.0.0.1:{server.port}", token="token", certificates=None)
        yield made
        made.close()


@pytest.fixture
def env(simulator, monkeypatch):
    monkeypatch.setattr("android_env.components.setup_step_interpreter.time.sleep", lambda seconds: None)
    manager = task_manager.TaskManager(
        text_format.Parse(TASK, task_pb2.Task()), config_classes.TaskManagerConfig()
    )
    settings = device_settings.DeviceSettings(simulator)
    return environment.AndroidEnv(simulator, coordinator.Coordinator(simulator, manager, settings), manager)


def test_an_episode(env, simulator):
    first = env.reset()
    assert first.observation["pixels"].shape == (640, 360, 3)
    assert simulator.foreground().startswith("com.wikihow.wikihowapp/")
    rewards = []
    for step in range(10):
        simulator.adb(["shell", f"log -p i -t game 'reward: {step}.5'"])
        rewards.append(env.step(TOUCH).reward)
    assert rewards == [step + 0.5 for step in range(10)]
    env.close()


def test_states_keys_and_commands_of_androidenv(simulator):
    simulator.launch()
    simulator.adb(["shell", "am start -n com.wikihow.wikihowapp/.MainTabActivity"])
    in_app = simulator.screen().copy()
    saved = simulator.save_state(state_pb2.SaveStateRequest(args={"snapshot_name": "app"}))
    assert saved.status == state_pb2.SaveStateResponse.Status.OK
    simulator.send_key(np.int32(172 + 8), "keydown")
    assert "launcher" in simulator.foreground()
    loaded = simulator.load_state(state_pb2.LoadStateRequest(args={"snapshot_name": "ap"}))
    assert loaded.status == state_pb2.LoadStateResponse.Status.NOT_FOUND
    loaded = simulator.load_state(state_pb2.LoadStateRequest(args={"snapshot_name": "app"}))
    assert loaded.status == state_pb2.LoadStateResponse.Status.OK
    np.testing.assert_array_equal(simulator.screen(), in_app)
    with pytest.raises(errors.SendActionError, match="key code 9999"):
        simulator.send_key(np.int32(9999), "keypress")
    with pytest.raises(errors.AdbControllerError, match="exit code 127"):
        simulator.create_adb_controller().execute_command(["shell", "nosuchthing"])
