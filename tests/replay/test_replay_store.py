"""The store: what is written is found again, byte for byte, also by others' tools and after a kill."""

import datetime
import io
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import threading

import pytest
from extras import require_extra

require_extra("test", "warcio")

from warcio.archiveiterator import ArchiveIterator
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from mobile_env.replay.store.exchange import Exchange, Request
from mobile_env.replay.store.folder import make_index
from mobile_env.replay.store.store import ReplayStore
from mobile_env.replay.store.writer import StoreWriter

WHEN = datetime.datetime(2023, 10, 1, 12, 0, tzinfo=datetime.UTC)
FIELDS = (
    ("content-TYPE", "text/html"),
    ("Set-Cookie", "a=1"),
    ("X-Odd", "caf\xe9 \xa0 x"),
    ("Set-Cookie", "b=2"),
)


def exchange(number: int, body: bytes | None = None) -> Exchange:
    content = f"page {number}".encode() * 50 if body is None else body
    return Exchange(f"https://a.org/{number}", 200, "OK", FIELDS, content, recorded=WHEN)


def test_bytes_come_back_as_they_went_in(tmp_path):
    bodies = [b"", b"\r\n\r\n", bytes(range(256)) * 300, b"WARC/1.0\r\n", b"\x1f\x8b\x08 no gzip"]
    with StoreWriter(tmp_path / "s") as writer:
        for number, body in enumerate(bodies):
            writer.add(exchange(number, body))
    with ReplayStore(tmp_path / "s") as store:
        assert len(store) == len(bodies)
        for number, body in enumerate(bodies):
            entry = store.lookup(f"https://a.org/{number}#part")
            assert store.read(entry) == exchange(number, body)
            assert store.answer(Request(entry.url, {}), WHEN).body == body
        assert store.lookup("https://a.org/nothing") is None
        assert store.answer(Request("https://a.org/nothing", {}), WHEN) is None


def test_the_newest_answer_counts_and_methods_are_told_apart(tmp_path):
    with StoreWriter(tmp_path / "s") as writer:
        writer.add(exchange(1, b"old"))
        writer.add(exchange(1, b"new"))
        for body in (b"x=1", b"x=2"):
            writer.add(
                Exchange(
                    "https://a.org/1", 201, "Created", (), b"made " + body, "POST", (("A", "b"),), body, WHEN
                )
            )
    # Once from the index that was written along, once from one made of the archive.
    for rebuild in (False, True):
        make_index(tmp_path / "s", rebuild=rebuild)
        with ReplayStore(tmp_path / "s") as store:
            url = "https://a.org/1"
            assert store.read(store.lookup(url)).body == b"new"
            assert store.read(store.lookup(url, "HEAD")).body == b"new"
            assert store.read(store.lookup(url, "POST", b"x=1")).body == b"made x=1"
            assert store.read(store.lookup(url, "POST", b"x=2")).body == b"made x=2"
            assert store.lookup(url, "POST", b"x=3") is None


def test_warcio_reads_what_we_write(tmp_path):
    posted = Exchange("https://a.org/p", 200, "OK", (), b"yes", "POST", (("Host", "a.org"),), b"q=1", WHEN)
    with StoreWriter(tmp_path / "s") as writer:
        writer.add(exchange(1))
        writer.add(posted)
    found = []
    with (tmp_path / "s/archive/00000.warc.gz").open("rb") as file:
        for record in ArchiveIterator(file, check_digests="raise"):
            headers = record.rec_headers
            found.append((record.rec_type, headers["WARC-Target-URI"], record.content_stream().read()))
            if headers["WARC-Target-URI"] == "https://a.org/1":
                assert headers["WARC-Date"] == "2023-10-01T12:00:00Z"
                assert tuple(record.http_headers.headers) == FIELDS
    assert found == [
        ("response", "https://a.org/1", exchange(1).body),
        ("response", "https://a.org/p", b"yes"),
        ("request", "https://a.org/p", b"q=1"),
    ]


@pytest.mark.parametrize("compressed", [True, False])
def test_we_read_what_warcio_writes(tmp_path, compressed):
    buffer = io.BytesIO()
    writer = WARCWriter(buffer, gzip=compressed, warc_version="1.1")
    writer.write_record(writer.create_warcinfo_record("x.warc", {"software": "other"}))

    def response(url, body, kind="response", **fields):
        headers = StatusAndHeaders("200 OK", list(fields.items()), protocol="HTTP/1.1")
        return writer.create_warc_record(url, kind, payload=io.BytesIO(body), http_headers=headers)

    original = response("https://a.org/é", b"one", A="b")
    writer.write_record(original)
    chunked = b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"
    writer.write_record(response("https://a.org/chunked", chunked, **{"Transfer-Encoding": "chunked"}))
    writer.write_record(response("https://a.org/claims", b"plain", **{"Transfer-Encoding": "chunked"}))
    writer.write_record(
        writer.create_revisit_record(
            "https://a.org/again",
            original.rec_headers["WARC-Payload-Digest"],
            "https://a.org/é",
            original.rec_headers["WARC-Date"],
            http_headers=StatusAndHeaders("200 OK", [("A", "c")], protocol="HTTP/1.1"),
        )
    )
    made = response("https://a.org/form", b"posted")
    line = StatusAndHeaders("POST /form HTTP/1.1", [("Host", "a.org")], is_http_request=True)
    asked = writer.create_warc_record(
        "https://a.org/form", "request", payload=io.BytesIO(b"q=1"), http_headers=line
    )
    writer.write_request_response_pair(asked, made)
    dns = writer.create_warc_record(
        "dns:a.org", "response", io.BytesIO(b"a.org 1"), warc_content_type="text/dns"
    )
    writer.write_record(dns)
    with StoreWriter(tmp_path / "s"):
        pass
    name = "other.warc.gz" if compressed else "other.warc"
    (tmp_path / "s/archive" / name).write_bytes(buffer.getvalue())
    with ReplayStore(tmp_path / "s") as store:
        assert store.faults() == []
        assert len(store) == 5
        bodies = {entry.url: store.read(entry).body for entry in store.entries()}
        assert bodies == {
            "https://a.org/é": b"one",
            "https://a.org/chunked": b"abcde",
            "https://a.org/claims": b"plain",
            "https://a.org/again": b"one",
            "https://a.org/form": b"posted",
        }
        assert store.read(store.lookup("https://a.org/again")).headers == (("A", "c"),)
        assert store.read(store.lookup("https://a.org/chunked")).headers == ()
        assert store.lookup("https://a.org/form") is None
        assert store.lookup("https://a.org/form", "POST", b"q=1") is not None


def test_rules_beside_the_archive_count_at_the_next_opening(tmp_path):
    with StoreWriter(tmp_path / "s") as writer:
        writer.add(exchange(1))
    url = "https://b.org/1?amp=1"
    with ReplayStore(tmp_path / "s") as store:
        assert store.lookup(url) is None
    (tmp_path / "s/rules.yaml").write_text("ignore_parameters: [amp]\nhosts: {b.org: a.org}\n")
    with ReplayStore(tmp_path / "s") as store:
        assert store.read(store.lookup(url)) == exchange(1)


def test_segments_follow_each_other_and_writers_go_on(tmp_path):
    for start in (0, 20):
        with StoreWriter(tmp_path / "s", segment_size=2000) as writer:
            for number in range(start, start + 20):
                writer.add(exchange(number, os.urandom(300)))
    names = sorted(path.name for path in (tmp_path / "s/archive").iterdir())
    assert names == [f"{number:05}.warc.gz" for number in range(len(names))]
    assert len(names) > 3
    with ReplayStore(tmp_path / "s") as store:
        assert len(store) == 40
        assert all(store.read(entry).url == entry.url for entry in store.entries())


def test_the_same_exchanges_are_the_same_archive(tmp_path):
    for name in "ab":
        with StoreWriter(tmp_path / name) as writer:
            for number in range(5):
                writer.add(exchange(number))
    one, other = ((tmp_path / name / "archive/00000.warc.gz").read_bytes() for name in "ab")
    assert one == other


def test_a_killed_writer_loses_nothing_that_it_wrote(tmp_path):
    program = f"""
import os, signal
from mobile_env.replay.store.writer import StoreWriter
from mobile_env.replay.store.exchange import Exchange
writer = StoreWriter({str(tmp_path / "s")!r})
for number in range(30):
    writer.add(Exchange(f"https://a.org/{{number}}", 200, "OK", (), b"x" * 100))
    if number == 9:
        writer.commit()
os.write(writer._descriptor, b"\\x1f\\x8b\\x08 half a record")
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -signal.SIGKILL
    with ReplayStore(tmp_path / "s") as store:
        assert len(store) == 30
        assert [fault.what for _, fault in store.faults()] != []
    with StoreWriter(tmp_path / "s") as writer:
        writer.add(exchange(99))
    make_index(tmp_path / "s", rebuild=True)
    with ReplayStore(tmp_path / "s") as store:
        assert len(store) == 31
        assert store.faults() == []


def test_an_index_that_was_lost_is_made_anew(tmp_path):
    with StoreWriter(tmp_path / "s") as writer:
        writer.add(exchange(1))
    (tmp_path / "s/index.sqlite").unlink()
    with ReplayStore(tmp_path / "s") as store:
        assert store.read(store.lookup("https://a.org/1")) == exchange(1)
    (tmp_path / "s/index.sqlite").write_bytes(b"no database at all, but longer than a header" * 10)
    with pytest.raises(Exception, match=r"index.sqlite: .* \(delete it: it is made anew from the archive\)"):
        ReplayStore(tmp_path / "s")


def test_readers_while_another_writes(tmp_path):
    with StoreWriter(tmp_path / "s") as writer:
        writer.add(exchange(1))
        writer.commit()
        writer.add(exchange(2))
        with ReplayStore(tmp_path / "s") as store:
            assert store.lookup("https://a.org/1") is not None


def test_threads_and_forked_processes_share_a_store(tmp_path):
    with StoreWriter(tmp_path / "s") as writer:
        for number in range(200):
            writer.add(exchange(number))
    store = ReplayStore(tmp_path / "s")
    wrong: list[int] = []

    def read_all() -> None:
        found = (store.read(store.lookup(f"https://a.org/{number}")) for number in range(200))
        wrong.extend(number for number, one in enumerate(found) if one != exchange(number))

    threads = [threading.Thread(target=read_all) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    process = multiprocessing.get_context("fork").Process(target=lambda: os._exit(_count(store)))
    process.start()
    process.join()
    assert process.exitcode == 200
    store.close()


def _count(store: ReplayStore) -> int:
    return sum(store.read(entry).status == 200 for entry in store.entries())


def test_an_index_of_64_bits_tells_rivals_apart(tmp_path):
    with StoreWriter(tmp_path / "s") as writer:
        writer.add(exchange(1))
        writer.add(exchange(2))
    with sqlite3.connect(tmp_path / "s/index.sqlite") as database:
        key = database.execute("SELECT key FROM resources WHERE url = 'https://a.org/1'").fetchone()[0]
        database.execute("UPDATE resources SET key = ?", (key,))
    database.close()
    with ReplayStore(tmp_path / "s") as store:
        assert store.lookup("https://a.org/1").url == "https://a.org/1"
