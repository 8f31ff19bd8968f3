"""The host's side of adb's transport protocol, written plainly: packets out, packets in."""

import socket
import struct
import time

CNXN, OPEN, OKAY, CLSE, WRTE = b"CNXN", b"OPEN", b"OKAY", b"CLSE", b"WRTE"


def wait_for(condition, seconds=10):
    """Waits until a condition holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)


def packet(command, arg0=0, arg1=0, payload=b"", *, magic=None, length=None):
    number = int.from_bytes(command, "little")
    return (
        struct.pack(
            "<4s5I",
            command,
            arg0,
            arg1,
            len(payload) if length is None else length,
            sum(payload) & 0xFFFFFFFF,
            number ^ 0xFFFFFFFF if magic is None else magic,
        )
        + payload
    )


class Transport:
    """A connection to an adb daemon."""

    def __init__(self, port, *, version=0x01000001, max_data=1 << 20, greet=True):
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        self.banner = b""
        if greet:
            self.send(CNXN, version, max_data, b"host::features=shell_v2\0")
            command, self.version, self.max_data, self.banner = self.receive()
            assert command == CNXN

    def send(self, command, arg0=0, arg1=0, payload=b""):
        self.socket.sendall(packet(command, arg0, arg1, payload))

    def receive(self):
        """The next packet: (command, arg0, arg1, payload); None if the phone is gone."""
        header = self._exactly(24)
        if header is None:
            return None
        command, arg0, arg1, length, _, _ = struct.unpack("<4s5I", header)
        return command, arg0, arg1, self._exactly(length)

    def _exactly(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                return None
            data += part
        return data

    def open(self, service, local_id=7):
        """Opens a stream; its number on the phone, None if it is refused."""
        self.send(OPEN, local_id, 0, service.encode() + b"\0")
        command, remote_id, to, _ = self.receive()
        assert to == local_id
        return remote_id if command == OKAY else None

    def read_all(self, remote_id, local_id=7):
        """All that a stream gives until it is closed, each packet acknowledged."""
        data = b""
        while True:
            command, source, to, payload = self.receive()
            assert (source, to) == (remote_id, local_id)
            if command == CLSE:
                return data
            if command == WRTE:
                data += payload
                self.send(OKAY, local_id, remote_id)

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
