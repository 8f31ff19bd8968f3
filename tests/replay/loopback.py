"""A web server on loopback that says exactly what a test tells it to, and remembers what it was asked."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Reply:
    """A response; `chunks` sends the body in chunked coding, `length` lies about its length."""

    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html"),)
    status: int = 200
    chunks: bool = False
    length: int | None = None


@dataclass
class LoopbackSite:
    """Replies by path with query; what is asked for is noted in `asked`, with headers."""

    replies: dict[str, Reply | Callable[[], Reply]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    address: str = ""

    def url(self, path: str = "/") -> str:
        return f"http://{self.address}{path}"


@contextmanager
def loopback_site() -> Iterator[LoopbackSite]:
    site = LoopbackSite()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            site.asked.append(self.path)
            site.headers.append(dict(self.headers.items()))
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            reply = site.replies.get(self.path, Reply(b"nothing here", status=404))
            reply = reply() if callable(reply) else reply
            self.send_response_only(reply.status)
            for name, value in reply.headers:
                self.send_header(name, value)
            if reply.chunks:
                self.send_header("Transfer-Encoding", "chunked")
            else:
                self.send_header(
                    "Content-Length", str(len(reply.body) if reply.length is None else reply.length)
                )
            self.end_headers()
            if reply.chunks:
                for start in range(0, len(reply.body), 1000):
                    part = reply.body[start : start + 1000]
                    self.wfile.write(b"%x\r\n%b\r\n" % (len(part), part))
                self.wfile.write(b"0\r\n\r\n")
            else:
                self.wfile.write(reply.body)
                self.close_connection = reply.length is not None

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    site.address = f"127.0.0.1:{server.server_address[1]}"
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
