"""`mobile-env replay` as a user meets it: in a process of its own, with its words and exit codes."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from loopback import Reply

from mobile_env.cli import main
from mobile_env.commands.replay import byte_count
from mobile_env.replay.phone_time import DEFAULT_TIME
from mobile_env.replay.source import open_source
from mobile_env.replay.store.exchange import Exchange, Request
from mobile_env.replay.store.writer import StoreWriter


@pytest.fixture
def store(tmp_path: Path) -> Path:
    with StoreWriter(tmp_path / "s") as writer:
        writer.add(Exchange("https://a.org/", 200, "OK", (("Content-Type", "text/html"),), b"home"))
        writer.add(Exchange("https://a.org/x", 404, "Not Found", (), b""))
    return tmp_path / "s"


@contextmanager
def started(*arguments: str | Path) -> Iterator[tuple[subprocess.Popen, str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "mobile_env.cli", "replay", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process, process.stdout.readline()
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def test_list_and_index(store, capsys):
    assert main(["replay", "list", str(store)]) == 0
    assert capsys.readouterr().out == "200 text/html 4 https://a.org/\n404 - 0 https://a.org/x\n"
    assert main(["replay", "list", str(store), "x$"]) == 0
    assert capsys.readouterr().out == "404 - 0 https://a.org/x\n"
    assert main(["replay", "index", str(store), "--rebuild", "--verify"]) == 0
    assert capsys.readouterr().out == f"{store}: 2 resources, 0 faults\n"
    assert main(["replay", "list", str(store)]) == 0
    assert capsys.readouterr().out == "200 text/html 4 https://a.org/\n404 - 0 https://a.org/x\n"


def test_index_tells_of_damage(store, capsys):
    path = store / "archive/00000.warc.gz"
    path.write_bytes(path.read_bytes()[:-10])
    assert main(["replay", "index", str(store)]) == 2
    printed = capsys.readouterr()
    assert printed.out == f"{store}: 1 resources, 1 fault\n"
    assert "00000.warc.gz: byte" in printed.err
    assert "it was cut off" in printed.err


def test_import(tmp_path, capsys):
    har = {"log": {"entries": [{"request": {"url": "https://a.org/"}, "response": {"status": 200}}, {}]}}
    (tmp_path / "x.har").write_text(json.dumps(har))
    assert main(["replay", "import", str(tmp_path / "x.har"), "--into", str(tmp_path / "s")]) == 2
    printed = capsys.readouterr()
    assert printed.out == f"{tmp_path}/x.har: 1 resources\n"
    assert "entry 1: malformed (KeyError: 'request')" in printed.err


def test_larger_resources_when_they_are_asked_for(tmp_path, capsys):
    body = bytes(65 * 2**20)
    with StoreWriter(tmp_path / "s", resource_limit=2**30) as writer:
        writer.add(Exchange("https://a.org/film", 200, "OK", (), body))
    assert main(["replay", "index", str(tmp_path / "s"), "--verify"]) == 2
    assert "has more than" in capsys.readouterr().err
    assert main(["replay", "index", str(tmp_path / "s"), "--verify", "--resource-size", "66MB"]) == 0
    source = open_source(tmp_path / "s", resource_limit=2**30)
    assert source.answer(Request("https://a.org/film", {}), DEFAULT_TIME).body == body


def test_crawl(loopback, tmp_path, capsys):
    loopback.replies = {
        "/": Reply(b"<a href='/a'>x</a><a href='/b'>x</a>"),
        "/a": Reply(b"no gzip", (("Content-Type", "text/html"), ("Content-Encoding", "gzip"))),
        "/b": Reply(b"", status=500),
    }
    command = ["replay", "crawl", loopback.url("/"), "--out", str(tmp_path / "s"), "--delay", "0"]
    assert main([*command, "--header", "User-Agent: me", "--header", "Accept:", "--exclude", "/b"]) == 0
    assert capsys.readouterr().out == (
        f"{tmp_path}/s: 2 pages, 0 media, 0.0 kB fetched\n"
        "1 taken, but not followed:\n"
        f"  {loopback.url('/a')}: cannot be read for links: not gzip data: Error -3 while decompressing data: "
        "incorrect header check\n"
    )
    assert loopback.headers[0]["User-Agent"] == "me"
    assert "Accept" not in loopback.headers[0]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["serve", "nowhere"], "no replay store is here"),
        (["list", "nowhere"], "no replay store is here"),
        (["import", "nothing.har", "--into", "s"], "nothing.har: there is no such file"),
        (
            ["build", "nonsense", "--out", "s"],
            "no content is named 'nonsense' (known: wikihow; or",
        ),
        (["crawl", "ftp://a.org", "--out", "s"], "a crawl begins at an address such as https://"),
        (
            ["crawl", "http://a.org", "--out", "s", "--exclude", "("],
            "--exclude '(' is not a regular expression",
        ),
        (["crawl", "http://a.org", "--out", "s", "--connections", "0"], "--connections must be at least 1"),
    ],
)
def test_bad_input(tmp_path, monkeypatch, capsys, arguments, complaint):
    monkeypatch.chdir(tmp_path)
    assert main(["replay", *arguments]) == 2
    printed = capsys.readouterr().err
    assert complaint in printed
    assert printed.startswith("mobile-env: ")
    assert "Traceback" not in printed


@pytest.mark.parametrize(
    "arguments",
    [
        ["serve", "s", "--port", "70000"],
        ["crawl", "http://a.org", "--out", "s", "--size", "much"],
        ["crawl", "http://a.org", "--out", "s", "--header", "no header"],
        ["crawl", "http://a.org", "--out", "s", "--delay", "-1"],
        ["nonsense"],
        [],
    ],
)
def test_arguments_that_cannot_be_read(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["replay", *arguments])
    assert stopped.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_sizes():
    assert [byte_count(text) for text in ("10", "1.5k", "64MB", "2 GiB")] == [10, 1536, 64 * 2**20, 2**31]


@pytest.mark.needs_extra("replay")
def test_serve_until_interrupted(store, tmp_path, capsys):
    with started("serve", store, "--port", "0", "--confdir", tmp_path / "ca") as (process, line):
        port = re.fullmatch(rf"replaying {store} at 127.0.0.1:(\d+); Ctrl-C stops it\n", line)[1]
        assert (tmp_path / "ca/mitmproxy-ca-cert.pem").is_file()
        assert main(["replay", "serve", str(store), "--port", port]) == 2
        assert capsys.readouterr().err == (
            f"mobile-env: no proxy at 127.0.0.1:{port}: the port is in use, by another proxy perhaps "
            "(stop that, or choose another --port)\n"
        )
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out.splitlines()[-1], err) == (0, "stopped", "")


def test_an_interrupted_crawl_keeps_what_it_has(loopback, tmp_path):
    loopback.replies = {"/": Reply(b"<a href='/a'>x</a>"), "/a": Reply(b"a")}
    command = ("crawl", loopback.url("/"), "--out", tmp_path / "s", "--delay", "5", "--ignore-robots")
    process = subprocess.Popen(
        [sys.executable, "-m", "mobile_env.cli", "replay", *map(str, command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 20
    while not loopback.asked and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "fetched resources are kept; the same command resumes" in err
    assert "Traceback" not in err
    assert main(["replay", *map(str, command), "--delay", "0"]) == 0
    assert loopback.asked == ["/", "/a"]
