"""Recording through the real mitmproxy from a server on loopback, and replaying what was recorded."""

import gzip
import http.client
from pathlib import Path

import pytest
from loopback import LoopbackSite, Reply

from mobile_env.replay.direct import DirectFetcher
from mobile_env.replay.proxy.serving import RunningProxy, record
from mobile_env.replay.store.store import ReplayStore
from mobile_env.replay.store.writer import StoreWriter

pytestmark = [
    pytest.mark.needs_extra("replay"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:mitmproxy.*"),
]


def ask(proxy: RunningProxy, url: str, method: str = "GET", body: bytes | None = None, **headers: str):
    connection = http.client.HTTPConnection(proxy.host, proxy.port, timeout=10)
    connection.request(method, url, body=body, headers=headers)
    answer = connection.getresponse()
    try:
        return answer.status, answer.read()
    finally:
        connection.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "s"


def test_what_passes_is_recorded_byte_for_byte(loopback: LoopbackSite, folder):
    coded = gzip.compress(b"<p>page")
    fields = (
        ("Content-Type", "text/html"),
        ("Content-Encoding", "gzip"),
        ("X-Odd", "caf\xe9"),
        ("X-Odd", "2"),
    )
    loopback.replies = {
        "/page?x=1": Reply(coded, fields),
        "/chunked": Reply(b"y" * 5000, (("Content-Type", "text/plain"),), chunks=True),
        "/form": Reply(b"made", status=201),
        "/moved": Reply(b"", (("Location", "/page?x=1"),), 302),
    }
    with StoreWriter(folder) as writer:
        with record(writer) as proxy:
            assert ask(
                proxy, loopback.url("/page?x=1"), **{"If-None-Match": '"1"', "Range": "bytes=0-1"}
            ) == (200, coded)
            assert ask(proxy, loopback.url("/chunked")) == (200, b"y" * 5000)
            assert ask(proxy, loopback.url("/form"), "POST", b"q=1") == (201, b"made")
            assert ask(proxy, loopback.url("/moved"))[0] == 302
            assert ask(proxy, loopback.url("/missing"))[0] == 404
        assert "Range" not in loopback.headers[0]
        assert "If-None-Match" not in loopback.headers[0]
    with ReplayStore(folder) as store:
        assert len(store) == 5
        page = store.read(store.lookup(loopback.url("/page?x=1")))
        assert (page.body, page.headers) == (coded, (*fields, ("Content-Length", str(len(coded)))))
        made = store.lookup(loopback.url("/form"), "POST", b"q=1")
        assert store.read(made).body == b"made"
    fetch = DirectFetcher(folder)
    assert fetch(loopback.url("/page?x=1"), {}).body == b"<p>page"
    assert fetch(loopback.url("/chunked"), {}).body == b"y" * 5000
    assert fetch(loopback.url("/missing"), {}).body == b"nothing here"


def test_what_is_too_large_passes_unrecorded(loopback: LoopbackSite, folder, caplog):
    loopback.replies = {
        "/large": Reply(b"x" * 50_000),
        "/endless": Reply(b"x" * 50_000, chunks=True),
        "/ok": Reply(b"ok"),
    }
    with (
        StoreWriter(folder, resource_limit=10_000) as writer,
        record(writer) as proxy,
    ):
        assert ask(proxy, loopback.url("/large")) == (200, b"x" * 50_000)
        assert ask(proxy, loopback.url("/endless")) == (200, b"x" * 50_000)
        assert ask(proxy, loopback.url("/ok")) == (200, b"ok")
    with ReplayStore(folder) as store:
        assert [entry.url for entry in store.entries()] == [loopback.url("/ok")]
    assert (
        f"not recorded: {loopback.url('/large')}: 50000 bytes are more than the limit of 10000" in caplog.text
    )


def test_what_is_cut_off_is_not_recorded(loopback: LoopbackSite, folder, caplog):
    loopback.replies = {"/cut": Reply(b"x" * 10, length=1000)}
    with StoreWriter(folder) as writer, record(writer) as proxy:
        with pytest.raises((http.client.HTTPException, OSError)):
            ask(proxy, loopback.url("/cut"))
        ask(proxy, "http://127.0.0.1:9/")
    with ReplayStore(folder) as store:
        assert len(store) == 0
    assert f"not recorded: {loopback.url('/cut')}" in caplog.text
    assert "not recorded: http://127.0.0.1:9/" in caplog.text
