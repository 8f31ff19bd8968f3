"""Playback goes on with the phone's clock; tracks follow each other; one app is heard at a time."""

import pytest

from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.media_session import MediaSessionService, Track
from mobile_env.phone.state.intents import Intent
from mobile_env.signals.state import SERVICE_LISTS
from mobile_env.simulators.embedded_state import EmbeddedState

PACKAGE, SECOND = "com.wikihow.wikihowapp", 1_000_000
QUEUE = tuple(
    Track(title, "Band", duration_us=length * SECOND) for title, length in (("One", 10), ("Two", 20))
)


@pytest.fixture
def service(phone):
    return phone.service(MediaSessionService)


def shown(service) -> list[tuple[str | None, str, int]]:
    return [(row["title"], row["state"], row["position"]) for row in service.rows()]


def test_the_position_follows_the_clock(service, phone):
    session = service.open(PACKAGE, "player", QUEUE)
    service.play(session)
    phone.advance(4)
    assert shown(service) == [("One", "playing", 4)]
    service.pause(session)
    phone.advance(100)
    assert shown(service) == [("One", "paused", 4)]
    service.seek(session, 9 * SECOND)
    service.play(session)
    phone.advance(3)
    assert shown(service) == [("Two", "playing", 2)]
    phone.advance(60)
    assert shown(service) == [("Two", "stopped", 0)]


def test_the_end_of_a_track_is_told(service, phone, monkeypatch):
    sent = []
    monkeypatch.setattr(
        ActivityService, "send", lambda _, pending: sent.append(pending.intent.action) or True
    )
    changed = PendingIntent(PACKAGE, "broadcast", Intent("track"))
    service.play(service.open(PACKAGE, "player", QUEUE, 1, loop=True, changed=changed))
    phone.advance(21)
    assert sent == ["track"]
    assert shown(service) == [("One", "playing", 1)]


def test_one_session_plays_at_a_time(service):
    first = service.open(PACKAGE, "a", QUEUE)
    second = service.open("com.android.launcher3", "b", QUEUE)
    service.play(first)
    service.play(second)
    assert [(each.tag, each.state) for each in service.sessions] == [("b", "playing"), ("a", "paused")]


def test_media_keys_reach_the_session_in_front(service, sh):
    service.open(PACKAGE, "player", QUEUE)
    sh("cmd media_session dispatch play")
    sh("cmd media_session dispatch next; media dispatch fast-forward; cmd media_session dispatch play-pause")
    assert shown(service) == [("Two", "paused", 10)]
    assert "state=PlaybackState {state=2, position=10000" in sh("dumpsys media_session")
    assert "metadata: size=4, description=Two, Band, null" in sh("dumpsys media_session")
    assert sh.result("cmd media_session dispatch dance")[0] == 255


def test_a_stopped_app_plays_no_more(service, phone, sh):
    service.play(service.open(PACKAGE, "player", QUEUE))
    snapshot = phone.snapshot()
    sh(f"am force-stop {PACKAGE}")
    assert shown(service) == []
    phone.restore(snapshot)
    phone.advance(11)
    assert shown(service) == [("Two", "playing", 1)]


def test_tasks_judge_the_list(service, phone):
    service.open(PACKAGE, "player", QUEUE)
    (row,) = EmbeddedState(lambda: phone).service_list("media_sessions")
    assert tuple(row) == SERVICE_LISTS["media_sessions"]
