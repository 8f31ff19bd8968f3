"""`content` and the providers of contacts, the call log, messages and settings, with Android's output."""

import pytest

from mobile_env.phone import Phone
from mobile_env.phone.kernel.permissions import PermissionDenied
from mobile_env.phone.services.content import ContentService, ProviderNotFound
from mobile_env.signals.state import StateError
from mobile_env.simulators.embedded_state import EmbeddedState

SMS = "/data/data/com.android.providers.telephony/databases/mmssms.db"
PHONES = "content query --uri content://contacts/phones/ --projection display_name:number"
NAME, PHONE = "vnd.android.cursor.item/name", "vnd.android.cursor.item/phone_v2"


@pytest.fixture
def service(phone: Phone) -> ContentService:
    return phone.service(ContentService)


def person(service: ContentService, name: str, number: str) -> int:
    uri = service.insert("content://com.android.contacts/raw_contacts", {"account_name": None})
    key = int(uri.rpartition("/")[2])
    data = "content://com.android.contacts/data"
    service.insert(data, {"raw_contact_id": key, "mimetype": NAME, "data1": name})
    service.insert(data, {"raw_contact_id": key, "mimetype": PHONE, "data1": number, "data2": 2})
    return key


def test_contacts_are_printed_by_name(service, sh):
    assert sh(PHONES) == "No result found.\n"
    person(service, "Mia Weiß", "+1 555 0102")
    person(service, "Jane Doe", "+1 555 0100")
    assert sh(PHONES) == (
        "Row: 0 display_name=Jane Doe, number=+1 555 0100\nRow: 1 display_name=Mia Weiß, number=+1 555 0102\n"
    )
    contacts = (
        "content query --uri content://com.android.contacts/contacts --projection _id:display_name:starred"
    )
    first, second = "_id=2, display_name=Jane Doe, starred=0", "_id=1, display_name=Mia Weiß, starred=0"
    assert sh(contacts) == f"Row: 0 {first}\nRow: 1 {second}\n"
    assert sh(f"{contacts} --where \"display_name LIKE 'M%'\" --sort '_id DESC'").startswith("Row: 0 _id=1, ")
    assert sh("content query --uri content://com.android.contacts/contacts/2 --projection display_name") == (
        "Row: 0 display_name=Jane Doe\n"
    )


def test_contacts_are_found_by_number_and_text(service):
    person(service, "Jane Doe", "+1 (555) 555-0100")
    found = service.query("content://com.android.contacts/phone_lookup/5555550100", ("display_name",))
    assert [dict(row) for row in found] == [{"display_name": "Jane Doe"}]
    assert not service.query("content://com.android.contacts/phone_lookup/5555550199")
    assert len(service.query("content://com.android.contacts/contacts/filter/doe")) == 1
    assert len(service.query("content://com.android.contacts/raw_contacts/1/data")) == 2


def test_a_contact_goes_with_all_that_is_its(service, sh):
    person(service, "Jane Doe", "1")
    person(service, "Bob", "2")
    sh("content update --uri content://com.android.contacts/contacts/2 --bind starred:i:1")
    assert "starred=1" in sh("content query --uri content://com.android.contacts/raw_contacts/2")
    sh("content delete --uri content://com.android.contacts/contacts/1")
    assert sh(PHONES) == "Row: 0 display_name=Bob, number=2\n"
    assert len(service.query("content://com.android.contacts/data")) == 2
    sh("content delete --uri content://com.android.contacts/raw_contacts")
    assert not service.query("content://com.android.contacts/contacts")


def test_clearing_the_provider_removes_all_contacts(service, sh):
    person(service, "Jane Doe", "1")
    assert "package:com.android.providers.contacts\n" in sh("pm list packages")
    assert sh("pm clear com.android.providers.contacts") == "Success\n"
    assert sh(PHONES) == "No result found.\n"
    person(service, "Bob", "2")
    assert "Bob" in sh(PHONES)


def test_a_new_name_is_the_contacts_name(service):
    key = person(service, "Jane Doe", "1")
    where = ("mimetype = ? AND raw_contact_id = ?", (NAME, key))
    assert service.update("content://com.android.contacts/data", {"data1": "Jane Roe"}, *where) == 1
    (row,) = service.query("content://com.android.contacts/contacts", ("display_name",))
    assert row["display_name"] == "Jane Roe"


def test_messages_lie_in_boxes_and_threads_newest_first(service, sh):
    received = (("+15551234567", "Hi, friend", 1000), ("555-123-4567", "again", 3000), ("Bank", "code", 2000))
    for number, body, date in received:
        service.insert("content://sms/inbox", {"address": number, "body": body, "date": date})
    service.insert("content://sms/sent", {"address": "5551234567", "body": "Hello", "date": 4000, "read": 1})
    query = "content query --projection address:body:thread_id --uri content://sms"
    assert sh(f"{query}/inbox") == (
        "Row: 0 address=555-123-4567, body=again, thread_id=1\n"
        "Row: 1 address=Bank, body=code, thread_id=2\n"
        "Row: 2 address=+15551234567, body=Hi, friend, thread_id=1\n"
    )
    assert sh(f"{query}/sent") == "Row: 0 address=5551234567, body=Hello, thread_id=1\n"
    assert sh(f"{query}/draft") == "No result found.\n"
    assert sh(f"{query}/conversations/2") == "Row: 0 address=Bank, body=code, thread_id=2\n"
    threads = "content query --projection _id:message_count:snippet:read --uri content://mms-sms/conversations?simple=true"
    assert sh(threads) == (
        "Row: 0 _id=1, message_count=3, snippet=Hello, read=0\nRow: 1 _id=2, message_count=1, snippet=code, read=0\n"
    )


def test_messages_deleted_by_sql_take_their_threads_along(service, sh):
    service.insert("content://sms/inbox", {"address": "1", "body": "x"})
    assert sh(f'sqlite3 {SMS} "DELETE FROM sms;"') == ""
    assert sh("content query --uri content://sms/inbox") == "No result found.\n"
    assert sh("content query --uri content://mms-sms/conversations") == "No result found.\n"


def test_a_message_is_dated_now(service, phone):
    phone.advance(60)
    service.insert("content://sms/inbox", {"address": "1", "body": "x"})
    (row,) = service.query("content://sms", ("date",))
    assert row["date"] == phone.state.clock.now_us // 1000


def test_the_call_log_is_emptied(service, sh):
    service.insert("content://call_log/calls", {"number": "123", "date": 5, "duration": 7, "type": 2})
    assert (
        sh("content query --uri content://call_log/calls --projection number:type")
        == "Row: 0 number=123, type=2\n"
    )
    sh("content delete --uri content://call_log/calls")
    assert sh("content query --uri content://call_log/calls") == "No result found.\n"


def test_values_are_typed(sh):
    values = "--bind address:s: --bind body:s:a:b --bind date:l:1697384040000 --bind person:n:x"
    sh(f"content insert --uri content://sms {values}")
    shown = sh("content query --uri content://sms --projection address:body:date:person")
    assert shown == "Row: 0 address=, body=a:b, date=1697384040000, person=NULL\n"


def test_settings_are_rows(sh):
    sh("content insert --uri content://settings/secure --bind name:s:a_key --bind value:s:one")
    assert sh("settings get secure a_key") == "one\n"
    sh("content update --uri content://settings/secure --bind value:s:two --where \"name='a_key'\"")
    query = "content query --uri content://settings/secure --projection name:value"
    assert sh(f"{query} --where \"name LIKE 'a_k%' AND value = 'two'\"") == "Row: 0 name=a_key, value=two\n"
    called = sh("content call --uri content://settings --method GET_secure --arg a_key")
    assert called == "Result: Bundle[{value=two}]\n"
    sh("content delete --uri content://settings/secure --where \"name='a_key'\"")
    assert sh("settings get secure a_key") == "null\n"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("", "Unsupported operation: null"),
        ("fetch", "Unsupported operation: fetch"),
        ("query", "Content provider URI not specified. Did you specify --uri argument?"),
        ("query --bind a:s:b", "Unsupported argument: --bind"),
        ("query --uri", "No value for argument: --uri"),
        ("insert --uri content://sms", "Bindings not specified. Did you specify --bind argument(s)?"),
        ("insert --uri content://sms --bind date", "Binding not well formed: date"),
        ("insert --uri content://sms --bind date:i:x", 'For input string: "x"'),
        ("insert --uri content://sms --bind date:q:1", "Unsupported type: q"),
        ("call --uri content://sms", "Content provider method not specified."),
    ],
)
def test_wrong_words_get_the_usage(sh, words, error):
    printed = sh(f"content {words}")
    assert printed.startswith("usage: adb shell content [subcommand] [options]\n")
    assert printed.endswith(f"[ERROR] {error}\n")


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (
            "query --uri content://nobody/x",
            "java.lang.IllegalStateException: Could not find provider: nobody",
        ),
        (
            "query --uri content://sms/cellar",
            "java.lang.IllegalArgumentException: Unknown URL content://sms/cellar",
        ),
        ("query --uri content://sms --where 'cellar = 1'", "SQLiteException: no such column: cellar"),
        (
            "insert --uri content://com.android.contacts/contacts --bind a:s:b",
            "IllegalArgumentException: Aggregate",
        ),
    ],
)
def test_what_a_provider_refuses_is_said_and_the_exit_code_is_0(sh, words, error):
    exit_code, printed, complaint = sh.result(f"content {words}")
    assert (exit_code, printed) == (0, "")
    assert complaint.startswith("Error while accessing provider:")
    assert error in complaint


def test_apps_need_permission(service):
    app, contacts = "com.wikihow.wikihowapp", "content://com.android.contacts/contacts"
    with pytest.raises(PermissionDenied, match=f"reading .* uri {contacts} .* requires .*READ_CONTACTS"):
        service.query(contacts, package=app)
    with pytest.raises(PermissionDenied, match=r"writing .*SEND_SMS"):
        service.insert("content://sms/sent", {"address": "1"}, package=app)
    with pytest.raises(ProviderNotFound):
        service.query("content://nobody", package=app)


def test_tasks_judge_and_fill_providers(phone):
    state = EmbeddedState(lambda: phone)
    assert state.insert("content://sms/inbox", {"address": "+15550100", "body": "Hi"}) == 1
    (row,) = state.provider("content://sms/inbox")
    assert (row["address"], row["body"]) == ("+15550100", "Hi")
    for refuse in (
        lambda: state.provider("content://nobody/x"),
        lambda: state.insert("content://nobody/x", {}),
    ):
        with pytest.raises(StateError, match="Could not find provider: nobody"):
            refuse()


def test_rows_are_part_of_snapshots_and_forks(service, phone, sh):
    before = phone.snapshot()
    person(service, "Jane Doe", "1")
    other = phone.fork()
    phone.restore(before)
    assert sh(PHONES) == "No result found.\n"
    assert b"Jane Doe" in other.shell(PHONES).stdout
