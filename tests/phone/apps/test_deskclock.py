"""The clock does what every app must, and keeps its contract."""

from typing import ClassVar

import pytest

from mobile_env.phone import Display, Phone
from mobile_env.phone.sdk.testing import AppConformance, Hand
from mobile_env.phone.services.notification import NotificationService


class TestClock(AppConformance):
    folder = "mobile_env.phone.apps.clock"
    places: ClassVar = {
        "main": [],
        "expanded": ["Expand alarm"],
        "picker": ["Add alarm"],
        "clock": ["#tab_menu_clock"],
        "cities": ["#tab_menu_clock", "Add city"],
        "timer": ["#tab_menu_timer"],
        "typed": ["#tab_menu_timer", *(f"#timer_setup_digit_{digit}" for digit in "12345")],
        "stopwatch": ["#tab_menu_stopwatch"],
        "bedtime": ["#tab_menu_bedtime"],
        "settings": ["More options", "Settings"],
    }


PACKAGE = "com.google.android.deskclock"
DATABASE = f"/data/data/{PACKAGE}/databases/alarms.db"


@pytest.fixture
def hand() -> Hand:
    hand = Hand(Phone(Display(720, 1600, 320)))
    hand.open(PACKAGE)
    return hand


def rows(hand: Hand, table: str, columns: str) -> list[tuple]:
    connection = hand.phone.state.databases.open(DATABASE)
    return connection.execute(f"SELECT {columns} FROM {table} ORDER BY _id").fetchall()


def posted(hand: Hand) -> list:
    return hand.phone.service(NotificationService).of(PACKAGE)


def said(hand: Hand) -> list[tuple[str, str]]:
    return [(record.notification.title, record.notification.text) for record in posted(hand)]


def press(hand: Hand, label: str) -> None:
    """Presses a button of the only notification."""
    (record,) = posted(hand)
    labels = [action.title for action in record.notification.actions]
    assert hand.phone.service(NotificationService).act(record.key, labels.index(label))


def add_alarm(hand: Hand, hour: str) -> None:
    """At an hour of the afternoon."""
    hand.follow(["Add alarm", hour, "#material_timepicker_ok_button"])


def add_timer(hand: Hand, digits: str) -> None:
    hand.follow(["#tab_menu_timer", *(f"#timer_setup_digit_{digit}" for digit in digits), "Start"])


# Alarms. The phone's clock says Sunday, 15 October 2023, 15:34.


def test_a_new_alarm_says_when_it_rings_and_is_kept(hand: Hand) -> None:
    add_alarm(hand, "4")
    assert hand.the("#snackbar_text").text == "Alarm set for 25 minutes from now."
    assert rows(hand, "alarm_templates", "hour, minutes, daysofweek, enabled")[-1] == (16, 0, 0, 1)
    assert rows(hand, "alarm_instances", "year, month, day, hour, minutes, alarm_state, alarm_id") == [
        (2023, 9, 15, 16, 0, 3, 3)
    ]


def test_an_alarm_rings_over_other_apps_snoozes_and_is_dismissed(hand: Hand) -> None:
    add_alarm(hand, "4")
    hand.phone.key("HOME")
    hand.phone.processes.kill(PACKAGE, "kill")
    assert said(hand) == [("Upcoming alarm", "Sun 4:00 PM")]
    hand.phone.advance(27 * 60)
    assert said(hand) == [("Alarm", "4:00 PM")] and posted(hand)[0].notification.ongoing
    press(hand, "Snooze")
    assert said(hand) == [("Alarm", "Snoozing until 4:11 PM")]
    hand.phone.advance(11 * 60)
    assert said(hand) == [("Alarm", "4:11 PM")]
    press(hand, "Dismiss")
    assert not posted(hand) and not rows(hand, "alarm_instances", "_id")
    assert rows(hand, "alarm_templates", "enabled")[-1] == (0,)


def test_the_screen_of_a_ringing_alarm_snoozes_and_dismisses(hand: Hand) -> None:
    add_alarm(hand, "4")
    hand.phone.advance(27 * 60)
    notifications = hand.phone.service(NotificationService)
    notifications.tap(posted(hand)[0].key)
    hand.tap("Snooze")
    assert said(hand) == [("Alarm", "Snoozing until 4:11 PM")]
    assert hand.shows("Dismiss snooze until 4:11 PM")
    hand.tap("#preemptive_dismiss_button")
    assert not posted(hand)


def test_an_alarm_that_nobody_hears_is_missed(hand: Hand) -> None:
    add_alarm(hand, "4")
    hand.phone.advance(40 * 60)
    assert said(hand) == [("Missed alarm", "Sun 4:00 PM")]
    hand.phone.advance(13 * 3600)
    assert not posted(hand) and rows(hand, "alarm_templates", "enabled")[-1] == (0,)


def test_a_repeating_alarm_rings_on_its_days(hand: Hand) -> None:
    hand.tap("#onoff")
    assert rows(hand, "alarm_instances", "day, hour, minutes, alarm_state") == [(16, 8, 30, 0)]
    hand.phone.advance(17 * 3600)
    assert said(hand) == [("Alarm", "8:30 AM")]
    press(hand, "Dismiss")
    assert rows(hand, "alarm_instances", "day, hour, minutes, alarm_state") == [(17, 8, 30, 0)]
    hand.tap("#onoff")
    assert not rows(hand, "alarm_instances", "_id")
    hand.phone.advance(48 * 3600)
    assert not posted(hand)


def test_alarms_survive_a_reboot_and_follow_a_clock_that_is_set(hand: Hand) -> None:
    add_alarm(hand, "4")
    hand.phone.reboot()
    hand.phone.advance(27 * 60)
    assert said(hand) == [("Alarm", "4:00 PM")]
    press(hand, "Snooze")
    hand.phone.shell("date 101410002023.00")
    hand.phone.shell("service call alarm 3 s16 Asia/Tokyo")
    assert len(rows(hand, "alarm_instances", "_id")) == 1
    assert not hand.crashes()


def test_an_alarm_of_a_database_pushed_over_the_app_s_own_rings(hand: Hand) -> None:
    hand.phone.state.databases.open(DATABASE).execute(
        "UPDATE alarm_templates SET enabled = 1, hour = 16, minutes = 0, daysofweek = 127 WHERE _id = 1"
    )
    hand.phone.shell(f"am force-stop {PACKAGE}")
    hand.open(PACKAGE)
    hand.phone.advance(27 * 60)
    assert said(hand) == [("Alarm", "4:00 PM")]


def test_a_deleted_alarm_comes_back_by_undo(hand: Hand) -> None:
    before = rows(hand, "alarm_templates", "*")
    hand.follow(["Expand alarm", "Delete"])
    assert len(rows(hand, "alarm_templates", "*")) == 1
    hand.tap("UNDO")
    assert rows(hand, "alarm_templates", "*") == before


def test_label_sound_days_and_vibration_of_an_alarm(hand: Hand) -> None:
    hand.follow(["Expand alarm", "Saturday", "Vibrate", "Default (Cesium)", "Argon", "Add label"])
    hand.phone.type_text("Work")
    hand.tap("OK")
    (first, *_) = rows(hand, "alarm_templates", "daysofweek, vibrate, label, ringtone")
    assert first == (31 | 32, 0, "Work", "content://media/internal/audio/media/20?title=Argon")
    assert hand.shows("Argon") and hand.the("#edit_label").text == "Work"


def test_alarms_that_other_apps_ask_for(hand: Hand) -> None:
    extra = "android.intent.extra.alarm"
    hand.phone.shell(
        f"am start -a android.intent.action.SET_ALARM --ei {extra}.HOUR 6 --ei {extra}.MINUTES 5 "
        f"--es {extra}.MESSAGE Early --ez {extra}.SKIP_UI true"
    )
    assert rows(hand, "alarm_templates", "hour, minutes, label, enabled")[-1] == (6, 5, "Early", 1)
    hand.phone.shell("am start -a android.intent.action.SHOW_TIMERS")
    assert hand.shows("#timer_setup_time")
    hand.phone.shell(f"am start -a android.intent.action.SET_TIMER --ei {extra}.LENGTH 90")
    assert hand.the("#timer_time_text").text == "1:30"
    assert not hand.crashes()


# Timers.


def test_the_keypad_fills_from_the_right(hand: Hand) -> None:
    hand.tap("#tab_menu_timer")
    hand.tap("#timer_setup_digit_0")
    assert hand.the("#timer_setup_time").text == "00h 00m 00s" and not hand.shows("Start")
    hand.follow([f"#timer_setup_digit_{digit}" for digit in ("9", "00", "1", "2", "3", "4")])
    assert hand.the("#timer_setup_time").text == "90h 01m 23s"
    hand.tap("#timer_setup_delete")
    assert hand.the("#timer_setup_time").desc == "9 hours, 0 minutes, 12 seconds"
    hand.hold("#timer_setup_delete")
    assert hand.the("#timer_setup_time").text == "00h 00m 00s"


def test_a_timer_counts_down_pauses_and_rings(hand: Hand) -> None:
    add_timer(hand, "130")
    assert hand.the("#timer_time_text").text == "1:30"
    hand.phone.advance(30)
    hand.tap("Pause")
    assert hand.the("#timer_time_text").text == "1:00"
    hand.phone.advance(600)
    assert hand.the("#timer_time_text").text == "1:00"
    hand.follow(["Add 1 minute", "Start"])
    hand.phone.advance(119)
    assert hand.the("#timer_time_text").text == "0:01" and not posted(hand)
    hand.phone.advance(3)
    assert said(hand) == [("Timer", "Time's up")]
    assert hand.the("#timer_time_text").text.startswith("\N{MINUS SIGN}0:0")
    hand.tap("Stop")
    assert not posted(hand) and hand.the("#timer_time_text").text == "1:30"
    hand.tap("Delete")
    assert hand.shows("#timer_setup_time")


def test_several_timers_ring_in_the_background(hand: Hand) -> None:
    add_timer(hand, "100")
    hand.follow(["Add timer", "#timer_setup_digit_2", "#timer_setup_digit_00", "Start"])
    assert not posted(hand)
    hand.phone.key("HOME")
    hand.phone.processes.kill(PACKAGE, "kill")
    assert said(hand) == [("2 timers", "Next timer: Less than a minute remaining")]
    hand.phone.advance(61)
    assert ("Timer", "Time's up") in said(hand) and ("Timer", "1 minute remaining") in said(hand)
    hand.phone.advance(65)
    assert said(hand) == [("2 timers expired", "")]
    press(hand, "Stop all timers")
    assert not posted(hand)


def test_a_timer_does_not_follow_a_clock_that_is_set_and_outlives_a_reboot(hand: Hand) -> None:
    add_timer(hand, "500")
    hand.phone.shell("date 010112002030.00")
    assert hand.the("#timer_time_text").text == "5:00"
    hand.phone.advance(60)
    hand.phone.reboot()
    hand.open(PACKAGE)
    hand.tap("#tab_menu_timer")
    assert hand.the("#timer_time_text").text == "4:00"
    hand.phone.key("HOME")
    hand.phone.advance(241)
    assert said(hand) == [("Timer", "Time's up")]


# Stopwatch.


def test_the_stopwatch_runs_laps_pauses_and_resets(hand: Hand) -> None:
    hand.follow(["#tab_menu_stopwatch", "Start"])
    assert hand.shows("Pause") and hand.shows("Lap")
    hand.phone.advance(65)
    hand.tap("Lap")
    hand.phone.advance(10)
    hand.tap("Pause")
    assert hand.the("#stopwatch_time_text").text == "1:15"
    numbers = [node.text for node in hand.nodes() if node.meets("#lap_number")]
    assert numbers == ["# 2", "# 1"]
    before = hand.the("#stopwatch_hundredths_text").text
    hand.phone.advance(100)
    assert hand.the("#stopwatch_hundredths_text").text == before
    hand.tap("Reset")
    assert hand.the("#stopwatch_time_text").text == "0" and not hand.shows("#laps_list")


def test_the_stopwatch_runs_on_without_its_process_and_through_a_reboot(hand: Hand) -> None:
    hand.follow(["#tab_menu_stopwatch", "Start"])
    hand.phone.key("HOME")
    hand.phone.processes.kill(PACKAGE, "kill")
    assert said(hand) == [("Stopwatch", "Running")]
    hand.phone.advance(3600)
    hand.phone.reboot()
    press(hand, "Pause")
    hand.open(PACKAGE)
    hand.tap("#tab_menu_stopwatch")
    assert hand.the("#stopwatch_time_text").text == "1:00:00" and not posted(hand)


def test_a_stopwatch_s_times_are_shared(hand: Hand) -> None:
    hand.follow(["#tab_menu_stopwatch", "Start", "Lap", "Pause", "Share"])
    assert any(text.startswith("My time is 0:00.") for text in hand.said())


# World clock, settings, bedtime.


def test_a_city_is_found_and_shown(hand: Hand) -> None:
    hand.follow(["#tab_menu_clock", "Add city"])
    hand.type("#search_src_text", "york")
    assert [node.text for node in hand.nodes() if node.meets("#city_name")] == ["New York"]
    hand.follow(["New York", "BACK"])
    assert hand.the("#hours_ahead").text == "Today, \N{MINUS SIGN}4 hrs" and hand.shows("11:34 AM")
    hand.follow(["Add city", "New York", "BACK"])
    assert not hand.shows("New York")


def test_settings_do_what_they_say(hand: Hand) -> None:
    settings = ["More options", "Settings"]
    hand.follow([*settings, "Style", "Analog", "Snooze length", "5 minutes", "Start week on", "Monday"])
    hand.follow(["Home time zone", "Abu Dhabi", "BACK", "#tab_menu_clock"])
    assert hand.shows("#analog_clock") and hand.shows("Home") and hand.shows("Today, +4 hrs")
    hand.follow([*settings, "Automatic home clock", "Style", "Digital", "Display time with seconds", "BACK"])
    assert not hand.shows("Home") and hand.the("#digital_clock").text.count(":") == 2
    hand.follow(["#tab_menu_alarm", "Expand alarm"])
    days = [node.desc for node in hand.nodes() if node.parent and node.parent.meets("#repeat_days")]
    assert days[0] == "Monday"
    hand.tap("Collapse alarm")
    add_alarm(hand, "4")
    hand.phone.advance(27 * 60)
    press(hand, "Snooze")
    assert said(hand)[0][1] == "Snoozing until 4:06 PM"


def test_24_hours_and_the_next_alarm(hand: Hand) -> None:
    hand.phone.shell("settings put system time_12_24 24")
    hand.tap("#onoff")
    assert hand.the("#digital_clock").text == "08:30"
    hand.tap("#tab_menu_clock")
    assert (
        hand.the("#digital_clock").text == "15:34" and hand.the("#nextAlarm").desc == "Next alarm: Mon 08:30"
    )


def test_a_bedtime_schedule_reminds_and_wakes(hand: Hand) -> None:
    hand.follow(["#tab_menu_bedtime", "Schedule"])
    assert rows(hand, "alarm_templates", "hour, minutes, daysofweek, enabled, label")[-1] == (
        7,
        0,
        127,
        1,
        "Wake-up",
    )
    hand.phone.key("HOME")
    hand.phone.reboot()
    hand.phone.advance(7 * 3600 + 15 * 60)
    assert said(hand) == [("Time to get ready for bed", "Bedtime is at 11:00 PM, wake-up at 7:00 AM")]
    hand.open(PACKAGE)
    hand.follow(["#tab_menu_bedtime", "Schedule"])
    assert not posted(hand) and len(rows(hand, "alarm_templates", "_id")) == 2


# What shows the time, bad rows, do-not-disturb.


def test_what_runs_is_shown_as_a_screen_made_from_scratch_shows_it(hand: Hand) -> None:
    add_timer(hand, "10")
    hand.follow(["#tab_menu_stopwatch", "Start"])
    for tab in ("#tab_menu_timer", "#tab_menu_stopwatch"):
        hand.tap(tab)
        for seconds in (0.07, 0.4, 1, 5.33, 7):
            hand.phone.advance(seconds)
            assert hand.phone.fork().view_hierarchy() == hand.phone.view_hierarchy()


def test_rows_that_no_alarm_has_do_no_harm(hand: Hand) -> None:
    hand.phone.state.databases.open(DATABASE).executescript(
        "INSERT INTO alarm_instances VALUES (7, 99999, 40, 50, 90, -3, 1, 'x', NULL, 0, 1), "
        "(8, 0, 0, 0, 0, 0, 1, 'y', NULL, 77, 1), (9, 2023, 9, 15, 15, 0, 1, 'z', NULL, 0, 12345);"
        "UPDATE alarm_templates SET hour = 99, minutes = -5, daysofweek = -1, enabled = 5 WHERE _id = 2;"
    )
    hand.phone.shell(f"am force-stop {PACKAGE}")
    hand.open(PACKAGE)
    hand.phone.advance(30 * 3600)
    hand.follow(["Expand alarm", "#tab_menu_clock"])
    hand.assert_well()


def test_alarms_ring_while_the_clock_leaps(hand: Hand) -> None:
    add_alarm(hand, "4")
    hand.tap("#onoff")
    for moment in ("101516052023.00", "010100002013.00", "123123592037.00", "101515342023.00"):
        hand.phone.shell(f"date {moment}")
        hand.phone.advance(3600)
    assert len(rows(hand, "alarm_instances", "_id")) <= 2
    hand.assert_well()


def test_do_not_disturb_lets_alarms_through(hand: Hand) -> None:
    add_alarm(hand, "4")
    hand.phone.shell("cmd notification set_dnd alarms")
    hand.phone.advance(27 * 60)
    (record,) = posted(hand)
    assert record.notification.category == "alarm" and not record.intercepted
