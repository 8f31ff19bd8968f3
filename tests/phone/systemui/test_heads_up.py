"""Notifications that pop up over the app."""

from sample_app.manifest import APP

from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.services.notification import Action, NotificationService
from mobile_env.phone.services.statusbar import StatusBarService
from mobile_env.phone.state.intents import Intent

SAMPLE = APP.package
NOTES = PendingIntent(SAMPLE, "activity", Intent(component=f"{SAMPLE}/org.example.sample.NotesActivity"))


def _titles(phone):
    return [e.text for e in phone.screen.elements("heads_up") if e.attributes.get("id") == "android:title"]


def test_important_ones_pop_up_for_five_seconds(phone, hand):
    hand.post(1, "Call me", importance="HIGH")
    assert _titles(phone) == ["Call me"]
    phone.advance(4.9)
    assert _titles(phone) == ["Call me"]
    phone.advance(0.2)
    assert _titles(phone) == []
    assert len(phone.service(NotificationService).records) == 1


def test_alarms_stay_until_they_are_answered(phone, hand):
    hand.post(1, "Wake up", importance="HIGH", category="alarm")
    phone.advance(60)
    assert _titles(phone) == ["Wake up"]
    phone.service(NotificationService).cancel(SAMPLE, 1)
    assert _titles(phone) == []


def test_others_do_not(phone, hand):
    hand.post(1, "News")
    assert _titles(phone) == []
    phone.shell("cmd notification set_dnd priority")
    hand.post(2, "Call me", importance="HIGH")
    assert _titles(phone) == []
    phone.shell("cmd notification set_dnd off; settings put global heads_up_notifications_enabled 0")
    hand.post(3, "Call me", importance="HIGH")
    assert _titles(phone) == []


def test_a_tap_opens_it(phone, hand):
    hand.post(1, "Call me", importance="HIGH", content=NOTES)
    hand.drag((100, 50), (100, 50), steps=2)
    assert phone.foreground_activity.startswith(SAMPLE)
    assert _titles(phone) == []


def test_swipes_put_it_away(phone, hand):
    hand.post(1, "Call me", importance="HIGH")
    hand.drag((180, 60), (180, 0))
    assert _titles(phone) == []
    assert len(phone.service(NotificationService).records) == 1
    hand.post(1, "Call me", importance="HIGH")
    hand.drag((180, 60), (300, 60))
    assert not phone.service(NotificationService).records


def test_a_reply_opens_the_shade(phone, hand):
    hand.post(1, "Alice", importance="HIGH", actions=(Action("Reply", None, "word"),))
    reply = phone.screen.find("heads_up", predicate=lambda element: element.text == "Reply")
    left, top, right, bottom = phone.screen.bounds(reply)
    hand.drag(*[((left + right) / 2, (top + bottom) / 2)] * 2, steps=2)
    assert hand.nodes(":id/remote_input_text")
    assert phone.service(StatusBarService).heads_up is None


def test_the_app_below_goes_on_taking_touches(phone, hand):
    phone.activities.start(phone.packages.launch_intent(SAMPLE))
    hand.post(1, "Call me", importance="HIGH")
    hand.tap('text="Menu"')
    assert hand.nodes('text="Entry"')
