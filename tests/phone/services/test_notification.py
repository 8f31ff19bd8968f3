"""Notifications: channels, replacing, groups, actions with replies, do-not-disturb, snoozing; `cmd` and `dumpsys`."""

from typing import ClassVar

import pytest

from mobile_env.phone import Phone
from mobile_env.phone.kernel.agenda import Due
from mobile_env.phone.kernel.events import NotificationPosted, NotificationRemoved, on
from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.notification import Action, Channel, Notification, NotificationService
from mobile_env.phone.services.notification.service import MOST_OF_A_PACKAGE
from mobile_env.phone.state.intents import Intent
from mobile_env.signals.state import SERVICE_LISTS
from mobile_env.simulators.embedded_state import EmbeddedState

PACKAGE = "com.wikihow.wikihowapp"


class Ear(Service):
    name = "ear"
    heard: ClassVar[list] = []

    @on(NotificationPosted, NotificationRemoved)
    def hear(self, event) -> None:
        self.heard.append(event)

    def due(self, entry: Due) -> None: ...


@pytest.fixture
def service(phone: Phone) -> NotificationService:
    phone.shell(f"pm grant {PACKAGE} android.permission.POST_NOTIFICATIONS")
    service = phone.service(NotificationService)
    service.create_channel(PACKAGE, Channel("news", "News"))
    service.create_channel(PACKAGE, Channel("quiet", "Quiet", importance=2))
    return service


@pytest.fixture
def ear(phone: Phone) -> list:
    Ear.heard = []
    phone.kernel.attach(Ear(phone.kernel))
    return Ear.heard


@pytest.fixture
def sent(monkeypatch) -> list[PendingIntent]:
    """What is sent, which then reaches nobody."""
    sent: list[PendingIntent] = []
    monkeypatch.setattr(ActivityService, "send", lambda _, pending: sent.append(pending) or True)
    return sent


def broadcast(action: str) -> PendingIntent:
    return PendingIntent(PACKAGE, "broadcast", Intent(action))


def test_a_notification_is_posted_replaced_and_cancelled(service, ear):
    first = service.post(PACKAGE, 7, Notification("news", "One", "first"))
    second = service.post(PACKAGE, 7, Notification("news", "One", "second"))
    assert [record.notification.text for record in service.records] == ["second"]
    assert (first.key, second.number) == (second.key, first.number)
    assert service.cancel(PACKAGE, 7)
    assert not service.cancel(PACKAGE, 7)
    assert not service.records
    kinds = [type(event).__name__ for event in ear]
    assert kinds == ["NotificationPosted", "NotificationPosted", "NotificationRemoved"]
    assert (ear[0].texts, ear[2].reason) == (("One", "first"), "app_cancel")


def test_the_channel_decides(service, phone):
    assert service.post(PACKAGE, 1, Notification("nothing", "T")) is None
    assert (
        "No Channel found for pkg=com.wikihow.wikihowapp, channelId=nothing"
        in phone.shell("logcat -d").stdout.decode()
    )
    loud, quiet = (
        service.post(PACKAGE, 1, Notification("news")),
        service.post(PACKAGE, 2, Notification("quiet")),
    )
    assert (loud.silent, quiet.silent) == (False, True)
    assert [record.id for record in service.records] == [1, 2]
    service.set_importance(PACKAGE, "news", 0)
    assert [record.id for record in service.records] == [2]
    assert service.post(PACKAGE, 1, Notification("news")) is None
    assert service.create_channel(PACKAGE, Channel("news", "Newer", importance=4)).importance == 0


def test_the_user_blocks_an_app(service):
    service.post(PACKAGE, 1, Notification("news"))
    service.set_blocked(PACKAGE, True)
    assert not service.records
    assert service.post(PACKAGE, 1, Notification("news")) is None
    service.set_blocked(PACKAGE, False)
    assert service.post(PACKAGE, 1, Notification("news")) is not None


def test_an_app_needs_the_permission_that_it_asks_for(service, sh):
    sh(f"pm revoke {PACKAGE} android.permission.POST_NOTIFICATIONS")
    assert service.post(PACKAGE, 1, Notification("news")) is None


def test_an_app_may_not_flood_the_shade(service):
    for number in range(MOST_OF_A_PACKAGE + 20):
        service.post(PACKAGE, number, Notification("news"))
    assert len(service.records) == MOST_OF_A_PACKAGE
    assert service.post(PACKAGE, 3, Notification("news", "again")) is not None


@pytest.mark.parametrize(
    ("mode", "silent"),
    [("off", [False, False]), ("priority", [True, False]), ("alarms", [True, False]), ("none", [True, True])],
)
def test_do_not_disturb_silences(service, sh, mode, silent):
    sh(f"cmd notification set_dnd {mode}")
    posted = [
        service.post(PACKAGE, n, Notification("news", category=c)) for n, c in enumerate(("msg", "alarm"))
    ]
    assert [record.silent for record in posted] == silent


def test_taps_dismissals_and_replies_send_their_intents(service, sent):
    actions = (Action("Reply", broadcast("reply"), reply_key="text"), Action("Stop", broadcast("stop")))
    shown = Notification(
        "news", content=broadcast("open"), delete=broadcast("gone"), actions=actions, auto_cancel=True
    )
    key = service.post(PACKAGE, 1, shown).key
    assert service.act(key, 0, reply="Hello")
    assert service.act(key, 1)
    assert not service.act(key, 2)
    assert service.tap(key)
    assert service.get(key) is None
    key = service.post(PACKAGE, 1, shown).key
    assert service.dismiss(key)
    assert [pending.intent.action for pending in sent] == ["reply", "stop", "open", "gone"]
    assert sent[0].intent.extras == {"text": "Hello"}


def test_ongoing_notifications_cannot_be_dismissed(service):
    key = service.post(PACKAGE, 1, Notification("news", ongoing=True)).key
    service.post(PACKAGE, 2, Notification("news"))
    assert not service.dismiss(key)
    service.clear_all()
    assert [record.id for record in service.records] == [1]


def test_a_summary_takes_its_group_along(service):
    summary = service.post(PACKAGE, 1, Notification("news", group="g", group_summary=True))
    service.post(PACKAGE, 2, Notification("news", group="g"))
    service.post(PACKAGE, 3, Notification("news", group="other"))
    assert service.dismiss(summary.key)
    assert [record.id for record in service.records] == [3]


def test_snoozed_notifications_come_back_on_the_phones_clock(service, phone, sh):
    key = service.post(PACKAGE, 1, Notification("news", "Later")).key
    assert sh(f"cmd notification snooze --for 60000 '{key}'") == f"snoozing <{key}> for 60000 ms\n"
    assert not service.records
    snapshot = phone.snapshot()
    phone.advance(59)
    assert not service.records
    phone.advance(2)
    assert [record.notification.title for record in service.records] == ["Later"]
    phone.restore(snapshot)
    assert not service.records
    assert sh(f"cmd notification unsnooze '{key}'") == f"un-snoozing: {key}\n"
    phone.advance(120)
    assert len(service.records) == 1


def test_a_notification_with_a_timeout_goes_by_itself(service, phone):
    service.post(PACKAGE, 1, Notification("news", timeout_us=5_000_000))
    phone.advance(4.9)
    assert service.records
    phone.advance(0.2)
    assert not service.records


def test_a_forced_stop_takes_them_away_and_a_reboot_leaves_channels(service, phone, sh):
    service.post(PACKAGE, 1, Notification("news"))
    sh(f"am force-stop {PACKAGE}")
    assert not service.records
    service.post(PACKAGE, 1, Notification("news"))
    phone.reboot()
    assert not service.records
    assert service.post(PACKAGE, 1, Notification("news")) is not None


def test_the_shell_posts_and_lists(sh, phone):
    printed = sh("cmd notification post -t 'The title' tag 'Some text'")
    assert printed.startswith("posting:\n  Notification(channel=shellcmd shortcut=null contentView=null ")
    assert sh("cmd notification list") == "0|com.android.shell|2020|tag|2000\n"
    got = sh("cmd notification get '0|com.android.shell|2020|tag|2000'")
    assert "android.title=String (The title)" in got
    assert "android.text=String (Some text)" in got
    dumped = sh("dumpsys notification")
    assert "pkg=com.android.shell user=UserHandle{0} id=2020 tag=tag importance=3" in dumped
    assert "android.title=String [length=9]" in dumped
    assert "android.title=String (The title)" in sh("dumpsys notification --noredact")


def test_the_shell_posts_what_opens_an_activity(phone, sh):
    sh(
        "cmd notification post -c activity -a android.intent.action.MAIN -n com.wikihow.wikihowapp/.MainTabActivity t x"
    )
    service = phone.service(NotificationService)
    assert service.tap("0|com.android.shell|2020|t|2000")
    assert phone.foreground_activity.startswith("com.wikihow.wikihowapp/")


@pytest.mark.parametrize(
    ("command", "exit_code", "text"),
    [
        ("", 255, "usage: cmd notification SUBCMD"),
        ("post", 255, "usage: cmd notification post"),
        ("post -h", 0, "usage: cmd notification post"),
        ("post -S huge t x", 255, "error: unrecognized notification style: huge"),
        ("set_dnd loud", 255, "Unrecognized interruption filter: loud"),
        ("get nothing", 255, "error: no active notification matching key: nothing"),
    ],
)
def test_what_the_shell_refuses(phone, command, exit_code, text):
    result = phone.shell(f"cmd notification {command}")
    assert result.exit_code == exit_code
    assert result.stdout.decode().startswith(text)


def test_a_fork_has_its_own(service, phone):
    service.post(PACKAGE, 1, Notification("news"))
    other = phone.fork()
    other.service(NotificationService).clear_all()
    assert service.records
    assert not other.service(NotificationService).records


def test_tasks_judge_the_list(service, phone):
    service.post(PACKAGE, 1, Notification("news", "Title", "Text"))
    (row,) = EmbeddedState(lambda: phone).service_list("notifications")
    assert tuple(row) == SERVICE_LISTS["notifications"]
    assert (row["package"], row["title"], row["silent"]) == (PACKAGE, "Title", False)
