"""Fragments with state of their own, pickers, dialogs and what the clock alone changes."""

from mobile_env.phone.sdk import Broadcast, Context
from mobile_env.phone.sdk.host import Host
from mobile_env.phone.services.alarm import AlarmService
from mobile_env.phone.services.notification import NotificationService

PACKAGE = "com.google.android.deskclock"
DATABASE = f"/data/data/{PACKAGE}/databases/alarms.db"


def alarms(phone):
    connection = phone.state.databases.open(DATABASE)
    return connection.execute(
        "SELECT hour, minutes, daysofweek, enabled FROM alarm_templates ORDER BY _id"
    ).fetchall()


def test_handlers_of_a_fragment_s_rows_are_found_by_scope(phone, hand):
    hand.open(PACKAGE)
    hand.tap("#onoff")
    assert alarms(phone)[0] == (8, 30, 31, 1)
    hand.tap("#days_of_week")
    hand.tap("#day_button_5")
    assert alarms(phone)[0] == (8, 30, 31 | 32, 1)
    assert not hand.crashes()


def test_a_picked_time_comes_with_the_arguments_of_its_callback(phone, hand):
    hand.open(PACKAGE)
    hand.tap("#digital_clock", place=1)
    hand.tap("7")
    hand.tap("15")
    hand.tap("PM")
    hand.tap("OK")
    assert alarms(phone)[1] == (19, 15, 96, 1)


def test_the_material_picker_has_its_own_ids_and_takes_typing(phone, hand):
    hand.open(PACKAGE)
    hand.tap("#fab")
    assert hand.text("#material_hour_tv") == "3"
    hand.tap("#material_timepicker_mode_button")
    hand.type("#material_hour_text_input", "13")
    hand.tap("#material_timepicker_ok_button")
    assert hand.shows("Enter a valid time")
    hand.type("#material_hour_text_input", "6")
    hand.type("#material_minute_text_input", "05")
    hand.tap("#material_timepicker_ok_button")
    assert alarms(phone)[-1][:2] == (18, 5)


def test_back_and_a_touch_outside_close_a_dialog_without_an_answer(phone, hand):
    hand.open(PACKAGE)
    hand.tap("#fab")
    phone.key("BACK")
    assert hand.shows("#fab")
    hand.tap("#fab")
    phone.touch(20, 200)
    phone.lift()
    assert hand.shows("#fab") and len(alarms(phone)) == 2
    assert phone.state.tasks[0].top.state["@dialogs"] == {}


def test_the_snackbar_undoes(phone, hand):
    hand.open(PACKAGE)
    hand.tap("#days_of_week")
    hand.tap("#delete")
    assert len(alarms(phone)) == 1 and hand.shows("Alarm deleted")
    hand.tap("UNDO")
    assert len(alarms(phone)) == 2 and not hand.shows("Alarm deleted")


def test_tabs_keep_what_their_fragments_remember(phone, hand):
    hand.open(PACKAGE)
    hand.tap("#days_of_week")
    hand.tap("Stopwatch")
    hand.tap("Start")
    phone.advance(75)
    assert hand.text("#stopwatch_time_text") == "1:15"
    hand.tap("Alarm")
    assert hand.shows("#repeat_days")
    hand.tap("Stopwatch")
    assert hand.shows("Reset")


def test_rotation_and_a_kill_in_the_background_keep_the_screen(phone, hand):
    hand.open(PACKAGE)
    hand.tap("#days_of_week")
    upright = phone.view_hierarchy()
    phone.set_rotation(1)
    assert hand.shows("#repeat_days")
    phone.set_rotation(0)
    assert phone.view_hierarchy() == upright
    phone.key("HOME")
    phone.processes.kill(PACKAGE, "kill")
    hand.open(PACKAGE)
    assert hand.shows("#repeat_days")


def test_the_phone_s_24_hours_reach_the_picker(phone, hand):
    phone.shell("settings put system time_12_24 24")
    hand.open(PACKAGE)
    hand.tap("#fab")
    assert hand.text("#material_hour_tv") == "15" and not hand.shows("PM")
    hand.tap("0")
    hand.tap("#material_timepicker_ok_button")
    assert alarms(phone)[-1][:2] == (0, 0)


def test_an_alarm_rings_in_the_background_and_its_buttons_work(phone, hand):
    notifications = phone.service(NotificationService)
    hand.open(PACKAGE)
    hand.tap("#fab")
    hand.tap("4")
    hand.tap("#material_timepicker_ok_button")
    phone.key("HOME")
    phone.processes.kill(PACKAGE, "kill")
    phone.advance(27 * 60)
    (record,) = notifications.of(PACKAGE)
    assert (record.notification.title, record.notification.text) == ("Alarm", "4:00 PM")
    assert notifications.act(record.key, 0)
    assert notifications.of(PACKAGE)[0].notification.text == "Snoozing until 4:11 PM"
    phone.advance(11 * 60)
    (record,) = notifications.of(PACKAGE)
    assert record.notification.ongoing
    assert notifications.act(record.key, 1)
    assert not notifications.of(PACKAGE) and not hand.crashes()


def test_apps_hear_of_a_reboot_and_set_their_alarms_again(phone, hand):
    hand.open(PACKAGE)
    hand.tap("#fab")
    hand.tap("4")
    hand.tap("#material_timepicker_ok_button")
    phone.reboot()
    phone.advance(27 * 60)
    (record,) = phone.service(NotificationService).of(PACKAGE)
    assert record.notification.text == "4:00 PM"


def test_an_activity_is_told_once_when_it_leaves_the_front(phone, hand):
    def left():
        return len(phone.state.processes.memory(PACKAGE).get("left", ()))

    hand.open(PACKAGE)
    assert left() == 0
    hand.open(PACKAGE)
    assert left() == 0
    phone.key("HOME")
    assert left() == 1
    hand.open(PACKAGE)
    phone.key("BACK")
    assert left() == 2
    phone.key("HOME")
    assert left() == 2 and not hand.crashes()


def test_an_alarm_since_the_boot_does_not_move_with_the_clock(phone, sdk_apps):
    app = Context(Host(phone.kernel, sdk_apps[PACKAGE].declared))
    shown = Broadcast("tests.SHOW")
    app.alarms.set(app.elapsed_ms + 60_000, Broadcast("tests.SOON"), elapsed=True)
    app.alarms.set(app.now, Broadcast("tests.KNOWN"), show=shown)
    soon, known = sorted(phone.service(AlarmService).alarms, key=lambda alarm: alarm.clock)
    assert (soon.type, soon.clock, known.show.intent.action) == ("ELAPSED_WAKEUP", False, "tests.SHOW")
    phone.advance(0)
    phone.shell("date 010100002030.00")
    assert phone.service(AlarmService).alarms == [soon]
    phone.advance(61)
    assert not phone.service(AlarmService).alarms
