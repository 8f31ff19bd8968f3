"""The commands that AndroidWorld sends, a row each: what its answer must look like, always with exit status 0.

What needs services that are tested elsewhere is not here: rows of providers, text messages, calls.
"""

import re

import pytest

APP = "com.wikihow.wikihowapp"
MAIN = f"{APP}/{APP}.MainTabActivity"
FULL_TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{9} \+0000"

# (commands before it, the command, what its output matches in full).
ROWS = [
    ("", "whoami", "shell\n"),
    ("", "su 0 whoami", "root\n"),
    ("settings put system show_touches 1", "settings get system show_touches", "1\n"),
    ("", "settings get global never_set", "null\n"),
    ("", "settings get secure zen_duration", "[0-9]+\n"),
    ("", "settings list secure", r"(?:\S+=.*\n)*zen_duration=[0-9]+\n(?:\S+=.*\n)*"),
    ("service call alarm 3 s16 UTC", "getprop persist.sys.timezone", "UTC\n"),
    ("date 1015153423.00", "date", r"Sun Oct 15 15:34:00 (?:UTC|GMT) 2023\n"),
    ("date 1015153423.00", "date +%s", "1697384040\n"),
    ("svc wifi disable", "settings get global wifi_on", "0\n"),
    ("svc wifi disable; svc wifi enable", "settings get global wifi_on", "1\n"),
    ("svc bluetooth disable", "settings get global bluetooth_on", "0\n"),
    ("", "am force-stop no.such.package", ""),
    ("", f"am start '' -W -n {MAIN}", r"Starting: (?s:.*)Status: ok\n(?s:.*)Complete\n"),
    ("", f"am start  -W -n {MAIN} --es word text --ez yes true", r"Starting: (?s:.*)Complete\n"),
    ("", f"am start -S -W -n {MAIN}", r"Stopping: (?s:.*)Complete\n"),
    ("", f"am start -W -n {APP}/.MainTabActivity", r"Starting: (?s:.*)Complete\n"),
    ("", "am broadcast -a no.such.ACTION --es text 'it is'", r"(?s:.*)\nBroadcast completed: result=0\n"),
    (
        f"am start -n {MAIN}",
        "am stack list | grep -E visible=true",
        rf" *taskId=[0-9]+: {re.escape(MAIN)} .*visible=true.*topActivity=ComponentInfo{{{re.escape(MAIN)}}}\n",
    ),
    (f"am start -n {MAIN}", "dumpsys activity recents | grep -cE '\\bid=[0-9]+'", "1\n"),
    ("", "dumpsys activity recents | grep -cE 'id=[0-9]+' || true", "0\n"),
    ("", "am stack remove 9999", ""),
    ("", f"monkey -p {APP} -candroid.intent.category.LAUNCHER 1", r"(?s:.*)Events injected: 1\n(?s:.*)"),
    ("", f"monkey -p {APP} 1", r"(?s:.*)Events injected: 1\n(?s:.*)"),
    ("", f"pm clear {APP}", "Success\n"),
    ("", f"pm grant {APP} android.permission.POST_NOTIFICATIONS", ""),
    ("", "pm list packages", r"(?:package:\S+\n)+"),
    ("", f"appops set {APP} android:system_alert_window allow", ""),
    (f"appops set {APP} SYSTEM_ALERT_WINDOW deny", f"appops get {APP}", "SYSTEM_ALERT_WINDOW: deny\n"),
    ("mkdir /sdcard/D; echo a > '/sdcard/D/b c'; echo a > /sdcard/D/a", "ls -1 /sdcard/D", "a\nb c\n"),
    ("mkdir /sdcard/D", "ls -1 /sdcard/D", ""),
    (
        "mkdir /sdcard/D; echo 'TEXT' > '/sdcard/D/my file.txt'",
        "ls /sdcard/D -ll -au | grep ^-",
        rf"-rw-rw---- +1 \S+ +\S+ +5 {FULL_TIME} my file\.txt\n",
    ),
    (
        "mkdir -p /sdcard/D/E; echo > /sdcard/D/E/f",
        "find /sdcard/D -type f -o -type d",
        "/sdcard/D\n/sdcard/D/E\n/sdcard/D/E/f\n",
    ),
    (
        "mkdir -p /sdcard/Android/data/x; echo > /sdcard/Android/data/x/f; echo > /sdcard/g; "
        "find /storage/emulated/0/ -mindepth 1 -type f -delete",
        "find /sdcard/ -type f; ls -d /sdcard/Android/data/x",
        "/sdcard/Android/data/x\n",
    ),
    ("mkdir /sdcard/D; echo > /sdcard/D/a; rm -r /sdcard/D/*", "ls /sdcard/D", ""),
    ("mkdir -p /sdcard/D/E; echo > /sdcard/D/E/f; cp -a /sdcard/D/. /sdcard/G/", "ls /sdcard/G/E", "f\n"),
    ("echo > /sdcard/a; chmod 777 -R /sdcard/a", "cat /sdcard/a", "\n"),
    ("echo > /sdcard/it\\'s\\ here", "ls /sdcard/it*", "/sdcard/it's here\n"),
    ("", f"su 0 restorecon -RD /data/data/{APP}", ""),
    ("echo > /sdcard/a", "su 0 chcon u:object_r:media_rw_data_file:s0 /sdcard/a", ""),
    ("""echo 'it'"'"'s' > /sdcard/a""", "cat /sdcard/a", "it's\n"),
    ("", 'if [ -d "/sdcard" ]; then\n echo "Exists"\nelse\n echo "Does not exist"\nfi', "Exists\n"),
    ("", 'if [ -f "/sdcard" ]; then\n echo "Exists"\nelse\n echo "Does not exist"\nfi', "Does not exist\n"),
    ("sqlite3 /sdcard/x.db 'CREATE TABLE t (a)'", 'sqlite3 /sdcard/x.db "DELETE FROM t;"', ""),
    ("", "wm size", "Physical size: 1080x1920\n"),
    ("", "dumpsys input | grep logicalFrame", r".*logicalFrame=\[0, 0, 1080, 1920\].*\n"),
    ("settings put system user_rotation 1", "dumpsys input | grep logicalFrame", r".*\[0, 0, 1920, 1080\].*\n"),
    ("", "dumpsys input | grep physicalFrame", r".*physicalFrame=\[0, 0, 1080, 1920\].*\n"),
    ("", "dumpsys input | grep SurfaceOrientation", r" *SurfaceOrientation: 0\n"),
    ("", "dumpsys window | grep mCurrentRotation", r" *mCurrentRotation=ROTATION_0\n"),
    ("settings put system user_rotation 3", "dumpsys window | grep mCurrentRotation", r" *m.*=ROTATION_270\n"),
    ("", "dumpsys telephony.registry | grep mCallState", r" *mCallState=0\n"),
    ("uiautomator dump /sdcard/window_dump.xml", "cat /sdcard/window_dump.xml", r"<\?xml (?s:.*)</hierarchy>"),
    ("", "input tap 10 10", ""),
    ("", "input swipe 100 900 100 300 ", ""),
    ("", "input swipe 100 900 100 300 ''", ""),
    ("", "input draganddrop 100 900 100 300 100", ""),
    ("", "input text two%swords", ""),
    ("", "input keyevent KEYCODE_ENTER 67", ""),
    ("", "input keycombination 113 29 && input keyevent 67", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "command", "answer"), ROWS, ids=[f"{row[0]}|{row[1]}"[:70] for row in ROWS]
)
def test_a_command(phone, before, command, answer):
    if before:
        assert phone.shell(before).exit_code == 0
    result = phone.shell(command)
    assert (result.exit_code, result.stderr) == (0, b"")
    assert re.fullmatch(answer, result.stdout.decode()), result.stdout


def test_a_start_that_fails_says_error(phone):
    assert b"Error" in phone.shell("am start -W -n no.such/.Main").output


def test_reading_leaves_the_time_of_access_alone(sh):
    sh("echo a > /sdcard/a")
    before = sh("ls /sdcard/a -ll -au")
    sh.phone.advance(10)
    sh("cat /sdcard/a > /dev/null")
    assert sh("ls /sdcard/a -ll -au") == before
    sh("echo b >> /sdcard/a")
    assert sh("ls /sdcard/a -ll -au") != before


def test_a_removed_task_is_gone_and_home_stays(sh):
    sh(f"am start -n {MAIN}")
    for line in sh("dumpsys activity recents").splitlines():
        for number in re.findall(r"id=([0-9]+)", line):
            sh(f"am stack remove {number}")
    assert APP not in sh("am stack list")
    assert sh(f"pidof {APP} || echo dead") == "dead\n"
    assert sh.phone.foreground_activity.startswith("com.android.launcher3")
    sh("am stack remove 1; am stack remove 2")
    assert "com.android.launcher3" in sh("am stack list")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("-name a -o -name b", ["a", "b"]),
        (r"\( -name a -o -name b \) -a ! -name b", ["a"]),
        ("-type d -o -name b -print", ["b"]),
        ("-type f -print -o -name sub -print", ["a", "b", "sub", "sub/c"]),
        (r"-not \( -type d -o -name a \)", ["b", "sub/c"]),
        ("-mindepth 2", ["sub/c"]),
        ("-maxdepth 1 -type f", ["a", "b"]),
        ("-name a -exec false {} ; -o -name b", []),
        ("-false -o -name c", ["sub/c"]),
        ("-perm 660 -type f", ["a", "b", "sub/c"]),
    ],
)
def test_expressions_of_find(sh, words, found):
    sh("mkdir -p /sdcard/D/sub; echo > /sdcard/D/a; echo > /sdcard/D/b; echo > /sdcard/D/sub/c")
    words = words.replace(" ;", r" \;")
    assert sh(f"cd /sdcard/D; find . {words}").split() == [f"./{name}" for name in found]


@pytest.mark.parametrize(
    "words", ["-o", "-nonsense", "-name", "( -name a", "-name a )", "-mindepth x", "-exec a", "!"]
)
def test_expressions_of_find_that_are_none(sh, words):
    quoted = words.replace("(", r"\(").replace(")", r"\)")
    output = sh(f"find /sdcard {quoted} 2>&1; echo $?")
    assert output.startswith("find: ") == (words != "-o")
    assert output.endswith("1\n") == (words != "-o")


def test_labels_need_files(sh):
    assert sh("restorecon /no/such 2>&1; echo $?") == "restorecon: /no/such: No such file or directory\n1\n"
    assert sh("chcon u:object_r:x:s0 /no/such 2>&1; echo $?").endswith("No such file or directory\n1\n")
    assert sh("chcon label 2>&1; echo $?").endswith("\n1\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("set no.such CAMERA allow", "No UID for no.such"),
        (f"set {APP} CAMERA sometimes", "Mode sometimes is not valid"),
        (f"set {APP} 4% allow", "Unknown operation string: 4%"),
        ("get no.such", "No UID for no.such"),
        ("nonsense", "AppOps service (appops) commands"),
    ],
)
def test_appops_says_what_is_wrong(sh, words, message):
    output = sh(f"appops {words} 2>&1; echo $?")
    assert message in output
    assert output.endswith("\n255\n")


def test_appops_are_told_and_taken_back(sh):
    assert sh(f"appops get {APP}") == "No operations.\n"
    sh(f"cmd appops set --user 0 {APP} android:camera ignore; appops set {APP} RUN_IN_BACKGROUND allow")
    assert sh(f"appops get {APP}") == "CAMERA: ignore\nRUN_IN_BACKGROUND: allow\n"
    assert sh(f"appops get {APP} CAMERA") == "CAMERA: ignore\n"
    sh(f"appops set {APP} CAMERA default")
    assert sh(f"appops get {APP}") == "RUN_IN_BACKGROUND: allow\n"
    sh(f"appops reset {APP}")
    assert sh(f"appops get {APP}") == "No operations.\n"
