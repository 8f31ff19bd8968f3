"""The embedded phone: cold start, memory, taps with frames, view hierarchies, snapshots."""

import gc
import itertools
import os
import subprocess
import sys

import psutil

from benchmarks import table
from benchmarks.table import Row, median_seconds
from mobile_env.phone import Display, Phone
from mobile_env.phone.state.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from mobile_env.replay.content import fetcher_for

TITLE = "Embedded phone"
SMALL = Display(360, 800, 160)
LARGE = Display(1080, 1920, 400)
_WIKIHOW = "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity"
_PHONES = 32

# MobileGym's published figures for a phone in a browser on a comparable machine.
_RIVAL_TAP_MS, _RIVAL_START_MS, _RIVAL_MEMORY_MB = 56.0, 1200.0, 122.0


def _phone(display: Display) -> Phone:
    return Phone(display, fetch=fetcher_for("wikihow", seed=0))


def _on_article(display: Display) -> Phone:
    phone = _phone(display)
    url = "https://www.wikihow.com/Bake-Lobster-Tails"
    phone.activities.start(
        Intent(
            action="android.intent.action.VIEW", data=url, component=_WIKIHOW, flags=FLAG_ACTIVITY_NEW_TASK
        )
    )
    return phone


def _cold_start() -> None:
    _phone(SMALL).screenshot()


def _tapper(phone: Phone):
    """Taps that open and close the overflow menu in turn, so that every tap changes the screen."""
    scale = phone.display.scale
    more = phone.display.width_px - 24 * scale, 52 * scale
    outside = 100 * scale, 400 * scale

    places = itertools.cycle((more, outside))

    def tap() -> None:
        x, y = next(places)
        phone.touch(x, y)
        phone.lift()

    return tap


def _memory_mb() -> float:
    """RSS a phone over 32 phones at 360×800, each after its first frame, measured in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.phone", "--memory"]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _measure_memory() -> float:
    process = psutil.Process(os.getpid())
    _phone(SMALL).screenshot()
    gc.collect()
    before = process.memory_info().rss
    phones = [_phone(SMALL) for _ in range(_PHONES)]
    for phone in phones:
        phone.screenshot()
    gc.collect()
    return (process.memory_info().rss - before) / _PHONES / 2**20


def rows() -> list[Row]:
    """Medians on this machine against the budgets; gains over MobileGym's published figures."""
    found = [
        Row(
            "cold start, all apps, first frame out, 360×800",
            1e3 * median_seconds(_cold_start, 15),
            "ms",
            60,
            _RIVAL_START_MS,
        ),
        Row(f"one more phone, of {_PHONES}, after its first frame", _memory_mb(), "MB", 6, _RIVAL_MEMORY_MB),
    ]
    for display, budget in ((SMALL, 7.0), (LARGE, 14.0)):
        size = f"{display.width_px}×{display.height_px}"
        phone = _on_article(display)
        tap = _tapper(phone)

        def tap_and_frame(tap=tap, phone=phone) -> None:
            tap()
            phone.screenshot()

        def tap_and_hierarchy(tap=tap, phone=phone) -> None:
            tap()
            phone.view_hierarchy()

        offsets = itertools.cycle(range(0, 900, 60))

        def scroll_and_frame(phone=phone, offsets=offsets) -> None:
            phone.scrolling.set(phone.activities.foreground.window, "webView", float(next(offsets)))
            phone.screenshot()

        found += [
            Row(
                f"tap + new frame, {size}",
                1e3 * median_seconds(tap_and_frame, 60),
                "ms",
                budget,
                _RIVAL_TAP_MS,
            ),
            Row(f"tap + new hierarchy, {size}", 1e3 * median_seconds(tap_and_hierarchy, 60), "ms", 3),
            Row(
                f"scrolled article + new frame, {size}",
                1e3 * median_seconds(scroll_and_frame, 60),
                "ms",
                budget,
            ),
        ]
        phone.key("BACK")
    phone = _on_article(SMALL)
    phone.screenshot()

    def unchanged() -> None:
        phone.wait()
        phone.screenshot()

    snapshot = phone.snapshot()
    found += [
        Row("nothing changed: one action + frame", 1e3 * median_seconds(unchanged, 300), "ms", 0.05),
        Row("snapshot", 1e3 * median_seconds(phone.snapshot, 100), "ms", 2),
        Row("restore", 1e3 * median_seconds(lambda: phone.restore(snapshot), 100), "ms", 2),
        Row("fork", 1e3 * median_seconds(phone.fork, 100), "ms", 2),
    ]
    return found


if __name__ == "__main__":
    if "--memory" in sys.argv:
        print(_measure_memory())
    else:
        table.main(TITLE, rows)
