"""Parts of the phone's state: copies, versions, reboots."""

import pytest

from mobile_env.phone import Display, Phone
from mobile_env.phone.services.clipboard import Clipboard
from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.part import Kind, Part, Parts
from mobile_env.phone.state.touch import Clicks


@pytest.fixture(scope="module")
def state():
    return Phone(Display(360, 640, 160)).state


def test_copies_are_other_objects_of_the_same_version(state):
    copied = state.copy()
    for part, other in zip(state, copied, strict=True):
        assert type(part) is type(other)
        assert part is not other
        if not isinstance(part, Clicks):  # news are not copied
            assert part.version == other.version, type(part).__name__


def test_two_phones_differ_in_version_where_they_may_differ_in_content(state):
    other = Phone(Display(360, 640, 160)).state
    for part in state:
        if not isinstance(part, Clock | Clicks):
            assert part.version != other.part(type(part)).version


def test_a_mutation_of_a_copy_reaches_only_the_copy():
    parts = Parts([Clipboard()])
    copied = parts.copy()
    copied.part(Clipboard).set("words")
    assert parts.part(Clipboard).text == ""
    assert parts.part(Clipboard).version != copied.part(Clipboard).version


def test_a_reboot_asks_every_part():
    class Uptime(Part):
        kind = Kind.USE
        days = 3

        def after_boot(self):
            self.days = 0

    parts = Parts([Uptime(), Clipboard()])
    parts.part(Clipboard).set("words")
    parts.after_boot()
    assert (parts.part(Uptime).days, parts.part(Clipboard).text) == (0, "")


def test_parts_are_known_by_class():
    parts = Parts([Clipboard()])
    with pytest.raises(ValueError, match="Clipboard already"):
        parts.add(Clipboard())
    with pytest.raises(LookupError, match="no part Clock"):
        parts.part(Clock)


def test_what_is_written_to_an_open_database_is_another_version(state):
    databases = state.copy().databases
    connection = databases.open("/data/local/tmp/a.db")
    before = databases.version
    assert databases.version == before
    for statement in ("CREATE TABLE t (a)", "INSERT INTO t VALUES (1)", "PRAGMA user_version = 3"):
        connection.execute(statement)
        assert databases.version != before, statement
        before = databases.version
    connection.execute("SELECT * FROM t").fetchall()
    assert databases.version == before
