"""Quick settings: tiles, the brightness slider, and the status bar's icons of what is on."""

from dataclasses import replace

import pytest
from sample_app.manifest import APP

from mobile_env.phone import Display, Phone
from mobile_env.phone.apps import shipped
from mobile_env.phone.state.intents import IntentFilter
from mobile_env.phone.systemui.status_icons import system_icons
from mobile_env.phone.systemui.tiles import TILES


def _setting(phone, tile):
    return phone.state.settings.get(*tile.setting.split("/"))


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.name)
def test_a_tile_turns_its_setting_off_and_on(phone, hand, tile):
    phone.shell("cmd statusbar expand-settings")
    place, was = f'content-desc="{tile.label}"', tile.is_on(phone.kernel)
    for on in (not was, was):
        hand.tap(place)
        assert tile.is_on(phone.kernel) is on
        assert _setting(phone, tile) == (tile.on if on else tile.off)
        assert f'checked="{str(on).lower()}"' in hand.nodes(place)[0]


def test_a_long_press_opens_the_settings_page(hand):
    wifi = replace(APP.activities[1], filters=(IntentFilter(("android.settings.WIFI_SETTINGS",)),))
    app = replace(APP, activities=(APP.activities[0], wifi))
    others = {name: each for name, each in shipped().items() if name != "com.android.settings"}
    phone = Phone(Display(360, 800, 160), apps={**others, APP.package: app})
    hand.phone = phone
    phone.shell("cmd statusbar expand-settings")
    hand.hold('content-desc="Internet"')
    assert phone.foreground_activity == f"{APP.package}/{wifi.name}"
    assert not hand.nodes(":id/notification_panel")
    assert phone.state.settings.get("global", "wifi_on") == "1"


def test_the_brightness_slider_reaches_both_ends(phone, hand):
    phone.shell("cmd statusbar expand-settings")
    left, top, right, bottom = hand.bounds(":id/slider")
    middle, y = (left + right) / 2, (top + bottom) / 2
    hand.drag((middle, y), (0, y))
    assert phone.state.settings.get("system", "screen_brightness") == "1"
    hand.drag((middle, y), (359, y))
    assert phone.state.settings.get("system", "screen_brightness") == "255"


def test_icons_say_what_is_on(phone):
    def names():
        return [name for name, _ in system_icons(phone.kernel)]

    assert names() == ["signal_wifi_4_bar", "signal_cellular_4_bar", "battery_full"]
    phone.shell("cmd notification set_dnd priority; cmd connectivity airplane-mode enable")
    phone.shell("dumpsys battery set level 10")
    assert names() == ["do_not_disturb_on", "airplanemode_active", "battery_alert"]


def test_the_status_bar_shows_icons_of_notifications(phone, hand):
    before = phone.screenshot()
    hand.post(1, "News", icon="email")
    after = phone.screenshot()
    assert (before[:24] != after[:24]).any()
    assert (before[24:] == after[24:]).all()


def test_the_clock_follows_the_zone_and_the_hours(phone):
    def clock():
        return next(e.text for e in phone.screen.elements("status_bar") if e.attributes.get("id") == "clock")

    assert clock() == "15:34"
    phone.shell("settings put system time_12_24 12; setprop persist.sys.timezone America/New_York")
    assert clock() == "11:34"
    phone.shell("setprop persist.sys.timezone Asia/Tokyo")
    assert clock() == "12:34"


def test_dark_theme_repaints_the_shade(phone):
    phone.shell("cmd statusbar expand-settings")
    light = phone.screenshot().mean()
    phone.shell("cmd uimode night yes")
    assert phone.screenshot().mean() < light / 2
