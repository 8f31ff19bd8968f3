"""Messages come in and go out, calls have states and end in the call log, roles have holders."""

import pytest

from mobile_env.phone import Phone
from mobile_env.phone.kernel.permissions import PermissionDenied
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.content import ContentService
from mobile_env.phone.services.telephony import TelephonyService


@pytest.fixture
def service(phone: Phone) -> TelephonyService:
    return phone.service(TelephonyService)


@pytest.fixture
def sent(monkeypatch) -> list[tuple[str, str | None]]:
    """Actions and packages of broadcasts, which reach nobody."""
    sent: list[tuple[str, str | None]] = []

    def send(service, pending):
        sent.append((pending.intent.action, pending.intent.package))
        return True

    monkeypatch.setattr(ActivityService, "send", send)
    return sent


def rows(phone: Phone, uri: str, *columns: str) -> list[tuple]:
    return [tuple(row.values()) for row in phone.service(ContentService).query(uri, columns)]


def state(sh) -> list[str]:
    return [line.strip() for line in sh("dumpsys telephony.registry").splitlines() if "CallState" in line]


def test_a_message_comes_in(service, phone, sent):
    service.receive_sms("+15550100", "Hi, you")
    now_ms = phone.state.clock.now_us // 1000
    assert rows(phone, "content://sms/inbox", "address", "body", "date", "read") == [
        ("+15550100", "Hi, you", now_ms, 0)
    ]
    assert sent == [
        ("android.provider.Telephony.SMS_DELIVER", "com.simplemobiletools.smsmessenger"),
        ("android.provider.Telephony.SMS_RECEIVED", None),
    ]


def test_a_message_goes_out_if_there_is_a_network(service, phone, sh):
    assert service.send_sms("com.android.shell", "123", "one")
    sh("settings put global airplane_mode_on 1")
    assert not service.send_sms("com.android.shell", "123", "two")
    assert rows(phone, "content://sms/sent", "body") == [("one",)]
    assert rows(phone, "content://sms/failed", "body") == [("two",)]
    with pytest.raises(PermissionDenied):
        service.send_sms("com.wikihow.wikihowapp", "123", "three")


def test_messages_wait_for_the_end_of_airplane_mode(service, phone, sh):
    sh("cmd connectivity airplane-mode enable")
    service.receive_sms("1", "first")
    service.receive_sms("2", "second")
    assert rows(phone, "content://sms", "body") == []
    other = phone.fork()
    sh("cmd connectivity airplane-mode disable")
    assert sorted(rows(phone, "content://sms", "body")) == [("first",), ("second",)]
    assert rows(other, "content://sms", "body") == []


def test_a_missed_an_answered_and_a_declined_call(service, phone, sh):
    assert state(sh)[0] == "mCallState=0"
    service.ring("111")
    assert state(sh)[0] == "mCallState=1"
    assert "mCallIncomingNumber=111" in sh("dumpsys telephony.registry")
    service.end("111")
    service.ring("222")
    service.answer("222")
    assert state(sh)[0] == "mCallState=2"
    phone.advance(61.5)
    service.end("222")
    service.ring("333")
    service.end("333", declined=True)
    logged = rows(phone, "content://call_log/calls", "number", "type", "duration", "new")
    assert sorted(logged) == [("111", 3, 0, 1), ("222", 1, 61, 0), ("333", 5, 0, 0)]


def test_a_dialled_call_is_answered_after_a_while(service, phone):
    service.dial("555")
    states = []
    for _ in range(4):
        states.append(service.call("555").state)
        phone.advance(0.7)
    assert states == ["dialing", "dialing", "alerting", "active"]
    service.end("555")
    assert rows(phone, "content://call_log/calls", "number", "type") == [("555", 2)]


def test_a_second_call_puts_the_first_on_hold(service, sh):
    service.ring("1")
    service.answer("1")
    service.ring("2")
    assert service.state == 1
    service.answer("2")
    assert [(call.number, call.state) for call in service.modem.calls] == [("1", "held"), ("2", "active")]
    assert "mBackgroundCallState=2" in sh("dumpsys telephony.registry")
    sh("settings put global airplane_mode_on 1")
    assert service.modem.calls == ()
    assert not service.ring("3")


def test_the_log_knows_contacts_by_name(service, phone, sh):
    content = phone.service(ContentService)
    key = content.insert("content://com.android.contacts/raw_contacts", {}).rpartition("/")[2]
    for kind, text in (("name", "Ada"), ("phone_v2", "+1 (555) 555-0100")):
        row = {"raw_contact_id": int(key), "mimetype": f"vnd.android.cursor.item/{kind}", "data1": text}
        content.insert("content://com.android.contacts/data", row)
    service.ring("5555550100")
    service.end("5555550100")
    assert rows(phone, "content://call_log/calls", "name") == [("Ada",)]


def test_calls_are_part_of_snapshots(service, phone):
    service.dial("1")
    snapshot = phone.snapshot()
    service.end("1")
    phone.restore(snapshot)
    phone.advance(3)
    assert service.call("1").state == "active"


def test_messages_are_sent_by_a_binder_call(phone, sh):
    sh(
        'service call isms 5 i32 0 s16 com.android.mms.service s16 null s16 "+1555" s16 null s16 "a text" s16 null'
    )
    assert rows(phone, "content://sms/sent", "address", "body") == [("+1555", "a text")]


def test_roles_have_holders(sh):
    assert sh("cmd role get-role-holders android.app.role.HOME") == "com.android.launcher3\n"
    assert sh("cmd role get-role-holders android.app.role.SMS") == "com.simplemobiletools.smsmessenger\n"
    sh("pm disable-user --user 0 com.simplemobiletools.smsmessenger")
    assert sh("cmd role get-role-holders android.app.role.SMS") == ""
    result = sh.result("cmd role add-role-holder android.app.role.SMS com.wikihow.wikihowapp")
    assert result[0] == 255
    sh("cmd role add-role-holder --user 0 android.app.role.HOME com.android.launcher3")
    assert "holders=com.android.launcher3" in sh("dumpsys role")
