"""Commands of Android's own: formats and exit codes."""

import re
import sqlite3
import struct

import cv2
import numpy as np
import pytest

from mobile_env.phone.formats.apk.archive import make_apk
from mobile_env.phone.network import Response

APP = "com.wikihow.wikihowapp"
MAIN = f"{APP}/.MainTabActivity"
FULL = f"{APP}/{APP}.MainTabActivity"


@pytest.fixture
def started(sh):
    sh(f"am start -n {MAIN}")
    return sh


def test_start_and_wait(sh) -> None:
    assert sh(f"am start -W -n {FULL}") == (
        f"Starting: Intent {{ cmp={MAIN} }}\nStatus: ok\nLaunchState: COLD\nActivity: {MAIN}\n"
        "TotalTime: 250\nWaitTime: 253\nComplete\n"
    )
    assert sh.phone.foreground_activity == FULL


def test_start_takes_an_intent_apart(sh) -> None:
    out = sh(
        f"am start -S -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 0x10200000"
        f" --es word 'two words' --ei n 3 --ez yes true --esa list a,b -n {MAIN}"
    )
    assert out.splitlines() == [
        f"Stopping: {APP}",
        "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10200000 "
        f"cmp={MAIN} (has extras) }}",
    ]
    extras = sh.phone.activities.foreground.intent.extras
    assert dict(extras) == {"word": "two words", "n": 3, "yes": True, "list": ["a", "b"]}


def test_start_of_what_runs_already_warns(started) -> None:
    code, out, err = started.result(f"am start -n {MAIN}")
    assert (code, out) == (0, f"Starting: Intent {{ cmp={MAIN} }}\n")
    assert err.startswith("Warning: Activity not started, ")


def _java(verb: str, message: str) -> str:
    return f"\nException occurred while executing '{verb}':\njava.lang.IllegalArgumentException: {message}\n"


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (
            "am start -n com.none/.Main",
            1,
            "Error type 3\nError: Activity class {com.none/com.none.Main} does not exist.\n",
        ),
        (
            "am start -a no.such.ACTION",
            1,
            "Error: Activity not started, unable to resolve Intent { act=no.such.ACTION flg=0x10000000 }\n",
        ),
        (
            "am start",
            255,
            _java("start", "No intent supplied"),
        ),
        (
            "am start --frob",
            255,
            _java("start", "Unknown option: --frob"),
        ),
        (
            "am start -n nocomponent",
            255,
            _java("start", "Bad component name: nocomponent"),
        ),
        ("am frobnicate", 255, "Unknown command: frobnicate\n"),
        ("pm clear com.none", 1, "Failed\n"),
        (
            "pm grant com.none x",
            255,
            _java("grant", "Unknown package: com.none"),
        ),
        ("settings get elsewhere x", 255, "Invalid namespace 'elsewhere'\n"),
        (
            "setprop ro.build.version.sdk 1",
            1,
            "Failed to set property 'ro.build.version.sdk' to '1'.\nSee dmesg for error reason.\n",
        ),
        ("cmd nothing", 20, "cmd: Can't find service: nothing\n"),
        ("run-as com.none ls", 1, "run-as: unknown package: com.none\n"),
        ("logcat -b wrong -d", 1, "logcat: Unknown -b buffer 'wrong'\n"),
        ("logcat -d tag:Q", 1, "Invalid filter expression 'tag:Q'\n"),
        (
            "input tap 1",
            255,
            _java("tap", 'Argument expected after "tap"'),
        ),
        ("sqlite3 /sdcard/q.db 'select * from t'", 1, "Error: no such table: t\n"),
    ],
)
def test_errors(sh, command: str, code: int, message: str) -> None:
    found, _, err = sh.result(command)
    assert (found, err) == (code, message)


def test_force_stop(started) -> None:
    assert started(f"am force-stop {APP}; am force-stop com.none") == ""
    assert started.phone.foreground_activity != FULL
    assert started.result(f"pidof {APP}")[0] == 1


def test_stack_list_is_what_android_env_parses(started) -> None:
    lines = started("am stack list").splitlines()
    shown = [line for line in lines if "visible=true" in line]
    assert len(shown) == 1
    match = re.search(
        r"^\ *taskId=(?P<id>[0-9]*): (?P<base>[^\s]*) .*visible=true.*topActivity=ComponentInfo{(?P<top>[^\s]*)}$",
        shown[0],
    )
    assert match and match["base"] == match["top"] == FULL
    assert any(
        re.match(r"RootTask id=\d+ bounds=\[0,0\]\[1080,1920\] displayId=0 userId=0$", line) for line in lines
    )


def test_screen_pinning(started) -> None:
    task = started.phone.activities.tasks()[0].id
    assert started(f"am task lock {task}") == "Activity manager is in lockTaskMode\n"
    code, _, err = started.result("am start -a android.intent.action.MAIN -c android.intent.category.HOME")
    assert (code, err) == (1, "Error: Activity not started, unknown error code 101\n")
    assert started("am task lock stop") == "Activity manager is not in lockTaskMode\n"


def test_broadcast(sh) -> None:
    assert sh("am broadcast -a org.example.PING -n com.none/.Receiver") == (
        "Broadcasting: Intent { act=org.example.PING flg=0x400000 cmp=com.none/.Receiver }\n"
        "Broadcast completed: result=0\n"
    )


def test_packages(sh) -> None:
    assert f"package:{APP}\n" in sh("pm list packages")
    assert sh("pm list packages -3 wikihow") == f"package:{APP}\n"
    assert APP not in sh("pm list packages -s")
    assert sh(f"pm path {APP}") == f"package:/data/app/{APP}-1/base.apk\n"
    assert sh.result("pm path com.none") == (1, "", "")
    assert sh(f"pm disable-user {APP}; pm list packages -d") == (
        f"Package {APP} new state: disabled-user\npackage:{APP}\n"
    )
    assert sh.result(f"am start -n {MAIN}")[0] == 1
    assert sh(f"pm enable {APP}") == f"Package {APP} new state: enabled\n"
    assert sh(f"cmd package resolve-activity --brief {APP}").splitlines()[-1] == MAIN
    assert sh("pm has-feature android.hardware.touchscreen") == "true\n"


def test_clear_empties_the_data(sh) -> None:
    sh(f"echo x > /data/data/{APP}/files/note")
    assert sh(f"pm clear {APP}") == "Success\n"
    assert sh(f"ls /data/data/{APP}/files") == ""


def test_install_and_uninstall(sh) -> None:
    apk = make_apk(APP)
    assert sh(f"pm uninstall {APP}") == "Success\n"
    assert sh.result(f"pm uninstall {APP}") == (1, "Failure [not installed for 0]\n", "")
    assert sh(f"cmd package install -r -t -g -S {len(apk)}", apk) == "Success\n"
    assert sh.phone.packages.get(APP) is not None
    sh.phone.state.files.write("/data/local/tmp/a.apk", apk)
    assert sh("pm install -r /data/local/tmp/a.apk") == "Success\n"
    assert sh("pm install-create -g") == "Success: created install session [1000000]\n"
    assert (
        sh(f"pm install-write -S {len(apk)} 1000000 base.apk -", apk)
        == f"Success: streamed {len(apk)} bytes\n"
    )
    assert sh("pm install-commit 1000000") == "Success\n"
    assert sh("ls -d /data/app/vmdl* 2>/dev/null || echo gone") == "gone\n"
    code, out, _ = sh.result("pm install -S 3", b"abc")
    assert code == 1 and out.startswith("Failure [INSTALL_PARSE_FAILED_NOT_APK")
    other = make_apk("org.example.unknown")
    code, out, _ = sh.result(f"pm install -S {len(other)}", other)
    assert code == 1 and out.startswith("Failure [INSTALL_FAILED_") and "org.example.unknown" in out


def test_settings(sh) -> None:
    assert sh(
        "settings put global x 'a b'; settings get global x; settings delete global x; settings get global x"
    ) == ("a b\nDeleted 1 rows\nnull\n")
    assert "window_animation_scale=1.0\n" in sh("settings list global")
    assert (
        sh(
            "settings put global animator_duration_scale 0; settings reset global com.android.shell;"
            "settings get global animator_duration_scale"
        )
        == "1.0\n"
    )
    assert (
        sh(
            "content insert --uri content://settings/system --bind name:s:k --bind value:i:5; settings get system k"
        )
        == "5\n"
    )
    assert sh(
        "content query --uri content://settings/system --where \"name='k'\" --projection name:value"
    ) == ("Row: 0 name=k, value=5\n")


def test_rotation_is_seen_everywhere(sh) -> None:
    assert sh("dumpsys input | grep -E '^ +SurfaceOrientation'").strip() == "SurfaceOrientation: 0"
    sh("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    assert sh("dumpsys input | grep -E '^ +SurfaceOrientation'").strip() == "SurfaceOrientation: 1"
    assert sh.phone.screenshot().shape == (1080, 1920, 3)
    assert sh("wm size") == "Physical size: 1080x1920\n"


def test_keys_and_text(started) -> None:
    started("input keyevent KEYCODE_HOME")
    assert started.phone.foreground_activity != FULL
    started(f"am start -n {MAIN} 2>/dev/null; input keyevent 3 4")
    assert started.phone.foreground_activity != FULL
    assert started("input keyevent KEYCODE_NONSENSE") == ""


def test_taps_reach_the_app(started) -> None:
    node = re.search(
        r'content-desc="Search"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', started.phone.view_hierarchy()
    )
    assert node
    left, top, right, bottom = map(int, node.groups())
    started(f"input tap {(left + right) // 2} {(top + bottom) // 2}; input text 'bake%slobster'")
    assert 'text="bake lobster"' in started.phone.view_hierarchy()
    assert started("input tap 99999 5; input swipe -5 -5 10 10") == ""


def test_swipes_and_motion_events_scroll(sh) -> None:
    page = "".join(f"<p>paragraph {number}</p>" for number in range(60)).encode()
    sh.phone.fetch = lambda url, headers: Response(200, {"content-type": "text/html"}, page)
    sh(f"am start -n {MAIN}")

    def shown() -> list[int]:
        return [int(number) for number in re.findall(r'text="paragraph (\d+)"', sh.phone.view_hierarchy())]

    assert shown()[0] == 0
    sh("input swipe 540 1500 540 500 500")
    first = shown()[0]
    assert first > 0
    sh("input motionevent DOWN 540 700; input motionevent MOVE 540 1100; input motionevent UP 540 1300")
    assert shown()[0] < first


def test_view_hierarchy(started) -> None:
    assert started("uiautomator dump") == "UI hierchary dumped to: /sdcard/window_dump.xml\n"
    assert started("cat /sdcard/window_dump.xml") == started.phone.view_hierarchy()
    said = "UI hierchary dumped to: /dev/tty\n"
    assert started("uiautomator dump /dev/tty") == started.phone.view_hierarchy() + said
    # Without FLAG_INCLUDE_NOT_IMPORTANT_VIEWS: views that do not matter to accessibility are left out.
    compressed = started("uiautomator dump --compressed /dev/tty").removesuffix(said)
    assert compressed == started.phone.screen.compressed_hierarchy()
    assert compressed.count("<node") < started.phone.view_hierarchy().count("<node")


def test_screencap(sh) -> None:
    pixels = sh.phone.screenshot()
    png = sh.phone.shell("screencap -p").stdout
    decoded = cv2.cvtColor(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
    assert np.array_equal(decoded, pixels)
    raw = sh.phone.shell("screencap").stdout
    assert struct.unpack("<4I", raw[:16]) == (1080, 1920, 1, 1)
    assert np.array_equal(np.frombuffer(raw[16:], np.uint8).reshape(1920, 1080, 4)[..., :3], pixels)
    assert sh("screencap /sdcard/s.png; file /sdcard/s.png") == "/sdcard/s.png: PNG image data\n"


def test_logcat(sh) -> None:
    sh("logcat -b all -c; log -p d -t jd 'first line'; log -p w -t other x")
    sh.phone.log.write("E", "AndroidRuntime", "boom", buffer="crash")
    assert sh("logcat -d -v tag") == (
        "--------- beginning of main\nD/jd      : first line\nW/other   : x\n"
        "--------- beginning of crash\nE/AndroidRuntime: boom\n"
    )
    assert sh("logcat -d -s -v raw jd:D | tail -n +2") == "first line\n"
    assert re.fullmatch(
        r" {9}1697384040\.000  2371  2371 D jd      : first line\n",
        sh("logcat -v epoch -d jd:D '*:S' | grep jd"),
    )
    assert (
        sh("logcat -b crash -d -v brief") == "--------- beginning of crash\nE/AndroidRuntime(  568): boom\n"
    )
    assert (
        sh("logcat -t 1 -b main -v raw | tail -1; logcat -d -e 'ir.t' -v raw | tail -1") == "x\nfirst line\n"
    )
    assert sh("logcat -d --pid=2371 -v raw | wc -l; export ANDROID_LOG_TAGS='*:S'; logcat -d") == "3\n"
    assert sh("logcat -T '10-15 15:34:00.000' -d -v raw -m 1 | tail -1") == "first line\n"
    assert sh("logcat -g").startswith("main: ring buffer is 256 KiB")


def test_dumpsys_window_names_the_focus(started) -> None:
    out = started("dumpsys window windows")
    assert re.search(rf"^  mCurrentFocus=Window{{[0-9a-f]+ u0 {re.escape(FULL)}}}$", out, re.M)
    assert re.search(rf"^  mFocusedApp=ActivityRecord{{[0-9a-f]+ u0 {re.escape(MAIN)} t\d+}}$", out, re.M)


def test_dumpsys_activity_shows_views_below_the_activity(started) -> None:
    lines = started(f"dumpsys activity {APP} {APP}").splitlines()
    assert lines[0].startswith("TASK ") and lines[1].startswith(f"  ACTIVITY {MAIN} ")
    at = lines.index("    View Hierarchy:")
    assert re.fullmatch(r"      DecorView@[0-9a-f]+\[MainTabActivity\]", lines[at + 1])
    assert re.fullmatch(
        r"        android\.widget\.LinearLayout\{[0-9a-f]+ V\.E\.{6} \.{8} \d+,\d+-\d+,\d+"
        r" #7f0a[0-9a-f]{4} app:id/action_bar_root\}",
        lines[at + 2],
    )
    assert (
        started("dumpsys activity com.none")
        == "Bad activity command, or no activities match: com.none\nUse -h for help.\n"
    )
    assert "topResumedActivity=ActivityRecord{" in started("dumpsys activity activities")


def test_other_dumps(started) -> None:
    assert "  activity\n" in started("dumpsys -l")
    assert started.result("dumpsys frobnicator") == (0, "", "Can't find service: frobnicator\n")
    assert re.search(r"^  level: 100$", started("dumpsys battery"), re.M)
    assert "mInputShown=false" in started("dumpsys input_method")
    package = started(f"dumpsys package {APP}")
    assert f"  Package [{APP}] (" in package
    assert "      android.permission.INTERNET: granted=true\n" in package
    assert "        android.permission.POST_NOTIFICATIONS: granted=false, flags=" in package
    assert started("dumpsys package com.none") == "Unable to find package: com.none\n"
    assert "DUMP OF SERVICE window:" in started("dumpsys")


def test_a_service_without_commands_says_so(sh) -> None:
    assert sh("cmd user 2>&1; echo $?") == "No shell command implementation.\n255\n"


def test_small_ones(sh) -> None:
    assert sh("wm density; wm density 320; wm density; wm density reset") == (
        "Physical density: 400\nPhysical density: 400\nOverride density: 320\n"
    )
    assert sh("getprop ro.product.model; getprop none; getprop none d") == "sdk_gphone64_x86_64\n\nd\n"
    assert "[sys.boot_completed]: [1]\n" in sh("getprop")
    assert (
        sh("service check activity; service check none")
        == "Service activity: found\nService none: not found\n"
    )
    assert sh("svc wifi disable; settings get global wifi_on") == "0\n"
    assert sh("cmd uimode night yes; cmd uimode night") == "Night mode: yes\nNight mode: yes\n"
    assert sh("ime list -s") == sh("settings get secure default_input_method")
    assert sh("monkey -p com.none 1; echo $?").endswith(
        "** No activities found to run, monkey aborted.\n252\n"
    )
    assert "Events injected: 1\n" in sh(f"monkey -p {APP} -c android.intent.category.LAUNCHER 1")
    assert sh.phone.foreground_activity == FULL
    assert sh(f"run-as {APP} pwd") == f"/data/data/{APP}\n"
    assert f" {APP}\n" in sh("ps -A")
    assert sh(f"kill $(pidof {APP}); pidof {APP} || echo dead") == "dead\n"


def test_sqlite(sh, tmp_path) -> None:
    sh("sqlite3 /sdcard/t.db \"CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x;y'), (2, NULL);\"")
    assert sh("sqlite3 /sdcard/t.db 'SELECT * FROM t; SELECT count(*) FROM t'") == "1|x;y\n2|\n2\n"
    assert sh("sqlite3 -header -csv /sdcard/t.db 'SELECT * FROM t WHERE a = 1'") == "a,b\r\n1,x;y\r\n"
    assert (
        sh("echo .tables | sqlite3 /sdcard/t.db; sqlite3 /sdcard/t.db .schema")
        == "t\nCREATE TABLE t (a, b);\n"
    )
    (tmp_path / "t.db").write_bytes(sh.phone.state.files.read("/sdcard/t.db"))
    with sqlite3.connect(tmp_path / "t.db") as connection:
        assert connection.execute("SELECT a FROM t").fetchall() == [(1,), (2,)]
    forever = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
    assert sh.result(f"sqlite3 /sdcard/t.db '{forever}'") == (1, "", "Error: interrupted\n")
