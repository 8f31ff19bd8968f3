"""Moments as authors write them and as goal texts tell them."""

import pytest

from mobile_env.tasks.parameters.moments import MomentError, TaskClock, seconds_of

# A Sunday.
NOW = TaskClock().moment("2023-10-15 15:34")
CLOCK = TaskClock(NOW)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("now", "2023-10-15 15:34:00"),
        ("now-5m", "2023-10-15 15:29:00"),
        ("now+90s", "2023-10-15 15:35:30"),
        ("today", "2023-10-15 00:00:00"),
        ("today+2d 08:00", "2023-10-17 08:00:00"),
        ("tomorrow", "2023-10-16 00:00:00"),
        ("Yesterday 23:59:58", "2023-10-14 23:59:58"),
        ("monday 09:00", "2023-10-16 09:00:00"),
        ("sunday", "2023-10-22 00:00:00"),
        ("monday-1w", "2023-10-09 00:00:00"),
        ("2023-10-18", "2023-10-18 00:00:00"),
        ("2023-10-18T08:05", "2023-10-18 08:05:00"),
        ("2023-10-31+1d", "2023-11-01 00:00:00"),
    ],
)
def test_a_moment_is_read(text, written):
    assert CLOCK.written(CLOCK.moment(text), "%F %T") == written


def test_days_follow_the_calendar_where_the_clock_changes():
    # Berlin's clocks went back an hour on 2023-10-29.
    berlin = TaskClock(TaskClock(None, "Europe/Berlin").moment("2023-10-28 12:00"), "Europe/Berlin")
    tomorrow = berlin.moment("today+1d 12:00")
    assert berlin.written(tomorrow, "%H:%M %Z") == "12:00 CET"
    assert tomorrow - berlin.now == 25 * 3600
    assert berlin.day(tomorrow) == berlin.moment("2023-10-29")


@pytest.mark.parametrize(
    "text", ["", "soon", "2023-13-01", "2023-02-30", "today 25:00", "now 08:00", "today+2", "9999-12-31+9d"]
)
def test_what_is_no_moment_is_refused(text):
    with pytest.raises(MomentError, match=r"moment|calendar|now has a time"):
        CLOCK.moment(text)


def test_now_needs_a_clock():
    with pytest.raises(MomentError, match="add clock"):
        TaskClock().moment("tomorrow")
    with pytest.raises(MomentError, match="no time zone 'Mars/Base'"):
        TaskClock(0, "Mars/Base")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("%A, %B %-d", "Sunday, October 15"),
        ("%-H:%M", "15:34"),
        ("%I:%M %p", "03:34 PM"),
        ("%-I", "3"),
        ("%u%w%j%y", "7028823"),
        ("%a %b %e %Z %z", "Sun Oct 15 UTC +0000"),
        ("100%%", "100%"),
    ],
)
def test_a_moment_is_told_in_english_everywhere(pattern, text):
    assert CLOCK.written(NOW, pattern) == text


def test_noon_and_midnight_on_a_twelve_hour_clock():
    assert CLOCK.written(CLOCK.moment("today 00:05"), "%-I:%M %p") == "12:05 AM"
    assert CLOCK.written(CLOCK.moment("today 12:05"), "%-I:%M %p") == "12:05 PM"


def test_unknown_directives_are_refused():
    with pytest.raises(MomentError, match="has %Q"):
        CLOCK.written(NOW, "%Q")
    with pytest.raises(MomentError, match="lone %"):
        CLOCK.written(NOW, "100%")


@pytest.mark.parametrize(
    ("day", "ways"),
    [
        ("today", {"today"}),
        ("tomorrow", {"tomorrow", "Monday", "this Monday"}),
        ("yesterday", {"yesterday"}),
        ("thursday", {"Thursday", "this Thursday"}),
        ("today+7d", set()),
        ("thursday+1w", {"the Thursday after next"}),
        ("today+14d", set()),
    ],
)
def test_a_date_is_reworded_without_ambiguity(day, ways):
    moment = CLOCK.moment(day)
    always = {CLOCK.written(moment, "%B %-d"), CLOCK.written(moment, "%B %-d %Y")}
    assert set(CLOCK.ways_to_say(moment)) == ways | always


def test_durations():
    assert [seconds_of(text) for text in ("90s", "30m", "1h", "1d", "1w")] == [90, 1800, 3600, 86400, 604800]
    with pytest.raises(MomentError, match="no duration"):
        seconds_of("soon")
