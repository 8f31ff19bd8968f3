"""Setup and reset steps on the embedded phone itself."""

from pathlib import Path

import pytest
from google.protobuf import text_format

from mobile_env.proto import task_pb2
from mobile_env.simulators.embedded import EmbeddedSimulator
from mobile_env.tasks.loading import load_task
from mobile_env.tasks.setup import SetupError, SetupRunner, Step

HERE = Path(__file__).parent
WIKIHOW = "com.wikihow.wikihowapp"
MAIN = f"{WIKIHOW}/{WIKIHOW}.MainTabActivity"


@pytest.fixture
def phone():
    simulator = EmbeddedSimulator()
    simulator.launch()
    yield simulator
    simulator.close()


def run(phone, *texts):
    steps = [Step(text_format.Parse(text, task_pb2.SetupStep()), "step", "x:1:1", HERE) for text in texts]
    SetupRunner(phone).run(steps)


def shell(phone, *words):
    return phone.adb(["shell", *words]).output.decode().strip()


@pytest.mark.parametrize("name", ["published", "androidenv"])
def test_a_task_of_the_field_is_set_up_and_reset(phone, name):
    task = load_task(HERE / f"{name}.textproto")
    runner = SetupRunner(phone)
    runner.run(task.setup_steps)
    for _ in range(2):
        runner.run(task.reset_steps)
        assert phone.foreground() == task.expected_activity == MAIN


@pytest.mark.parametrize(
    ("call", "question", "answer"),
    [
        ("rotate { orientation: LANDSCAPE_90 }", "settings get system user_rotation", "1"),
        ("disable_animations {}", "settings get global window_animation_scale", "0.0"),
        (
            f'start_accessibility_service {{ full_service: "{WIKIHOW}/{WIKIHOW}.S" }}',
            "settings get secure enabled_accessibility_services",
            f"{WIKIHOW}/{WIKIHOW}.S",
        ),
        ('shell_command { command: ["setprop", "debug.a", "b"] }', "getprop debug.a", "b"),
        ('adb_command { command: ["shell", "setprop", "debug.c", "d"] }', "getprop debug.c", "d"),
    ],
)
def test_calls_that_change_a_setting(phone, call, question, answer):
    run(phone, f"adb_call {{ {call} }}")
    assert shell(phone, question) == answer


def test_calls_about_apps(phone):
    start = f'adb_call {{ start_activity {{ full_activity: "{WIKIHOW}/.MainTabActivity" }} }}'
    wait = f'success_condition {{ wait_for_app_screen {{ app_screen {{ activity: "{MAIN}" }} timeout_sec: 5 }} }}'
    run(phone, start + wait)
    assert phone.foreground() == MAIN
    run(phone, "adb_call { press_button { button: HOME } }")
    assert phone.foreground() != MAIN
    run(phone, f'adb_call {{ start_random_activity {{ activity_list: "{MAIN}" timeout_sec: 5 }} }}')
    assert phone.foreground() == MAIN
    run(phone, f'adb_call {{ start_screen_pinning {{ full_activity: "{MAIN}" }} }}')
    run(phone, f'adb_call {{ clear_cache {{ package_name: "{WIKIHOW}" }} }}')
    run(phone, f'adb_call {{ force_stop {{ package_name: "{WIKIHOW}" }} }}')
    assert phone.foreground() != MAIN


def test_an_app_that_is_away_comes_back(phone):
    run(phone, f'adb_call {{ uninstall_package {{ package_name: "{WIKIHOW}" }} }}')
    assert f"package:{WIKIHOW}" not in shell(phone, "pm", "list", "packages").splitlines()
    step = task_pb2.SetupStep()
    step.adb_call.install_apk.filesystem.path = "gone.apk"
    step.success_condition.check_install.package_name = WIKIHOW
    SetupRunner(phone).run([Step(step, "step", "x:1:1", HERE, stand_ins=(WIKIHOW,))])


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ('clear_cache { package_name: "com.nobody.knows" }', "pm clear com.nobody.knows"),
        ('start_activity { full_activity: "com.nobody.knows/.Main" }', "com.nobody.knows"),
        ('start_screen_pinning { full_activity: "com.nobody.knows/.Main" }', "Could not find task ID"),
        ('shell_command { command: "nonsense" }', "exit code 127"),
    ],
)
def test_what_the_phone_refuses_is_told(phone, call, reason):
    with pytest.raises(SetupError, match=reason):
        run(phone, f"adb_call {{ {call} }}")


def test_sleep_moves_the_phones_clock(phone):
    before = phone.clock()
    run(phone, "sleep { time_sec: 40 }")
    assert phone.clock() - before == pytest.approx(40, abs=0.01)


def test_wait_for_message_reads_the_phones_log(phone):
    log = "adb_call { shell_command { command: ['log', '-t', 'T', 'it is ready'] } }"
    run(phone, log + "success_condition { wait_for_message { message: 'is ready$' } }")
    with pytest.raises(SetupError, match=r"no message was logged"):
        run(phone, "success_condition { wait_for_message { message: 'is ready$' timeout_sec: 1 } }")
