"""The console's token: who is let in, and the file that says so."""

import os
import stat
import threading
from pathlib import Path

import pytest
from console_client import ConsoleClient

from mobile_env.phone.wire.console.token import TOKEN_FILE_NAME, TokenFileError, make_token_file, read_token


def test_the_greeting_is_the_emulators(served, console_home):
    with ConsoleClient(served.console_port) as stranger:
        assert stranger.greeting == [
            "Android Console: Authentication required",
            "Android Console: type 'auth <auth_token>' to authenticate",
            "Android Console: you can find your <auth_token> in ",
            f"'{console_home / TOKEN_FILE_NAME}'",
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
            assert stranger(f"auth {wrong}") == [
                f"KO: authentication token does not match ~/{TOKEN_FILE_NAME}"
            ]
        assert stranger("power display") == ["KO: unknown command, try 'help'"]
        assert stranger(f"auth {token}") == ["Android Console: type 'help' for a list of commands", "OK"]
        assert stranger("power display")[-1] == "OK"


def test_the_token_file_is_made_once_and_for_its_owner_only(tmp_path):
    path = tmp_path / TOKEN_FILE_NAME
    make_token_file(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.stat().st_nlink == 1
    assert os.listdir(tmp_path) == [TOKEN_FILE_NAME]
    token = path.read_text()
    assert len(token) >= 16
    assert token == token.strip() == read_token(path)
    make_token_file(path)
    assert path.read_text() == token


def test_emulators_that_start_at_once_agree_on_the_token(tmp_path):
    path = tmp_path / TOKEN_FILE_NAME
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
    assert os.listdir(tmp_path) == [TOKEN_FILE_NAME]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"two\nlines", b"x" * 5000, b"a\0b"])
def test_a_file_without_a_token_lets_nobody_in(tmp_path, content):
    path = tmp_path / TOKEN_FILE_NAME
    path.write_bytes(content)
    with pytest.raises(TokenFileError, match=TOKEN_FILE_NAME):
        read_token(path)


def test_what_is_no_file_does_not_hold_up_the_console(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, Path("/dev/zero"), tmp_path / "missing"):
        with pytest.raises(TokenFileError):
            read_token(path)


def test_an_empty_file_lets_everybody_in_at_once(serve, tmp_path):
    path = tmp_path / TOKEN_FILE_NAME
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
    path = tmp_path / "no folder" / TOKEN_FILE_NAME
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
        token = (tmp_path / TOKEN_FILE_NAME).read_text()
        with ConsoleClient(server.console_port, token) as client:
            assert client("ping")[-1] == "OK"
