"""A client of the emulator's console, written plainly: lines out, lines in until OK or KO."""

import socket


class ConsoleClient:
    """A connection to the console of a served phone; it says the token unless told otherwise."""

    def __init__(self, port, token=None):
        self.socket = socket.create_connection(("127.0.0.1", port), 10)
        self._buffer = b""
        self.greeting = self.read_answer()
        if token is not None:
            assert self(f"auth {token}")[-1] == "OK"

    def __call__(self, command):
        """Sends a command; the lines of its answer, the last one being OK or KO: …."""
        self.send(command + "\n")
        return self.read_answer()

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode())

    def read_answer(self):
        lines = []
        while not lines or not (lines[-1] == "OK" or lines[-1].startswith("KO:")):
            line = self.read_line()
            if line is None:
                break
            lines.append(line)
        return lines

    def read_line(self):
        """The next line; None at the end of the connection."""
        while b"\r\n" not in self._buffer:
            part = self.socket.recv(1 << 16)
            if not part:
                assert not self._buffer
                return None
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\r\n")
        return line.decode()

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
