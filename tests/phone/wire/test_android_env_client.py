"""AndroidEnv, unmodified, attached to a served phone: its loader, its simulator, whole episodes."""

import numpy as np
import pytest
from android_env import loader
from android_env.components import config_classes
from android_env.proto import adb_pb2, state_pb2

WIKIHOW = "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity"
TASK = rf"""
id: "attached"
setup_steps {{
  success_condition {{ check_install {{ package_name: "com.wikihow.wikihowapp" timeout_sec: 5 }} }}
}}
reset_steps {{
  adb_request {{ start_activity {{ full_activity: "{WIKIHOW}" force_stop: true }} }}
  success_condition {{
    wait_for_app_screen {{ app_screen {{ activity: "{WIKIHOW}" }} timeout_sec: 5 }}
  }}
}}
expected_app_screen {{ activity: "{WIKIHOW}" }}
max_episode_steps: 60
log_parsing_config {{
  filters: "Judge:I"
  log_regexps {{ reward: "score ([0-9.]+)" episode_end: "over" }}
}}
"""


@pytest.fixture(scope="module")
def attached(serve, adb_server, tmp_path_factory):
    path = tmp_path_factory.mktemp("task") / "attached.textproto"
    path.write_text(TASK, encoding="utf-8")
    with serve() as server:
        config = config_classes.AndroidEnvConfig(
            task=config_classes.FilesystemTaskConfig(path=str(path)),
            simulator=config_classes.EmulatorConfig(
                emulator_launcher=config_classes.EmulatorLauncherConfig(
                    adb_port=server.adb_port,
                    emulator_console_port=server.console_port,
                    grpc_port=server.grpc_port,
                ),
                adb_controller=config_classes.AdbControllerConfig(
                    adb_path=adb_server.path, adb_server_port=adb_server.port
                ),
            ),
        )
        env = loader.load(config)
        try:
            yield env, server
        finally:
            env.close()


def step(env, kind, x=0.5, y=0.9):
    return env.step({"action_type": np.array(kind), "touch_position": np.array([x, y], np.float32)})


def front(server):
    return server.phone.call(lambda phone: phone.foreground_activity)


def test_an_episode_with_rewards_to_its_end(attached):
    env, server = attached
    timestep = env.reset()
    assert timestep.first()
    assert timestep.observation["pixels"].shape == (640, 360, 3)
    assert timestep.observation["orientation"].tolist() == [1, 0, 0, 0]
    pixels = server.phone.call(lambda phone: phone.screenshot().copy())
    assert (timestep.observation["pixels"] == pixels).all()
    assert front(server) == WIKIHOW
    # AndroidEnv pays late: its log comes on a thread.
    server.phone.call(lambda phone: phone.log.write("I", "Judge", "score 2.5"))
    server.phone.call(lambda phone: phone.log.write("I", "Judge", "over"))
    reward, timesteps = 0.0, []
    while not timesteps or not (timesteps[-1].last() or len(timesteps) > 50):
        timesteps.append(step(env, 2))
        reward += timesteps[-1].reward
    assert reward == 2.5
    assert timesteps[-1].last()
    assert timesteps[-1].discount == 0.0


def test_touches_reach_the_phone(attached):
    env, server = attached
    env.reset()
    # The middle of the navigation bar: home.
    for _ in range(2):
        step(env, 0, 0.5, 620 / 640)
    step(env, 1)
    assert front(server).startswith("com.android.launcher3")


def test_adb_calls(attached):
    env, _ = attached
    env.reset()
    current = adb_pb2.AdbRequest(get_current_activity=adb_pb2.AdbRequest.GetCurrentActivity())
    assert env.execute_adb_call(current).get_current_activity.full_activity == WIKIHOW
    packages = adb_pb2.AdbRequest(
        package_manager=adb_pb2.AdbRequest.PackageManagerRequest(
            list=adb_pb2.AdbRequest.PackageManagerRequest.List(
                packages=adb_pb2.AdbRequest.PackageManagerRequest.List.Packages()
            )
        )
    )
    assert "com.wikihow.wikihowapp" in env.execute_adb_call(packages).package_manager.list.items
    push = adb_pb2.AdbRequest(push=adb_pb2.AdbRequest.Push(content=b"pushed", path="/sdcard/pushed"))
    assert env.execute_adb_call(push).status == adb_pb2.AdbResponse.OK
    pull = adb_pb2.AdbRequest(pull=adb_pb2.AdbRequest.Pull(path="/sdcard/pushed"))
    assert env.execute_adb_call(pull).pull.content == b"pushed"


def test_states_are_saved_and_loaded(attached):
    env, server = attached
    env.reset()
    name = {"snapshot_name": "begin"}
    before = server.phone.call(lambda phone: phone.view_hierarchy())
    assert env.save_state(state_pb2.SaveStateRequest(args=name)).status == state_pb2.SaveStateResponse.OK
    for _ in range(2):
        step(env, 0, 0.5, 620 / 640)
    step(env, 1)
    assert server.phone.call(lambda phone: phone.view_hierarchy()) != before
    assert env.load_state(state_pb2.LoadStateRequest(args=name)).status == state_pb2.LoadStateResponse.OK
    assert server.phone.call(lambda phone: phone.view_hierarchy()) == before
    missing = env.load_state(state_pb2.LoadStateRequest(args={"snapshot_name": "none"}))
    assert missing.status == state_pb2.LoadStateResponse.NOT_FOUND


def test_no_adb_server_was_restarted(attached):
    env, _ = attached
    stats = env.stats()
    assert stats["relaunch_count"] == 1
    assert stats["relaunch_count_setup_steps"] == stats["relaunch_count_reset_steps"] == 0
