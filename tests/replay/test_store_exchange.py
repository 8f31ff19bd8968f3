"""How a recorded response is answered again: what changes and what does not."""

import datetime

import pytest

from mobile_env.replay.store.exchange import Exchange, Request, answer, end_to_end, refreshed

RECORDED = datetime.datetime(2023, 10, 1, 12, 0, tzinfo=datetime.UTC)
NOW = datetime.datetime(2023, 10, 15, 15, 34, tzinfo=datetime.UTC)


def test_dates_keep_their_distances():
    fields = (
        ("Date", "Sun, 01 Oct 2023 12:00:00 GMT"),
        ("expires", "Sun, 01 Oct 2023 13:00:00 GMT"),
        ("Last-Modified", "Fri, 29 Sep 2023 12:00:00 GMT"),
        ("X-Date", "Sun, 01 Oct 2023 12:00:00 GMT"),
    )
    assert refreshed(fields, RECORDED, NOW) == (
        ("Date", "Sun, 15 Oct 2023 15:34:00 GMT"),
        ("expires", "Sun, 15 Oct 2023 16:34:00 GMT"),
        ("Last-Modified", "Fri, 13 Oct 2023 15:34:00 GMT"),
        ("X-Date", "Sun, 01 Oct 2023 12:00:00 GMT"),
    )


def test_without_a_date_the_time_of_recording_counts():
    fields = (("Expires", "Sun, 01 Oct 2023 13:00:00 GMT"),)
    assert refreshed(fields, RECORDED, NOW) == (("Expires", "Sun, 15 Oct 2023 16:34:00 GMT"),)


@pytest.mark.parametrize("value", ["0", "-1", "", "never", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_what_is_no_date_stays(value):
    assert refreshed((("Expires", value),), RECORDED, NOW) == (("Expires", value),)


def test_all_other_fields_are_sent_as_recorded():
    fields = (("set-cookie", "a=1"), ("X-Odd", "caf\xe9"), ("Set-Cookie", "b=2"), ("Content-Length", "2"))
    exchange = Exchange("https://a.org/", 200, "Fine", fields, b"ok", recorded=RECORDED)
    given = answer(exchange, Request("https://a.org/", {}), NOW)
    assert given == (200, "Fine", fields, b"ok")


@pytest.mark.parametrize("length", ["100", "1", "two"])
def test_a_length_that_lies_is_corrected(length):
    exchange = Exchange("https://a.org/", 200, "OK", (("Content-Length", length), ("A", "b")), b"ok")
    given = answer(exchange, Request("https://a.org/", {}), NOW)
    assert given.headers == (("A", "b"), ("Content-Length", "2"))


def test_head_and_empty_statuses_have_no_body():
    fields = (("Content-Length", "2"),)
    head = answer(
        Exchange("https://a.org/", 200, "OK", fields, b"ok"), Request("https://a.org/", {}, "HEAD"), NOW
    )
    assert (head.headers, head.body) == (fields, b"")
    empty = answer(
        Exchange("https://a.org/", 304, "Not Modified", (), b""), Request("https://a.org/", {}), NOW
    )
    assert (empty.headers, empty.body) == ((), b"")


def test_fields_of_the_connection_are_left_out():
    fields = (("Connection", "close, X-Hop"), ("x-hop", "1"), ("Transfer-Encoding", "chunked"), ("A", "b"))
    assert end_to_end(fields) == (("A", "b"),)
