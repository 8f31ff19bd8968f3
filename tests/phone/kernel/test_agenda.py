"""The agenda: what is due when, in which order, and what moves it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mobile_env.phone.kernel.agenda import Agenda
from mobile_env.phone.kernel.events import Event, TimeSet, on
from mobile_env.phone.kernel.kernel import MOST_DUE, Kernel
from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.counters import Counters
from mobile_env.phone.state.logcat import LogBuffer
from mobile_env.phone.state.packages import PackageTable
from mobile_env.phone.state.phone_state import PhoneState
from mobile_env.phone.state.pids import ProcessTable

SECOND = 1_000_000


class Bell:
    """Writes down what rings, and when."""

    name = "bell"

    def __init__(self, kernel):
        self.kernel = kernel
        self.rung = []
        self.again_us = None

    def due(self, entry):
        self.rung.append((*entry.what, (self.kernel.clock.now_us - START) / SECOND))
        if self.again_us is not None:
            self.kernel.agenda.at(self.kernel.clock.now_us + self.again_us, "bell", entry.what)

    @on(TimeSet)
    def time_set(self, event):
        self.rung.append(("set", (event.new_us - event.old_us) / SECOND))


START = Clock().now_us


@pytest.fixture
def kernel():
    clock = Clock()
    kernel = Kernel(
        PhoneState([clock, LogBuffer(clock), PackageTable(), ProcessTable(), Counters(0), Agenda()])
    )
    kernel.attach(Bell(kernel))
    return kernel


def rung(kernel):
    return kernel.service(Bell).rung


def test_entries_are_done_at_their_own_time_in_order(kernel):
    for name, second in (("b", 2), ("a", 1), ("c", 2), ("far", 9)):
        kernel.agenda.at(START + second * SECOND, "bell", (name,))
    kernel.advance(5)
    assert rung(kernel) == [("a", 1), ("b", 2), ("c", 2)]
    assert kernel.clock.now_us == START + 5 * SECOND
    assert kernel.agenda.next_us(kernel.clock) == START + 9 * SECOND


def test_what_is_due_now_is_done_by_an_advance_of_nothing(kernel):
    kernel.agenda.at(START - SECOND, "bell", ("late",))
    kernel.advance(0)
    assert rung(kernel) == [("late", 0)]


def test_a_key_names_one_entry(kernel):
    kernel.agenda.at(START + SECOND, "bell", ("old",), key=1)
    kernel.agenda.at(START + 2 * SECOND, "bell", ("new",), key=1, base="elapsed")
    assert [entry.what for entry in kernel.agenda.of("bell")] == [("new",)]
    assert kernel.agenda.cancel("bell", 1)
    assert not kernel.agenda.cancel("bell", 1)
    assert kernel.agenda.next_us(kernel.clock) is None


def test_setting_the_clock_moves_times_of_day_and_not_times_since_the_boot(kernel):
    kernel.agenda.at(START + 10 * SECOND, "bell", ("rtc",))
    kernel.agenda.at(10 * SECOND, "bell", ("elapsed",), base="elapsed")
    kernel.set_time(START + 20 * SECOND)
    assert rung(kernel) == [("set", 20), ("rtc", 20)]
    kernel.advance(9)
    assert len(rung(kernel)) == 2
    kernel.advance(1)
    assert rung(kernel)[2:] == [("elapsed", 30)]


def test_a_clock_set_back_waits_longer_for_times_of_day(kernel):
    kernel.agenda.at(START + 10 * SECOND, "bell", ("rtc",))
    kernel.set_time(START - 10 * SECOND)
    kernel.advance(19)
    assert rung(kernel) == [("set", -10)]
    kernel.advance(1)
    assert rung(kernel)[1:] == [("rtc", 10)]


def test_who_never_ends_is_named_in_the_log_and_time_goes_on(kernel):
    kernel.service(Bell).again_us = 0
    kernel.agenda.at(START, "bell", ("loop",))
    kernel.advance(3)
    assert len(rung(kernel)) == MOST_DUE
    assert kernel.clock.now_us == START + 3 * SECOND
    assert "bell: ('loop',)" in kernel.log.read(0)[0][-1].message


def test_a_reboot_forgets_and_a_copy_does_not(kernel):
    kernel.agenda.at(START, "bell", ("x",))
    copied = kernel.agenda.copy()
    kernel.agenda.after_boot()
    assert kernel.agenda.of("bell") == []
    assert [entry.what for entry in copied.of("bell")] == [("x",)]


@given(
    st.lists(st.tuples(st.integers(-5, 30), st.booleans()), max_size=12),
    st.lists(st.integers(0, 12), max_size=6),
)
def test_however_time_is_cut_the_same_is_done(entries, cuts):
    """One advance, or many: equal entries at equal times (times of day and since the boot alike)."""

    def run(pieces):
        clock = Clock()
        parts = [clock, LogBuffer(clock), PackageTable(), ProcessTable(), Counters(0), Agenda()]
        kernel = Kernel(PhoneState(parts))
        kernel.attach(Bell(kernel))
        for number, (second, elapsed) in enumerate(entries):
            when = second * SECOND + (0 if elapsed else START)
            kernel.agenda.at(when, "bell", (number,), base="elapsed" if elapsed else "rtc")
        for piece in pieces:
            kernel.advance(piece)
        return rung(kernel)

    whole = run([sum(cuts)])
    assert run(cuts) == (whole if cuts else [])
    expected = sorted((max(0, s), s, n) for n, (s, _) in enumerate(entries) if s <= sum(cuts))
    if cuts:
        assert whole == [(number, at) for at, _, number in expected]


def test_chance_repeats_with_the_seed_and_goes_on(kernel):
    first = [kernel.random("a").random(), kernel.random("a").random(), kernel.random("b").random()]
    assert len(set(first)) == 3
    state = PhoneState([Counters(0)])
    assert [Kernel(state).random("a").random() for _ in range(2)] == first[:2]
    assert Kernel(PhoneState([Counters(1)])).random("a").random() != first[0]


def test_events_reach_subscribers_of_their_class_only(kernel):
    class Other(Event):
        pass

    kernel.emit(Other())
    assert rung(kernel) == []
