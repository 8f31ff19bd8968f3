"""SMS Messenger: conversations, new ones, what is sent and received, search, archive, blocked numbers."""

from typing import ClassVar

import pytest

from mobile_env.phone.sdk.testing import AppConformance, Hand
from mobile_env.phone.services.notification import NotificationService
from mobile_env.phone.services.telephony import TelephonyService

PACKAGE = "com.simplemobiletools.smsmessenger"
NAME = "(SELECT _id FROM mimetypes WHERE mimetype = 'vnd.android.cursor.item/name')"
PHONE = "(SELECT _id FROM mimetypes WHERE mimetype = 'vnd.android.cursor.item/phone_v2')"
MINUTE = 60_000
START = 1697383800000


class TestSmsMessenger(AppConformance):
    folder = "mobile_env.phone.apps.sms_messenger"
    seed: ClassVar = {
        "com.android.providers.contacts/contacts2.db": "INSERT INTO raw_contacts (_id) VALUES (1);"
        "INSERT INTO data (raw_contact_id, mimetype_id, data1, data2) VALUES "
        f"(1, {NAME}, 'Jane Doe', 'Jane'), (1, {PHONE}, '+1 555 010 0100', '1');",
        "com.android.providers.telephony/mmssms.db": "INSERT INTO canonical_addresses (_id, address) VALUES "
        "(1, '+15550100100'), (2, '+15557654321');"
        "INSERT INTO threads (_id, recipient_ids) VALUES (1, '1'), (2, '2');"
        "INSERT INTO sms (thread_id, address, date, read, type, body) VALUES "
        f"(1, '+1 555 010 0100', {START}, 1, 2, 'Good morning'),"
        f"(1, '+15550100100', {START + MINUTE}, 1, 1, 'Hello'),"
        f"(2, '+15557654321', {START + 2 * MINUTE}, 0, 1, 'See you');",
    }
    places: ClassVar = {
        "main": [],
        "chosen": ["hold Jane Doe"],
        "asked": ["hold Jane Doe", "More options", "Archive"],
        "archive": ["More options", "Show archived conversations"],
        "new": ["#conversations_fab"],
        "thread": ["Jane Doe"],
        "message": ["Jane Doe", "hold Hello"],
        "details": ["Jane Doe", "hold Good morning", "More options", "Properties"],
        "settings": ["#settings"],
        "blocked": ["#settings", "Manage blocked numbers"],
    }


@pytest.fixture
def hand() -> Hand:
    """The list of two conversations."""
    made = TestSmsMessenger().make_hand()
    made.open(PACKAGE)
    return made


def box(hand: Hand, name: str) -> list[str]:
    """The messages of a box as a judge reads them: "address: body", newest first."""
    said = hand.phone.shell(
        f"content query --uri content://sms/{name} --projection address:body"
    ).stdout.decode()
    lines = [line.partition("address=")[2] for line in said.splitlines() if "address=" in line]
    return [line.replace(", body=", ": ") for line in lines]


def shown(hand: Hand, id: str) -> list[str]:
    return [node.text for node in hand.nodes() if node.meets(id)]


def receive(hand: Hand, sender: str, body: str) -> None:
    """A message comes over the mobile network; its heads-up notification, which covers the app's top, has gone."""
    hand.phone.service(TelephonyService).receive_sms(sender, body)
    hand.phone.advance(6)


def told(hand: Hand) -> list[tuple[str, str]]:
    """Title and text of the app's notifications."""
    records = hand.phone.service(NotificationService).of(PACKAGE)
    return [(each.notification.title, each.notification.text) for each in records]


def write(hand: Hand, what: str, text: str) -> None:
    hand.tap(what)
    hand.phone.type_text(text)


def test_a_conversation_is_started_by_a_number(hand):
    hand.tap("#conversations_fab")
    write(hand, "#new_conversation_address", "123456789")
    assert hand.the("#new_conversation_address").text == "123456789"
    hand.tap("#new_conversation_confirm")
    write(hand, "#thread_type_message", "i luv u")
    hand.tap("#thread_send_message")
    assert shown(hand, "#thread_message_body") == ["i luv u"]
    assert box(hand, "sent")[0] == "123456789: i luv u"
    hand.phone.key("BACK")
    hand.tap("Back")
    hand.tap("Back")
    assert shown(hand, "#conversation_address") == ["123456789", "+15557654321", "Jane Doe"]


def test_a_contact_is_found_by_name_and_the_number_is_kept_as_it_is_written(hand):
    hand.tap("#conversations_fab")
    write(hand, "#new_conversation_address", "jan")
    hand.tap("#item_contact_name")
    assert hand.the("#thread_title").text == "Jane Doe"
    write(hand, "#thread_type_message", "Hi, Jane")
    hand.tap("#thread_send_message")
    assert box(hand, "sent")[0] == "+1 555 010 0100: Hi, Jane"
    assert shown(hand, "#thread_message_body") == ["Good morning", "Hello", "Hi, Jane"]


def test_an_answer_goes_to_the_thread_that_is_open_and_moves_it_to_the_top(hand):
    assert shown(hand, "#conversation_address") == ["+15557654321", "Jane Doe"]
    hand.tap("Jane Doe")
    write(hand, "#thread_type_message", "Fine")
    hand.tap("SMS")
    assert box(hand, "sent")[0] == "+15550100100: Fine"
    hand.phone.key("BACK")
    hand.phone.key("BACK")
    assert shown(hand, "#conversation_address") == ["Jane Doe", "+15557654321"]
    assert shown(hand, "#conversation_body_short")[0] == "Fine"


def test_sendto_fills_the_message_and_sends_nothing_yet(hand):
    hand.phone.shell(
        "am start -a android.intent.action.SENDTO -d sms:+15551112222 --es sms_body 'Hi, friend'"
    )
    assert hand.phone.foreground_activity.startswith(PACKAGE)
    assert hand.the("#thread_type_message").text == "Hi, friend"
    assert not any("+15551112222" in each for each in box(hand, "sent"))
    hand.tap("SMS")
    assert box(hand, "sent")[0] == "+15551112222: Hi, friend"


def test_what_is_shared_becomes_a_message(hand):
    share = "am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT"
    hand.phone.shell(f"{share} 'A note' -p {PACKAGE}")
    write(hand, "#new_conversation_address", "555")
    hand.tap("#new_conversation_confirm")
    assert hand.the("#thread_type_message").text == "A note"


def test_a_message_that_comes_is_shown_and_told(hand):
    receive(hand, "+15557654321", "New plans")
    assert shown(hand, "#conversation_body_short")[0] == "New plans"
    assert told(hand) == [("+15557654321", "New plans")]
    hand.tap("+15557654321")
    assert shown(hand, "#thread_message_body") == ["See you", "New plans"]
    assert told(hand) == []


def test_without_a_network_a_message_fails_and_is_sent_again_by_a_touch(hand):
    hand.phone.shell("settings put global airplane_mode_on 1")
    hand.tap("Jane Doe")
    write(hand, "#thread_type_message", "Fine")
    hand.tap("#thread_send_message")
    assert len(box(hand, "sent")) == 1 and box(hand, "failed") == ["+15550100100: Fine"]
    hand.phone.shell("settings put global airplane_mode_on 0")
    hand.tap("Fine")
    assert box(hand, "sent")[0] == "+15550100100: Fine" and box(hand, "failed") == []


def test_search_finds_numbers_names_and_messages(hand):
    write(hand, "#top_toolbar_search", "765")
    assert shown(hand, "#conversation_address") == ["+15557654321"]
    hand.tap("Clear query")
    hand.phone.type_text("good mor")
    assert shown(hand, "#conversation_body_short") == ["Good morning"]
    hand.tap("Clear query")
    hand.phone.type_text("nothing of that")
    assert hand.shows("No items found.")


def test_a_message_and_a_conversation_are_deleted_after_a_question(hand):
    hand.tap("Jane Doe")
    hand.hold("Hello")
    hand.tap("#cab_delete")
    hand.tap("Yes")
    assert shown(hand, "#thread_message_body") == ["Good morning"]
    hand.phone.key("BACK")
    hand.hold("Jane Doe")
    hand.tap("#cab_delete")
    hand.tap("Yes")
    assert shown(hand, "#conversation_address") == ["+15557654321"] and box(hand, "sent") == []


def test_a_conversation_goes_to_the_archive_and_a_new_message_takes_it_back(hand):
    hand.follow(["hold +15557654321", "More options", "Archive", "Yes"])
    assert shown(hand, "#conversation_address") == ["Jane Doe"]
    hand.follow(["More options", "Show archived conversations"])
    assert shown(hand, "#conversation_address") == ["+15557654321"]
    receive(hand, "+15557654321", "New plans")
    assert shown(hand, "#conversation_address") == []


def test_the_details_of_a_message_are_six_texts_with_the_number_third(hand):
    hand.follow(["Jane Doe", "hold Good morning", "More options", "Properties"])
    texts = [node.text for node in hand.nodes() if node.text]
    assert (len(texts), texts[0], texts[2], texts[-1]) == (6, "Message details", "+1 555 010 0100", "OK")


def test_a_notification_is_answered(hand):
    receive(hand, "+15557654321", "New plans")
    service = hand.phone.service(NotificationService)
    assert service.act(service.of(PACKAGE)[0].key, 0, "Which?")
    assert box(hand, "sent")[0] == "+15557654321: Which?" and told(hand) == []


def test_a_long_conversation_is_shown_from_its_end(hand):
    for number in range(30):
        receive(hand, "+15557654321", f"Plan {number}")
    hand.tap("+15557654321")
    texts = shown(hand, "#thread_message_body")
    assert texts[-1] == "Plan 29" and "See you" not in texts


def test_a_blocked_number_is_not_heard(hand):
    hand.follow(["#settings", "Manage blocked numbers", "#add_blocked_number"])
    hand.phone.type_text("+15557654321")
    hand.tap("OK")
    assert hand.shows("+15557654321") and not hand.shows("OK")
    receive(hand, "+15557654321", "Spam")
    assert told(hand) == [] and not any("Spam" in each for each in box(hand, "inbox"))
    hand.follow(["hold +15557654321", "Delete"])
    assert hand.shows("You are not blocking anyone.")


def test_the_font_size_is_chosen(hand):
    hand.follow(["#settings", "Font size", "Large"])
    assert hand.the("#settings_font_size").text == "Large"


def test_emptied_tables_empty_the_list(hand):
    base = "/data/data/com.android.providers.telephony/databases/mmssms.db"
    for table in ("sms", "threads"):
        assert hand.phone.shell(f"sqlite3 {base} 'DELETE FROM {table};'").exit_code == 0
    assert hand.shows("No stored conversations have been found")
