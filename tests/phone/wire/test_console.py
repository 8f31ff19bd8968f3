"""The emulator's console: what its commands do, and `adb emu`."""

import grpc
import pytest
from android_env.proto import snapshot_service_pb2, snapshot_service_pb2_grpc
from console_client import ConsoleClient
from screen_reading import focus_search, middle, on_phone, typed
from transport import wait_for

# Lines.


def test_help_names_every_command_and_describes_each(console):
    listed = [line.strip() for line in console("help") if line.startswith("    ")]
    assert "avd" in listed
    assert len("\r\n".join(console("help"))) < 1024  # Android Studio reads no more
    verbose = console("help-verbose")
    for names in listed:
        name = names.partition("|")[0]
        assert any(line.startswith(f"    {names} ") for line in verbose)
        assert console(f"help {name}")[-1] == "OK"
    assert console("help avd snapshot save") == ["'avd snapshot save <name>' keeps the state of now", "OK"]
    assert console("help nothing")[-1] == "KO: unknown command"
    assert console("help avd nothing")[-1] == "KO: unknown command"


@pytest.mark.parametrize("line", ["", " ", "nothing", "AVD name", "avdname", "sensor status", "crash"])
def test_unknown_commands(console, line):
    assert console(line) == ["KO: unknown command, try 'help'"]


def test_sub_commands_are_named_when_one_lacks(console):
    for line, reason in (("avd", "missing"), ("avd ", "missing"), ("avd x", "bad"), ("event sendx", "bad")):
        said = console(line)
        assert said[-1] == f"KO: {reason} sub-command"
        assert "sub-commands:" in said


@pytest.mark.parametrize("goodbye", ["quit", "exit"])
def test_goodbye(console, goodbye):
    console.send(f"ping\r\n{goodbye}\r\nping\n")
    assert console.read_answer() == ["I am alive!", "OK"]
    assert console.read_line() is None


# The virtual device.


def test_the_device_and_its_state(console):
    assert console("avd name") == ["mobile_env", "OK"]
    assert console("avd id") == ["mobile_env", "OK"]
    assert console("avd path") == ["NO_AVD_INFO", "OK"]
    assert console("avd windowtype") == ["windowtype=headless", "OK"]
    assert console("avd start") == ["KO: virtual device already running"]
    assert console("avd stop") == ["OK"]
    assert console("avd stop") == ["KO: virtual device already stopped"]
    assert console("avd status") == ["virtual device is stopped", "OK"]
    assert console("avd start") == ["OK"]
    assert console("avd pause") == ["OK"]
    assert console("avd status") == ["virtual device is stopped", "OK"]
    assert console("avd resume") == ["OK"]


def test_a_stopped_device_has_a_clock_that_stands(serve, token):
    with serve(adb_servers=[], real_time=True) as server, ConsoleClient(server.console_port, token) as client:
        assert client("avd stop") == ["OK"]
        stopped = on_phone(server, lambda phone: phone.state.clock.now_us)
        assert client("ping")[-1] == "OK"
        assert on_phone(server, lambda phone: phone.state.clock.now_us) == stopped
        assert client("avd start") == ["OK"]
        wait_for(lambda: on_phone(server, lambda phone: phone.state.clock.now_us) > stopped)


def test_snapshots_are_those_of_grpc(console, served):
    assert console("avd snapshot list") == ["There is no snapshot available.", "OK"]
    assert console("avd snapshot save one") == ["OK"]
    before = on_phone(served, lambda phone: phone.foreground_activity)
    with grpc.insecure_channel(f"127.0.0.1:{served.grpc_port}") as channel:
        stub = snapshot_service_pb2_grpc.SnapshotServiceStub(channel)
        listed = stub.ListSnapshots(snapshot_service_pb2.SnapshotFilter()).snapshots
        assert [each.snapshot_id for each in listed] == ["one"]
        assert stub.SaveSnapshot(snapshot_service_pb2.SnapshotPackage(snapshot_id="two")).success
    rows = console("avd snapshot list")
    assert rows[1].split()[:2] == ["ID", "TAG"]
    assert [row.split()[1] for row in rows[2:-1]] == ["one", "two"]
    served.phone.call(lambda phone: phone.shell("am start -n com.wikihow.wikihowapp/.MainTabActivity"))
    assert on_phone(served, lambda phone: phone.foreground_activity) != before
    assert console("avd snapshot load one") == ["OK"]
    assert on_phone(served, lambda phone: phone.foreground_activity) == before
    assert console("avd snapshot load three") == ["KO: no snapshot 'three' (saved: one, two)"]
    for name in ("one", "two"):
        assert console(f"avd snapshot delete {name}") == ["OK"]
    assert console("avd snapshot del two") == ["KO: no snapshot 'two' (saved: none)"]
    assert console("avd snapshot save") == ["KO: argument missing, try 'avd snapshot save <name>'"]
    assert console("avd snapshot save " + "x" * 300)[0].startswith("KO: a snapshot's name has")


def test_restart_boots_anew(console, served):
    served.phone.call(lambda phone: phone.shell("am start -n com.wikihow.wikihowapp/.MainTabActivity"))
    assert console("restart") == ["OK: restarting emulator, bye bye", "OK"]
    assert on_phone(served, lambda phone: phone.foreground_activity).startswith("com.android.launcher3")


def test_rotation_goes_round(console, served):
    seen = []
    for _ in range(4):
        assert console("rotate") == ["OK"]
        seen.append(on_phone(served, lambda phone: phone.orientation))
    assert seen == [3, 2, 1, 0]


# Input.


def after_typing(phone, text):
    phone.type_text(text)
    return phone.view_hierarchy()


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("Hello world", "Hello world"),
        ('it\'s  100% "ok"', 'it\'s  100% "ok"'),
        (r"a\u00e9\xc3\xa9\\n", "aéé\\n"),
        ("zażółć 😀", "zażółć 😀"),
    ],
)
def test_text_is_typed(console, served, message, text):
    focus_search(served)
    assert console(f"event text {message}") == ["OK"]
    assert typed(served) == text


def test_a_newline_is_enter(console, served):
    focus_search(served)
    typed_only, entered = on_phone(served, lambda phone: (phone.fork(), phone.fork()))
    screens = []
    for phone, text in ((typed_only, "tie"), (entered, "tie\n")):
        screens.append(on_phone(served, lambda _, phone=phone, text=text: after_typing(phone, text)))
    assert screens[0] != screens[1]
    assert console(r"event text tie\n") == ["OK"]
    assert on_phone(served, lambda phone: phone.view_hierarchy()) == screens[1]


@pytest.mark.parametrize("message", [r"a\q", "a\\", r"\x4", r"\xff", r"\ud800"])
def test_text_that_is_none_is_refused_whole(console, served, message):
    focus_search(served)
    assert console(f"event text {message}")[-1] == "KO: badly formatted text"
    assert not typed(served)


def test_events_are_keys(console, served):
    focus_search(served)
    for code in ("KEY_H", "23"):  # 23 is I
        assert console(f"event send EV_KEY:{code}:1 EV_KEY:{code}:0 EV_SYN:0:0") == ["OK"]
    assert typed(served) == "hi"
    assert console("event send EV_KEY:KEY_BACKSPACE:1 EV_KEY:KEY_BACKSPACE:0") == ["OK"]
    assert typed(served) == "h"
    assert console("event send 1:KEY_HOMEPAGE:1 1:KEY_HOMEPAGE:0") == ["OK"]
    assert on_phone(served, lambda phone: phone.foreground_activity).startswith("com.android.launcher3")


def test_events_are_touches(console, served):
    x, y = middle(served, "content-desc", "wikiHow")
    down = f"EV_ABS:ABS_X:{x} EV_ABS:ABS_Y:{y} EV_KEY:BTN_TOUCH:1"
    assert console(f"event send {down}") == ["OK"]
    assert on_phone(served, lambda phone: phone.state.finger) is None  # nothing before its EV_SYN
    assert console("event send EV_SYN:0:0") == ["OK"]
    assert on_phone(served, lambda phone: phone.state.finger) is not None
    assert console("event send EV_KEY:BTN_TOUCH:0 EV_SYN:SYN_REPORT:0") == ["OK"]
    assert on_phone(served, lambda phone: phone.foreground_activity).startswith("com.wikihow")


def test_the_mouse_is_a_finger(console, served):
    x, y = middle(served, "content-desc", "wikiHow")
    assert console(f"event mouse {x} {y} 0 1") == ["OK"]
    assert console(f"event mouse {x} {y} 0 0") == ["OK"]
    assert on_phone(served, lambda phone: phone.foreground_activity).startswith("com.wikihow")


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("send", "argument missing, try 'event send <type>:<code>:<value> ...'"),
        ("send EV_SW:0:1", "invalid event type in 'EV_SW:0:1', try 'event types' for valid values"),
        ("send x", "invalid event type in 'x', try 'event types' for valid values"),
        (
            "send EV_KEY:KEY_NONE:1",
            "invalid event code in 'EV_KEY:KEY_NONE:1', try 'event codes EV_KEY' for valid values",
        ),
        (
            "send EV_KEY:99999:1",
            "invalid event code in 'EV_KEY:99999:1', try 'event codes EV_KEY' for valid values",
        ),
        ("send EV_KEY:KEY_A", "invalid event value in 'EV_KEY:KEY_A', must be an integer"),
        (
            "send EV_KEY:KEY_HOMEPAGE:1 EV_KEY:KEY_A:x",
            "invalid event value in 'EV_KEY:KEY_A:x', must be an integer",
        ),
        ("codes", "argument missing, try 'event codes <type>'"),
        ("codes EV_FF", "bad argument, see 'event types' for valid values"),
        ("text", "argument missing, try 'event text <message>'"),
        ("mouse 1 2 3", "four integers are needed, try 'event mouse <x> <y> <device> <buttonstate>'"),
        ("mouse 1 2 1 1", "this phone has no device 1: 0 is the touch screen"),
    ],
)
def test_events_that_are_none(console, served, command, reason):
    served.phone.call(lambda phone: phone.shell("am start -n com.wikihow.wikihowapp/.MainTabActivity"))
    assert console(f"event {command}") == [f"KO: {reason}"]
    assert on_phone(served, lambda phone: phone.foreground_activity).startswith("com.wikihow")


def test_every_listed_code_is_taken(console, served):
    kinds = [line.split()[0] for line in console("event types") if line.startswith("    ")]
    assert kinds == ["EV_SYN", "EV_KEY", "EV_ABS"]
    for kind in kinds:
        codes = [line.strip() for line in console(f"event codes {kind}") if line.startswith("    ")]
        assert len(codes) == len(set(codes)) > 0
        for code in codes:
            assert console(f"event send {kind}:{code}:1") == ["OK"], code


# Hardware.


def test_power_is_what_dumpsys_battery_says(console, served):
    def battery():
        text = on_phone(served, lambda phone: phone.shell("dumpsys battery")).stdout.decode()
        return dict(line.strip().split(": ") for line in text.splitlines() if ": " in line)

    for command in ("ac off", "status discharging", "health overheat", "capacity 7", "present false"):
        assert console(f"power {command}") == ["OK"]
    shown = battery()
    assert (shown["AC powered"], shown["status"], shown["health"], shown["level"], shown["present"]) == (
        "false",
        "3",
        "3",
        "7",
        "false",
    )
    assert console("power display") == [
        "AC: offline",
        "status: Discharging",
        "health: Overheat",
        "present: false",
        "capacity: 7",
        "OK",
    ]
    for command in (
        "ac",
        "ac maybe",
        "status x",
        "capacity 101",
        "capacity -1",
        "capacity x",
        "health",
        "present 1",
    ):
        assert console(f"power {command}")[0].startswith("KO: usage: power ")
    assert battery() == shown


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("geo fix 1", "not enough arguments: see 'help geo fix' for details"),
        ("geo fix x 1", "argument 'x' is not a number"),
        ("geo fix 181 1", "invalid longitude value. Should be in [-180,+180] range"),
        ("geo fix 1 -91", "invalid latitude value. Should be in [-90,+90] range"),
        ("geo fix 1 2 3 13", "invalid number of satellites. Must be an integer between 1 and 12"),
        ("geo nmea $GPGGA", "this receiver takes fixes only: use 'geo fix'"),
        ("sms send 5551234", "missing argument, try 'sms send <phonenumber> <text message>'"),
        ("sms send abc hello", "bad phone number format, must be [+](0-9)*"),
        ("sms pdu 00ff", "this modem takes text only: use 'sms send <phonenumber> <message>'"),
        ("gsm cancel 5551234", "no current call to/from number '5551234'"),
        ("gsm call", "missing argument, try 'gsm call <phonenumber>'"),
        ("gsm call Anna", "bad phone number format, use digits, # and + only"),
        ("gsm data x", "bad argument, see 'help gsm data' for valid values"),
        ("gsm signal 32", "bad argument, see 'help gsm signal' for valid values"),
        ("network speed gsm", "no network emulation in this virtual device: its speed is always 'full'"),
        ("network speed 14.4:80", "no network emulation in this virtual device: its speed is always 'full'"),
        ("network speed x", "invalid <speed> argument, see 'help network speed' for valid values"),
        ("network delay", "missing <delay> argument, see 'help network delay'"),
        (
            "network capture start f",
            "no network emulation in this virtual device: there are no packets to capture",
        ),
    ],
)
def test_what_the_phone_lacks_is_refused(console, command, answer):
    assert console(command) == [f"KO: {answer}"]


def test_the_modem_takes_calls_and_messages(console, adb):
    assert console("gsm call 5551234") == ["OK"]
    assert console("gsm list") == ["inbound from 5551234    : incoming", "OK"]
    assert b"mCallState=1" in adb("shell", "dumpsys", "telephony.registry")[1]
    for verb, state in (("accept", "active"), ("hold", "held"), ("accept", "active")):
        assert console(f"gsm {verb} 5551234") == ["OK"]
        assert console("gsm list")[0].endswith(f": {state}")
    assert console("gsm cancel 5551234") == ["OK"]
    assert console("gsm list") == ["OK"]
    assert console("sms send 5551234 two words") == ["OK"]
    assert b"body=two words" in adb("shell", "content", "query", "--uri", "content://sms/inbox")[1]


def test_the_mobile_network_is_as_the_console_says(console):
    assert console("gsm status") == ["gsm voice state: home", "gsm data state:  home", "OK"]
    for command in ("voice off", "data roaming", "signal 31 7", "signal-profile 2"):
        assert console(f"gsm {command}") == ["OK"]
    assert console("gsm status")[:2] == ["gsm voice state: unregistered", "gsm data state:  roaming"]
    assert console("gsm call 5551234")[0].startswith("KO: could not execute")
    assert console("gsm voice on") == ["OK"]
    assert console("gsm call 5551234") == ["OK"]
    assert console("gsm cancel 5551234") == ["OK"]


def test_a_network_without_limits(console):
    assert console("network status")[1].split() == ["download", "speed:", "0", "bits/s", "(0.0", "KB/s)"]
    for command in ("speed full", "speed 0", "speed 0:0", "delay none", "delay 0"):
        assert console(f"network {command}") == ["OK"]


# adb.


def test_adb_emu(adb):
    assert adb("emu", "avd", "name") == (0, b"mobile_env\r\nOK\r\n", b"")
    assert adb("emu", "ping")[1] == b"I am alive!\r\nOK\r\n"
    assert adb("emu", "geo", "fix", "1", "2")[1] == b"OK\r\n"
    assert adb("emu", "sms", "send", "+15550100", 'It\'s 5, "or so"')[1] == b"OK\r\n"
    rows = adb("shell", "content", "query", "--uri", "content://sms/inbox", "--projection", "address:body")[1]
    assert rows == b'Row: 0 address=+15550100, body=It\'s 5, "or so"\n'
    assert adb("emu", "no", "such")[1] == b"KO: unknown command, try 'help'\r\n"


def test_adb_emu_types_words_with_spaces(adb, served):
    focus_search(served)
    assert adb("emu", "event", "text", "two words")[1] == b"OK\r\n"
    assert typed(served) == "two words"


def test_adb_emu_kill(serve, adb_server):
    with serve(avd_name="Pixel_3a") as server:
        wait_for(lambda: adb_server("-s", server.serial, "get-state").stdout == b"device\n")
        assert adb_server("-s", server.serial, "emu", "avd", "name").stdout == b"Pixel_3a\r\nOK\r\n"
        assert (
            adb_server("-s", server.serial, "shell", "getprop ro.boot.qemu.avd_name").stdout == b"Pixel_3a\n"
        )
        assert not server.wait(0)
        killed = adb_server("-s", server.serial, "emu", "kill")
        assert (killed.returncode, killed.stdout) == (0, b"OK: killing emulator, bye bye\r\nOK\r\n")
        assert server.wait(5)
    with pytest.raises(ConnectionRefusedError):
        ConsoleClient(server.console_port)
