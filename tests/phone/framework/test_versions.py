"""Nobody says that the screen is stale: it is composed anew exactly when something that it shows is another."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "golden"))
import walks

from mobile_env.phone.state.part import Kind


def _compare(number):
    for step, (phone, _) in enumerate(walks.steps(number)):
        shown, dump = phone.screenshot(), phone.view_hierarchy()
        scratch = phone.fork()
        where = f"walk {number}, step {step}"
        assert dump == scratch.view_hierarchy(), where
        assert np.array_equal(shown, scratch.screenshot()), where


@pytest.mark.parametrize("first", (1000, 1004))
def test_what_is_shown_is_what_would_be_made_from_scratch(first):
    for number in range(first, first + 4):
        _compare(number)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1008, 1200, 16))
def test_what_is_shown_on_many_walks_is_what_would_be_made_from_scratch(first):
    for number in range(first, first + 16):
        _compare(number)


def test_without_a_change_nothing_is_composed(phone, monkeypatch):
    phone.snapshot()  # open databases are written to their files
    phone.screenshot()
    composed = []
    compose = phone.windows.compose
    monkeypatch.setattr(phone.windows, "compose", lambda: composed.append(1) or compose())
    phone.shell("ls /sdcard; getprop ro.product.model; logcat -d")
    phone.advance(0.1)
    phone.restore(phone.snapshot())
    phone.touch(1, 1)
    phone.screenshot()
    assert not composed
    phone.shell("settings put system screen_brightness 3")
    phone.screenshot()
    assert len(composed) == 1
    phone.advance(60)
    phone.screenshot()
    assert len(composed) == 2


def test_a_write_past_all_services_is_seen(phone, hand):
    """A database that an app has open, a file, a setting: written by whoever, seen at the next look."""
    database = phone.state.databases.open("/data/data/org.example.sample/databases/a.db")
    for write in (
        lambda: database.execute("CREATE TABLE t (a)"),
        lambda: phone.state.files.write("/sdcard/a.txt", b"1"),
        lambda: phone.state.settings.put("system", "font_scale", "1.3"),
    ):
        phone.screenshot()
        seen = phone._seen
        write()
        phone.screenshot()
        assert phone._seen is not seen


def test_parts_that_are_not_shown_are_not_compared(phone):
    shown = {type(part).__name__ for part in phone.state if part.kind in (Kind.DATA, Kind.UI)}
    assert not shown & {"Clock", "LogBuffer", "ProcessTable", "Touch", "Clicks", "Counters", "Agenda"}
