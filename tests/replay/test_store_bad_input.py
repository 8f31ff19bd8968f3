"""Damaged archives, full disks, hostile names: a clear word, nothing lost, nothing written outside the store."""

import errno
import gzip
import os
import sqlite3
import tracemalloc
import zlib
from pathlib import Path

import pytest

from mobile_env.replay.source import wire_url
from mobile_env.replay.store.errors import ResourceTooLarge, StoreError
from mobile_env.replay.store.exchange import Exchange
from mobile_env.replay.store.folder import make_index
from mobile_env.replay.store.store import ReplayStore
from mobile_env.replay.store.warc import records
from mobile_env.replay.store.warc_reading import read_record, response_head, warc_headers
from mobile_env.replay.store.warc_scanning import WarcFault, scan
from mobile_env.replay.store.writer import StoreWriter


def exchange(number: int, size: int = 500) -> Exchange:
    return Exchange(f"https://a.org/{number}", 200, "OK", (("A", "b"),), os.urandom(size))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store of ten resources, not indexed yet."""
    folder = tmp_path / "s"
    with StoreWriter(folder) as writer:
        for number in range(10):
            writer.add(exchange(number))
    return folder


def warc(folder: Path) -> Path:
    return folder / "archive/00000.warc.gz"


def places(folder: Path) -> list[tuple[int, int]]:
    with ReplayStore(folder) as store:
        return [(entry.offset, entry.length) for entry in store.entries()]


def urls(folder: Path) -> list[str]:
    with ReplayStore(folder) as store:
        return [entry.url for entry in store.entries()]


def faults(folder: Path) -> list[WarcFault]:
    with ReplayStore(folder) as store:
        return [fault for _, fault in store.faults()]


def test_a_file_that_was_cut_off(store):
    offset, length = places(store)[9]
    warc(store).write_bytes(warc(store).read_bytes()[: offset + length // 2])
    assert urls(store) == [f"https://a.org/{number}" for number in range(9)]
    assert faults(store) == [WarcFault(offset, "the file ends in the middle of a record (it was cut off)")]


def test_a_damaged_record_costs_no_other(store):
    offset, length = places(store)[4]
    data = bytearray(warc(store).read_bytes())
    data[offset + length // 2 : offset + length // 2 + 20] = bytes(20)
    warc(store).write_bytes(data)
    make_index(store, rebuild=True)
    assert urls(store) == [f"https://a.org/{number}" for number in range(10) if number != 4]
    (fault,) = faults(store)
    assert fault.offset == offset
    assert "damaged gzip data" in fault.what


def test_damage_after_the_index_was_made_is_found_when_it_is_read(store):
    offset, length = places(store)[4]
    data = bytearray(warc(store).read_bytes())
    data[offset + length // 2] ^= 255
    warc(store).write_bytes(data)
    with (
        ReplayStore(store) as opened,
        pytest.raises(StoreError, match=rf"00000.warc.gz: the record at byte {offset} is damaged"),
    ):
        opened.read(opened.lookup("https://a.org/4"))


def test_gzip_that_lies_about_its_content(store):
    offset, length = places(store)[4]
    data = bytearray(warc(store).read_bytes())
    data[offset + length - 8 : offset + length - 4] = b"\0\0\0\0"  # the checksum
    warc(store).write_bytes(data)
    make_index(store, rebuild=True)
    assert len(urls(store)) == 9
    assert "incorrect data check" in faults(store)[0].what


def test_a_record_shorter_than_it_says(tmp_path):
    plain = gzip.decompress(records(exchange(1))[0])
    (tmp_path / "x.warc").write_bytes(plain.replace(b"Content-Length: ", b"Content-Length: 9"))
    assert [found.what for found in scan(tmp_path / "x.warc")] == [
        "the file ends in the middle of a record (it was cut off)"
    ]
    compressed = zlib.compressobj(wbits=31)
    short = compressed.compress(plain[:-100]) + compressed.flush()
    (tmp_path / "x.warc.gz").write_bytes(short)
    assert [found.what for found in scan(tmp_path / "x.warc.gz")] == [
        "the record is shorter than its Content-Length"
    ]


def test_garbage_between_plain_records(tmp_path):
    one, two = (gzip.decompress(records(exchange(number))[0]) for number in (1, 2))
    (tmp_path / "x.warc").write_bytes(one + b"garbage\n" * 20_000 + two)
    found = list(scan(tmp_path / "x.warc"))
    assert [type(record).__name__ for record in found] == ["ScannedRecord", "WarcFault", "ScannedRecord"]
    assert found[1] == WarcFault(len(one), "no WARC record begins here")


def test_a_file_compressed_as_a_whole_says_how_to_mend_it(store):
    plain = gzip.decompress(warc(store).read_bytes())
    with StoreWriter(store.parent / "t"):
        pass
    warc(store.parent / "t").write_bytes(gzip.compress(plain))
    assert "warcio recompress" in faults(store.parent / "t")[0].what


def test_a_record_that_inflates_beyond_the_limit(tmp_path):
    with StoreWriter(tmp_path / "s", resource_limit=2**26) as writer:
        writer.add(Exchange("https://a.org/zeros", 200, "OK", (), bytes(2**25)))
    (tmp_path / "s/index.sqlite").unlink()
    tracemalloc.start()
    try:
        with ReplayStore(tmp_path / "s", resource_limit=2**20) as store:
            entry = store.lookup("https://a.org/zeros")
            assert entry.size == 2**25
            with pytest.raises(ResourceTooLarge, match="has more than"):
                store.read(entry)
        assert tracemalloc.get_traced_memory()[1] < 12 * 2**20
    finally:
        tracemalloc.stop()


def test_a_resource_that_is_too_large_is_not_written(tmp_path):
    with StoreWriter(tmp_path / "s", resource_limit=100) as writer:
        with pytest.raises(
            ResourceTooLarge, match=r"https://a.org/1: 101 bytes are more than the limit of 100"
        ):
            writer.add(exchange(1, 101))
        writer.add(exchange(2, 100))
    assert urls(tmp_path / "s") == ["https://a.org/2"]


def test_a_full_disk_loses_nothing(store, monkeypatch):
    real, left = os.write, [1000]

    def write(descriptor: int, data: bytes) -> int:
        if descriptor != writer._descriptor:
            return real(descriptor, data)
        taken = min(len(data), left[0])
        if not taken:
            raise OSError(errno.ENOSPC, "No space left on device")
        left[0] -= taken
        return real(descriptor, data[:taken])

    with StoreWriter(store) as writer:
        monkeypatch.setattr(os, "write", write)
        writer.add(exchange(10))
        with pytest.raises(
            StoreError, match=r"No space left on device \(free some space, then start again: the 11 re"
        ):
            writer.add(exchange(11))
        left[0] = 10**6
        writer.add(exchange(12))
    assert urls(store)[-2:] == ["https://a.org/10", "https://a.org/12"]
    make_index(store, rebuild=True)
    assert len(urls(store)) == 12
    assert faults(store) == []


def test_a_full_disk_of_the_index_leaves_the_archive(store):
    with StoreWriter(store) as writer:
        pages = writer.index._connection.execute("PRAGMA page_count").fetchone()[0]
        writer.index._connection.execute(f"PRAGMA max_page_count = {pages}")
        for number in range(10, 200):
            writer.add(exchange(number, 10))
        with pytest.raises(
            StoreError, match="free some space and start again: what is in the archive is kept"
        ):
            writer.commit()
        writer._pending = []
    assert len(urls(store)) == 200


def test_two_writers(store):
    with StoreWriter(store), pytest.raises(StoreError, match="another process is writing this store"):
        StoreWriter(store)


@pytest.mark.parametrize("name", ["archive/00000.warc.gz", "index.sqlite", "archive"])
def test_a_link_out_of_the_store_is_not_written_to(store, tmp_path, name):
    outside = tmp_path / "outside"
    (store / name).rename(outside)
    (store / name).symlink_to(outside)
    before = warc(store).read_bytes()
    with pytest.raises(StoreError, match="is a link, and a store is not written outside its folder"):
        StoreWriter(store)
    assert warc(store).read_bytes() == before


def test_an_index_that_names_a_file_elsewhere(store, tmp_path):
    (tmp_path / "secret.warc.gz").write_bytes(warc(store).read_bytes())
    with sqlite3.connect(store / "index.sqlite") as database:
        database.execute("UPDATE files SET name = '../../secret.warc.gz'")
    database.close()
    with ReplayStore(store) as opened:
        assert [file.name for file in opened.index.files()] == ["00000.warc.gz"]
    opened = ReplayStore(store)
    opened._names = {1: "../../secret.warc.gz"}
    with pytest.raises(StoreError, match=r"names the file '../../secret.warc.gz'"):
        opened.read(opened.lookup("https://a.org/1"))


@pytest.mark.parametrize(
    "url",
    [
        "https://a.org/../../../etc/passwd",
        "https://a.org/%2e%2e%2f" + "x" * 5000,
        "https://a.org/a\r\nb\0c d",
    ],
)
def test_hostile_addresses_stay_addresses(tmp_path, url):
    with StoreWriter(tmp_path / "deep/s") as writer:
        writer.add(Exchange(url, 200, "O\r\nK", (("A", "b\r\nInjected: yes"),), b"body"))
    make_index(tmp_path / "deep/s", rebuild=True)
    with ReplayStore(tmp_path / "deep/s") as store:
        found = store.read(store.lookup(wire_url(url)))
        assert (found.body, found.headers, found.reason) == (b"body", (("A", "b Injected: yes"),), "O K")
    assert sorted(path.name for path in tmp_path.rglob("*")) == [
        ".lock",
        "00000.warc.gz",
        "archive",
        "deep",
        "index.sqlite",
        "s",
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER t AFTER INSERT ON files BEGIN DELETE FROM resources; END",
        "CREATE VIEW v AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT x FROM c",
        "ALTER TABLE resources ADD COLUMN more AS (zeroblob(1))",
    ],
)
def test_an_index_with_a_schema_of_its_own_is_made_anew(store, statement):
    ReplayStore(store).close()
    with sqlite3.connect(store / "index.sqlite") as database:
        database.execute(statement)
    database.close()
    assert len(urls(store)) == 10
    with sqlite3.connect(store / "index.sqlite") as database:
        assert {row[0] for row in database.execute("SELECT type FROM sqlite_master")} == {"table", "index"}
    database.close()


@pytest.mark.parametrize(
    ("offset", "length"), [(0, 2**62), (-5, 100), (2**63, 10), (0, 0), ("x", 10), (0, None)]
)
def test_places_that_no_record_can_have(store, offset, length):
    with warc(store).open("rb") as file, pytest.raises(StoreError):
        read_record(file.fileno(), offset, length, 1000)


def test_digits_that_are_no_number(tmp_path):
    with pytest.raises(StoreError, match="not an HTTP response"):
        response_head("HTTP/1.1 ² OK\r\n\r\n".encode("latin-1"))
    with pytest.raises(ValueError, match="no Content-Length"):
        warc_headers("WARC/1.0\r\nContent-Length: ²\r\n\r\n".encode())


def test_what_is_no_store(tmp_path):
    with pytest.raises(
        StoreError, match=r"no replay store is here: .*\(make one with `mobile-env replay crawl`"
    ):
        ReplayStore(tmp_path)
    (tmp_path / "x.warc.gz").write_bytes(b"")
    with pytest.raises(
        StoreError, match=r"bring a file into a store with `mobile-env replay import .*x.warc.gz"
    ):
        ReplayStore(tmp_path / "x.warc.gz")
    (tmp_path / "home").mkdir()
    (tmp_path / "home/letter.txt").write_text("Dear")
    with pytest.raises(StoreError, match=r"is a folder with other things in it, such as letter.txt"):
        StoreWriter(tmp_path / "home")
    with pytest.raises(StoreError, match="name a folder that you may write to"):
        StoreWriter(tmp_path / "x.warc.gz")
    with StoreWriter(tmp_path / "s") as writer, pytest.raises(StoreError, match="is no HTTP address"):
        writer.add(Exchange("file:///etc/passwd", 200, "OK", (), b""))
