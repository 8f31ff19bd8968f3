"""The real adb program against a served phone."""

import os
import socket
import subprocess
import threading

import numpy as np
import pytest
from transport import Transport

from mobile_env.phone.formats.apk.archive import make_apk

WIKIHOW = "com.wikihow.wikihowapp"


def test_the_phone_shows_up_as_an_emulator(adb, adb_server, served):
    listed = adb_server("devices", "-l").stdout.decode()
    line = next(line for line in listed.splitlines() if line.startswith(served.serial))
    assert "device product:sdk_gphone64_x86_64 model:sdk_gphone64_x86_64 device:emu64xa" in line
    assert adb("features")[1].split() == [
        b"shell_v2",
        b"cmd",
        b"stat_v2",
        b"ls_v2",
        b"fixed_push_mkdir",
        b"sendrecv_v2",
    ]


def test_output_errors_and_exit_code_come_apart(adb):
    assert adb("shell", "echo out; echo err >&2; exit 3") == (3, b"out\n", b"err\n")
    assert adb("shell", "no_such_thing")[0] == 127
    assert adb("exec-out", "printf 'a\\0b'") == (0, b"a\0b", b"")


def test_a_terminal_gets_carriage_returns(adb):
    assert adb("shell", "-tt", "echo a; echo b")[1] == b"a\r\nb\r\n"


def test_input_reaches_the_command_that_reads_it_and_what_it_did_before_happens_once(adb):
    assert adb("shell", "echo x >> /sdcard/log; cat > /sdcard/in; cat /sdcard/log", stdin=b"a b\n") == (
        0,
        b"x\n",
        b"",
    )
    assert adb("exec-out", "cat /sdcard/in")[1] == b"a b\n"
    adb("exec-in", "cat > /sdcard/binary", stdin=bytes(range(256)))
    assert adb("exec-out", "cat /sdcard/binary")[1] == bytes(range(256))


def test_a_command_that_reads_nothing_does_not_wait_for_input(adb, adb_server, served):
    command = [adb_server.path, "-P", str(adb_server.port), "-s", served.serial, "shell", "echo done"]
    # The other end of the pipe stays open, as a terminal does.
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert process.stdout.read() == b"done\n"
        assert process.wait(10) == 0
    finally:
        process.stdin.close()
        process.stdout.close()


def test_a_shell_that_is_typed_into_keeps_its_directory_and_takes_commands_of_several_lines(adb):
    script = b"cd /sdcard\npwd\nfor i in 1 2\ndo\necho $i\ndone\nfalse\nexit 5\necho never\n"
    assert adb("shell", stdin=script) == (5, b"/sdcard\n1\n2\n", b"")
    assert adb("shell", stdin=b"false")[0] == 1


def test_a_terminal_shell_prompts_and_echoes(adb):
    _, shown, _ = adb("shell", "-tt", stdin=b"echo ab\x7fc\rexit 0\r")
    assert b"emu64xa:/ $ " in shown
    assert b"\r\nac\r\n" in shown


def test_files_go_there_and_back(adb, tmp_path):
    big = tmp_path / "big.bin"
    big.write_bytes(os.urandom(3_000_001))
    assert adb("push", big, "/data/local/tmp/new/big.bin")[0] == 0
    assert adb("pull", "/data/local/tmp/new/big.bin", tmp_path / "back.bin")[0] == 0
    assert (tmp_path / "back.bin").read_bytes() == big.read_bytes()


def test_folders_go_there_and_back_with_modes_and_times(adb, tmp_path):
    folder = tmp_path / "folder"
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "ü 'n.txt").write_text("x" * 70_000)
    script = folder / "run.sh"
    script.write_text("echo ran\n")
    script.chmod(0o755)
    os.utime(script, (1_600_000_000, 1_600_000_000))
    assert adb("push", folder, "/sdcard/")[0] == 0
    assert (
        adb("shell", "stat -c '%a %Y' /sdcard/folder/run.sh")[1] == b"777 1600000000\n"
    )  # adbd copies the owner's rights
    assert adb("pull", "-a", "/sdcard/folder", tmp_path / "back")[0] == 0
    assert (tmp_path / "back" / "deep" / "er" / "ü 'n.txt").read_text() == "x" * 70_000
    assert (tmp_path / "back" / "run.sh").stat().st_mtime == 1_600_000_000


def test_what_cannot_be_pushed_or_pulled_is_said(adb, tmp_path):
    source = tmp_path / "file"
    source.write_text("x")
    adb("shell", "echo x > /sdcard/file")
    code, _, complaint = adb("push", source, "/sdcard/file/below")
    assert code == 1
    assert b"Not a directory" in complaint
    code, _, complaint = adb("pull", "/no/such", tmp_path / "x")
    assert code == 1
    assert b"No such file or directory" in complaint


def test_a_pushed_path_stays_on_the_phone(adb, tmp_path):
    source = tmp_path / "file"
    source.write_text("x")
    target = f"/sdcard/../../../..{tmp_path}/escaped"
    assert adb("push", source, target)[0] == 0
    assert not (tmp_path / "escaped").exists()
    assert adb("shell", f"cat {tmp_path}/escaped")[1] == b"x"


def test_install_and_uninstall(adb, tmp_path):
    wanted = tmp_path / "it's.apk"
    wanted.write_bytes(make_apk(WIKIHOW))
    assert adb("uninstall", WIKIHOW)[:2] == (0, b"Success\n")
    assert WIKIHOW.encode() not in adb("shell", "pm list packages")[1]
    assert adb("install", "-r", "-t", "-g", wanted)[:2] == (0, b"Performing Streamed Install\nSuccess\n")
    assert WIKIHOW.encode() in adb("shell", "pm list packages")[1]
    wanted.write_bytes(b"nothing of the kind")
    code, _, complaint = adb("install", wanted)
    assert code == 1
    assert b"INSTALL_PARSE_FAILED_NOT_APK" in complaint


def test_the_log_is_followed(adb):
    adb("shell", "log -t Before one")
    process = adb.popen("logcat", "-v", "epoch", "Wanted:I", "*:S")
    try:
        adb("shell", "log -t Other no; log -p d -t Wanted no; log -t Wanted two; log -t Wanted three")
        lines = [process.stdout.readline() for _ in range(3)]
    finally:
        process.kill()
        process.stdout.close()
        process.wait()
    assert lines[0] == b"--------- beginning of main\n"
    assert [line.rpartition(b": ")[2] for line in lines[1:]] == [b"two\n", b"three\n"]
    # Leading blanks, as AndroidEnv's log thread expects them.
    assert lines[1].startswith(b"         16973840")


def test_a_log_that_is_brought_back_is_not_new(adb, served):
    process = adb.popen("logcat", "-v", "raw", "-T", "1", "Mark:I", "*:S")
    try:
        adb("shell", "log -t Mark one")
        assert process.stdout.readline() == b"--------- beginning of main\n"
        assert process.stdout.readline() == b"one\n"
        before = served.phone.call(lambda phone: phone.snapshot())
        adb("shell", "log -t Mark two")
        served.phone.call(lambda phone: phone.restore(before))
        adb("shell", "log -t Mark three")
        assert [process.stdout.readline() for _ in range(2)] == [b"two\n", b"three\n"]
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


def test_logcat_with_an_end_ends(adb):
    adb("shell", "log -t T one; log -t T two")
    assert adb("logcat", "-d", "-v", "raw", "-s", "T")[1] == b"--------- beginning of main\none\ntwo\n"
    assert adb("logcat", "-v", "raw", "-m", "1", "-s", "T")[:2] == (0, b"--------- beginning of main\none\n")
    assert adb("logcat", "-b", "all", "-c")[0] == 0
    assert adb("logcat", "-d", "-v", "raw", "-s", "T")[1] == b""


def test_root_and_back(adb):
    assert adb("root")[:2] == (0, b"restarting adbd as root\n")
    assert adb("shell", "id -u")[1] == b"0\n"
    assert adb("root")[:2] == (0, b"adbd is already running as root\n")
    assert adb("unroot")[0] == 0
    assert adb("wait-for-device", "shell", "id -u")[1] == b"2000\n"


def test_a_reboot_keeps_files_and_ends_what_ran(adb, served):
    adb(
        "shell",
        "echo kept > /sdcard/kept; settings put global a 1; am start -n com.wikihow.wikihowapp/.MainTabActivity",
    )
    assert served.phone.call(lambda phone: phone.foreground_activity).startswith(WIKIHOW)
    assert adb("reboot")[0] == 0
    assert adb("wait-for-device", "shell", "cat /sdcard/kept; settings get global a")[1] == b"kept\n1\n"
    assert served.phone.call(lambda phone: phone.foreground_activity).startswith("com.android.launcher3")
    assert b"MainTabActivity" not in adb("logcat", "-d")[1]


def test_ports_of_the_phone_lead_to_the_host_and_back(adb, adb_server, served):
    """forward → a port of the phone → reverse → a server on the host."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        host_port = listener.getsockname()[1]
        code, chosen, _ = adb("reverse", "tcp:0", f"tcp:{host_port}")
        assert code == 0
        phone_port = int(chosen)
        assert f"tcp:{phone_port} tcp:{host_port}".encode() in adb("reverse", "--list")[1]
        forwarded = int(adb("forward", "tcp:0", f"tcp:{phone_port}")[1])

        def echo():
            connection, _ = listener.accept()
            with connection:
                while data := connection.recv(1 << 16):
                    connection.sendall(data.upper())

        thread = threading.Thread(target=echo, daemon=True)
        thread.start()
        with socket.create_connection(("127.0.0.1", forwarded), 10) as client:
            sent = b"hello" * 60_000
            threading.Thread(target=client.sendall, args=(sent,)).start()
            received = b""
            while len(received) < len(sent) and (part := client.recv(1 << 16)):
                received += part
        assert received == sent.upper()
        thread.join(10)
    assert adb("reverse", "--remove", f"tcp:{phone_port}")[0] == 0
    code, _, complaint = adb("reverse", "--remove", f"tcp:{phone_port}")
    assert (code, complaint) == (1, f"adb: error: listener 'tcp:{phone_port}' not found\n".encode())
    with socket.create_connection(("127.0.0.1", forwarded), 10) as client:
        assert client.recv(1) == b""  # nothing listens there any more
    adb("forward", "--remove", f"tcp:{forwarded}")


def test_the_phone_reaches_no_port_of_the_host_by_itself(adb, served):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.3)
        forwarded = int(adb("forward", "tcp:0", f"tcp:{listener.getsockname()[1]}")[1])
        with socket.create_connection(("127.0.0.1", forwarded), 10) as client:
            assert client.recv(1) == b""
        with pytest.raises(TimeoutError):
            listener.accept()
        adb("forward", "--remove", f"tcp:{forwarded}")


@pytest.mark.parametrize(
    "service", ["jdwp", "abb_exec:package", "tcp:1", "localabstract:chrome_devtools_remote"]
)
def test_what_is_not_there_is_refused(served, service):
    with Transport(served.adb_port) as host:
        assert host.open(service) is None


def test_many_clients_at_once(adb):
    answers = {}

    def work(number):
        answers[number] = adb("shell", f"echo {number} > /sdcard/{number}; cat /sdcard/{number}")[1]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {number: f"{number}\n".encode() for number in range(12)}


def test_the_screen_as_raw_pixels(adb, served):
    raw = adb("exec-out", "screencap")[1]
    pixels = served.phone.call(lambda phone: phone.screenshot().copy())
    assert np.frombuffer(raw[:8], "<u4").tolist() == [360, 640]
    assert (np.frombuffer(raw[16:], np.uint8).reshape(640, 360, 4)[..., :3] == pixels).all()
