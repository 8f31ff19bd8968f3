"""Snapshots: a state is one value, and what comes after is a function of it and the input."""

import hashlib

import numpy as np
import pytest

from mobile_env.phone import Display, Phone


def _fingerprint(phone: Phone) -> str:
    entries, _ = phone.log.read(0)
    parts = (phone.screenshot().tobytes(), phone.view_hierarchy().encode(), repr(entries).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _use(hand) -> None:
    hand.tap(':id/increase"')
    hand.tap(':id/draft"')
    hand.phone.type_text("three")
    hand.phone.key("ENTER")
    start = hand.centre('text="note 5"')
    hand.drag(start, (start[0], start[1] - 120), steps=3, rest=False)


def test_the_same_input_from_a_snapshot_gives_the_same_bytes(phone, hand):
    snapshot = phone.snapshot()
    _use(hand)
    first = _fingerprint(phone)
    phone.restore(snapshot)
    assert hand.text("count") == "0"
    _use(hand)
    assert _fingerprint(phone) == first


def test_a_fork_goes_its_own_way(phone, hand):
    _use(hand)
    other = phone.fork()
    assert np.array_equal(other.screenshot(), phone.screenshot())
    assert other.view_hierarchy() == phone.view_hierarchy()
    before = _fingerprint(phone)
    hand.phone = other
    hand.tap(':id/increase"')
    other.shell("settings put system screen_brightness 7")
    assert _fingerprint(phone) == before
    assert phone.state.settings.get("system", "screen_brightness") != "7"


def test_a_snapshot_taken_in_the_middle_of_a_gesture_finishes_it(phone, hand):
    x, y = hand.centre(':id/increase"')
    phone.touch(x, y)
    snapshot = phone.snapshot()
    phone.lift()
    assert hand.text("count") == "1"
    phone.restore(snapshot)
    assert hand.text("count") == "0"
    phone.lift()
    assert hand.text("count") == "1"


def test_a_snapshot_keeps_databases_apart(phone):
    database = phone.state.databases.open("/data/data/org.example.sample/databases/notes.db")
    database.execute("CREATE TABLE notes (text)")
    snapshot = phone.snapshot()
    database.execute("INSERT INTO notes VALUES ('later')")
    phone.restore(snapshot)
    again = phone.state.databases.open("/data/data/org.example.sample/databases/notes.db")
    assert again.execute("SELECT count(*) FROM notes").fetchone() == (0,)


def test_a_snapshot_of_another_display_is_refused(phone):
    with pytest.raises(ValueError, match="the snapshot is of"):
        Phone(Display(720, 1280, 320)).restore(phone.snapshot())
