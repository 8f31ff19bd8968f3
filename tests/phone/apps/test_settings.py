"""Settings: pages, switches that switch, search, and the tasks on settings of AndroidWorld."""

from typing import ClassVar

import pytest

from mobile_env.phone import Display, Phone
from mobile_env.phone.apps.settings.brightness import HIGHEST, LOWEST, level_of, slider_of
from mobile_env.phone.apps.settings.entry import page_class
from mobile_env.phone.apps.settings.page import opened
from mobile_env.phone.apps.settings.places import ACTIVITIES, HOME, PAGES
from mobile_env.phone.sdk.render import render_of
from mobile_env.phone.sdk.testing import AppConformance
from mobile_env.phone.sdk.testing.hand import Hand
from mobile_env.phone.services.notification import NotificationService
from mobile_env.phone.services.notification.records import Channel
from mobile_env.phone.state.settings import NAMESPACES

PACKAGE = "com.android.settings"
WIKIHOW = "com.wikihow.wikihowapp"
SUBJECTS = {
    "wifi_details": "AndroidWifi",
    "app_info": WIKIHOW,
    "app_storage": WIKIHOW,
    "app_permissions": WIKIHOW,
    "app_permission": f"{WIKIHOW}/notifications",
    "app_notifications": WIKIHOW,
    "default_app": "android.app.role.HOME",
    "ringtone": "ringtone",
    "permission_group": "location",
}


class TestSettings(AppConformance):
    folder = "mobile_env.phone.apps.settings"
    places: ClassVar = {
        "main": [],
        "network": ["Network & internet"],
        "internet": ["Network & internet", "Internet"],
        "bluetooth": ["Connected devices", "Connection preferences", "Bluetooth"],
        "notifications": ["Notifications"],
        "app": ["Apps", "Settings", "Permissions"],
    }
    walk = 120


@pytest.fixture
def hand():
    return Hand(Phone(Display(720, 1600, 320)))


def open_page(hand, name):
    subject = f" --es subject {SUBJECTS[name]}" if name in SUBJECTS else ""
    hand.phone.shell(f"am start -n {PACKAGE}/.SubSettings --es page {name}{subject}")
    hand.phone.screenshot()


def shown_page(hand):
    """The page in front, with its rows as they are now."""
    page = hand.phone.activities.behaviour(hand.phone.activities.foreground).activity
    with render_of(page):
        sections = getattr(page.screen(), "sections", ())
    return page, [row for section in sections for row in section.shown()]


def is_on(hand, row):
    """Whether a row of the page in front is on."""
    with render_of(shown_page(hand)[0]):
        return row.is_on()


def is_usable(hand, row):
    with render_of(shown_page(hand)[0]):
        return row.enabled()


def tap_row(hand, row):
    """Scrolls to a row, and taps it: on its switch where that is a target of its own."""
    phone = hand.phone
    window = phone.activities.foreground.window
    element = phone.screen.find(window, key=row.id)
    offset = phone.screen.offset_of(window, element, "recycler_view")
    if offset < phone.screen.scroll_range(window, "recycler_view"):
        offset = max(0.0, offset - 100)
    phone.windows.scrolling.set(window, "recycler_view", offset)
    element = phone.screen.find(window, key=row.id)
    assert element is not None, f"{row.id} is not drawn"
    if row.kind == "primary":
        element = next(
            each for each in element.widgets() if each.attributes.get("id") == "android:widget_frame"
        )
    bounds = phone.screen.bounds(element)
    assert bounds is not None, f"{row.id} is not in view"
    left, top, right, bottom = bounds
    hand.tap_at((left + right) / 2, (top + bottom) / 2)


def setting(hand, namespace, key):
    return hand.phone.shell(f"settings get {namespace} {key}").stdout.decode().strip()


# Pages.


def test_every_page_is_reached_from_the_first_one(hand):
    seen, todo = {HOME}, [HOME]
    while todo:
        open_page(hand, todo.pop(0))
        for row in shown_page(hand)[1]:
            page = opened(row)
            if page and page not in seen:
                seen.add(page)
                todo.append(page)
    # Pages about one thing that this phone has none of, or that another page opens by a button.
    elsewhere = {"device_details", "accessibility_service", "app_permission"}
    assert set(PAGES) - seen <= elsewhere
    hand.assert_well()


@pytest.mark.parametrize("look", ["light", "dark"])
def test_every_page_is_drawn_and_back_leads_home(hand, look):
    if look == "dark":
        hand.phone.shell("settings put secure ui_night_mode 2")
        hand.phone.shell("settings put system font_scale 1.3")
    hand.open(PACKAGE)
    for name in PAGES:
        if name == HOME:
            continue
        open_page(hand, name)
        assert hand.phone.foreground_activity == f"{PACKAGE}/{PACKAGE}.SubSettings", name
        titles = [node.desc for node in hand.nodes() if node.id.endswith("collapsing_toolbar")]
        assert titles == [shown_page(hand)[0].heading()] or name == "add_network"
        hand.phone.key("BACK")
        assert hand.shows("#homepage_title"), name
    hand.assert_well()


def test_intents_open_their_pages(hand):
    for name, page, actions in ACTIVITIES:
        for action in actions:
            assert b"Error" not in hand.phone.shell(f"am start -a android.settings.{action}").stdout
            assert hand.phone.foreground_activity == f"{PACKAGE}/{PACKAGE}{name}"
            assert type(shown_page(hand)[0]) is page_class(page)
    hand.phone.shell(f"am start -a android.settings.APPLICATION_DETAILS_SETTINGS -d package:{WIKIHOW}")
    assert hand.shows("wikiHow") and hand.shows("Force stop")


def test_every_switch_on_a_setting_sets_it_when_it_is_tapped(hand):
    tapped = 0
    fresh = hand.phone.snapshot()
    for name in PAGES:
        hand.phone.restore(fresh)
        open_page(hand, name)
        switches = [
            row.id
            for row in shown_page(hand)[1]
            if row.kind in ("switch", "main", "primary") and is_usable(hand, row)
        ]
        for id in switches:
            row = next((row for row in shown_page(hand)[1] if row.id == id), None)
            if row is None or not row.bind.startswith("setting:") or not is_usable(hand, row):
                continue
            namespace, _, key = row.bind.removeprefix("setting:").partition("/")
            before = is_on(hand, row)
            tap_row(hand, row)
            assert setting(hand, namespace, key) == str(int(not before)), f"{name}: {id}"
            tapped += 1
    assert tapped > 80
    hand.assert_well()


def test_switches_with_a_method_of_their_own_follow_a_tap(hand):
    fresh = hand.phone.snapshot()
    tapped = 0
    for name in PAGES:
        hand.phone.restore(fresh)
        open_page(hand, name)
        rows = [
            row
            for row in shown_page(hand)[1]
            if row.kind in ("switch", "main") and row.set and row.id != "use_service" and is_usable(hand, row)
        ]
        for row in rows:
            hand.phone.restore(fresh)
            open_page(hand, name)
            before = is_on(hand, row)
            tap_row(hand, next(each for each in shown_page(hand)[1] if each.id == row.id))
            after = next((each for each in shown_page(hand)[1] if each.id == row.id), None)
            assert after is not None and is_on(hand, after) != before, f"{name}: {row.id}"
            tapped += 1
    assert tapped > 15
    hand.assert_well()


# What AndroidWorld asks.


def test_wifi_and_bluetooth_by_touch(hand):
    hand.open(PACKAGE)
    hand.follow(["Network & internet", "Internet", "Wi‑Fi"])
    assert setting(hand, "global", "wifi_on") == "0"
    assert not hand.shows("AndroidWifi")
    hand.tap("Wi‑Fi")
    assert setting(hand, "global", "wifi_on") == "1" and hand.shows("AndroidWifi")
    hand.open(PACKAGE)
    hand.phone.key("BACK")
    hand.phone.key("BACK")
    hand.open(PACKAGE)
    hand.follow(["Connected devices", "Connection preferences", "Bluetooth", "Use Bluetooth"])
    assert setting(hand, "global", "bluetooth_on") == "0"
    hand.tap("Use Bluetooth")
    assert setting(hand, "global", "bluetooth_on") == "1"


@pytest.mark.parametrize(("display"), [(360, 640, 160), (720, 1600, 320), (1080, 2400, 420)])
def test_the_brightness_slider_reaches_both_ends(display):
    hand = Hand(Phone(Display(*display)))
    open_page(hand, "display")
    hand.tap("Brightness level")
    left, top, right, bottom = hand.the("#slider").bounds
    middle = (top + bottom) / 2
    hand.drag(((left + right) / 2, middle), (right - 1, middle))
    assert setting(hand, "system", "screen_brightness") == "255"
    hand.drag((right - 30, middle), (left + 1, middle))
    assert setting(hand, "system", "screen_brightness") == "1"
    hand.tap_at(right - 3, middle)
    assert setting(hand, "system", "screen_brightness") == "255"
    hand.tap_at(left + 3, middle)
    assert setting(hand, "system", "screen_brightness") == "1"
    hand.phone.key("BACK")
    assert hand.shows("0%")


def test_levels_of_brightness_come_back_from_the_slider():
    assert [level_of(slider_of(level)) for level in range(LOWEST, HIGHEST + 1)] == list(
        range(LOWEST, HIGHEST + 1)
    )
    assert (level_of(0.0), level_of(1.0)) == (LOWEST, HIGHEST)


def test_airplane_mode_takes_wifi_and_bluetooth_and_gives_them_back(hand):
    hand.open(PACKAGE)
    hand.follow(["Network & internet", "Airplane mode"])
    assert setting(hand, "global", "airplane_mode_on") == "1"
    assert setting(hand, "global", "wifi_on") != "1" and setting(hand, "global", "bluetooth_on") != "1"
    assert hand.shows("Airplane mode is on")
    hand.tap("Internet")
    hand.tap("Wi‑Fi")
    assert setting(hand, "global", "wifi_on") == "2" and hand.shows("AndroidWifi")
    hand.phone.key("BACK")
    hand.tap("Airplane mode")
    assert setting(hand, "global", "airplane_mode_on") == "0"
    assert setting(hand, "global", "wifi_on") == "1" and setting(hand, "global", "bluetooth_on") == "1"


# Single pages.


def test_a_network_with_a_password_is_joined_forgotten_and_left(hand):
    open_page(hand, "internet")
    hand.tap("Maple Street 5G")
    assert not hand.the("Connect").flag("enabled")
    hand.type("#password", "correct horse")
    hand.tap("Connect")
    assert hand.phone.shell("cmd wifi list-networks").stdout.decode().count("Maple Street 5G") == 1
    hand.tap("Maple Street 5G")
    hand.tap("Disconnect")
    assert hand.shows("Connect")
    hand.tap("Forget")
    assert b"Maple" not in hand.phone.shell("cmd wifi list-networks").stdout


def test_a_device_is_paired_renamed_and_forgotten(hand):
    hand.phone.shell("svc bluetooth disable")
    open_page(hand, "connected")
    hand.follow(["Pair new device", "Momentum 4", "Pair"])
    assert setting(hand, "global", "bluetooth_on") == "1" and hand.shows("Active")
    hand.follow(["Momentum 4", "Edit"])
    hand.phone.type_text("My headphones")
    hand.tap("Rename")
    hand.follow(["Forget", "Forget device"])
    assert not hand.shows("My headphones") and hand.shows("Pair new device")


def test_search_finds_rows_of_all_pages_and_opens_their_page(hand):
    hand.open(PACKAGE)
    hand.tap("#search_action_bar")
    hand.phone.type_text("dark")
    assert hand.shows("Dark theme") and hand.shows("Display")
    hand.phone.key("BACK")
    hand.tap("Dark theme")
    assert hand.shows("Use Dark theme")
    hand.phone.key("BACK")
    hand.tap("Clear text")
    hand.phone.type_text("zzzz")
    assert hand.shows("No results")


def test_an_app_is_stopped_cleared_and_uninstalled(hand):
    hand.open(WIKIHOW)
    hand.open(PACKAGE)
    hand.follow(["Apps", "wikiHow"])
    assert hand.the("Force stop").flag("enabled")
    hand.follow(["Force stop", "OK"])
    assert not hand.phone.processes.running(WIKIHOW) and not hand.the("Force stop").flag("enabled")
    hand.phone.shell(f"echo x > /data/data/{WIKIHOW}/files/note")
    hand.follow(["Storage & cache", "Clear storage", "Delete"])
    assert not hand.phone.state.files.exists(f"/data/data/{WIKIHOW}/files/note")
    hand.phone.key("BACK")
    hand.follow(["Uninstall", "OK"])
    assert hand.phone.packages.get(WIKIHOW) is None and not hand.shows("wikiHow")


def test_a_permission_is_granted_and_taken_back(hand):
    open_page(hand, "app_permission")
    permission = "android.permission.POST_NOTIFICATIONS"
    if permission not in hand.phone.packages.get(WIKIHOW).permissions:
        pytest.skip("wikiHow asks for no permission that a user grants")
    hand.tap("Allow")
    assert permission in hand.phone.packages.get(WIKIHOW).granted
    hand.tap("Don’t allow")
    assert permission not in hand.phone.packages.get(WIKIHOW).granted


def test_a_pin_is_set_asked_for_and_taken_away(hand):
    open_page(hand, "choose_lock")
    hand.tap("PIN")
    for text, button in (("2580", "Next"), ("2580", "Confirm")):
        hand.phone.type_text(text)
        hand.tap(button)
    assert hand.phone.shell("locksettings verify --old 2580").exit_code == 0
    assert hand.phone.shell("locksettings verify --old 1111").exit_code != 0
    hand.tap("None")
    hand.phone.type_text("1111")
    hand.tap("Next")
    assert hand.phone.shell("locksettings verify --old 2580").exit_code == 0
    hand.tap("None")
    hand.phone.type_text("2580")
    hand.tap("Next")
    assert hand.phone.shell("locksettings get-disabled").stdout == b"true\n"


def test_sliders_of_text_and_display_size_step(hand):
    open_page(hand, "font_size")
    left, top, right, bottom = hand.the("#seek_bar").bounds
    hand.tap_at(right - 2, (top + bottom) / 2)
    assert setting(hand, "system", "font_scale") == "1.3" and hand.shows("Largest")
    hand.phone.shell("settings put system font_scale 1.0")
    open_page(hand, "display_size")
    left, top, right, bottom = hand.the("#seek_bar").bounds
    hand.tap_at(left + 2, (top + bottom) / 2)
    assert setting(hand, "secure", "display_density_forced") == "272" and hand.shows("Small")


def test_date_time_and_zone_by_hand(hand):
    open_page(hand, "date_time")
    hand.follow(["Set time automatically", "Set time zone automatically"])
    hand.tap("Time zone", 1)
    tap_row(hand, next(row for row in shown_page(hand)[1] if row.title == "Kolkata"))
    assert hand.shows("GMT+05:30 Kolkata") and hand.shows("9:04 PM")
    for id in ("auto_24hour", "24 hour"):
        tap_row(hand, next(row for row in shown_page(hand)[1] if row.id == id))
    assert setting(hand, "system", "time_12_24") == "24" and hand.shows("21:04")
    open_page(hand, "date_time")
    hand.follow(["Date", "20", "OK"])
    assert hand.shows("October 20, 2023")
    assert hand.phone.state.clock.datetime().strftime("%F %H:%M") == "2023-10-20 15:34"


def test_volumes_ringtones_and_languages(hand):
    open_page(hand, "sound")
    left, top, _, bottom = hand.the("Ring & notification volume", 1).bounds
    hand.tap_at(left + 2, (top + bottom) / 2)
    assert setting(hand, "system", "volume_ring") == "0" == setting(hand, "system", "volume_notification")
    hand.tap("Phone ringtone")
    hand.tap("Cairo")
    assert setting(hand, "system", "ringtone").endswith("/53")
    open_page(hand, "languages")
    hand.follow(["Add a language", "Deutsch (Deutschland)"])
    hand.tap("2 Deutsch (Deutschland)")
    hand.tap("Move to top")
    assert setting(hand, "system", "system_locales") == "de-DE,en-US"


def test_seven_taps_make_a_developer(hand):
    hand.phone.shell("settings put global development_settings_enabled 0")
    open_page(hand, "system")
    assert not hand.shows("Developer options")
    open_page(hand, "about")
    row = next(row for row in shown_page(hand)[1] if row.id == "build_number")
    for _ in range(7):
        tap_row(hand, row)
    assert setting(hand, "global", "development_settings_enabled") == "1"


# What subscribes follows.


def test_the_frame_darkens_with_the_brightness_and_its_relatives(hand):
    phone = hand.phone
    usual = phone.screenshot().copy()
    version = phone.screen_version
    phone.shell("settings put system screen_brightness 255")
    assert (phone.screenshot() == usual).all()
    phone.shell("settings put system screen_brightness 1")
    dark = phone.screenshot()
    assert dark.mean() < usual.mean() / 2 and phone.screen_version > version
    assert (phone.fork().screenshot() == dark).all()
    phone.shell("settings put system screen_brightness 102")
    assert (phone.screenshot() == usual).all()
    phone.shell("settings put secure accessibility_display_inversion_enabled 1")
    assert (phone.screenshot() == 255 - usual).all()
    phone.shell("settings delete secure accessibility_display_inversion_enabled")
    phone.shell("settings put secure night_display_activated 1")
    warm = phone.screenshot()
    assert (warm[..., 0] == usual[..., 0]).all() and warm[..., 2].mean() < usual[..., 2].mean()


def test_display_size_changes_what_fits(hand):
    phone = hand.phone
    hand.open(PACKAGE)
    before = hand.the("Network & internet").bounds
    phone.shell("wm density 416")
    after = hand.the("Network & internet").bounds
    assert after[3] - after[1] > 1.2 * (before[3] - before[1])
    assert phone.shell("wm density").stdout == b"Physical density: 320\nOverride density: 416\n"
    assert phone.screenshot().shape[:2] == (1600, 720)
    phone.shell("wm density reset")
    assert hand.the("Network & internet").bounds == before
    for absurd in ("72", "9999"):
        phone.shell(f"wm density {absurd}")
        phone.screenshot()
    hand.assert_well()


def test_the_battery_saver_makes_screens_dark_and_starts_by_its_schedule(hand):
    phone = hand.phone
    open_page(hand, "battery_saver")
    light = phone.screenshot().mean()
    hand.tap("Based on percentage")
    phone.shell("dumpsys battery unplug")
    phone.shell("dumpsys battery set level 21")
    assert setting(hand, "global", "low_power") == "0"
    phone.shell("dumpsys battery set level 20")
    assert setting(hand, "global", "low_power") == "1" and phone.screenshot().mean() < light / 2
    phone.shell("dumpsys battery reset")
    assert setting(hand, "global", "low_power") == "0"


def test_clock_and_formats_follow_zone_hours_and_language(hand):
    phone = hand.phone

    def bar():
        return next(e.text for e in phone.screen.elements("status_bar") if e.attributes.get("id") == "clock")

    open_page(hand, "date_time")
    assert hand.shows("October 15, 2023") and hand.shows("3:34 PM") and bar() == "15:34"
    phone.shell("settings put system time_12_24 12")
    assert bar() == "3:34"
    phone.shell("settings put system time_12_24 24")
    assert hand.shows("15:34")
    phone.shell("setprop persist.sys.timezone America/New_York")
    assert bar() == "11:34" and hand.shows("11:34")
    phone.shell("settings delete system time_12_24")
    phone.shell("settings put system system_locales de-DE,en-US")
    assert hand.shows("Oktober 15, 2023") and hand.shows("11:34")
    open_page(hand, "storage")
    assert any(text.endswith("GB total") and "," in text for text in hand.said())


def test_the_rotation_lock_holds_and_is_let_go(hand):
    phone = hand.phone
    phone.set_rotation(1)
    assert phone.screenshot().shape[:2] == (720, 1600)
    open_page(hand, "auto_rotate")
    hand.tap("Use auto-rotate")
    assert phone.screenshot().shape[:2] == (1600, 720)
    assert setting(hand, "system", "accelerometer_rotation") == "1"


def test_an_app_s_notifications_and_their_channels_are_blocked(hand):
    phone = hand.phone
    service = phone.service(NotificationService)
    service.create_channel(WIKIHOW, Channel("news", "News"))
    open_page(hand, "app_notifications")
    if not service.allowed(WIKIHOW):
        hand.tap("All wikiHow notifications")
    hand.tap("News")
    assert service.channel(WIKIHOW, "news").importance == 0
    hand.tap("News")
    assert service.channel(WIKIHOW, "news").importance == 3
    hand.tap("All wikiHow notifications")
    assert not service.allowed(WIKIHOW)
    hand.phone.key("BACK")
    open_page(hand, "app_info")
    assert hand.shows("Off")


@pytest.mark.parametrize("value", ["é & <b>", "99999999999999999999", ""])
def test_settings_that_hold_nonsense_are_shown(hand, value):
    store = hand.phone.state.settings
    keys = {(namespace, key) for namespace in NAMESPACES for key, _ in store.list(namespace)}
    for name in PAGES:
        open_page(hand, name)
        keys |= {
            tuple(row.bind.removeprefix("setting:").split("/", 1))
            for row in shown_page(hand)[1]
            if row.bind.startswith("setting:")
        }
    for namespace, key in sorted({*keys, ("secure", "display_density_forced"), ("system", "system_locales")}):
        store.put(namespace, key, value)
    for name in PAGES:
        open_page(hand, name)
        assert hand.phone.foreground_activity.startswith(PACKAGE), name
    hand.assert_well()
