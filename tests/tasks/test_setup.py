"""Setup and reset steps, as the commands that a device gets."""

from pathlib import Path

import pytest
from google.protobuf import text_format
from recording_device import STACK, RecordingDevice

from mobile_env.proto import task_pb2
from mobile_env.tasks.setup import SetupError, SetupRunner, Step


def step(text, base_dir=Path("/tasks"), stand_ins=()):
    message = text_format.Parse(text, task_pb2.SetupStep())
    return Step(message, "setup step 1", "x.textproto:3:1", base_dir, stand_ins)


def run(device, *texts, seed=0, **kwargs):
    SetupRunner(device, seed=seed).run([step(text, **kwargs) for text in texts])
    return device.commands


@pytest.mark.parametrize(
    ("call", "commands"),
    [
        (
            'start_activity { full_activity: "a.b/a.b.C" }',
            ["shell am start -S -W -n a.b/a.b.C"],
        ),
        (
            "start_activity { full_activity: 'a.b/.C$D' extra_args: ['--es', '\"k\"', '\"v\"'] flag: '0x1' }",
            ['shell am start -S -W -f 0x1 -n \'a.b/.C$D\' --es "k" "v"'],
        ),
        (
            "start_activity { full_activity: 'a.b/.C' flag: '--activity-clear-task' }",
            ["shell am start -S -W --activity-clear-task -n a.b/.C"],
        ),
        ('force_stop { package_name: "a.b" }', ["shell am force-stop a.b"]),
        ('clear_cache { package_name: "a.b" }', ["shell pm clear a.b"]),
        (
            'grant_permissions { package_name: "a.b" permissions: ["p.Q", "p.R"] }',
            ["shell pm grant a.b p.Q", "shell pm grant a.b p.R"],
        ),
        ("tap { x: 3 y: 40 }", ["shell input tap 3 40"]),
        ("press_button { button: HOME }", ["shell input keyevent KEYCODE_HOME"]),
        ("press_button { button: BACK }", ["shell input keyevent KEYCODE_BACK"]),
        (
            "rotate { orientation: LANDSCAPE_270 }",
            [
                "shell settings put system accelerometer_rotation 0",
                "shell settings put system user_rotation 3",
            ],
        ),
        (
            "rotate {}",
            [
                "shell settings put system accelerometer_rotation 0",
                "shell settings put system user_rotation 0",
            ],
        ),
        (
            'start_accessibility_service { full_service: "a.b/a.b.S" }',
            [
                "shell settings put secure enabled_accessibility_services a.b/a.b.S",
                "shell settings put secure accessibility_enabled 1",
            ],
        ),
        (
            'start_screen_pinning { full_activity: "com.example/.Main" }',
            ["shell am stack list", "shell am task lock 7"],
        ),
        (
            "disable_animations {}",
            [
                "shell settings put global window_animation_scale 0.0",
                "shell settings put global transition_animation_scale 0.0",
                "shell settings put global animator_duration_scale 0.0",
            ],
        ),
        (
            'start_intent { data_uri: "https://x.y/?a=1&b=2" action: "a.VIEW" package_name: "a.b" }',
            ["shell am start -a a.VIEW -d 'https://x.y/?a=1&b=2' a.b"],
        ),
        ('start_intent { action: "a.VIEW" data_uri: "\'tel:1\'" }', ["shell am start -a a.VIEW -d 'tel:1'"]),
        ('uninstall_package { package_name: "a.b" }', ["shell pm list packages", "uninstall a.b"]),
        ('uninstall_package { package_name: "a" }', ["shell pm list packages"]),
        ('shell_command { command: ["ls", "/sdcard"] }', ["shell ls /sdcard"]),
        ('adb_command { command: ["logcat", "-c"] }', ["logcat -c"]),
        ("force_stop_random_activity {}", []),
        ("clear_cache_random_activity {}", []),
    ],
)
def test_every_call_becomes_its_commands(call, commands):
    device = RecordingDevice(
        {"shell am stack list": STACK, "shell pm list packages": "package:a.b\npackage:c\n"}
    )
    assert run(device, f"adb_call {{ {call} }}") == commands


def test_no_call_is_without_a_handler():
    # Without permissions there are none to grant; no activity was started at random that could be stopped or cleared.
    silent = ("grant_permissions", "force_stop_random_activity", "clear_cache_random_activity")
    for field in task_pb2.AdbCall.DESCRIPTOR.fields:
        if field.name != "install_apk":
            text = {
                "start_random_activity": 'activity_list: "com.example/.Main"',
                "start_screen_pinning": 'full_activity: "com.example/.Main"',
            }.get(field.name, "")
            device = RecordingDevice({"shell am stack list": STACK})
            commands = run(device, f"adb_call {{ {field.name} {{ {text} }} }}")
            assert bool(commands) == (field.name not in silent), field.name


def test_random_activities_depend_on_the_seed_alone_and_are_remembered():
    activities = [f"a.p{number}/.M" for number in range(8)]
    texts = [
        f"adb_call {{ start_random_activity {{ activity_list: {activities} }} }}",
        "adb_call { force_stop_random_activity {} }",
        "adb_call { clear_cache_random_activity {} }",
    ]

    def chosen(seed):
        device = RecordingDevice()
        device.adb = _in_front(device)
        commands = [line for line in run(device, *texts, seed=seed) if "stack list" not in line]
        package = commands[0].removeprefix("shell am start -S -W -n ").partition("/")[0]
        assert commands[1:] == [f"shell am force-stop {package}", f"shell pm clear {package}"]
        return package

    assert [chosen(seed) for seed in range(6)] == [chosen(seed) for seed in range(6)]
    assert len({chosen(seed) for seed in range(6)}) > 1


def _in_front(device):
    """An adb that has in front what was started last."""
    answer = device.adb

    def adb(args, timeout=None):
        if args[1:3] == ["am", "start"]:
            package, _, name = args[-1].partition("/")
            top = f"  taskId=1: x visible=true topActivity=ComponentInfo{{{package}/{package}{name}}}\n"
            device.queue("shell am stack list", top)
        return answer(args, timeout)

    return adb


class TestInstall:
    TEXT = 'adb_call { install_apk { filesystem { path: "a.apk" } } }'
    REQUEST = 'adb_request { install_apk { filesystem { path: "a.apk" } } }'

    @pytest.mark.parametrize("text", [TEXT, REQUEST])
    def test_file_is_installed_from_beside_the_task(self, tmp_path, text):
        (tmp_path / "a.apk").write_bytes(b"PK")
        for embedded in (True, False):
            device = RecordingDevice(embedded=embedded)
            assert run(device, text, base_dir=tmp_path) == [f"install -r -t -g {tmp_path}/a.apk"]

    @pytest.mark.parametrize("text", [TEXT, REQUEST])
    def test_embedded_phone_takes_its_own_package_for_a_missing_file(self, tmp_path, text):
        commands = run(RecordingDevice(), text, base_dir=tmp_path, stand_ins=("a.b", "c.d"))
        assert commands == [
            "shell cmd package install-existing a.b",
            "shell cmd package install-existing c.d",
        ]

    @pytest.mark.parametrize("text", [TEXT, REQUEST])
    def test_another_device_does_not(self, tmp_path, text):
        with pytest.raises(SetupError, match=r"there is no APK|Could not find"):
            run(RecordingDevice(embedded=False), text, base_dir=tmp_path, stand_ins=("a.b",))

    def test_refusal_in_words(self, tmp_path):
        (tmp_path / "a.apk").write_bytes(b"PK")
        device = RecordingDevice(
            {"install": "Performing Streamed Install\nFailure [INSTALL_FAILED_INVALID_APK]\n"}
        )
        with pytest.raises(SetupError, match="INSTALL_FAILED_INVALID_APK"):
            run(device, self.TEXT, base_dir=tmp_path)


class TestRequests:
    @pytest.mark.parametrize(
        ("request_text", "commands"),
        [
            ('force_stop { package_name: "a.b" }', ["shell am force-stop a.b"]),
            ('package_manager { clear { package_name: "a.b" } }', ["shell pm clear a.b"]),
            (
                'settings { name_space: SYSTEM put { key: "user_rotation" value: "0" } }',
                ["shell settings put system user_rotation 0"],
            ),
            ('generic { args: ["root"] }', ["root"]),
        ],
    )
    def test_carried_out_as_androidenv_does(self, request_text, commands):
        assert run(RecordingDevice(), f"adb_request {{ {request_text} }}") == commands

    def test_refusals_are_told(self):
        device = RecordingDevice({"shell am force-stop": ("Security exception\n", 255)})
        with pytest.raises(SetupError, match="force_stop answered ADB_ERROR: 'Security exception'"):
            run(device, 'adb_request { force_stop { package_name: "a.b" } }')

    def test_output_need_not_be_utf8(self):
        device = RecordingDevice()
        device.adb = lambda args, timeout=None: type("Answer", (), {"output": b"\xff", "exit_code": 1})
        with pytest.raises(SetupError, match="ADB_ERROR"):
            run(device, 'adb_request { force_stop { package_name: "a.b" } }')


class TestTries:
    CLEAR = 'adb_call { clear_cache { package_name: "a.b" } }'

    @pytest.mark.parametrize(("retries", "tries"), [(0, 3), (1, 3), (3, 3), (5, 5)])
    def test_at_least_three(self, retries, tries):
        device = RecordingDevice({"shell pm clear": ("Failed", 1)})
        with pytest.raises(SetupError) as caught:
            run(device, f"{self.CLEAR} success_condition {{ num_retries: {retries} }}")
        assert device.commands == ["shell pm clear a.b"] * tries
        assert caught.value.tries == tries
        assert len(device.sleeps) == tries - 1

    def test_error_says_where_what_and_why(self):
        device = RecordingDevice({"shell pm clear": ("no such package\n", 1)})
        with pytest.raises(SetupError) as caught:
            run(device, self.CLEAR)
        assert str(caught.value) == (
            "x.textproto:3:1: setup step 1 failed 3 times: "
            "`adb shell pm clear a.b` answered 'no such package' (exit code 1)"
        )

    def test_goes_on_once_a_try_works(self):
        device = RecordingDevice()
        device.queue("shell pm clear", ("Failed", 1), "Failed", "Success")
        assert run(device, self.CLEAR, "adb_call { tap {} }") == ["shell pm clear a.b"] * 3 + [
            "shell input tap 0 0"
        ]

    def test_steps_after_a_failure_do_not_run(self):
        device = RecordingDevice({"shell pm clear": ("Failed", 1)})
        with pytest.raises(SetupError):
            run(device, self.CLEAR, "adb_call { tap {} }")
        assert "shell input tap 0 0" not in device.commands

    def test_a_command_that_takes_too_long_is_a_failed_try(self):
        device = RecordingDevice()
        device.queue("shell pm clear", TimeoutError(), "Success")
        assert len(run(device, self.CLEAR)) == 2

    def test_the_step_is_repeated_with_its_check(self):
        device = RecordingDevice()
        device.queue("shell pm list packages", "package:x\n", "package:a.b\n")
        commands = run(device, self.CLEAR + 'success_condition { check_install { package_name: "a.b" } }')
        assert commands == ["shell pm clear a.b", "shell pm list packages"] * 2


class TestWaiting:
    INSTALL = 'success_condition { check_install { package_name: "a.b" timeout_sec: 1 } }'

    def test_sleep_moves_the_devices_clock(self):
        device = RecordingDevice()
        run(device, "sleep { time_sec: 2.5 }")
        assert device.sleeps == [2.5]

    def test_without_a_timeout_a_check_is_made_once(self):
        device = RecordingDevice({"shell pm list packages": "package:a.bc\n"})
        with pytest.raises(SetupError, match=r"package a\.b is not installed"):
            run(device, 'success_condition { check_install { package_name: "a.b" } }')
        assert device.commands == ["shell pm list packages"] * 3

    def test_a_check_waits_as_long_as_it_says(self):
        device = RecordingDevice({"shell pm list packages": ""})
        with pytest.raises(SetupError, match=r"waited 1 s"):
            run(device, self.INSTALL)
        assert sum(device.sleeps) == pytest.approx(3 * 1 + 2 * 0.5)

    def test_a_check_ends_as_soon_as_it_holds(self):
        device = RecordingDevice()
        device.queue("shell pm list packages", "", "", "", "package:a.b\r\n")
        run(device, self.INSTALL)
        assert sum(device.sleeps) == pytest.approx(0.3)

    def test_a_clock_that_stands_still_keeps_nobody(self):
        device = RecordingDevice({"shell pm list packages": ""})
        device.clock = lambda: 5.0
        with pytest.raises(SetupError):
            run(device, self.INSTALL)

    def test_messages_count_from_the_beginning_of_the_step(self):
        text = (
            'adb_call { tap {} } success_condition { wait_for_message { message: "re+ady$" timeout_sec: 2 } }'
        )
        device = RecordingDevice()
        device.log = [(50.0, "now ready"), (100.35, "not ready yet"), (100.95, "it is ready")]
        run(device, text)
        assert device.time == pytest.approx(101.0)
        assert device.commands == ["shell input tap 0 0"]

        silent = RecordingDevice()
        silent.log = [(50.0, "now ready")]
        with pytest.raises(SetupError, match="no message was logged that matches 're"):
            run(silent, text)


class TestAppScreen:
    DUMP = (
        "TASK 10060:com.example id=7\n"
        "  ACTIVITY com.example/.Main 1 pid=2\n"
        "    View Hierarchy:\n"
        "      DecorView@1[Main]\n"
        "        android.widget.LinearLayout{1 V.E}\n"
        "          android.view.ViewStub{2 G.E}\n"
        "          android.widget.FrameLayout{3 V.E app:id/content}\n"
    )

    def wait(self, device, *patterns, activity="com.example/com.example.Main"):
        path = "".join(f' view_hierarchy_path: "{pattern}"' for pattern in patterns)
        screen = f'app_screen {{ activity: "{activity}"{path} }}'
        return run(device, f"success_condition {{ wait_for_app_screen {{ {screen} timeout_sec: 0.2 }} }}")

    @pytest.mark.parametrize("activity", ["com.example/com.example.Main", "com.example/.Main"])
    def test_activity_in_front(self, activity):
        device = RecordingDevice({"shell am stack list": STACK})
        assert self.wait(device, activity=activity) == ["shell am stack list | grep -E visible=true"]

    def test_another_activity_in_front(self):
        with pytest.raises(SetupError, match=r"com.example/com.example.Main is in front, not a.b/a.b.C"):
            self.wait(RecordingDevice({"shell am stack list": STACK}), activity="a.b/.C")

    def test_nothing_in_front(self):
        with pytest.raises(SetupError, match="no activity is in front"):
            self.wait(RecordingDevice({"shell am stack list": ("", 1)}))

    def test_views_level_by_level(self):
        device = RecordingDevice({"shell am stack list": STACK, "shell dumpsys activity": self.DUMP})
        paths = ("^DecorView@.*", "^android.widget.Linear", "android.widget.FrameLayout.*content}")
        commands = self.wait(device, *paths)
        assert commands == [
            "shell am stack list | grep -E visible=true",
            "shell dumpsys activity com.example com.example",
        ]
        assert device.sleeps == []  # found at the first look

    @pytest.mark.parametrize(
        ("patterns", "level"),
        [(("^DecorView", "^android.widget.Frame"), 2), (("Linear",), 1), (("View@",), 1)],
    )
    def test_a_missing_view_is_named_by_level(self, patterns, level):
        device = RecordingDevice({"shell am stack list": STACK, "shell dumpsys activity": self.DUMP})
        with pytest.raises(SetupError, match=f"no view matches .*, level {level}"):
            self.wait(device, *patterns)

    def test_dump_without_views(self):
        device = RecordingDevice({"shell am stack list": STACK, "shell dumpsys activity": "TASK none\n"})
        with pytest.raises(SetupError, match="no view hierarchy"):
            self.wait(device, "x")


def test_device_errors_are_not_swallowed():
    class Lost(Exception):
        pass

    device = RecordingDevice({"shell input tap": Lost()})
    with pytest.raises(Lost):
        run(device, "adb_call { tap {} }")
