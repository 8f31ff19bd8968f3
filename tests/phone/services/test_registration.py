"""Services are found by folder, stand in the order of what they need, and keep nothing outside the state."""

import pytest

from mobile_env.phone.kernel.service import Entry, Service
from mobile_env.phone.services import ordered, shipped
from mobile_env.signals.state import SERVICE_LISTS


class Low(Service):
    name = "low"


class High(Service):
    name = "high"


LOW, HIGH = Entry("low", service=Low), Entry("high", service=High, needs=(Low,))


def test_what_is_needed_comes_first():
    assert ordered([HIGH, LOW]) == (LOW, HIGH)


@pytest.mark.parametrize(
    "entries", [[HIGH], [HIGH, Entry("low", service=Low, needs=(High,))]], ids=["missing", "circle"]
)
def test_needs_that_cannot_be_met_are_named(entries):
    with pytest.raises(ValueError, match="high needs Low"):
        ordered(entries)


@pytest.mark.parametrize("entry", shipped(), ids=lambda entry: entry.name)
def test_a_registration_says_what_is_there(entry):
    assert entry.service is None or entry.service.name == entry.name
    for each in (entry, *entry.also):
        for reference in (each.cmd, each.dump, *each.tools.values()):
            assert not reference or callable(each.load(reference)), reference


def test_names_are_given_once():
    names = [each.name for entry in shipped() for each in (entry, *entry.also)]
    assert len(names) == len(set(names))
    tools = [tool for entry in shipped() for tool in entry.tools]
    assert len(tools) == len(set(tools))


def test_services_remember_nothing_themselves(phone):
    phone.shell("am start -n com.wikihow.wikihowapp/.MainTabActivity; input tap 100 100; dumpsys")
    for entry in shipped():
        if entry.service is not None:
            assert set(vars(phone.service(entry.service))) == {"kernel"}, entry.name


def test_every_service_is_listed_everywhere(phone):
    listed = phone.shell("service list").stdout.decode()
    dumped = phone.shell("dumpsys -l").stdout.decode()
    commanded = phone.shell("cmd -l").stdout.decode()
    for entry in shipped():
        for each in (entry, *entry.also):
            assert f"\t{each.name}: [{each.interface}]" in listed
            assert f"  {each.name}\n" in dumped
            assert f"  {each.name}\n" in commanded


def test_lists_have_columns_that_tasks_know(phone):
    lists = [name for entry in shipped() for name in entry.lists]
    assert sorted([*lists, "clipboard", "foreground", "packages"]) == sorted(SERVICE_LISTS)
    for name in lists:
        for row in phone.kernel.rows(name):
            assert tuple(row) == SERVICE_LISTS[name], name
