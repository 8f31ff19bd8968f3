"""adb's transport protocol packet by packet: order, acknowledgement, what is refused, what a bad peer can do."""

import contextlib
import os
import random
import struct

import pytest
from transport import CLSE, CNXN, OKAY, OPEN, WRTE, Transport, packet, wait_for

from mobile_env.phone.wire.adb import sync_service
from mobile_env.phone.wire.adb.connection import MOST_STREAMS


def answers(served):
    with Transport(served.adb_port) as host:
        return host.read_all(host.open("shell:echo alive")) == b"alive\n"


def test_the_greeting(served):
    with Transport(served.adb_port) as host:
        assert (host.version, host.max_data) == (0x01000001, 1 << 20)
        identity, _, features = host.banner.rpartition(b"features=")
        assert identity.startswith(b"device::ro.product.name=sdk_gphone64_x86_64;")
        assert features.startswith(b"shell_v2,cmd,stat_v2")


def test_a_packet_is_sent_only_after_the_one_before_was_taken(served):
    with Transport(served.adb_port, max_data=4096) as host:
        served.phone.call(lambda phone: phone.state.files.write("/sdcard/big", bytes(9000)))
        stream = host.open("shell:cat /sdcard/big")
        first = host.receive()
        assert first[0] == WRTE
        assert len(first[3]) <= 4096
        host.socket.settimeout(0.2)
        with pytest.raises(TimeoutError):
            host.receive()
        host.socket.settimeout(10)
        host.send(OKAY, 7, stream)
        assert len(first[3]) + len(host.read_all(stream)) == 9000


def test_an_old_peer_gets_checksums(served):
    with Transport(served.adb_port, version=0x01000000, max_data=4096) as host:
        host.send(OPEN, 7, 0, b"shell:echo sum\0")
        header = host.socket.recv(24)
        assert header[:4] == OKAY
        header = host._exactly(24)
        payload = host._exactly(struct.unpack_from("<I", header, 12)[0])
        assert struct.unpack_from("<I", header, 16)[0] == sum(payload) > 0


def test_streams_share_a_connection(served):
    with Transport(served.adb_port) as host:
        followed = host.open("shell:logcat -v raw -T 1 -s Shared", 1)
        listed = host.open("shell:log -t Shared hello", 2)
        seen, closed = b"", False
        while not (seen.endswith(b"hello\n") and closed):
            command, source, to, payload = host.receive()
            if command == WRTE:
                assert (source, to) == (followed, 1)
                seen += payload
                host.send(OKAY, 1, source)
            elif command == CLSE:
                assert (source, to) == (listed, 2)
                closed = True


def test_a_stream_is_forgotten_by_both_sides(served):
    with Transport(served.adb_port) as host:
        stream = host.open("shell:logcat")
        host.send(CLSE, 7, stream)
        # A late packet for it is answered by CLSE.
        while True:
            host.send(WRTE, 7, stream, b"late")
            command, source, _, _ = host.receive()
            if command == CLSE:
                assert source == 0
                break


def test_half_a_push_leaves_no_file_and_the_phone_goes_on(served):
    path = b"/sdcard/half,33188"
    with Transport(served.adb_port) as host:
        stream = host.open("sync:")
        data = (
            b"SEND"
            + struct.pack("<I", len(path))
            + path
            + b"DATA"
            + struct.pack("<I", 60_000)
            + b"x" * 30_000
        )
        host.send(WRTE, 7, stream, data)
        assert host.receive()[0] == OKAY
    assert answers(served)
    assert not served.phone.call(lambda phone: phone.state.files.exists("/sdcard/half"))


def pushed(path, *parts):
    return b"SEND" + struct.pack("<I", len(path)) + path + b"".join(
        b"DATA" + struct.pack("<I", len(part)) + part for part in parts
    )  # fmt: skip


def test_files_that_are_being_pushed_are_bounded_over_all_streams(served, monkeypatch):
    monkeypatch.setattr(sync_service, "MOST_FILE_BYTES", 100_000)
    done = b"DONE" + bytes(4)
    with Transport(served.adb_port) as host, Transport(served.adb_port) as other:
        first, second = host.open("sync:"), other.open("sync:")
        host.send(WRTE, 7, first, pushed(b"/sdcard/a,33188", b"x" * 60_000))
        assert host.receive()[0] == OKAY
        other.send(WRTE, 7, second, pushed(b"/sdcard/b,33188", b"x" * 60_000) + done)
        assert other.receive()[0] == OKAY
        command, _, _, answer = other.receive()
        assert command == WRTE and answer.startswith(b"FAIL") and b"are being pushed" in answer
    # What streams held that were cut is free again.
    wait_for(lambda: sync_service._PUSHED._held == 0)
    with Transport(served.adb_port) as host:
        stream = host.open("sync:")
        host.send(WRTE, 7, stream, pushed(b"/sdcard/b,33188", b"x" * 60_000) + done)
        assert host.receive()[0] == OKAY
        assert host.receive()[3] == b"OKAY" + bytes(4)
    assert sync_service._PUSHED._held == 0
    assert served.phone.call(lambda phone: phone.state.files.stat("/sdcard/b").size) == 60_000


@pytest.mark.parametrize(
    "request_bytes",
    [b"NOPE\x04\0\0\0abcd", b"SEND\xff\xff\xff\xff", b"STAT\x01\x04\0\0", b"RCV2\x01\0\0\0/XXXX\0\0\0\0"],
)
def test_bad_sync_requests_end_the_stream(served, request_bytes, caplog):
    with Transport(served.adb_port) as host:
        stream = host.open("sync:")
        host.send(WRTE, 7, stream, request_bytes + bytes(2000))
        commands = [host.receive()[0] for _ in range(2)]
        assert commands == [OKAY, CLSE]
    assert answers(served)
    assert caplog.text == ""  # what a peer does wrong is no fault of the phone's


def test_a_shell_packet_that_is_too_large_ends_the_stream(served, caplog):
    with Transport(served.adb_port) as host:
        stream = host.open("shell,v2,raw:")
        host.send(WRTE, 7, stream, b"\0\xff\xff\xff\xff")
        assert [host.receive()[0] for _ in range(2)] == [OKAY, CLSE]
    assert answers(served)
    assert caplog.text == ""


def test_a_peer_that_does_not_read_hurts_only_itself(served):
    served.phone.call(lambda phone: phone.state.files.write("/sdcard/big", bytes(3_000_000)))
    with Transport(served.adb_port) as deaf:
        for number in range(1, 9):
            deaf.send(OPEN, number, 0, b"shell:cat /sdcard/big\0")
        deaf.send(OPEN, 100, 0, b"shell:logcat\0")
        for _ in range(20):
            assert answers(served)
        served.phone.call(lambda phone: [phone.log.write("I", "Flood", "x" * 4000) for _ in range(3000)])
        assert answers(served)


def test_a_peer_that_sends_without_waiting_is_cut(served):
    with Transport(served.adb_port) as host:
        stream = host.open("shell:logcat -T 1 -s Nothing")
        with contextlib.suppress(OSError):
            for _ in range(10):
                host.send(WRTE, 7, stream, b"unread")
        with contextlib.suppress(ConnectionResetError):
            assert host.receive() is None
    assert answers(served)


def answered(host):
    """Whether the connection lasts; reads away what came."""
    try:
        return bool(host.socket.recv(1 << 16))
    except TimeoutError:
        return True


def test_streams_are_counted(served):
    with Transport(served.adb_port) as host:
        for number in range(1, MOST_STREAMS + 1):
            assert host.open("sync:", number) is not None
        assert host.open("sync:", MOST_STREAMS + 1) is None
    assert answers(served)


def test_nothing_is_served_before_the_greeting(served):
    with Transport(served.adb_port, greet=False) as host:
        host.send(OPEN, 7, 0, b"shell:id\0")
        assert host.receive() is None


def mutated(chance, good):
    """A packet that is wrong somewhere."""
    data = bytearray(chance.choice(good))
    for _ in range(chance.randrange(1, 4)):
        kind = chance.randrange(4)
        at = chance.randrange(len(data) + 1)
        if kind == 0 and data:
            data[at % len(data)] = chance.randrange(256)
        elif kind == 1:
            data[at:at] = chance.randbytes(chance.randrange(1, 9))
        elif kind == 2:
            del data[at : at + chance.randrange(1, 9)]
        else:
            data[at:] = chance.randbytes(chance.randrange(40))
    return bytes(data)


def fuzz(served, count, seed):
    """Sends packets of which many are malformed, a connection for each few."""
    chance = random.Random(seed)
    sync = b"STAT\x07\0\0\0/sdcard"
    good = [
        packet(CNXN, 0x01000001, 1 << 20, b"host::\0"),
        packet(OPEN, 1, 0, b"shell,v2,raw:cat\0"),
        packet(OPEN, 2, 0, b"sync:\0"),
        packet(OPEN, 3, 0, b"reverse:forward:tcp:0;tcp:1\0"),
        packet(OPEN, 4, 0, b"shell:logcat -v epoch\0"),
        packet(WRTE, 1, 1, b"\0\x04\0\0\0abcd"),
        packet(WRTE, 2, 2, sync),
        packet(WRTE, 2, 2, b"LIS2\x01\0\0\0/SND2\x01\0\0\0/SND2"),
        packet(WRTE, 2, 2, pushed(b"/sdcard/f,33188", b"x" * 900, b"y" * 900)),
        packet(WRTE, 2, 2, pushed(b"/sdcard/f,33188", b"x") + b"DONE\0\0\0\0RECV\x09\0\0\0/sdcard/f"),
        packet(WRTE, 2, 2, b"SEND\x09\0\0\0/sdcard/gDATA\xff\xff\xff\x7f"),
        packet(OPEN, 6, 0, b"shell,v2,raw:logcat -e (?=a)(a+)+$\0"),
        packet(OPEN, 7, 0, b"shell:echo aaaaaaaaaaaaaaaaaaaaaaaa! | grep -E '(a+)+$'\0"),
        packet(OKAY, 1, 1),
        packet(CLSE, 2, 2),
        packet(b"AUTH", 1, 0, b"token"),
        packet(WRTE, 1, 1, length=0xFFFFFFFF),
        packet(OPEN, 5, 0, b"shell:" + b"$(" * 300 + b"\0"),
    ]
    sent = 0
    while sent < count:
        with Transport(served.adb_port, greet=chance.random() < 0.9) as host:
            host.socket.settimeout(0.001)
            for _ in range(chance.randrange(1, 40)):
                sent += 1
                data = chance.choice(good) if chance.random() < 0.5 else mutated(chance, good)
                try:
                    host.socket.sendall(data)
                    if not chance.randrange(8):
                        answered(host)
                except OSError:
                    break


def test_malformed_packets_do_not_hurt(served):
    fuzz(served, 2000, seed=1)
    assert answers(served)


@pytest.mark.long
def test_a_hundred_thousand_malformed_packets_do_not_hurt(served):
    for seed in range(20):
        fuzz(served, 5000, seed)
        assert answers(served)


def test_random_bytes_do_not_hurt(served):
    for _ in range(50):
        with Transport(served.adb_port, greet=False) as host, contextlib.suppress(OSError):
            host.socket.sendall(os.urandom(200))
    # So many at once may be more than the phone takes; it gets rid of them.
    wait_for(lambda: answers_by_now(served))


def answers_by_now(served):
    with contextlib.suppress(OSError):
        return answers(served)
    return False
