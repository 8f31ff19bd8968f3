"""Starting, finishing, stacking and crashing of activities."""

from mobile_env.phone.state.intents import (
    ACTION_MAIN,
    FLAG_ACTIVITY_CLEAR_TASK,
    FLAG_ACTIVITY_NEW_TASK,
    Intent,
)
from mobile_env.phone.state.tasks import Tasks

SAMPLE = "org.example.sample"
NOTES = f"{SAMPLE}/{SAMPLE}.NotesActivity"
HOME = "com.android.launcher3/com.android.launcher3.uioverrides.QuickstepLauncher"


def test_a_fresh_phone_shows_the_launcher_with_an_icon_for_each_app(new_phone):
    phone = new_phone()
    assert phone.foreground_activity == HOME
    assert 'content-desc="Sample"' in phone.view_hierarchy()
    assert 'content-desc="Launcher"' not in phone.view_hierarchy()


def test_an_icon_opens_its_app_and_home_brings_the_launcher_back(new_phone, hand):
    phone = hand.phone = new_phone()
    hand.tap('content-desc="Sample"')
    assert phone.foreground_activity == NOTES
    phone.key("HOME")
    assert phone.foreground_activity == HOME
    phone.key("APP_SWITCH")
    assert phone.foreground_activity == NOTES


def test_a_started_activity_hands_its_result_to_the_one_below(phone, hand):
    hand.tap('text="note 1"')
    assert phone.foreground_activity == f"{SAMPLE}/{SAMPLE}.DetailActivity"
    assert hand.text("note") == "note 1"
    hand.tap(':id/done"')
    assert phone.foreground_activity == NOTES
    assert hand.text("result") == "detail: seen"


def test_back_finishes_with_no_result_and_the_root_leads_home(phone, hand):
    hand.tap('text="note 1"')
    phone.key("BACK")
    assert hand.text("result") == "detail: None"
    phone.key("BACK")
    assert phone.foreground_activity == HOME
    phone.key("BACK")
    assert phone.foreground_activity == HOME


def test_the_launcher_intent_brings_a_running_task_to_the_front_as_it_was(phone, hand):
    hand.tap('text="note 1"')
    phone.key("HOME")
    result = phone.activities.start(phone.packages.launch_intent(SAMPLE))
    assert result.status == "brought_to_front"
    assert hand.text("note") == "note 1"


def test_clear_task_starts_afresh(phone, hand):
    hand.tap(':id/increase"')
    flags = FLAG_ACTIVITY_NEW_TASK | FLAG_ACTIVITY_CLEAR_TASK
    phone.activities.start(Intent(action=ACTION_MAIN, component=NOTES, flags=flags))
    assert hand.text("count") == "0"
    assert sum(task.package == SAMPLE for task in phone.activities.tasks()) == 1


def test_force_stop_takes_the_app_away_and_is_silent_when_nothing_runs(phone):
    phone.activities.force_stop(SAMPLE)
    assert phone.foreground_activity == HOME
    phone.activities.force_stop(SAMPLE)
    assert [task.package for task in phone.activities.tasks()] == ["com.android.launcher3"]


def test_force_stop_takes_surfaces_over_the_app_along(phone):
    phone.activities.start(Intent(action="android.intent.action.CHOOSER", extras={"text": "words"}))
    phone.activities.force_stop(SAMPLE)
    assert [task.package for task in phone.activities.tasks()] == ["com.android.launcher3"]
    phone.activities.start(phone.packages.launch_intent(SAMPLE))
    assert phone.activities.foreground.component == NOTES


def test_an_unknown_component_is_not_found(phone):
    result = phone.activities.start(Intent(component="org.example.sample/.Nowhere"))
    assert result.status == "not_found"
    assert result.error == "Activity class {org.example.sample/.Nowhere} does not exist."


def test_a_pinned_task_keeps_the_screen(phone):
    (task_id,) = [task.id for task in phone.activities.tasks() if task.package == SAMPLE]
    assert phone.activities.lock_task(task_id)
    phone.key("HOME")
    phone.key("BACK")
    phone.key("APP_SWITCH")
    assert phone.foreground_activity == NOTES
    assert phone.activities.start(phone.packages.launch_intent("com.wikihow.wikihowapp")).status == "blocked"
    phone.activities.unlock_task()
    phone.key("HOME")
    assert phone.foreground_activity == HOME


def test_a_handler_that_throws_becomes_a_crash_and_the_phone_goes_on(phone, hand):
    hand.tap(':id/fail"')
    assert 'text="Sample keeps stopping"' in phone.view_hierarchy()
    crash = hand.log("AndroidRuntime")
    assert crash[0].startswith("FATAL EXCEPTION: main")
    assert any("Process: org.example.sample, PID:" in line for line in "\n".join(crash).splitlines())
    assert "RuntimeError: the sample app fails on purpose" in "\n".join(crash)
    hand.tap('text="Close app"')
    assert phone.foreground_activity == HOME
    hand.tap('content-desc="Sample"')
    assert hand.text("count") == "0"


def test_a_screen_that_throws_becomes_a_crash_too(phone, hand):
    hand.tap(':id/fail_to_draw"')
    assert 'text="Sample keeps stopping"' in phone.view_hierarchy()
    assert "missing_name" in "\n".join(hand.log("AndroidRuntime"))
    assert phone.screenshot().shape == (800, 360, 3)


def test_markup_that_cannot_be_shown_is_a_crash_too(phone, hand):
    phone.activities.foreground.state["held"] = "no-such-icon"
    phone.state.part(Tasks).touch()
    assert 'text="Sample keeps stopping"' in phone.view_hierarchy()
    assert "no Material icon is named" in "\n".join(hand.log("AndroidRuntime"))


def test_the_crash_dialog_can_open_the_app_again(phone, hand):
    hand.tap(':id/fail"')
    hand.tap('text="Open app again"')
    assert phone.foreground_activity == NOTES


def test_a_broadcast_reaches_those_who_listen(phone, hand):
    assert phone.activities.broadcast(Intent(action="org.example.PING", extras={"word": "hello"})) == 1
    assert phone.activities.broadcast(Intent(action="org.example.PONG")) == 0
    assert hand.log("Sample") == ["received hello"]


def test_a_chooser_is_a_surface_over_the_app(phone, hand):
    phone.activities.start(
        Intent(action="android.intent.action.CHOOSER", extras={"title": "Share it", "text": "words"})
    )
    assert phone.activities.foreground.package == "android"
    assert phone.foreground_activity == NOTES
    hand.tap('text="Inbox"')
    assert phone.foreground_activity == f"{SAMPLE}/{SAMPLE}.InboxActivity"
    assert hand.text("note") == "words"
