"""The emulator's gRPC services of a served phone, called with their own stubs."""

import re

import cv2
import grpc
import numpy as np
import pytest
from android_env.proto import (
    emulator_controller_pb2 as messages,
)
from android_env.proto import (
    emulator_controller_pb2_grpc,
    snapshot_service_pb2,
    snapshot_service_pb2_grpc,
)
from google.protobuf import empty_pb2

from mobile_env.phone.wire.control.server import MOST_STREAMS

EMPTY = empty_pb2.Empty()
OPTIONS = [("grpc.max_receive_message_length", -1)]


@pytest.fixture(scope="module")
def channel(server):
    # AndroidEnv's credentials; plain ones do as well.
    with grpc.secure_channel(
        f"localhost:{server.grpc_port}", grpc.local_channel_credentials(), options=OPTIONS
    ) as made:
        yield made


@pytest.fixture
def emulator(served, channel):
    return emulator_controller_pb2_grpc.EmulatorControllerStub(channel)


@pytest.fixture
def snapshots(served, channel):
    return snapshot_service_pb2_grpc.SnapshotServiceStub(channel)


def screen(served):
    return served.phone.call(lambda phone: phone.screenshot().copy())


def touch(emulator, x, y, pressure=1, identifier=0):
    emulator.sendTouch(
        messages.TouchEvent(touches=[messages.Touch(x=x, y=y, pressure=pressure, identifier=identifier)])
    )


def icon(served, name="wikiHow"):
    """Middle of a launcher icon."""
    xml = served.phone.call(lambda phone: phone.view_hierarchy())
    left, top, right, bottom = map(
        int,
        re.search(
            rf'(?:text|content-desc)="{name}"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"', xml
        ).groups(),
    )
    return (left + right) // 2, (top + bottom) // 2


def front(served):
    return served.phone.call(lambda phone: phone.foreground_activity)


def test_status_and_display(emulator):
    status = emulator.getStatus(EMPTY)
    assert status.booted
    entries = {entry.key: entry.value for entry in status.hardwareConfig.entry}
    assert (entries["hw.lcd.width"], entries["hw.lcd.height"]) == ("360", "640")
    (display,) = emulator.getDisplayConfigurations(EMPTY).displays
    assert (display.width, display.height, display.dpi) == (360, 640, 160)
    assert emulator.getVmState(EMPTY).state == messages.VmRunState.RUNNING


@pytest.mark.parametrize(
    ("asked", "size"),
    [
        ((0, 0), (360, 640)),
        ((180, 0), (180, 320)),
        ((0, 64), (36, 64)),
        ((90, 90), (50, 90)),
        ((999, 999), (360, 640)),
    ],
)
def test_screenshots_fit_into_what_is_asked_for(emulator, asked, size):
    wanted = messages.ImageFormat(format=messages.ImageFormat.RGB888, width=asked[0], height=asked[1])
    image = emulator.getScreenshot(wanted)
    assert (image.format.width, image.format.height) == size
    assert len(image.image) == size[0] * size[1] * 3


def test_screenshot_formats_hold_the_same_pixels(emulator, served):
    expected = screen(served)
    rgba = emulator.getScreenshot(messages.ImageFormat(format=messages.ImageFormat.RGBA8888))
    pixels = np.frombuffer(rgba.image, np.uint8).reshape(640, 360, 4)
    assert (pixels[..., :3] == expected).all()
    assert (pixels[..., 3] == 255).all()
    rgb = emulator.getScreenshot(messages.ImageFormat(format=messages.ImageFormat.RGB888))
    assert rgb.image == expected.tobytes()
    png = emulator.getScreenshot(messages.ImageFormat())
    decoded = cv2.imdecode(np.frombuffer(png.image, np.uint8), cv2.IMREAD_COLOR_RGB)
    assert (decoded == expected).all()


def test_a_tap_and_keys(emulator, served):
    x, y = icon(served)
    touch(emulator, x, y)
    touch(emulator, x, y, pressure=0)
    assert "wikihow" in front(served)
    home = messages.KeyboardEvent(key="GoHome", eventType=messages.KeyboardEvent.keypress)
    emulator.sendKey(home)
    assert "launcher" in front(served)


def test_a_second_finger_is_not_there(emulator, served):
    x, y = icon(served)
    touch(emulator, 5, 600)
    touch(emulator, x, y, identifier=1)
    touch(emulator, x, y, pressure=0, identifier=1)
    touch(emulator, 5, 600, pressure=0)
    assert "launcher" in front(served)


def test_touches_outside_the_screen_do_nothing(emulator, served):
    for x, y in ((-1, 5), (5, -1), (361, 5), (5, 9999), (-(2**31), 2**31 - 1)):
        touch(emulator, x, y)
    assert served.phone.call(lambda phone: phone.state.finger) is None
    touch(emulator, 360, 640)  # a position of 1.0, as AndroidEnv scales it
    assert served.phone.call(lambda phone: phone.state.finger) is not None


def test_touches_are_in_the_natural_orientation(emulator, served):
    served.phone.call(lambda phone: phone.set_rotation(1))
    touch(emulator, 100, 40)
    finger = served.phone.call(lambda phone: phone.state.finger)
    assert (round(finger.x), round(finger.y)) == (40, 260) or (round(finger.x), round(finger.y)) == (600, 100)
    image = emulator.getScreenshot(messages.ImageFormat(format=messages.ImageFormat.RGB888))
    assert (image.format.width, image.format.height) == (360, 640)


def test_the_mouse_is_a_finger(emulator, served):
    x, y = icon(served)
    emulator.sendMouse(messages.MouseEvent(x=x, y=y))
    for _ in range(2):
        emulator.sendMouse(messages.MouseEvent(x=x, y=y, buttons=1))
    emulator.sendMouse(messages.MouseEvent(x=x, y=y))
    assert "wikihow" in front(served)


@pytest.mark.parametrize(
    ("kind", "code"),
    [("XKB", 38), ("Evdev", 30), ("Usb", 0x70004)],
)
def test_key_codes_of_three_kinds(emulator, served, kind, code):
    keys = []
    served.phone.call(lambda phone: setattr(phone, "key", keys.append))
    try:
        press = messages.KeyboardEvent(codeType=messages.KeyboardEvent.KeyCodeType.Value(kind), keyCode=code)
        press.eventType = messages.KeyboardEvent.keydown
        emulator.sendKey(press)
        press.eventType = messages.KeyboardEvent.keyup
        emulator.sendKey(press)
    finally:
        served.phone.call(lambda phone: delattr(phone, "key"))
    assert keys == ["A"]


def test_unknown_keys_do_nothing(emulator, served):
    before = served.phone.call(lambda phone: phone.state.clock.now_us)
    for event in (
        messages.KeyboardEvent(keyCode=9999),
        messages.KeyboardEvent(codeType=messages.KeyboardEvent.Mac, keyCode=1),
        messages.KeyboardEvent(key="Hyper"),
        messages.KeyboardEvent(),
    ):
        emulator.sendKey(event)
    assert served.phone.call(lambda phone: phone.state.clock.now_us) == before


@pytest.mark.parametrize(
    ("method", "request_"),
    [
        ("sendKey", messages.KeyboardEvent(codeType=99, keyCode=1)),
        ("sendKey", messages.KeyboardEvent(eventType=-1, key="a")),
        ("setVmState", messages.VmRunState(state=77)),
        ("getScreenshot", messages.ImageFormat(format=50)),
        ("getScreenshot", messages.ImageFormat(transport={"channel": 9})),
        ("sendTouch", messages.TouchEvent(touches=[{"x": 1}, {"x": 1, "expiration": 5}])),
        ("setBattery", messages.BatteryState(health=41)),
    ],
)
def test_an_enum_value_that_has_no_name_is_an_invalid_argument(emulator, method, request_):
    with pytest.raises(grpc.RpcError) as caught:
        getattr(emulator, method)(request_)
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert "no value of this enum: " in caught.value.details()


def test_a_stream_refuses_it_too(emulator):
    with pytest.raises(grpc.RpcError) as caught:
        list(emulator.streamScreenshot(messages.ImageFormat(format=50)))
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT


def test_the_clipboard(emulator):
    emulator.setClipboard(messages.ClipData(text="a 'b' é😀"))
    assert emulator.getClipboard(EMPTY).text == "a 'b' é😀"
    stream = emulator.streamClipboard(EMPTY)
    assert next(stream).text == "a 'b' é😀"
    emulator.setClipboard(messages.ClipData(text="new"))
    assert next(stream).text == "new"
    stream.cancel()


def test_a_stream_of_screenshots_gives_what_changed(emulator, served):
    stream = emulator.streamScreenshot(messages.ImageFormat(format=messages.ImageFormat.RGB888, width=180))
    first = next(stream)
    assert (first.seq, first.format.width) == (0, 180)
    emulator.getStatus(EMPTY)  # changes nothing
    x, y = icon(served)
    touch(emulator, x, y)
    touch(emulator, x, y, pressure=0)
    second = next(stream)
    assert second.seq > first.seq
    assert second.image != first.image
    stream.cancel()


def test_the_log(emulator, served):
    served.phone.call(lambda phone: phone.log.write("W", "Grpc", "hello"))
    text = emulator.getLogcat(messages.LogMessage())
    assert text.contents.endswith("W Grpc    : hello\n")
    parsed = emulator.getLogcat(messages.LogMessage(sort=messages.LogMessage.Parsed, start=text.next - 1))
    (entry,) = parsed.entries
    assert (entry.level, entry.tag, entry.msg) == (messages.LogcatEntry.WARN, "Grpc", "hello")
    stream = emulator.streamLogcat(messages.LogMessage(start=text.next))
    served.phone.call(lambda phone: phone.log.write("I", "Grpc", "more"))
    assert next(stream).contents.endswith("I Grpc    : more\n")
    stream.cancel()


def test_the_battery(emulator, served):
    state = emulator.getBattery(EMPTY)
    assert (state.chargeLevel, state.isPresent, state.charger) == (100, True, messages.BatteryState.AC)
    for charger in (messages.BatteryState.USB, messages.BatteryState.WIRELESS, messages.BatteryState.NONE):
        for health in messages.BatteryState.BatteryHealth.values():
            wanted = messages.BatteryState(
                hasBattery=True,
                isPresent=True,
                charger=charger,
                chargeLevel=5,
                health=health,
                status=messages.BatteryState.DISCHARGING,
            )
            emulator.setBattery(wanted)
            assert emulator.getBattery(EMPTY) == wanted
    shown = served.phone.call(lambda phone: phone.shell("dumpsys battery")).stdout.decode()
    assert "  level: 5\n" in shown
    assert "  status: 3\n" in shown
    with pytest.raises(grpc.RpcError, match="chargeLevel 101 is not between 0 and 100"):
        emulator.setBattery(messages.BatteryState(chargeLevel=101))
    assert emulator.getBattery(EMPTY).chargeLevel == 5


def test_what_the_phone_has_not_is_unimplemented(emulator):
    with pytest.raises(grpc.RpcError) as raised:
        emulator.getGps(EMPTY)
    assert raised.value.code() == grpc.StatusCode.UNIMPLEMENTED


def test_streams_leave_room_for_calls(serve):
    with serve(adb_servers=[]) as server, grpc.insecure_channel(f"127.0.0.1:{server.grpc_port}") as channel:
        fill_with_streams(emulator_controller_pb2_grpc.EmulatorControllerStub(channel))


def fill_with_streams(emulator):
    streams = [emulator.streamClipboard(EMPTY) for _ in range(MOST_STREAMS)]
    for stream in streams:
        next(stream)
    with pytest.raises(grpc.RpcError) as raised:
        next(emulator.streamClipboard(EMPTY))
    assert raised.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
    assert emulator.getStatus(EMPTY).booted
    for stream in streams:
        stream.cancel()


def test_snapshots(snapshots, served):
    package = snapshot_service_pb2.SnapshotPackage
    served.phone.call(lambda phone: phone.state.files.write("/sdcard/kept", b"1"))
    assert snapshots.SaveSnapshot(package(snapshot_id="one")).success
    served.phone.call(lambda phone: phone.state.files.write("/sdcard/kept", b"2"))
    everything = snapshot_service_pb2.SnapshotFilter(statusFilter=snapshot_service_pb2.SnapshotFilter.All)
    assert [each.snapshot_id for each in snapshots.ListSnapshots(everything).snapshots] == ["one"]
    assert snapshots.LoadSnapshot(package(snapshot_id="one")).success
    assert served.phone.call(lambda phone: phone.state.files.read("/sdcard/kept")) == b"1"
    missing = snapshots.LoadSnapshot(package(snapshot_id="two"))
    assert (missing.success, missing.err) == (False, b"no snapshot 'two' (saved: one)")
    assert not snapshots.SaveSnapshot(package(snapshot_id="")).success
    assert snapshots.DeleteSnapshot(package(snapshot_id="one")).success
    assert not snapshots.DeleteSnapshot(package(snapshot_id="one")).success
    assert not snapshots.ListSnapshots(everything).snapshots


def test_reset_boots_anew(emulator, served):
    x, y = icon(served)
    touch(emulator, x, y)
    touch(emulator, x, y, pressure=0)
    emulator.setVmState(messages.VmRunState(state=messages.VmRunState.RESET))
    assert "launcher" in front(served)
