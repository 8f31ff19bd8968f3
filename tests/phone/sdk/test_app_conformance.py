"""The test kit on the apps of these tests, and what it says of an app that is wrong."""

from typing import ClassVar

import pytest

from mobile_env.phone.sdk.testing import AppConformance, check_contract, parse_contract
from mobile_env.phone.sdk.testing.contract import ContractError


class TestExpense(AppConformance):
    folder = "apps.expense"
    seed: ClassVar = {
        "accounting.db": "INSERT INTO expense (name, amount, category, note, created_date, modified_date) VALUES "
        "('Taxi', 1250, 5, 'to the station', 1697000000000, 1697000000000),"
        "('Rent', 70000, 4, '', 1696000000000, 1696000000000);"
    }
    places: ClassVar = {
        "main": [],
        "entry": ["#fb_main_add"],
        "detail": ["Taxi"],
        "chosen": ["hold Taxi"],
        "asked": ["hold Taxi", "#delete"],
        "settings": ["More options", "Settings"],
        "currency": ["More options", "Settings", "Currency"],
    }


class TestClock(AppConformance):
    folder = "apps.clock"
    places: ClassVar = {
        "main": [],
        "expanded": ["#days_of_week"],
        "picker": ["#fab"],
        "stopwatch": ["Stopwatch"],
    }


class TestPeople(AppConformance):
    folder = "apps.people"
    with_apps = ("apps.people_storage",)
    grants = ("READ_CONTACTS", "WRITE_CONTACTS")
    places: ClassVar = {"main": [], "editor": ["#floating_action_button"]}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("at main #nothing", "#nothing is not shown"),
        ('at main #tv_name text "Bus"', "#tv_name is"),
        ('at main absent "Taxi"', "'Taxi' is shown"),
        ("at nowhere #x", "no place 'nowhere'"),
        ("table databases/accounting.db expense exactly name TEXT", "there are also"),
        ("table databases/accounting.db expense has name INTEGER", "name is TEXT"),
    ],
)
def test_a_broken_contract_names_its_line(line, said):
    with pytest.raises(AssertionError, match=said) as error:
        check_contract(parse_contract(line, name="c.txt"), TestExpense())
    assert "c.txt:1" in str(error.value)


def test_a_line_without_meaning_is_refused():
    with pytest.raises(ContractError, match=r"c\.txt:2: 'og' is no assertion"):
        parse_contract("package a.b\nog main", name="c.txt")
