"""Wallpapers: the phone's own by name, and pictures that somebody set."""

import pytest

from mobile_env.phone.services.wallpaper import WallpaperService
from mobile_env.signals.state import SERVICE_LISTS
from mobile_env.simulators.embedded_state import EmbeddedState


@pytest.fixture
def service(phone):
    return phone.service(WallpaperService)


def test_pictures_stand_before_the_phones_own(service, phone, sh):
    rows = EmbeddedState(lambda: phone).service_list("wallpapers")
    assert [tuple(row) for row in rows] == [SERVICE_LISTS["wallpapers"]] * 2
    assert [(row["place"], row["name"]) for row in rows] == [("home", "ocean"), ("lock", "ocean")]
    service.set_picture(b"png", "/sdcard/DCIM/p.png", "home")
    assert (service.picture("home"), service.picture("lock")) == (b"png", None)
    assert "place=home name=None origin=/sdcard/DCIM/p.png" in sh("dumpsys wallpaper")
    snapshot = phone.snapshot()
    service.set_name("forest")
    assert [row["name"] for row in service.rows()] == ["forest", "forest"]
    phone.restore(snapshot)
    assert service.picture("home") == b"png"


def test_open_windows_are_a_list(phone, sh):
    state = EmbeddedState(lambda: phone)
    before = state.service_list("windows")
    assert tuple(before[0]) == SERVICE_LISTS["windows"]
    assert [row["kind"] for row in before] == ["activity"]
    assert before[0]["package"] == "com.android.launcher3"
