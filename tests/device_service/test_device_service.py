"""The device service: its devices, its files, which adb commands it runs, TLS, and its command line."""

import concurrent.futures
import datetime
import hashlib
import os
import re
import signal
import subprocess
import sys

import grpc
import pytest
from extras import require_extra

from mobile_env.cli import main
from mobile_env.device_service.device_pool import DevicePool
from mobile_env.device_service.faults import Fault
from mobile_env.device_service.server import DeviceServer, PortTakenError, UnsafeTokenError
from mobile_env.device_service.session_files import SessionFiles
from mobile_env.loader import load
from mobile_env.proto import device_pb2
from mobile_env.simulators.device_spec import make_simulator
from mobile_env.simulators.remote.connection import RemoteError, UnreachableError
from mobile_env.simulators.remote.simulator import RemoteSimulator

DEVICE = "embedded:360x640@160"
TOKEN = "a token for tests"


def client(server, **options):
    options = {"token": TOKEN, "certificates": None, "patience_seconds": 1.0, **options}
    return RemoteSimulator(f"127.0.0.1:{server.port}", **options)


@pytest.fixture(scope="module")
def server():
    with DeviceServer(DevicePool([DEVICE]), TOKEN, port=0) as made:
        yield made


@pytest.fixture
def remote(server):
    simulator = client(server)
    simulator.launch()
    yield simulator
    simulator.close()


# Devices.


def test_a_device_that_is_not_embedded_is_given_to_one_at_a_time():
    pool = DevicePool(["adb:one", "adb:two"])
    taken = [pool.take(), pool.take()]
    assert [spec.text for spec in taken] == ["adb:one", "adb:two"]
    with pytest.raises(Fault, match=r"all devices are taken \(adb:one, adb:two\): wait, or serve more"):
        pool.take()
    pool.give_back(taken[0])
    assert pool.take().text == "adb:one"


@pytest.mark.parametrize(
    ("devices", "message"),
    [
        ([], "needs a device"),
        (["adb:x", "adb:x"], "named twice"),
        (["remote:a:1"], "devices of its own machine"),
        (["phone"], "unknown kind 'phone'"),
    ],
)
def test_devices_that_cannot_be_served(devices, message):
    with pytest.raises(ValueError, match=message):
        DevicePool(devices)


def test_a_device_over_adb_can_be_served(serve, adb_server, monkeypatch):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    with serve() as phone, DeviceServer(DevicePool([f"adb:{phone.serial}"]), TOKEN, port=0) as server:
        remote = client(server)
        assert (remote.embedded, remote.screen_size) == (False, (360, 640))
        assert not hasattr(remote, "snapshot")
        remote.launch()
        remote.adb(["shell", "am start -W -n com.wikihow.wikihowapp/.MainTabActivity"])
        assert remote.foreground().startswith("com.wikihow.wikihowapp/")
        assert any("START" in line.message for line in remote.drain_log())
        assert remote.hierarchy_xml() == phone.phone.call(lambda each: each.view_hierarchy())
        remote.adb(["shell", "log -t Late hello"])
        assert [line.message for line in remote.drain_log() if line.tag == "Late"] == ["hello"]
        with pytest.raises(RemoteError, match=r"all devices are taken \(adb:emulator-\d+\)"):
            client(server).connect()
        remote.close()


# Files and adb.


def test_files_of_the_client_are_pushed_and_pulled(remote, tmp_path):
    folder = tmp_path / "folder"
    (folder / "below").mkdir(parents=True)
    large = os.urandom((2 << 20) + 7)
    (folder / "below" / "large").write_bytes(large)
    (folder / "empty").touch()
    pushed = remote.adb(["push", str(folder), "/sdcard/Download"])
    assert pushed.exit_code == 0
    assert pushed.output.startswith(str(folder).encode())
    assert remote.adb(["shell", "ls /sdcard/Download/folder"]).output == b"below\nempty\n"
    for target in (tmp_path / "new", tmp_path):
        assert remote.adb(["pull", "/sdcard/Download/folder", str(target)]).exit_code == 0
        assert (tmp_path / "new" / "below" / "large").read_bytes() == large
    assert remote.adb(["pull", "/sdcard/Download/folder/empty", str(tmp_path / "one")]).exit_code == 0
    assert (tmp_path / "one").read_bytes() == b""


def test_an_apk_of_the_client_is_installed(remote, tmp_path):
    apk = tmp_path / "app.apk"
    apk.write_bytes(b"no zip archive")
    here = make_simulator(DEVICE)
    here.launch()
    for args in (["install", "-r", str(apk)], ["install", "-i", "org.x", str(tmp_path / "none.apk")]):
        assert remote.adb(args) == here.adb(args)
    here.close()


@pytest.mark.parametrize(
    "args",
    [
        ["forward", "tcp:1", "tcp:2"],
        ["-s", "other", "shell", "id"],
        ["kill-server"],
        ["emu", "kill"],
        ["connect", "10.0.0.1"],
        ["bugreport", "/tmp/report"],
        [],
    ],
)
def test_commands_that_are_not_about_the_device_are_refused(remote, args):
    result = remote.adb(args)
    assert result.exit_code == 1
    assert b"does not concern the remote device alone (what works: disable-verity" in result.output


def words(*args):
    return [
        each if isinstance(each, device_pb2.AdbArgument) else device_pb2.AdbArgument(word=each.encode())
        for each in args
    ]


DESTINATION = device_pb2.AdbArgument(destination=device_pb2.Destination(path="x"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (words("push", "/etc/passwd", "/sdcard/x"), "'/etc/passwd' was not sent by the client"),
        (words("install", "/etc/passwd"), "'/etc/passwd' was not sent by the client"),
        (words("install", "-i", "/etc/passwd", "x"), "'/etc/passwd' is no option"),
        (words("pull", "/sdcard/x", "/tmp/x"), "'/tmp/x' was not sent by the client"),
        (words("pull", DESTINATION, DESTINATION), "stands where one of the device belongs"),
        (words("shell", DESTINATION), "shell takes no files"),
        (words("push", "-z", "/etc/passwd", "x", "y"), "is no option"),
        (words("push", "--foo=/etc/passwd", "x", "y"), "is no option"),
        (words("wait-for-device", "push", "/etc/passwd", "/sdcard/x"), "takes nothing after it"),
        (words("wait-for-device", "kill-server"), "takes nothing after it"),
    ],
)
def test_files_of_the_service_stay_there(remote, arguments, message):
    request = device_pb2.AdbRequest(arguments=arguments)
    reply = remote._remote._session.call("Adb", request, (0, 0))
    assert reply.exit_code == 1
    assert message in reply.output.decode()


@pytest.mark.parametrize("path", ["../outside", "/etc/outside", "a/../../outside"])
def test_uploads_cannot_leave_their_folder(path, tmp_path):
    files = SessionFiles()
    data = b"data"
    digest = hashlib.sha256(data).hexdigest()
    assert files.write(digest, 4, 0, data) == 4
    part = device_pb2.FilePart(path=path, digest=digest, size=4)
    with pytest.raises(Fault, match="does not lie in 'folder'"):
        files.place(device_pb2.LocalFile(path="folder", is_folder=True, parts=[part]), tmp_path)
    placed = files.place(device_pb2.LocalFile(path="../..", parts=[part]), tmp_path)
    assert placed == tmp_path / "file"
    files.close()


def test_uploads_go_on_where_they_were_cut():
    files = SessionFiles()
    data = os.urandom(100)
    digest = hashlib.sha256(data).hexdigest()
    assert files.write(digest, 100, 0, b"") == 0
    assert files.write(digest, 100, 0, data[:40]) == 40
    assert files.write(digest, 100, 0, data[:40]) == 40, "a part that came before is not taken again"
    with pytest.raises(Fault, match="longer than it was announced"):
        files.write(digest, 100, 40, data)
    assert files.write(digest, 100, 40, data[40:]) == 100
    assert files.read(digest, 90, 100) == data[90:]
    files.close()


@pytest.mark.parametrize("offset", [6, 1 << 40, (1 << 63) - 1, 1 << 63, (1 << 64) - 1])
def test_a_part_beyond_the_end_of_a_file_is_an_invalid_argument(offset):
    files = SessionFiles()
    try:
        digest = hashlib.sha256(b"hello").hexdigest()
        files.write(digest, 5, 0, b"hello")
        assert files.read(digest, 5, 10) == b""
        with pytest.raises(Fault) as caught:
            files.read(digest, offset, 10)
        assert caught.value.code is grpc.StatusCode.INVALID_ARGUMENT
    finally:
        files.close()


@pytest.mark.parametrize(
    ("digest", "data", "message"),
    [("../x", b"", "no SHA-256"), ("0" * 64, b"data", "arrived as 3a6eb0790f39")],
)
def test_uploads_that_are_not_what_they_say(digest, data, message):
    files = SessionFiles()
    with pytest.raises(Fault, match=message):
        files.write(digest, 4, 0, data)
    with pytest.raises(Fault, match=r"no file|no SHA-256"):
        files.read(digest, 0, 1)
    files.close()


def test_a_service_cannot_write_outside_what_was_pulled(remote, tmp_path):
    from mobile_env.simulators.remote.files import fetch_pulled

    target = device_pb2.Destination(path=str(tmp_path / "in"), is_folder=True)
    for path in ("../out", "/out"):
        with pytest.raises(RemoteError, match="wants to write outside"):
            fetch_pulled([device_pb2.FilePart(path=path)], target, lambda *_: None)


# Address, token, TLS.


def test_addresses_and_tokens_that_are_refused(server):
    pool = DevicePool([DEVICE])
    with pytest.raises(UnsafeTokenError, match="needs a token"):
        DeviceServer(pool, "")
    with pytest.raises(UnsafeTokenError, match=r"0\.0\.0\.0 can be reached by others.*at least 16"):
        DeviceServer(pool, "short", host="0.0.0.0")
    with pytest.raises(PortTakenError, match="is the port taken"):
        DeviceServer(pool, TOKEN, port=server.port).start()


@pytest.fixture(scope="module")
def key_pair():
    require_extra("replay", "cryptography")
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime(2020, 1, 1)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now)
        .not_valid_after(now + datetime.timedelta(365 * 100))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return certificate.public_bytes(serialization.Encoding.PEM), private


def test_tls(key_pair):
    with DeviceServer(DevicePool([DEVICE]), TOKEN, port=0, tls=key_pair) as server:
        address = f"localhost:{server.port}"
        simulator = RemoteSimulator(address, token=TOKEN, certificates=key_pair[0])
        simulator.launch()
        assert simulator.hierarchy_xml()
        simulator.close()
        for certificates, advice in ((None, "If it is started with TLS, set"), ("system", "vouches for")):
            other = RemoteSimulator(
                address, token=TOKEN, certificates=certificates, patience_seconds=0.3, attempt_seconds=1.0
            )
            with pytest.raises(UnreachableError, match=advice):
                other.connect()


# The command line.


def test_a_served_device_is_one_for_load_and_run(tmp_path, monkeypatch):
    token = tmp_path / "token"
    token.write_text("a token in a file\n")
    command = [sys.executable, "-m", "mobile_env.cli", "device", "serve", "--port", "0", "--device", DEVICE]
    process = subprocess.Popen([*command, "--token-file", str(token)], stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        address = re.fullmatch(rf"serving {DEVICE} at (127\.0\.0\.1:\d+) \(no TLS\)\n", line)[1]
        monkeypatch.setenv("MOBILE_ENV_DEVICE_TOKEN_FILE", str(token))
        monkeypatch.delenv("MOBILE_ENV_DEVICE_TOKEN", raising=False)
        monkeypatch.delenv("MOBILE_ENV_DEVICE_CA", raising=False)
        with load("wikihow", f"remote:{address}") as env:
            assert env.reset().observation["pixels"].shape == (640, 360, 3)
        monkeypatch.setenv("MOBILE_ENV_DEVICE_TOKEN", "another")
        with pytest.raises(ValueError, match="refuses the token"):
            load("wikihow", f"remote:{address}")
        # Not SIGINT: it is ignored below a shell that runs the tests in the background.
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 130
    finally:
        process.kill()
        process.wait()


def test_a_runaway_pattern_of_one_session_holds_up_neither_others_nor_the_end(tmp_path):
    token = tmp_path / "token"
    token.write_text(TOKEN)
    command = [sys.executable, "-m", "mobile_env.cli", "device", "serve", "--port", "0", "--device", DEVICE]
    process = subprocess.Popen([*command, "--token-file", str(token)], stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"at (127\.0\.0\.1:\d+)", process.stdout.readline())[1]
        options = {"token": TOKEN, "certificates": None, "patience_seconds": 1.0}
        attacker, other = (RemoteSimulator(address, **options) for _ in range(2))
        attacker.launch()
        other.launch()
        # Each search takes seconds and is ended; all of them together take many minutes.
        runaway = f"while true; do echo {'a' * 60}! | grep -E '(a+)+\\1$'; done"
        with concurrent.futures.ThreadPoolExecutor(1) as thread:
            attack = thread.submit(attacker.adb, ["shell", runaway])
            for number in range(20):
                assert other.adb(["shell", f"echo {number}"]).output == b"%d\n" % number
                assert other.hierarchy_xml().startswith("<?xml")
            assert not attack.done()
            process.send_signal(signal.SIGTERM)
            assert process.wait(40) == 130
            with pytest.raises((RemoteError, UnreachableError)):
                attack.result()
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--host", "0.0.0.0"], "choose a token, and give it by --token-file or --token-env"),
        (["--token-file", "/no/such/file"], "--token-file /no/such/file"),
        (["--token-env", "NO_SUCH_VARIABLE"], "--token-env NO_SUCH_VARIABLE: the variable is not set"),
        (["--tls-cert", "x"], "needs both --tls-cert and --tls-key"),
        (["--tls-cert", "/no/x", "--tls-key", "/no/y"], "--tls-cert /no/x: No such file"),
        (["--device", "remote:a:1"], "devices of its own machine"),
        (["--content", "nothing"], "no content is named 'nothing'"),
        (["--port", "99999"], "ports are 0"),
        (["--sessions", "0"], "at least one session"),
        (["--lease", "0"], "more than 0 seconds"),
    ],
)
def test_bad_arguments(arguments, message, capsys, monkeypatch):
    monkeypatch.delenv("MOBILE_ENV_DEVICE_TOKEN", raising=False)
    assert main(["device", "serve", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_wide_address_says_what_it_exposes():
    from mobile_env.commands.device import _exposure

    text = _exposure("0.0.0.0", ["adb:x"], tls=False)
    assert "controls adb:x - input, screen, log, files, apps and its adb shell" in text
    assert "Without TLS" in text
    assert "Without TLS" not in _exposure("0.0.0.0", ["adb:x"], tls=True)
