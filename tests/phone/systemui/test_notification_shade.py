"""The notification shade: how it opens and closes, and what can be done with notifications in it."""

import pytest
from sample_app.manifest import APP

from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.services.notification import Action, NotificationService
from mobile_env.phone.state.intents import Intent

SAMPLE = APP.package
NOTES = PendingIntent(SAMPLE, "activity", Intent(component=f"{SAMPLE}/org.example.sample.NotesActivity"))
PING = PendingIntent(SAMPLE, "broadcast", Intent(action="org.example.PING"))
_OPEN = ":id/notification_panel"


def test_a_swipe_from_the_top_edge_opens_it_and_a_swipe_up_closes_it(phone, hand):
    assert not hand.nodes(_OPEN)
    hand.pull_down()
    assert hand.nodes(_OPEN) and hand.nodes('text="No notifications"')
    hand.push_up()
    assert not hand.nodes(_OPEN)


def test_a_second_swipe_opens_quick_settings_and_two_up_close_all(phone, hand):
    hand.pull_down()
    hand.pull_down()
    assert hand.nodes(":id/quick_settings_panel")
    hand.push_up()
    assert hand.nodes(":id/quick_qs_panel")
    hand.push_up()
    assert not hand.nodes(_OPEN)


@pytest.mark.parametrize("key", ["BACK", "HOME"])
def test_back_and_home_close_it(phone, hand, key):
    phone.activities.start(phone.packages.launch_intent(SAMPLE))
    hand.pull_down()
    phone.key(key)
    assert not hand.nodes(_OPEN)
    assert (phone.activities.foreground.package == SAMPLE) == (key == "BACK")


def test_a_touch_beside_everything_closes_it(phone, hand):
    hand.pull_down()
    hand.drag((180, 700), (180, 700), steps=2)
    assert not hand.nodes(_OPEN)


def test_the_shell_opens_and_closes_it(phone, hand):
    assert phone.shell("cmd statusbar expand-notifications").exit_code == 0
    assert hand.nodes(":id/quick_qs_panel")
    assert "mCurrentFocus=Window{" in phone.shell("dumpsys window | grep NotificationShade").output.decode()
    phone.shell("cmd statusbar expand-settings")
    assert hand.nodes(":id/quick_settings_panel")
    phone.shell("cmd statusbar collapse")
    assert not hand.nodes(_OPEN)


def test_it_says_what_is_there_important_ones_first(phone, hand):
    hand.post(1, "Backup", importance="LOW")
    hand.post(2, "News", text="Bread is cheaper")
    hand.pull_down()
    assert hand.titles == ["News", "Backup"]
    assert (
        hand.nodes('text="Bread is cheaper"') and hand.nodes('text="Silent"') and hand.nodes('text="Sample"')
    )


def test_a_tap_opens_what_the_notification_leads_to(phone, hand):
    hand.post(1, "News", content=NOTES)
    hand.pull_down()
    hand.tap('text="News"')
    assert phone.foreground_activity == f"{SAMPLE}/org.example.sample.NotesActivity"
    assert not hand.nodes(_OPEN)
    assert not phone.service(NotificationService).records


def test_a_swipe_aside_dismisses_and_leaves_ongoing_ones(phone, hand):
    hand.post(1, "News", delete=PING)
    hand.post(2, "Recording", ongoing=True)
    hand.pull_down()
    for title in ("News", "Recording"):
        x, y = hand.centre(f'text="{title}"')
        hand.drag((x, y), (x + 150, y))
    assert hand.titles == ["Recording"]
    assert "received" in phone.shell("logcat -d -s Sample").output.decode()


def test_clear_all_leaves_ongoing_ones(phone, hand):
    for number in range(3):
        hand.post(number, f"News {number}", ongoing=number == 1)
    hand.pull_down()
    hand.tap('text="Clear all"')
    assert [record.notification.title for record in phone.service(NotificationService).records] == ["News 1"]


def test_the_arrow_shows_and_hides_the_whole_text_and_actions(phone, hand):
    hand.post(1, "First", actions=(Action("Mute", PING),))
    hand.pull_down()
    assert hand.nodes('text="Mute"')
    hand.tap('content-desc="Collapse"')
    assert not hand.nodes('text="Mute"')
    hand.tap('content-desc="Expand"')
    hand.tap('text="Mute"')
    assert "received" in phone.shell("logcat -d -s Sample").output.decode()


def test_a_reply_is_written_in_the_shade(phone, hand):
    hand.post(1, "Alice", actions=(Action("Reply", PING, "word", "Message"),))
    hand.pull_down()
    hand.tap('text="Reply"')
    assert phone.state.keyboard.shown
    phone.type_text("at eight")
    assert hand.nodes('text="at eight"')
    hand.tap('content-desc="Send"')
    assert "received at eight" in phone.shell("logcat -d -s Sample").output.decode()
    assert not hand.nodes(":id/remote_input_text")


def test_snapshots_have_it(phone, hand):
    hand.post(1, "News")
    hand.pull_down()
    frame, snapshot = phone.screenshot(), phone.snapshot()
    hand.push_up()
    phone.restore(snapshot)
    assert (phone.screenshot() == frame).all()


def test_many_notifications_scroll(phone, hand):
    for number in range(20):
        hand.post(number, f"News {number}")
    hand.pull_down()
    before = hand.bounds('text="News 16"')[1]
    hand.drag((180, 600), (180, 570))
    assert hand.bounds('text="News 16"')[1] < before
    assert hand.nodes(_OPEN)
