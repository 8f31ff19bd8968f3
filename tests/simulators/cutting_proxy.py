"""A TCP proxy for tests that cuts, swallows or delays what goes through it."""

import contextlib
import socket
import threading


class CuttingProxy:
    """Forwards connections to a port until told otherwise.

    Attributes:
      port: where it listens.
      requests, replies: bytes that went through to the server and back.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.requests = self.replies = 0
        self.cut_after_requests: int | None = None
        self.swallow_replies = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._sockets: list[socket.socket] = []
        self._closed = False
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._closed = True
        # Wakes the thread that accepts.
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def cut(self):
        """Cuts all connections; new ones are forwarded."""
        sockets, self._sockets = self._sockets, []
        for each in sockets:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self):
        while not self._closed:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            self._sockets += [client, server]
            for source, sink, back in ((client, server, False), (server, client, True)):
                threading.Thread(target=self._forward, args=(source, sink, back), daemon=True).start()

    def _forward(self, source, sink, back):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if back:
                    self.replies += len(data)
                    if self.swallow_replies:
                        continue
                else:
                    self.requests += len(data)
                    if self.cut_after_requests is not None and self.requests >= self.cut_after_requests:
                        extra = self.requests - self.cut_after_requests
                        self.cut_after_requests = None
                        sink.sendall(data[: len(data) - extra])
                        break
                sink.sendall(data)
        for each in (source, sink):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
