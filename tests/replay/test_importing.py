"""Recordings of other tools: taken whole where they are whole, told where they are not."""

import base64
import json
from pathlib import Path

import pytest
from extras import require_extra

require_extra("replay")

from mitmproxy import http, io, tcp
from mitmproxy.test import tflow

from mobile_env.replay.importing import import_file
from mobile_env.replay.store.errors import StoreError
from mobile_env.replay.store.exchange import Exchange
from mobile_env.replay.store.store import ReplayStore
from mobile_env.replay.store.writer import StoreWriter


def imported(path: Path, store: Path) -> tuple[int, list[str]]:
    with StoreWriter(store) as writer:
        return import_file(path, writer)


def flow(url: str, body: bytes | None, method: str = "GET", **fields: bytes) -> http.HTTPFlow:
    made = tflow.tflow(resp=True)
    made.request.url = url
    made.request.method = method
    made.request.content = b"q=1" if method == "POST" else b""
    made.response.headers = http.Headers([(name.encode(), value) for name, value in fields.items()])
    made.response.raw_content = body
    return made


def write_flows(path: Path, *flows: http.HTTPFlow | tcp.TCPFlow) -> None:
    with path.open("wb") as file:
        writer = io.FlowWriter(file)
        for one in flows:
            writer.add(one)


def test_mitmproxy_flows(tmp_path):
    coded = b"\x1f\x8b\x08 not decoded"
    write_flows(
        tmp_path / "flows",
        flow("https://a.org/1", coded, **{"content-encoding": b"gzip", "X-Odd": b"caf\xe9"}),
        tflow.ttcpflow(),
        flow("https://a.org/form", b"posted", "POST"),
        flow("https://a.org/cut", None),
    )
    taken, faults = imported(tmp_path / "flows", tmp_path / "s")
    assert taken == 2
    assert faults == [f"{tmp_path}/flows: GET https://a.org/cut: has no complete response"]
    with ReplayStore(tmp_path / "s") as store:
        found = store.read(store.lookup("https://a.org/1"))
        assert found.body == coded
        assert found.headers == (("content-encoding", "gzip"), ("X-Odd", "caf\xe9"))
        assert store.read(store.lookup("https://a.org/form", "POST", b"q=1")).body == b"posted"


def test_a_flow_file_that_was_cut_off(tmp_path):
    write_flows(tmp_path / "flows", *(flow(f"https://a.org/{number}", b"body") for number in range(3)))
    data = (tmp_path / "flows").read_bytes()
    (tmp_path / "flows").write_bytes(data[:-20])
    taken, faults = imported(tmp_path / "flows", tmp_path / "s")
    assert taken == 2
    assert "cut off or damaged" in faults[0]


def har(*entries: dict) -> str:
    return json.dumps({"log": {"version": "1.2", "entries": entries}})


def har_entry(url: str, content: dict, status: int = 200, **request: object) -> dict:
    fields = [
        {"name": ":status", "value": "200"},
        {"name": "Content-Type", "value": "text/html"},
        {"name": "Content-Encoding", "value": "br"},
        {"name": "Content-Length", "value": "7"},
    ]
    return {
        "startedDateTime": "2023-10-01T12:00:00.000Z",
        "request": {"method": "GET", "url": url, "headers": [], **request},
        "response": {"status": status, "statusText": "OK", "headers": fields, "content": content},
    }


def test_har(tmp_path):
    picture = bytes(range(256))
    (tmp_path / "x.har").write_text(
        har(
            har_entry("https://a.org/page#part", {"text": "<p>é", "size": 5}),
            har_entry(
                "https://a.org/picture", {"text": base64.b64encode(picture).decode(), "encoding": "base64"}
            ),
            har_entry("https://a.org/form", {"text": "done"}, method="POST", postData={"text": "q=1"}),
            har_entry("https://a.org/lost", {"size": 10}),
            har_entry("https://a.org/blocked", {}, status=0),
            har_entry("data:text/plain,x", {"text": "x"}),
            har_entry("https://a.org/bad", {"text": "%%%", "encoding": "base64"}),
            {"request": 1},
        )
    )
    taken, faults = imported(tmp_path / "x.har", tmp_path / "s")
    assert taken == 3
    assert [fault.removeprefix(f"{tmp_path}/x.har: ") for fault in faults] == [
        "entry 3: https://a.org/lost: its content was not saved (save the HAR *with content*)",
        "entry 4: https://a.org/blocked: has no response",
        "entry 5: data:text/plain,x: is no HTTP address",
        "entry 6: https://a.org/bad: its content is no Base64",
        "entry 7: malformed (KeyError: 'response')",
    ]
    with ReplayStore(tmp_path / "s") as store:
        page = store.read(store.lookup("https://a.org/page"))
        assert page.body == "<p>é".encode()
        assert page.headers == (("Content-Type", "text/html; charset=utf-8"),)
        assert page.recorded.isoformat() == "2023-10-01T12:00:00+00:00"
        assert store.read(store.lookup("https://a.org/picture")).body == picture
        assert store.read(store.lookup("https://a.org/form", "POST", b"q=1")).body == b"done"


@pytest.mark.parametrize(
    ("kind", "text", "body", "told"),
    [
        ("text/html; charset=iso-8859-1", "é", b"\xe9", "text/html; charset=iso-8859-1"),
        ("text/html;charset=latin-1; x=1", "–", "–".encode(), "text/html; x=1; charset=utf-8"),
        ("text/html; charset=nobody-knows", "é", "é".encode(), "text/html; charset=utf-8"),
        ("text/html", "plain", b"plain", "text/html"),
        ("application/json", "é", "é".encode(), "application/json"),
    ],
)
def test_text_of_a_har_in_the_charset_that_its_header_names(tmp_path, kind, text, body, told):
    entry = har_entry("https://a.org/", {"text": text})
    entry["response"]["headers"][1]["value"] = kind
    (tmp_path / "x.har").write_text(har(entry))
    assert imported(tmp_path / "x.har", tmp_path / "s") == (1, [])
    with ReplayStore(tmp_path / "s") as store:
        found = store.read(store.lookup("https://a.org/"))
    assert (found.body, found.headers) == (body, (("Content-Type", told),))


@pytest.mark.parametrize("status", ["1e999", "-1e999", "NaN"])
def test_a_status_that_is_no_number_costs_no_other_entry(tmp_path, status):
    path = tmp_path / "x.har"
    path.write_text(
        har(har_entry("http://a.org/1", {"text": "a"}), har_entry("http://a.org/2", {"text": "b"}))
    )
    path.write_text(path.read_text().replace('"status": 200', f'"status": {status}', 1))
    taken, faults = imported(path, tmp_path / "s")
    assert taken == 1
    assert len(faults) == 1


@pytest.mark.parametrize("charset", ["punycode", "idna"])
def test_text_is_not_encoded_in_quadratic_time(tmp_path, charset):
    path = tmp_path / "x.har"
    entry = har_entry("http://a.org/1", {"text": "ä"})
    entry["response"]["headers"] = [{"name": "Content-Type", "value": f"text/html; charset={charset}"}]
    path.write_text(har(entry))
    imported(path, tmp_path / "s")
    with ReplayStore(tmp_path / "s") as store:
        assert store.read(store.lookup("http://a.org/1")).body == "ä".encode()


def test_a_flow_file_nested_without_end(tmp_path):
    data = b"0:]"
    for _ in range(3000):
        data = b"%d:%s]" % (len(data), data)
    (tmp_path / "x.flow").write_bytes(data)
    taken, faults = imported(tmp_path / "x.flow", tmp_path / "s")
    assert taken == 0
    assert "damaged" in faults[0]


def test_a_har_entry_that_was_cut_off_is_not_taken_for_an_empty_page(tmp_path):
    path = tmp_path / "x.har"
    path.write_text(
        har(
            har_entry("https://a.org/cut", {"text": "", "size": 0}),
            har_entry("https://a.org/moved", {"text": "", "size": 0}, status=302),
            har_entry("https://a.org/head", {"size": 0}, method="HEAD"),
        )
    )
    taken, faults = imported(path, tmp_path / "s")
    assert taken == 2
    assert faults == [
        f"{path}: entry 0: https://a.org/cut: its content was not saved (save the HAR *with content*)"
    ]


def test_warc_is_copied_as_it_is(tmp_path):
    with StoreWriter(tmp_path / "other") as writer:
        for number in range(3):
            writer.add(Exchange(f"https://a.org/{number}", 200, "OK", (), b"x" * 300))
    path = tmp_path / "other/archive/00000.warc.gz"
    assert imported(path, tmp_path / "s") == (3, [])
    path.write_bytes(path.read_bytes()[:-30])
    taken, faults = imported(path, tmp_path / "s")
    assert taken == 2
    assert "the file ends in the middle of a record" in faults[0]
    names = sorted(p.name for p in (tmp_path / "s/archive").iterdir())
    assert names == ["import-00000.warc.gz", "import-00001.warc.gz"]
    assert (tmp_path / "s/archive" / names[1]).read_bytes() == path.read_bytes()
    with StoreWriter(tmp_path / "s") as writer:
        writer.add(Exchange("https://a.org/new", 200, "OK", (), b""))
    assert (tmp_path / "s/archive" / names[1]).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("x.txt", b"hello", "neither a WARC, nor a HAR, nor a mitmproxy flow file"),
        ("x.har", b'{"log": {"entries": [', r"not a HAR file, or cut off \(line 1\)"),
        ("x.har", b'{"a": 1}', "not a HAR file, or cut off: no list log.entries"),
        ("x.warc.gz", b"\x1f\x8b\x08" + bytes(100), "nothing in it can be read: byte 0: "),
        ("x.warc", b"WARC/1.0\r\nbroken", "nothing in it can be read: byte 0: no WARC record"),
        ("missing", None, "No such file"),
    ],
)
def test_what_is_none_of_them(tmp_path, name, content, complaint):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(StoreError, match=complaint):
        imported(tmp_path / name, tmp_path / "s")
    assert list((tmp_path / "s/archive").iterdir()) == []
