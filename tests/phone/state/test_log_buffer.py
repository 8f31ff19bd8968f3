import re

import pytest

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.logcat import LogBuffer, LogEntry, LogFilter, format_entry

ENTRY = LogEntry(1_697_384_040_123_456, 1234, 1250, "D", "jd", "mUrl is: x", "main")


@pytest.mark.parametrize(
    ("form", "modifiers", "expected"),
    [
        ("brief", (), "D/jd      ( 1234): mUrl is: x\n"),
        ("process", (), "D( 1234) mUrl is: x  (jd)\n"),
        ("tag", (), "D/jd      : mUrl is: x\n"),
        ("thread", (), "D( 1234: 1250) mUrl is: x\n"),
        ("raw", (), "mUrl is: x\n"),
        ("time", (), "10-15 15:34:00.123 D/jd      ( 1234): mUrl is: x\n"),
        ("threadtime", (), "10-15 15:34:00.123  1234  1250 D jd      : mUrl is: x\n"),
        ("threadtime", ("year", "usec"), "2023-10-15 15:34:00.123456  1234  1250 D jd      : mUrl is: x\n"),
        ("threadtime", ("epoch",), "         1697384040.123  1234  1250 D jd      : mUrl is: x\n"),
        ("long", (), "[ 10-15 15:34:00.123  1234: 1250 D/jd       ]\nmUrl is: x\n\n"),
    ],
)
def test_formats(form: str, modifiers: tuple[str, ...], expected: str) -> None:
    assert format_entry(ENTRY, form, modifiers) == expected


def test_each_line_of_a_message_is_a_line() -> None:
    entry = LogEntry(0, 1, 1, "E", "AndroidRuntime", "FATAL\n\n\tat x\n")
    assert (
        format_entry(entry, "tag")
        == "E/AndroidRuntime: FATAL\nE/AndroidRuntime: \nE/AndroidRuntime: \tat x\n"
    )
    assert format_entry(LogEntry(0, 1, 1, "E", "t", ""), "tag") == "E/t       : \n"


def test_android_env_reads_the_epoch_format() -> None:
    from android_env.components import log_stream, logcat_thread

    class Stream(log_stream.LogStream):
        def _get_stream_output(self):
            return [format_entry(ENTRY, "threadtime", ("epoch",)).rstrip("\n")]

        def stop_stream(self) -> None:
            pass

    seen: list[str] = []
    stream = Stream()
    stream.resume_stream()
    thread = logcat_thread.LogcatThread(stream)
    listener = logcat_thread.EventListener(
        re.compile("mUrl is: (.*)"), lambda _, match: seen.append(match[1])
    )
    thread.kill()
    thread.add_event_listener(listener)
    # Run once more in this thread: the lines of the stream are then sure to meet the listener.
    thread._should_stop.clear()
    thread._process_logs()
    assert seen == ["x"]


@pytest.mark.parametrize(
    ("specs", "level", "tag", "accepted"),
    [
        ([], "V", "any", True),
        (["jd:D", "*:S"], "D", "jd", True),
        (["jd:D", "*:S"], "V", "jd", False),
        (["jd:D", "*:S"], "F", "other", False),
        (["jd:W"], "V", "other", True),
        (["jd"], "V", "jd", True),
        (["*"], "V", "x", False),
        (["*:e"], "E", "x", True),
        (["a:S", "b:S"], "E", "b", False),
    ],
)
def test_filters(specs: list[str], level: str, tag: str, accepted: bool) -> None:
    assert LogFilter(specs).accepts(LogEntry(0, 1, 1, level, tag, "")) is accepted


@pytest.mark.parametrize("spec", ["jd:X", ":D", "jd:DD"])
def test_bad_filters(spec: str) -> None:
    with pytest.raises(ValueError, match="Invalid filter expression"):
        LogFilter([spec])


def test_cursors_survive_the_ring() -> None:
    log = LogBuffer(Clock(), capacity=8)
    log.write("I", "t", "0")
    _, cursor = log.read()
    for number in range(1, 50):
        log.write("I", "t", str(number))
    entries, end = log.read(cursor)
    assert [entry.message for entry in entries] == [str(n) for n in range(50 - len(entries), 50)]
    assert 8 <= len(entries) <= 10
    assert end == log.cursor == 50
    assert log.read(end) == ([], 50)


def test_clearing_one_buffer_keeps_the_others_and_cursors() -> None:
    log = LogBuffer(Clock())
    log.write("I", "t", "main")
    log.write("I", "t", "crash", buffer="crash")
    cursor = log.cursor
    log.clear(["main"])
    assert [entry.message for entry in log.read()[0]] == ["crash"]
    log.write("I", "t", "new")
    assert [entry.message for entry in log.read(cursor)[0]] == ["new"]


def test_a_copy_is_independent() -> None:
    log = LogBuffer(Clock())
    log.write("I", "t", "both")
    copy = log.copy()
    log.write("I", "t", "one")
    assert [entry.message for entry in copy.read()[0]] == ["both"]


def test_bad_levels_and_buffers_are_refused() -> None:
    log = LogBuffer(Clock())
    with pytest.raises(ValueError, match="level"):
        log.write("S", "t", "m")
    with pytest.raises(ValueError, match="buffer"):
        log.write("I", "t", "m", buffer="maine")
