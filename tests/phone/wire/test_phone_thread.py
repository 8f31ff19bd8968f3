"""The thread of a served phone: before it is switched on, when that fails, and when something on it fails."""

import threading

import pytest

from mobile_env.phone import Display, Phone
from mobile_env.phone.wire.phone_thread import PhoneGoneError, PhoneThread
from mobile_env.phone.wire.server import PhoneServer


def test_a_phone_that_is_not_switched_on_answers_nothing(console_port):
    server = PhoneServer(lambda: Phone(Display(320, 480, 160)), console_port=console_port(), adb_servers=[])
    with pytest.raises(PhoneGoneError, match=r"not switched on yet: call start\(\) first"):
        server.phone.call(lambda phone: phone.orientation)


def test_a_phone_that_cannot_be_made_keeps_nobody_waiting():
    asked, may_fail = threading.Event(), threading.Event()

    def broken():
        asked.set()
        assert may_fail.wait(10)
        raise ValueError("no such phone")

    thread = PhoneThread(broken)
    failures = []

    def start():
        try:
            thread.start()
        except ValueError as error:
            failures.append(str(error))

    starting = threading.Thread(target=start)
    starting.start()
    assert asked.wait(10)
    early = thread.submit(lambda phone: phone.orientation)
    may_fail.set()
    starting.join()
    assert failures == ["no such phone"]
    with pytest.raises(PhoneGoneError, match="could not be switched on"):
        early.result(10)
    with pytest.raises(PhoneGoneError, match="is switched off"):
        thread.call(lambda phone: phone.orientation)
    thread.close()


def test_a_watcher_that_fails_stops_nobody(served, caplog):
    def watcher(phone):
        raise ValueError("a watcher stumbled")

    stop = served.phone.watch(watcher)
    try:
        assert served.phone.call(lambda phone: phone.orientation) == 0
        assert served.phone.call(lambda phone: phone.orientation) == 0
    finally:
        stop()
    assert "a watcher stumbled" in caplog.text
