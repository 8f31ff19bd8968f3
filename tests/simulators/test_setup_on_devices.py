"""Setup steps of every kind do the same on every kind of device."""

import contextlib

import pytest
from android_env.proto import adb_pb2
from google.protobuf import text_format

from mobile_env.device_service.device_pool import DevicePool
from mobile_env.device_service.server import DeviceServer
from mobile_env.phone.formats.apk.archive import make_apk
from mobile_env.phone.ui.display import Display
from mobile_env.proto import task_pb2
from mobile_env.simulators.adb.device import AdbSimulator
from mobile_env.simulators.adb.restarts import reboots
from mobile_env.simulators.embedded import EmbeddedSimulator
from mobile_env.simulators.emulator.attached import Emulator
from mobile_env.simulators.remote.simulator import RemoteSimulator
from mobile_env.tasks.setup import SetupError, SetupRunner, Step

DISPLAY = Display(360, 640, 160)
TOKEN = "a token for tests"
WIKIHOW = "com.wikihow.wikihowapp"
MAIN = f"{WIKIHOW}/{WIKIHOW}.MainTabActivity"

CALLS = [
    f'uninstall_package {{ package_name: "{WIKIHOW}" }}',
    'install_apk { filesystem { path: "app.apk" } }',
    f'start_activity {{ full_activity: "{MAIN}" }}',
    'start_activity { full_activity: "'
    + MAIN
    + '" extra_args: ["--es", "title", "\\\'a b\\\'"] flag: "-S" }',
    f'force_stop {{ package_name: "{WIKIHOW}" }}',
    f'clear_cache {{ package_name: "{WIKIHOW}" }}',
    f'grant_permissions {{ package_name: "{WIKIHOW}" permissions: "android.permission.POST_NOTIFICATIONS" }}',
    "tap { x: 100 y: 90 }",
    "press_button { button: HOME }",
    "press_button { button: BACK }",
    "rotate { orientation: LANDSCAPE_90 }",
    "rotate { orientation: PORTRAIT_180 }",
    "rotate { orientation: LANDSCAPE_270 }",
    "rotate { orientation: PORTRAIT_0 }",
    f'start_accessibility_service {{ full_service: "{WIKIHOW}/{WIKIHOW}.Service" }}',
    f'start_random_activity {{ activity_list: "{MAIN}" timeout_sec: 5 }}',
    "force_stop_random_activity {}",
    f'start_random_activity {{ activity_list: "{MAIN}" timeout_sec: 5 }}',
    "clear_cache_random_activity {}",
    "disable_animations {}",
    f'start_intent {{ action: "android.intent.action.MAIN" package_name: "{WIKIHOW}" }}',
    'shell_command { command: ["settings", "put", "global", "said", "\'a \\"b\\" $c\'"] }',
    'adb_command { command: ["wait-for-device", "shell", "setprop", "debug.said", "so"] }',
    'adb_command { command: "root" }',
    'adb_command { command: "unroot" }',
    'adb_command { command: ["logcat", "-c"] }',
    'adb_command { command: "reboot" }',
    f'start_activity {{ full_activity: "{MAIN}" }}',
    'shell_command { command: "reboot" }',
    f'start_activity {{ full_activity: "{MAIN}" }}',
    f'start_screen_pinning {{ full_activity: "{MAIN}" }}',
    "press_button { button: HOME }",  # held back by the pinning
]
REQUESTS = [
    f'uninstall_package {{ package_name: "{WIKIHOW}" }}',
    'install_apk { filesystem { path: "app.apk" } }',
    f'start_activity {{ full_activity: "{MAIN}" extra_args: "-S" }}',
    f'start_activity {{ full_activity: "{MAIN}" force_stop: true }}',
    f'force_stop {{ package_name: "{WIKIHOW}" }}',
    "tap { x: 100 y: 90 }",
    "press_button { button: HOME }",
    "press_button { button: ENTER }",
    "get_current_activity {}",
    "get_orientation {}",
    r'push { content: "\000\377 bytes" path: "/sdcard/pushed" }',
    'pull { path: "/sdcard/pushed" }',
    f'start_activity {{ full_activity: "{MAIN}" }}',
    'input_text { text: "some%swords" }',
    'settings { name_space: SYSTEM put { key: "a_key" value: "a value" } }',
    'settings { name_space: SYSTEM get { key: "a_key" } }',
    'settings { name_space: SECURE delete_key { key: "a_key" } }',
    "settings { name_space: GLOBAL list {} }",
    'generic { args: ["shell", "setprop", "debug.generic", "yes"] }',
    'generic { args: ["shell", "mkdir /sdcard/made; touch /sdcard/made/file"] }',
    "package_manager { list { packages {} } }",
    "package_manager { list { features {} } }",
    f'package_manager {{ clear {{ package_name: "{WIKIHOW}" }} }}',
    f'package_manager {{ grant {{ package_name: "{WIKIHOW}" permissions: "android.permission.POST_NOTIFICATIONS" }} }}',
    'dumpsys { service: "battery" }',
    "dumpsys { list_only: true }",
    f'send_broadcast {{ action: "org.example.ACTION" component: "{WIKIHOW}/.Receiver" }}',
    f'start_activity {{ full_activity: "{MAIN}" }}',
    f'start_screen_pinning {{ full_activity: "{MAIN}" }}',
]
CHECKS = [
    f"""adb_call {{ start_activity {{ full_activity: "{MAIN}" }} }}
    success_condition {{
      num_retries: 3
      wait_for_app_screen {{ app_screen {{ activity: "{MAIN}" }} timeout_sec: 10 }}
    }}""",
    """adb_call { install_apk { filesystem { path: "app.apk" } } }
    success_condition { check_install { package_name: "com.wikihow.wikihowapp" timeout_sec: 10 } }""",
    """adb_call { shell_command { command: "log -t Judge it is ready" } }
    success_condition { wait_for_message { message: "is ready$" timeout_sec: 10 } }""",
    "sleep { time_sec: 0.2 }",
]
BROKEN = [
    ('adb_call { clear_cache { package_name: "com.nobody.knows" } }', "pm clear com.nobody.knows"),
    ('adb_call { start_activity { full_activity: "com.nobody.knows/.Main" } }', "com.nobody.knows"),
    ('adb_call { install_apk { filesystem { path: "absent.apk" } } }', "absent.apk"),
    ('adb_call { shell_command { command: "nonsense" } }', "exit code 127"),
    ('adb_request { push { content: "x" path: "/sdcard/pushed/below" } }', "/sdcard/pushed/below"),
    ('adb_request { uninstall_package { package_name: "com.nobody.knows" } }', "com.nobody.knows"),
]

STATE = (
    "settings list system; settings list secure; settings list global; "
    # Served phones have the app of uiautomator2's clients, too, so that later apps have other user ids.
    "pm list packages | grep -v com.github.uiautomator; getprop debug.said; "
    "getprop debug.generic; ls -R /sdcard; cat /sdcard/pushed; "
    "dumpsys package com.wikihow.wikihowapp | grep -v userId; id -u"
)


def test_all_kinds_are_here():
    for steps, message in ((CALLS, task_pb2.AdbCall), (REQUESTS, adb_pb2.AdbRequest)):
        kinds = set(message.DESCRIPTOR.oneofs_by_name["command"].fields)
        assert {text.split()[0] for text in steps} == {kind.name for kind in kinds}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("task")
    made.joinpath("app.apk").write_bytes(make_apk(WIKIHOW))
    return made


@pytest.fixture(scope="module")
def new_devices(serve, adb_server):
    """Makes, by its kind, a device that is as new."""
    with contextlib.ExitStack() as stack:
        phone = stack.enter_context(serve(DISPLAY))
        fresh = phone.phone.call(lambda each: each.snapshot())
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
        over_adb = {"server_port": adb_server.port, "adb_path": adb_server.path}

        def service(spec):
            return stack.enter_context(DeviceServer(DevicePool([spec]), TOKEN, port=0)).port

        ports = {spec: service(spec) for spec in ("embedded:360x640@160", f"adb:{phone.serial}")}

        def remote(spec):
            return RemoteSimulator(f"127.0.0.1:{ports[spec]}", token=TOKEN, certificates=None)

        kinds = {
            "embedded": lambda: EmbeddedSimulator(DISPLAY),
            "adb": lambda: AdbSimulator(phone.serial, **over_adb),
            "emulator": lambda: Emulator(phone.console_port, **over_adb),
            "remote embedded": lambda: remote("embedded:360x640@160"),
            "remote adb": lambda: remote(f"adb:{phone.serial}"),
        }

        @contextlib.contextmanager
        def make(kind):
            phone.phone.call(lambda each: each.restore(fresh))
            device = kinds[kind]()
            device.launch()
            try:
                yield device
            finally:
                device.close()

        yield make


def run(device, folder, texts):
    """Runs steps; what the device is like after each."""
    runner = SetupRunner(device)
    course = []
    for number, text in enumerate(texts):
        message = text_format.Parse(text, task_pb2.SetupStep())
        runner.run([Step(message, text, f"task:{number}:1", folder)])
        shown = device.adb(["shell", STATE]).output
        course.append((text, device.foreground(), device.orientation(), device.hierarchy_xml(), shown))
    return course


@pytest.fixture(scope="module")
def expected(new_devices, folder):
    """What happens in process."""
    courses = {}
    for name, texts in (("calls", CALLS), ("requests", REQUESTS), ("checks", CHECKS)):
        with new_devices("embedded") as device:
            courses[name] = run(device, folder, _steps(name, texts))
    return courses


def _steps(name, texts):
    wrapper = {"calls": "adb_call {{ {} }}", "requests": "adb_request {{ {} }}", "checks": "{}"}[name]
    return [wrapper.format(text) for text in texts]


@pytest.mark.parametrize("kind", ["adb", "emulator", "remote embedded", "remote adb"])
@pytest.mark.parametrize(("name", "texts"), [("calls", CALLS), ("requests", REQUESTS), ("checks", CHECKS)])
def test_steps_do_the_same_everywhere(new_devices, folder, expected, kind, name, texts):
    with new_devices(kind) as device:
        course = run(device, folder, _steps(name, texts))
    for found, wanted in zip(course, expected[name], strict=True):
        assert found == wanted


@pytest.mark.parametrize("kind", ["embedded", "adb", "emulator", "remote embedded", "remote adb"])
def test_steps_that_cannot_work_say_why_everywhere(new_devices, folder, kind):
    with new_devices(kind) as device:
        device.adb(["shell", "touch /sdcard/pushed"])
        for text, reason in BROKEN:
            with pytest.raises(SetupError, match=reason):
                run(device, folder, [text])


@pytest.mark.parametrize("kind", ["adb", "emulator", "remote adb"])
@pytest.mark.parametrize("restart", [["root"], ["reboot"], ["shell", "svc power reboot"]])
def test_a_device_that_is_told_to_restart_is_not_lost(new_devices, kind, restart):
    with new_devices(kind) as device:
        device.adb(["shell", "log -t Judge before"])
        assert device.adb(restart).exit_code == 0
        device.adb(["shell", "log -t Judge after"])
        said = [line.message for line in device.drain_log() if line.tag == "Judge"]
        assert said == ["before", "after"]


@pytest.mark.parametrize(
    ("args", "boots"),
    [
        (["reboot"], True),
        (["reboot", "recovery"], True),
        (["shell", "reboot"], True),
        (["shell", "svc", "power reboot"], True),
        (["shell", "echo reboot"], False),
        (["shell"], False),
        (["root"], False),
        ([], False),
    ],
)
def test_commands_that_boot_the_device_anew(args, boots):
    assert reboots(args) is boots
