"""PhoneServer: addresses and tokens, ports, many phones, being found, being switched off."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time

from extras import require_extra

require_extra("devices")

import adbutils
import grpc
import pytest
from android_env.proto import emulator_controller_pb2, emulator_controller_pb2_grpc
from google.protobuf import empty_pb2
from transport import Transport, wait_for

from mobile_env import cli
from mobile_env.phone.wire.control.server import PortTakenError
from mobile_env.phone.wire.server import PhoneServer, UnsafeAddressError

EMPTY = empty_pb2.Empty()


def controller(server):
    return emulator_controller_pb2_grpc.EmulatorControllerStub(
        grpc.insecure_channel(f"127.0.0.1:{server.grpc_port}")
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_an_address_that_others_reach_needs_a_token(serve, host):
    with pytest.raises(UnsafeAddressError, match="give a token"):
        serve(host=host)
    with pytest.raises(UnsafeAddressError, match="a token of 16 characters or more"):
        serve(host=host, token="fifteen letters")


def test_a_token_is_asked_for(serve):
    with serve(host="0.0.0.0", token="a secret for tests") as server:
        stub = controller(server)
        for metadata in (
            (),
            (("authorization", "Bearer other"),),
            (("authorization", "a secret for tests"),),
        ):
            with pytest.raises(grpc.RpcError) as raised:
                stub.getStatus(EMPTY, metadata=metadata)
            assert raised.value.code() == grpc.StatusCode.UNAUTHENTICATED
        with pytest.raises(grpc.RpcError):
            next(stub.streamScreenshot(emulator_controller_pb2.ImageFormat()))
        assert stub.getStatus(EMPTY, metadata=(("authorization", "Bearer a secret for tests"),)).booted


def test_ports_that_are_taken_are_named_and_nothing_stays_behind(serve, served, console_port):
    with pytest.raises(PortTakenError, match=f"127.0.0.1:{served.console_port} for the console"):
        serve(console_port=served.console_port).start()
    port = console_port()
    with (
        socket.create_server(("127.0.0.1", port + 1)),
        pytest.raises(PortTakenError, match=f"127.0.0.1:{port + 1} for adb"),
    ):
        serve(console_port=port).start()
    with socket.create_server(("127.0.0.1", port)):
        pass  # its console is gone
    with pytest.raises(PortTakenError, match=f"{served.grpc_port} for gRPC"):
        serve(console_port=console_port(), grpc_port=served.grpc_port).start()


@pytest.mark.parametrize("port", [0, -1, 65_535])
def test_ports_out_of_range(serve, port):
    with pytest.raises(ValueError, match="console port"):
        serve(console_port=port)


def test_a_phone_that_cannot_be_made_says_why(console_port):
    def broken():
        raise ValueError("no such phone")

    with pytest.raises(ValueError, match="no such phone"):
        PhoneServer(broken, console_port=console_port(), adb_servers=[]).start()


def test_a_client_can_switch_the_phone_off(serve):
    with serve() as server:
        assert not server.wait(0)
        off = emulator_controller_pb2.VmRunState(state=emulator_controller_pb2.VmRunState.SHUTDOWN)
        controller(server).setVmState(off)
        assert server.wait(5)
    with pytest.raises(ConnectionRefusedError):
        Transport(server.adb_port)
    server.close()


def test_a_server_that_starts_later_finds_the_phone(serve, own_adb_server):
    adb = own_adb_server()
    with serve(adb_servers=[adb.port]) as server:
        for _ in range(2):
            adb.start()
            wait_for(lambda: f"{server.serial}\tdevice".encode() in adb("devices").stdout)
            adb.kill()


def play(server, answers):
    stub = controller(server)
    touch = emulator_controller_pb2.Touch(x=100, y=100, pressure=1)
    lift = emulator_controller_pb2.Touch(x=100, y=100)
    for _ in range(10):
        stub.sendTouch(emulator_controller_pb2.TouchEvent(touches=[touch]))
        stub.sendTouch(emulator_controller_pb2.TouchEvent(touches=[lift]))
    frame = stub.getScreenshot(emulator_controller_pb2.ImageFormat(width=90))
    with Transport(server.adb_port) as host:
        date = host.read_all(host.open("shell:date +%s.%N"))
    answers.append((frame.image, date))


def several_phones(serve, count):
    servers = [serve(adb_servers=[]) for _ in range(count)]
    answers = []
    try:
        for server in servers:
            server.start()
        threads = [threading.Thread(target=play, args=(server, answers)) for server in servers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        for server in servers:
            server.close()
    # The same was done to each: time and screen of each are the same.
    assert len(answers) == count
    assert len(set(answers)) == 1


def test_several_phones(serve):
    several_phones(serve, 6)


@pytest.mark.long
def test_sixty_four_phones(serve):
    several_phones(serve, 64)


def test_time_is_virtual_unless_asked_for(serve):
    with serve(adb_servers=[]) as still, serve(adb_servers=[], real_time=True) as running:
        before = [each.phone.call(lambda phone: phone.state.clock.now_us) for each in (still, running)]
        time.sleep(0.05)
        after = [each.phone.call(lambda phone: phone.state.clock.now_us) for each in (still, running)]
    assert after[0] == before[0]
    assert after[1] - before[1] >= 50_000


def test_adbutils(served, adb, adb_server, tmp_path):
    device = adbutils.AdbClient(port=adb_server.port).device(served.serial)
    assert device.shell("echo hi") == "hi"
    assert device.shell2("ls /no/such").returncode == 1
    assert device.prop.model == "sdk_gphone64_x86_64"
    (tmp_path / "a").write_bytes(b"x" * 100_000)
    device.sync.push(str(tmp_path / "a"), "/sdcard/a")
    assert device.sync.read_bytes("/sdcard/a") == b"x" * 100_000
    assert device.sync.stat("/sdcard/a").size == 100_000
    assert "a" in {entry.path for entry in device.sync.list("/sdcard")}
    assert device.screenshot().size == (360, 640)
    assert device.framebuffer().size == (360, 640)
    assert device.app_current().package == "com.android.launcher3"
    assert device.window_size(landscape=False) == (360, 640)
    assert device.dump_hierarchy().startswith("<?xml")
    device.click(180, 320)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_the_command(console_port, own_adb_server, console_home, end):
    adb = own_adb_server()
    adb.start()
    ports = [console_port(), None]
    ports[1] = ports[0] + 2
    command = [sys.executable, "-m", "mobile_env.cli", "phone", "serve", "--count", 2]
    command += ["--port", ports[0], "--adb-server", adb.port, "--avd-name", "Pixel_3a"]
    command += ["--display", "320x480@160", "--content", "none"]
    process = subprocess.Popen(
        list(map(str, command)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "HOME": str(console_home)},
    )
    try:
        for port in ports:
            said = f"emulator-{port}: console on port {port}, adb on port {port + 1}, gRPC on port {port + 3000}\n"
            assert process.stdout.readline() == said, process.communicate(timeout=10)
            wait_for(lambda port=port: f"emulator-{port}\tdevice".encode() in adb("devices").stdout)
        first, second = (f"emulator-{port}" for port in ports)
        assert adb("-s", first, "shell", "wm size").stdout == b"Physical size: 320x480\n"
        assert adb("-s", second, "emu", "avd", "name").stdout == b"Pixel_3a\r\nOK\r\n"
        # One phone goes, the other stays.
        assert adb("-s", first, "emu", "kill").stdout.startswith(b"OK: killing emulator")
        assert process.stdout.readline() == f"{first}: switched off\n"
        wait_for(lambda: first.encode() not in adb("devices").stdout)
        assert adb("-s", second, "shell", "echo on").stdout == b"on\n"
    finally:
        process.send_signal(end)
        rest, complaint = process.communicate(timeout=20)
    assert (process.returncode, rest) == (130, "")
    assert complaint == "mobile-env: stopped\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--display", "huge"], "expected embedded"),
        (["--content", "nothing"], "no content is named 'nothing'"),
        (["--host", "0.0.0.0"], "give a token"),
        (["--token-file", "/no/such"], "--token-file /no/such"),
        (["--count", "65"], "1 to 64"),
        (["--port", "70000"], "console port 70000"),
    ],
)
def test_bad_arguments_of_the_command(arguments, complaint, capsys):
    assert cli.main(["phone", "serve", *arguments]) == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert len(said.splitlines()) == 1
