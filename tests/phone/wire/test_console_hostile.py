"""Clients of the console that mean no good harm neither the phone nor other clients."""

import random
import socket
import struct
import threading

import pytest
from console_client import ConsoleClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mobile_env.phone.wire.console.server import LONGEST_LINE, MOST_CLIENTS


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


@pytest.mark.long
def test_a_hundred_thousand_lines_are_answered(served, token):
    chance = random.Random(0)
    with ConsoleClient(served.console_port, token) as client:
        for _ in range(1000):
            lines = [" ".join(chance.choices(WORDS, k=chance.randrange(1, 7))) for _ in range(100)]
            client.send("".join(f"{line}\n" for line in lines))
            for line in lines:
                answer = client.read_answer()[-1]
                assert answer == "OK" or answer.startswith("KO: "), line
                assert "internal error" not in answer, line
