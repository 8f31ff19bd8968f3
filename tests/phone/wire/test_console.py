"""The emulator's console: who is let in, what its commands do, what hostile clients cannot do; and `adb emu`."""

import os
import socket
import stat
import struct
import threading
from pathlib import Path

import grpc
import pytest
from android_env.proto import snapshot_service_pb2, snapshot_service_pb2_grpc
from console_client import ConsoleClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from screen_reading import focus_search, middle, on_phone, typed
from transport import wait_for

from mobile_env.phone.wire.console import LONGEST_LINE, MOST_CLIENTS
from mobile_env.phone.wire.console_token import TokenFileError, make_token_file, read_token

TOKEN_FILE = ".emulator_console_auth_token"


@pytest.fixture
def token(console_home, served):
    return (console_home / TOKEN_FILE).read_text()


@pytest.fixture
def console(served, token):
    with ConsoleClient(served.console_port, token) as client:
        yield client


# Who is let in.


def test_the_greeting_is_the_emulators(served, console_home):
    with ConsoleClient(served.console_port) as stranger:
        assert stranger.greeting == [
            "Android Console: Authentication required",
            "Android Console: type 'auth <auth_token>' to authenticate",
            "Android Console: you can find your <auth_token> in ",
            f"'{console_home / TOKEN_FILE}'",
            "OK",
        ]


def test_a_stranger_may_ask_for_the_name_only(served, token):
    with ConsoleClient(served.console_port) as stranger:
        assert stranger("avd name") == ["mobile_env", "OK"]
        assert stranger("avd grpc") == [str(served.grpc_port), "OK"]
        assert stranger("ping") == ["I am alive!", "OK"]
        assert stranger("help")[:-1] == [
            "Android console commands:",
            "    help|h|?",
            "    help-verbose",
            "    ping",
            "    avd",
            "    auth",
            "    quit|exit",
            "",
            "Try 'help <command>' or 'help-verbose' for more.",
        ]
        for command in ("kill", "event text x", "rotate", "power display"):
            assert stranger(command) == ["KO: unknown command, try 'help'"]
        assert stranger("avd snapshot list")[-1] == "KO: bad sub-command"
        assert stranger("auth") == ["KO: missing authentication token"]
        for wrong in ("x", token[:-1], token + "x", "ü"):
            assert stranger(f"auth {wrong}") == [f"KO: authentication token does not match ~/{TOKEN_FILE}"]
        assert stranger("power display") == ["KO: unknown command, try 'help'"]
        assert stranger(f"auth {token}") == ["Android Console: type 'help' for a list of commands", "OK"]
        assert stranger("power display")[-1] == "OK"


def test_the_token_file_is_made_once_and_for_its_owner_only(tmp_path):
    path = tmp_path / TOKEN_FILE
    make_token_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.stat().st_nlink == 1
    assert os.listdir(tmp_path) == [TOKEN_FILE]
    token = path.read_text()
    assert len(token) >= 16
    assert token == token.strip() == read_token(path)
    make_token_file(path)
    assert path.read_text() == token


def test_emulators_that_start_at_once_agree_on_the_token(tmp_path):
    path = tmp_path / TOKEN_FILE
    start = threading.Barrier(8)
    seen = []

    def work():
        start.wait()
        make_token_file(path)
        seen.append(read_token(path))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 8
    assert set(seen) == {path.read_text()}
    assert os.listdir(tmp_path) == [TOKEN_FILE]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"two\nlines", b"x" * 5000, b"a\0b"])
def test_a_file_without_a_token_lets_nobody_in(tmp_path, content):
    path = tmp_path / TOKEN_FILE
    path.write_bytes(content)
    with pytest.raises(TokenFileError, match=TOKEN_FILE):
        read_token(path)


def test_what_is_no_file_does_not_hold_up_the_console(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path("/dev/zero"), tmp_path / "missing"):
        with pytest.raises(TokenFileError):
            read_token(path)


def test_an_empty_file_lets_everybody_in_at_once(serve, tmp_path):
    path = tmp_path / TOKEN_FILE
    path.touch()
    with serve(adb_servers=[], console_token_file=path) as server:
        with ConsoleClient(server.console_port) as client:
            assert client.greeting == ["Android Console: type 'help' for a list of commands", "OK"]
            assert client("avd status") == ["virtual device is running", "OK"]
        path.write_text("from now on\n")
        with ConsoleClient(server.console_port, "from now on") as client:
            assert client("avd status")[-1] == "OK"
    assert path.read_text() == "from now on\n"


def test_without_a_token_file_nobody_is_let_in_and_the_phone_serves_on(serve, tmp_path, caplog):
    path = tmp_path / "no folder" / TOKEN_FILE
    with serve(adb_servers=[], console_token_file=path) as server:
        assert f"lets nobody in: cannot make {path} (No such file or directory)" in caplog.text
        with ConsoleClient(server.console_port) as client:
            assert client.greeting == [
                f"KO: unable to tell who may use the console: cannot read {path} (No such file or directory)"
            ]
            assert client.read_line() is None
        assert server.phone.call(lambda phone: phone.foreground_activity)


def test_home_decides_where_the_token_is(serve, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    with serve(adb_servers=[], console_token_file=None) as server:
        token = (tmp_path / TOKEN_FILE).read_text()
        with ConsoleClient(server.console_port, token) as client:
            assert client("ping")[-1] == "OK"


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


def test_a_stopped_device_has_a_clock_that_stands(serve, console_home):
    with serve(adb_servers=[], real_time=True) as server:
        token = (console_home / TOKEN_FILE).read_text()
        with ConsoleClient(server.console_port, token) as client:
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
        ("geo fix -122.08 37.42", "no GPS emulation in this virtual device"),
        ("geo fix 1 2 3 4 5", "no GPS emulation in this virtual device"),
        ("geo fix 1", "not enough arguments: see 'help geo fix' for details"),
        ("geo fix x 1", "argument 'x' is not a number"),
        ("geo fix 181 1", "invalid longitude value. Should be in [-180,+180] range"),
        ("geo fix 1 -91", "invalid latitude value. Should be in [-90,+90] range"),
        ("geo fix 1 2 3 13", "invalid number of satellites. Must be an integer between 1 and 12"),
        ("geo nmea $GPGGA", "no GPS emulation in this virtual device"),
        ("sms send 5551234 hello there", "modem emulation not running"),
        ("sms send 5551234", "missing argument, try 'sms send <phonenumber> <text message>'"),
        ("sms send abc hello", "bad phone number format, must be [+](0-9)*"),
        ("sms pdu 00ff", "modem emulation not running"),
        ("gsm call 5551234", "modem emulation not running"),
        ("gsm call", "missing argument, try 'gsm call <phonenumber>'"),
        ("gsm call Anna", "bad phone number format, use digits, # and + only"),
        ("gsm list", "modem emulation not running"),
        ("gsm data off", "modem emulation not running"),
        ("gsm data x", "bad argument, see 'help gsm data' for valid values"),
        ("gsm signal 31 7", "modem emulation not running"),
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


def test_a_network_without_limits(console):
    assert console("network status")[1].split() == ["download", "speed:", "0", "bits/s", "(0.0", "KB/s)"]
    for command in ("speed full", "speed 0", "speed 0:0", "delay none", "delay 0"):
        assert console(f"network {command}") == ["OK"]


# Clients that mean no good.


def test_what_is_no_command_line_ends_the_connection(served, token):
    for line, answer in (
        ("GET / HTTP/1.1\r\n", "KO: Forbidden HTTP request. Aborting"),
        ("POST /x HTTP/1.0\n", "KO: Forbidden HTTP request. Aborting"),
        (b"\xff\xf4\xff\xfd\x06\n", "KO: Forbidden binary request. Aborting"),
        (b"avd\0name\n", "KO: Forbidden binary request. Aborting"),
        (b"x" * (LONGEST_LINE + 10), f"KO: a command has at most {LONGEST_LINE} bytes"),
    ):
        with ConsoleClient(served.console_port, token) as client:
            client.send(line)
            assert client.read_answer() == [answer]
            assert client.read_line() is None


def test_half_a_line_is_no_command(served, token):
    with ConsoleClient(served.console_port, token) as client:
        client.send("kill")
        client.socket.shutdown(socket.SHUT_WR)
        assert client.read_line() is None
    assert not served.wait(0.1)


def test_a_line_may_come_in_pieces_and_many_at_once(console):
    for piece in ("pi", "n", "g\r", "\n"):
        console.send(piece)
    assert console.read_answer() == ["I am alive!", "OK"]
    console.send("ping\n" * 50)
    assert [console.read_answer() for _ in range(50)] == [["I am alive!", "OK"]] * 50


def test_a_client_that_never_reads_holds_up_nobody(served, token):
    with (
        ConsoleClient(served.console_port, token) as deaf,
        ConsoleClient(served.console_port, token) as other,
    ):
        deaf.socket.settimeout(0.2)
        with pytest.raises(TimeoutError):
            for _ in range(10_000):
                deaf.send("event codes EV_KEY\n" * 1000)
        assert other("ping") == ["I am alive!", "OK"]
        # It is cut without a word.
        deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def test_strangers_make_room_for_each_other_and_those_who_said_the_token_stay(served, token):
    with ConsoleClient(served.console_port, token) as known:
        strangers = [ConsoleClient(served.console_port) for _ in range(MOST_CLIENTS + 3)]
        assert known("avd status")[-1] == "OK"
        assert strangers[-1]("ping")[-1] == "OK"
        assert [stranger.read_line() for stranger in strangers[:4]] == [None] * 4
        for stranger in strangers:
            stranger.close()


def test_many_clients_at_once(served, token):
    answers = []

    def work(number):
        with ConsoleClient(served.console_port, token) as client:
            client(f"avd snapshot save many{number}")
            answers.append(client(f"avd snapshot delete many{number}"))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [["OK"]] * 20


WORDS = "avd name snapshot save load list event send text codes mouse EV_KEY:KEY_A:1 geo fix gsm call 1 -1"
WORDS = [
    *WORDS.split(),
    "sms",
    "power",
    "capacity",
    "network",
    "speed",
    "help",
    "99999999999",
    "\\u",
    "é",
    "\x7f",
    "",
]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.one_of(
        st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join),
        st.text(st.characters(codec="utf-8", exclude_characters="\n\0"), max_size=40),
    )
)
def test_any_line_is_answered(served, token, line):
    with ConsoleClient(served.console_port, token) as client:
        if "quit" in line or "exit" in line or "kill" in line:
            return
        answer = client(line)
        assert answer[-1] == "OK" or answer[-1].startswith("KO:")
        assert "internal error" not in answer[-1]
        if "Aborting" not in answer[-1]:
            assert client("ping") == ["I am alive!", "OK"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_any_bytes_of_a_stranger_harm_nobody(served, noise):
    with ConsoleClient(served.console_port) as client:
        client.send(noise)
    with ConsoleClient(served.console_port) as client:
        assert client("ping")[-1] == "OK"
    assert not served.wait(0)


def test_strangers_take_none_of_the_phones_time(served, token):
    begin, end = threading.Event(), threading.Event()
    busy = served.phone.submit(lambda phone: (begin.set(), end.wait(10)))
    try:
        assert begin.wait(10)
        with ConsoleClient(served.console_port) as stranger:
            assert stranger("avd name") == ["mobile_env", "OK"]
            assert stranger(f"auth {token}")[-1] == "OK"
            stranger.send("avd status\n")
            stranger.socket.settimeout(0.1)
            with pytest.raises(TimeoutError):
                stranger.read_answer()
    finally:
        end.set()
    busy.result(10)


# adb.


def test_adb_emu(adb):
    assert adb("emu", "avd", "name") == (0, b"mobile_env\r\nOK\r\n", b"")
    assert adb("emu", "ping")[1] == b"I am alive!\r\nOK\r\n"
    assert adb("emu", "geo", "fix", "1", "2")[1] == b"KO: no GPS emulation in this virtual device\r\n"
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
