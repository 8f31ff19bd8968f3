"""The log stream: filters, pauses, and readers on another thread that keep step with the phone."""

import re
import threading

import pytest
from android_env.components import logcat_thread

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.logcat import LogBuffer
from mobile_env.simulators.phone_log_stream import PhoneLogStream


@pytest.fixture
def log():
    return LogBuffer(Clock())


class Reader:
    """A stream that is read on a thread of its own."""

    def __init__(self, log, *filters):
        self.stream = PhoneLogStream(log.read, log.cursor)
        self.stream.set_log_filters(filters)
        self.lines = []
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()
        self.stream.resume_stream()

    def _read(self):
        for line in self.stream.get_stream_output():
            self.lines.append(line)

    def messages(self):
        return [line.partition(": ")[2] for line in self.lines]


def test_lines_are_in_logcats_epoch_form_and_filtered(log):
    log.write("D", "jd", "before the stream")
    reader = Reader(log, "jd:D")
    log.write("D", "jd", "mUrl is: x", pid=77)
    log.write("V", "jd", "too verbose")
    log.write("E", "other", "not asked for")
    log.write("D", "jd", "two\nlines", pid=77)
    log.write("D", "jd", "elsewhere", buffer="radio")
    reader.stream.poll()
    assert reader.messages() == ["mUrl is: x", "two", "lines"]
    assert re.fullmatch(r" +1697384040\.\d{3}    77    77 D jd +: mUrl is: x", reader.lines[0])


def test_what_is_logged_in_a_pause_is_dropped(log):
    reader = Reader(log, "jd:D")
    log.write("D", "jd", "one")
    reader.stream.pause_stream()
    log.write("D", "jd", "two")
    reader.stream.resume_stream()
    log.write("D", "jd", "three")
    reader.stream.poll()
    assert reader.messages() == ["one", "three"]


def test_stopping_ends_the_reader_and_later_polls_do_nothing(log):
    reader = Reader(log, "*:V")
    reader.stream.stop_stream()
    reader.thread.join(timeout=5)
    assert not reader.thread.is_alive()
    assert reader.stream.closed
    log.write("D", "jd", "late")
    reader.stream.poll()
    assert reader.lines == []


def test_a_reader_on_the_polling_thread_is_not_waited_for(log):
    stream = PhoneLogStream(log.read, log.cursor)
    stream.set_log_filters(["jd:D"])
    stream.resume_stream()
    output = stream.get_stream_output()
    for message in ("one", "two"):
        log.write("D", "jd", message)
        stream.poll()
        assert next(output).endswith(message)


def test_androidenvs_thread_has_told_its_listeners_when_poll_returns(log):
    stream = PhoneLogStream(log.read, log.cursor)
    stream.set_log_filters(["game:I"])
    seen = []
    thread = logcat_thread.LogcatThread(stream)
    thread.add_event_listener(
        logcat_thread.EventListener(
            re.compile(r"^reward: (\d+)"), lambda _, match: seen.append(int(match[1]))
        )
    )
    thread.resume()
    for reward in range(50):
        log.write("I", "game", f"reward: {reward}")
        stream.poll()
        assert seen[-1] == reward
    thread.kill()
    assert stream.closed
