"""Contacts: what is saved, drafted, searched, picked, shared and deleted."""

import re
from typing import ClassVar

import pytest

from mobile_env.phone.sdk.testing import AppConformance, Hand

PACKAGE = "com.google.android.contacts"
INSERT = "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact"


NAME = "(SELECT _id FROM mimetypes WHERE mimetype = 'vnd.android.cursor.item/name')"
PHONE = "(SELECT _id FROM mimetypes WHERE mimetype = 'vnd.android.cursor.item/phone_v2')"


class TestContacts(AppConformance):
    folder = "mobile_env.phone.apps.contacts"
    seed: ClassVar = {
        "com.android.providers.contacts/contacts2.db": "INSERT INTO raw_contacts (_id) VALUES (1), (2);"
        "INSERT INTO data (raw_contact_id, mimetype_id, data1, data2, data3) VALUES "
        f"(1, {NAME}, 'Jane Doe', 'Jane', 'Doe'), (1, {PHONE}, '+1 555 0100', '1', NULL),"
        f"(2, {NAME}, 'Ada Lovelace', 'Ada', 'Lovelace'), (2, {PHONE}, '+1 555 0200', '1', NULL);"
    }
    places: ClassVar = {
        "main": [],
        "chosen": ["hold Jane Doe"],
        "asked": ["hold Jane Doe", "#menu_delete"],
        "viewer": ["Jane Doe"],
        "edited": ["Jane Doe", "#menu_edit"],
        "editor": ["#floating_action_button"],
    }


@pytest.fixture
def hand() -> Hand:
    """The list with Jane Doe and Ada Lovelace in it."""
    made = TestContacts().make_hand()
    made.open(PACKAGE)
    return made


def phones(hand: Hand) -> list[str]:
    """What a judge reads of the phone numbers that are saved."""
    said = hand.phone.shell("content query --uri content://contacts/phones/ --projection display_name:number")
    return re.findall(r"display_name=(.*), number=(.*)", said.stdout.decode())


def write(hand: Hand, what: str, text: str) -> None:
    """Types into a field of the form; the keyboard stays away from what follows."""
    hand.tap(what)
    hand.phone.type_text(text)
    hand.phone.key("BACK")


def test_a_contact_is_made_and_shown(hand):
    hand.tap("Create contact")
    for field, text in (("First name", "Grace"), ("Last name", "Hopper"), ("Phone", "+15550300")):
        write(hand, field, text)
    hand.tap("Save")
    assert hand.the("#large_title").text == "Grace Hopper"
    assert ("Grace Hopper", "+15550300") in phones(hand)
    hand.phone.key("BACK")
    names = [node.text for node in hand.nodes() if node.meets("#cliv_name_textview")]
    assert names == ["Ada Lovelace", "Grace Hopper", "Jane Doe"]


def test_a_draft_says_what_is_put_in_and_saves_nothing(hand):
    hand.tap("Create contact")
    for field, text in (("First name", "Grace"), ("Last name", "Hopper"), ("Phone", "555 0300")):
        write(hand, field, text)
    hand.tap("Mobile Phone")
    hand.tap("Work")
    spinner = hand.the("Work Phone")
    assert (spinner.text, spinner.cls) == ("Work", "android.widget.Spinner")
    fields = [
        each for each in hand.phone.screen.elements(hand.phone.activities.foreground.window) if each.editable
    ]
    hints = {each.attributes["hint"]: each.text for each in fields}
    assert {hint: hints[hint] for hint in ("First name", "Last name", "Phone")} == {
        "First name": "Grace",
        "Last name": "Hopper",
        "Phone": "555 0300",
    }
    assert "Grace Hopper" not in dict(phones(hand))


def test_an_intent_fills_the_form_and_save_keeps_it(hand):
    hand.phone.shell(f"{INSERT} -e name 'Eva Maria Moe' -e phone 12 -e phone_type 3 -e email e@x.org")
    texts = hand.said()
    assert {"Eva Maria", "Moe", "12", "Work Phone", "e@x.org"} <= set(texts)
    hand.tap("Save")
    assert ("Eva Maria Moe", "12") in phones(hand)


def test_a_change_keeps_one_contact_with_another_name_and_two_numbers(hand):
    hand.tap("Jane Doe")
    hand.tap("#menu_edit")
    hand.tap("Jane")
    for _ in range(4):
        hand.phone.key("DEL")
    hand.phone.type_text("Joan")
    hand.phone.key("BACK")
    hand.tap("Add phone")
    write(hand, "Phone", "777")
    hand.tap("Save")
    assert hand.the("#large_title").text == "Joan Doe"
    assert sorted(phones(hand)) == [
        ("Ada Lovelace", "+1 555 0200"),
        ("Joan Doe", "+1 555 0100"),
        ("Joan Doe", "777"),
    ]


def test_a_number_is_taken_away(hand):
    hand.tap("Jane Doe")
    hand.tap("#menu_edit")
    hand.tap("Remove phone")
    hand.tap("Save")
    assert phones(hand) == [("Ada Lovelace", "+1 555 0200")]
    assert hand.the("#large_title").text == "Jane Doe"


def test_without_a_name_a_contact_is_called_by_its_number(hand):
    hand.tap("Create contact")
    write(hand, "Phone", "4711")
    hand.tap("Save")
    assert hand.the("#large_title").text == "4711"


def test_changes_are_discarded_only_when_one_says_so(hand):
    hand.tap("Create contact")
    write(hand, "First name", "Grace")
    hand.phone.key("BACK")
    hand.tap("Keep editing")
    assert hand.shows("Grace")
    hand.tap("Navigate up")
    hand.tap("Discard")
    assert hand.shows("Jane Doe") and not hand.shows("Grace")


@pytest.mark.parametrize("text", ["jan", "5550100", "0100"])
def test_search_finds_names_and_numbers(hand, text):
    hand.tap("#open_search_view_edit_text")
    hand.phone.type_text(text)
    assert hand.shows("Jane Doe") and not hand.shows("Ada Lovelace")
    hand.tap("Clear query")
    assert hand.shows("Ada Lovelace")


def test_several_are_deleted_after_a_question(hand):
    hand.hold("Jane Doe")
    hand.tap("Ada Lovelace")
    hand.tap("#menu_delete")
    assert hand.shows("Delete 2 contacts?")
    hand.tap("Delete")
    assert hand.shows("No contacts yet") and not phones(hand)


def test_a_favourite_stands_first(hand):
    hand.tap("Jane Doe")
    hand.tap("Add to favorites")
    assert hand.shows("Remove from favorites")
    hand.phone.key("BACK")
    texts = [node.text for node in hand.nodes() if node.text]
    assert texts.index("Favorites") < texts.index("Jane Doe") < texts.index("Ada Lovelace")


def test_a_contact_is_shared_as_a_card(hand):
    hand.tap("Jane Doe")
    hand.tap("More options")
    hand.tap("Share")
    card = hand.the("#content_preview_text").text
    assert "FN:Jane Doe" in card and "TEL;HOME:+1 555 0100" in card


@pytest.mark.parametrize(
    ("command", "title"),
    [
        ("-t vnd.android.cursor.dir/contact", "Choose a contact"),
        ("-t vnd.android.cursor.dir/phone_v2", "Choose a phone number"),
        ("-d content://com.android.contacts/data/phones", "Choose a phone number"),
    ],
)
def test_others_pick(hand, command, title):
    hand.phone.shell(f"am start -a android.intent.action.PICK {command}")
    assert hand.shows(title) and hand.shows("Jane Doe")
    assert hand.shows("Home · +1 555 0100") == (title == "Choose a phone number")
    hand.tap("Jane Doe")
    hand.assert_well()


def test_a_view_of_people_opens_the_list(hand):
    hand.phone.key("HOME")
    hand.phone.shell("am start -a android.intent.action.VIEW -d content://contacts/people/")
    assert hand.phone.foreground_activity == f"{PACKAGE}/com.android.contacts.activities.PeopleActivity"


def test_a_contact_of_that_uri_is_viewed_and_one_that_is_gone_says_so(hand):
    hand.phone.shell("am start -a android.intent.action.VIEW -d content://com.android.contacts/contacts/2")
    assert hand.the("#large_title").text == "Ada Lovelace"
    hand.phone.shell("am start -a android.intent.action.VIEW -d content://com.android.contacts/contacts/99")
    assert hand.shows("The contact doesn’t exist.")


def test_clearing_the_storage_empties_the_list(hand):
    hand.phone.shell("pm clear com.android.providers.contacts")
    assert hand.shows("No contacts yet")


def test_the_first_run_is_skipped_and_refused(hand):
    hand.phone.shell(f"pm clear {PACKAGE}")
    hand.open(PACKAGE)
    hand.tap("Skip")
    hand.tap("Don’t allow")
    assert hand.shows("Jane Doe")
