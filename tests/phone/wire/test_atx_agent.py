"""atx-agent's HTTP interface on port 7912, reached by `adb forward` as version 2 of uiautomator2's client does."""

import json
import re
import urllib.error
import urllib.parse
import urllib.request

import pytest
from screen_reading import WIKIHOW, focus_search, typed


@pytest.fixture
def agent(served, adb):
    """Asks the agent: (status, body)."""
    port = int(adb("forward", "tcp:0", "tcp:7912")[1])

    def ask(path, data=None, method=None, headers=None):
        url = f"http://127.0.0.1:{port}{path}"
        request = urllib.request.Request(url, data, headers or {}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    yield ask
    ask("/services/uiautomator", method="DELETE")


def form(**fields):
    return urllib.parse.urlencode(fields).encode()


def shell(agent, command):
    return json.loads(agent("/shell", form(command=command, timeout="60"))[1])


def test_the_version_that_the_client_asks_for(agent):
    assert agent("/version") == (200, b"0.10.0")
    assert agent("/none")[0] == 404


def test_facts(agent):
    info = json.loads(agent("/info")[1])
    assert info["display"] == {"width": 360, "height": 640}
    assert (info["sdk"], info["version"], info["agentVersion"]) == (33, "13", "0.10.0")
    assert set(info) >= {"udid", "serial", "brand", "model", "hwaddr", "battery", "memory", "arch"}
    assert agent("/wlan/ip") == (200, b"10.0.2.16")


def test_the_shell(agent):
    assert shell(agent, "echo a; echo b >&2") == {"output": "a\nb\n", "exitCode": 0}
    assert shell(agent, "exit 3") == {"output": "", "exitCode": 3, "error": "exit status 3"}
    assert agent("/shell/stream?command=echo+hello") == (200, b"hello\n")


def test_the_server_of_rpc_is_started_and_stopped(agent):
    call = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "deviceInfo"}).encode()
    assert agent("/jsonrpc/0", call)[0] == 502
    assert json.loads(agent("/services/uiautomator")[1]) == {"running": False}
    assert json.loads(agent("/services/uiautomator", b"")[1])["success"]
    assert json.loads(agent("/services/uiautomator")[1]) == {"running": True}
    assert json.loads(agent("/jsonrpc/0", call)[1])["result"]["sdkInt"] == 33
    assert agent("/ping") == (200, b"pong")
    assert json.loads(agent("/services/uiautomator", method="DELETE")[1])["success"]
    assert agent("/jsonrpc/0", call)[0] == 502
    assert agent("/services/minicap")[0] == 400


def test_pictures(agent):
    status, picture = agent("/screenshot/0")
    assert (status, picture[:2]) == (200, b"\xff\xd8")


def test_files_go_there_and_back(agent, adb):
    data = bytes(range(256)) * 40 + b"\r\n--edge\r\n\r\n"
    edge = "0123456789abcdef"
    body = (
        f'--{edge}\r\nContent-Disposition: form-data; name="mode"\r\n\r\n0600\r\n'
        f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="a b.bin"\r\n\r\n'
    ).encode()
    body += data + f"\r\n--{edge}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={edge}"}
    status, answer = agent("/upload/sdcard/new/", body, headers=headers)
    assert (status, json.loads(answer)["target"]) == (200, "/sdcard/new/a b.bin")
    assert agent("/raw/sdcard/new/a%20b.bin") == (200, data)
    assert agent("/raw/sdcard/none")[0] == 404
    assert agent("/upload/sdcard/x", b"no form")[0] == 400


def test_apps(agent):
    facts = json.loads(agent(f"/packages/{WIKIHOW}/info")[1])["data"]
    assert (facts["mainActivity"], facts["versionCode"]) == (f"{WIKIHOW}.MainTabActivity", 156)
    assert not json.loads(agent("/packages/no.such/info")[1])["success"]
    assert agent(f"/pidof/{WIKIHOW}")[0] == 410
    assert json.loads(agent(f"/session/{WIKIHOW}", form(flags="-S"))[1])["success"]
    status, pid = agent(f"/pidof/{WIKIHOW}")
    assert (status, re.fullmatch(rb"[0-9]+", pid) is not None) == (200, True)
    assert agent("/session/no.such", b"")[0] == 410
    assert json.loads(agent("/newCommandTimeout", b"300")[1])["success"]
    assert not json.loads(agent("/newCommandTimeout", b"soon")[1])["success"]


def test_the_packages_that_the_client_looks_for(agent):
    assert "versionName=2.4.0" in shell(agent, "dumpsys package com.github.uiautomator")["output"]
    assert shell(agent, "pm path com.github.uiautomator.test")["exitCode"] == 0


def test_text_by_the_input_method_of_version_2(agent, served):
    focus_search(served)
    shell(
        agent, "ime enable com.github.uiautomator/.FastInputIME; ime set com.github.uiautomator/.FastInputIME"
    )
    output = shell(agent, "dumpsys input_method")["output"]
    assert "mCurMethodId=com.github.uiautomator/.FastInputIME" in output
    assert "mInputShown=true" in output
    shell(agent, "am broadcast -a ADB_INPUT_TEXT --es text dHdvIHdvcmRz")
    assert typed(served) == "two words"
    shell(agent, "am broadcast -a ADB_SET_TEXT --es text b25l")
    assert typed(served) == "one"
    shell(agent, "am broadcast -a ADB_CLEAR_TEXT")
    assert typed(served) == ""


def test_what_is_no_http_ends_the_connection(served, adb):
    import socket

    port = int(adb("forward", "tcp:0", "tcp:7912")[1])
    for nonsense in (
        b"hello\r\n\r\n",
        b"GET /version\r\n\r\n",
        b"POST /x HTTP/1.1\r\nContent-Length: -4\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", port), 10) as connection:
            connection.sendall(nonsense)
            assert connection.recv(20).startswith(b"HTTP/1.1 400")
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        connection.sendall(
            b"POST /shell HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded"
            b"\r\nConnection: close\r\n\r\n7\r\ncommand\r\n8\r\n=echo+hi\r\n0\r\n\r\n"
        )
        answer = b""
        while part := connection.recv(1000):
            answer += part
        assert b'"hi\\n"' in answer
