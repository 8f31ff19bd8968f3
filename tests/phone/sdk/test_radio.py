"""Apps send messages, call, and ask where the phone is, if they may."""

import pytest

from mobile_env.phone import Phone
from mobile_env.phone.apps import shipped
from mobile_env.phone.sdk import App, Context
from mobile_env.phone.sdk.bridge import install
from mobile_env.phone.sdk.host import Host
from mobile_env.phone.services.content import ContentService
from mobile_env.phone.services.location import Fix, LocationService
from mobile_env.phone.services.telephony import TelephonyService

PACKAGE = "org.example.radio"
PERMISSIONS = ("SEND_SMS", "CALL_PHONE", "ACCESS_FINE_LOCATION")


@pytest.fixture(scope="module")
def phone() -> Phone:
    app = install(App(PACKAGE, "Radio", permissions=PERMISSIONS), "mobile_env.phone.sdk")
    return Phone(apps={**shipped(), PACKAGE: app})


@pytest.fixture
def context(phone: Phone) -> Context:
    return Context(Host(phone.kernel, phone.catalogue[PACKAGE].declared))


def test_nothing_goes_without_permission(context):
    for work in (
        lambda: context.send_sms("1", "x"),
        lambda: context.place_call("1"),
        lambda: context.current_location,
    ):
        with pytest.raises(PermissionError, match=r"Permission Denial: org\.example\.radio requires"):
            work()


def test_with_permission_it_does(context, phone):
    for permission in PERMISSIONS:
        phone.shell(f"pm grant {PACKAGE} android.permission.{permission}")
    assert context.send_sms("+1555", "Hello")
    (row,) = phone.service(ContentService).query("content://sms/sent", ("address", "body", "creator"))
    assert tuple(row.values()) == ("+1555", "Hello", PACKAGE)
    assert context.place_call("555")
    assert phone.service(TelephonyService).call("555").state == "dialing"
    phone.service(LocationService).move(Fix(1.5, 2.5))
    assert context.current_location == (1.5, 2.5)
    phone.shell("cmd location set-location-enabled false")
    assert context.current_location is None
