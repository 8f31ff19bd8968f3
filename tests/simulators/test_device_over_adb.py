"""The parts of a device over adb: text, hierarchy sources, raw frames, what it needs of a device."""

import http.server
import json
import logging
import struct
import threading

import numpy as np
import pytest
from android_env.components import adb_call_parser, errors
from android_env.proto import adb_pb2

from mobile_env.phone.ui.display import Display
from mobile_env.simulators.adb.client import AdbClient, AdbError, AdbResult
from mobile_env.simulators.adb.device import AdbSimulator, decode_screencap
from mobile_env.simulators.adb.hierarchy import (
    UIAUTOMATOR2_PORT,
    Uiautomator2Server,
    UiautomatorDump,
    choose_hierarchy_source,
)
from mobile_env.simulators.adb.text import ADB_KEYBOARD, DeviceKeyboard, type_commands

DISPLAY = Display(320, 480, 160)


@pytest.fixture(scope="module")
def server(serve):
    with serve(DISPLAY) as made:
        yield made


@pytest.fixture(scope="module")
def device(server, adb_server):
    made = AdbSimulator(server.serial, server_port=adb_server.port, adb_path=adb_server.path)
    made.launch()
    yield made
    made.close()


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("", []),
        ("a b", ["input text a%sb"]),
        ("it's", ["input text 'it'\"'\"'s'"]),
        ("50%s", ["input text 50%", "input text s"]),
        ("%%s", ["input text %%", "input text s"]),
        (
            "a\nb\t",
            ["input text a", "input keyevent KEYCODE_ENTER", "input text b", "input keyevent KEYCODE_TAB"],
        ),
    ],
)
def test_commands_that_type(text, commands):
    assert type_commands(text) == commands


class _Refusing(AdbClient):
    """A device as many are: `input text` takes ASCII only. Remembers what it is told."""

    def __init__(self, methods):
        super().__init__("refusing", server_port=1)
        self._methods = methods
        self.commands = []

    def shell(self, command, timeout=None):
        self.commands.append(command)
        if command.startswith("ime list"):
            return AdbResult("\n".join(self._methods).encode(), 0)
        if command.startswith("settings get"):
            return AdbResult(b"com.google.android.inputmethod.latin/.LatinIME\n", 0)
        if not command.isascii():
            return AdbResult(b"java.lang.NullPointerException: Attempt to get length of null array\n", 0)
        return AdbResult(b"", 0)


def test_a_device_that_cannot_type_a_character_says_what_would_help():
    keyboard = DeviceKeyboard(_Refusing([]))
    with pytest.raises(errors.SendActionError, match=r"cannot type 'é': java\.lang.*install ADBKeyBoard"):
        keyboard.type_text("é", "true")


def test_adb_keyboard_types_what_input_cannot():
    client = _Refusing([ADB_KEYBOARD, "other/.Ime"])
    DeviceKeyboard(client).type_text("é😀", "log mark")
    assert client.commands[2:] == [
        f"ime enable {ADB_KEYBOARD} && ime set {ADB_KEYBOARD} && "
        "am broadcast -a ADB_INPUT_B64 --es msg w6nwn5iA && ime set com.google.android.inputmethod.latin/.LatinIME",
        "log mark",
    ]


def test_hierarchies_come_from_uiautomator_where_there_is_nothing_better(device, caplog):
    with caplog.at_level(logging.INFO):
        source = choose_hierarchy_source(device.client)
    assert isinstance(source, UiautomatorDump)
    assert "view hierarchies come from uiautomator dump" in caplog.text
    assert source.dump() == device.hierarchy_xml()


class _Uiautomator2(http.server.BaseHTTPRequestHandler):
    """As much of the uiautomator2 server as is asked for."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answers = {
            "deviceInfo": {"displayWidth": 320},
            "dumpWindowHierarchy": "<?xml version='1.0' ?><hierarchy rotation=\"0\"></hierarchy>",
        }
        answer = {"jsonrpc": "2.0", "id": request["id"]}
        if request["method"] in answers and request["params"] in ([], [False, 50]):
            answer["result"] = answers[request["method"]]
        else:
            answer["error"] = {"message": "no"}
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def test_a_uiautomator2_server_is_preferred(device, adb_server, server):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Uiautomator2) as listener:
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        pair = (f"tcp:{UIAUTOMATOR2_PORT}", f"tcp:{listener.server_port}")
        assert adb_server("-s", server.serial, "reverse", *pair).returncode == 0
        try:
            source = choose_hierarchy_source(device.client)
            assert isinstance(source, Uiautomator2Server)
            assert source.dump() == "<?xml version='1.0' ?><hierarchy rotation=\"0\"></hierarchy>"
            with pytest.raises(AdbError, match="refuses nothing"):
                source._call("nothing")
        finally:
            adb_server("-s", server.serial, "reverse", "--remove-all")
            listener.shutdown()
    with pytest.raises(AdbError):
        source.dump()


def test_raw_frames_of_both_forms():
    pixels = np.arange(2 * 3 * 4, dtype=np.uint8).reshape(2, 3, 4)
    for header in (struct.pack("<3I", 3, 2, 1), struct.pack("<4I", 3, 2, 1, 1)):
        assert (decode_screencap(header + pixels.tobytes()) == pixels[..., :3]).all()


@pytest.mark.parametrize(
    "data", [b"", b"screencap: not found\n", struct.pack("<4I", 3, 2, 5, 1) + bytes(24), bytes(99)]
)
def test_what_is_no_frame_is_refused(data):
    with pytest.raises(AdbError, match="screencap gives no"):
        decode_screencap(data)


def test_an_old_device_is_refused_with_the_reason(device, server):
    server.phone.call(lambda phone: phone.state.properties._values.update({"ro.build.version.sdk": "28"}))
    try:
        with pytest.raises(errors.SimulatorError) as raised:
            device.launch()
        assert "API 28; touches over adb need 29" in str(raised.value.__cause__)
    finally:
        server.phone.call(lambda phone: phone.state.properties._values.update({"ro.build.version.sdk": "33"}))
        device.launch()


def test_android_env_s_parts_work_on_it(device):
    parser = adb_call_parser.AdbCallParser(device.create_adb_controller())
    request = adb_pb2.AdbRequest(get_orientation=adb_pb2.AdbRequest.GetOrientationRequest())
    assert parser.parse(request).get_orientation.orientation == 0
    device.send_touch([(160, 240, True, 0), (5, 5, True, 1), (160, 240, False, 0)])
    device.send_key(np.int32(166), "keypress")
    with pytest.raises(errors.SendActionError):
        device.send_key(np.int32(9999), "keypress")


def test_a_shell_without_exit_codes_is_enough(device, monkeypatch):
    client = AdbClient(device.client.serial, server_port=device.client.server_port)
    monkeypatch.setattr(AdbClient, "features", frozenset())
    assert client.shell("echo a; false") == (b"a\n", 1)
    assert client.shell("true") == (b"", 0)
