"""Content of another app, permissions, search, repeated fields, results."""

import pytest

PACKAGE = "com.google.android.contacts"
DATABASE = "/data/data/com.android.providers.contacts/databases/contacts2.db"


@pytest.fixture
def people(phone, hand):
    """The list of contacts with Jane and Ada in it."""
    hand.open(PACKAGE)
    hand.tap("Allow")
    for first, last in (("Jane", "Doe"), ("Ada", "Lovelace")):
        hand.tap("#floating_action_button")
        hand.type("First name", first)
        hand.type("Last name", last)
        hand.type("Phone", "+1 555 0100")
        hand.tap("Save")
    return hand


def test_a_refusal_is_counted_and_the_second_sticks(phone, hand):
    for _ in range(2):
        hand.open(PACKAGE)
        assert hand.shows("Allow Contacts to access your contacts?")
        hand.tap("Don’t allow")
        assert hand.shows("No contacts yet")
        phone.shell(f"am force-stop {PACKAGE}")
    hand.open(PACKAGE)
    assert hand.shows("No contacts yet") and not hand.crashes()


def test_what_is_allowed_brings_its_group(phone, hand):
    hand.open(PACKAGE)
    hand.tap("Allow")
    granted = phone.packages.get(PACKAGE).granted
    assert {"android.permission.READ_CONTACTS", "android.permission.WRITE_CONTACTS"} <= granted


def test_another_app_s_provider_keeps_the_rows(phone, people):
    rows = phone.state.databases.open(DATABASE).execute("SELECT display_name FROM raw_contacts").fetchall()
    assert rows == [("Jane Doe",), ("Ada Lovelace",)]
    assert [text for text in people.texts() if text in ("A", "J", "Ada Lovelace", "Jane Doe")] == [
        "A",
        "Ada Lovelace",
        "J",
        "Jane Doe",
    ]


def test_search_filters_as_one_types(phone, people):
    people.tap("#search_src_text")
    phone.type_text("ja")
    assert people.shows("Jane Doe") and not people.shows("Ada Lovelace")
    people.tap("Clear query")
    assert people.shows("Ada Lovelace")


def test_a_kind_is_chosen_beside_a_repeated_field(phone, people):
    people.tap("Jane Doe")
    people.tap("Mobile Phone")
    people.tap("Work")
    people.tap("Add phone")
    people.tap("Save")
    kinds = (
        phone.state.databases.open(DATABASE).execute("SELECT data1, data2 FROM data ORDER BY _id").fetchall()
    )
    assert kinds[-1] == ("+1 555 0100", "3")


def test_a_result_reaches_who_asked_for_it(phone, people):
    phone.shell("am start -n com.google.android.contacts/org.example.AskActivity")
    people.tap("Pick")
    people.tap("Ada Lovelace")
    assert people.text("#picked") == "content://com.android.contacts/contacts/2"
    people.tap("Pick")
    phone.key("BACK")
    assert people.text("#picked") == "cancelled"


def test_an_intent_fills_the_form(phone, people):
    phone.shell(
        "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name 'Eva Moe' -e phone 12"
    )
    assert people.shows("Eva") and people.shows("Moe") and people.shows("12")
