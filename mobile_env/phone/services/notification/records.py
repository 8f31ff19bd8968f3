"""Notifications: what apps post, in which channels, and what the system remembers of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.state.part import Part

IMPORTANCES: Final = {"NONE": 0, "MIN": 1, "LOW": 2, "DEFAULT": 3, "HIGH": 4}
"""Numbers of android.app.NotificationManager.IMPORTANCE_…"""

# Flags of android.app.Notification.
_ONGOING, _ONLY_ALERT_ONCE, _AUTO_CANCEL, _NO_CLEAR, _GROUP_SUMMARY = 0x2, 0x8, 0x10, 0x20, 0x200


@dataclass(frozen=True)
class Channel:
    """A notification channel of an app.

    Attributes:
      id, name: as the app made it; users see the name.
      importance: a number of IMPORTANCES; the user may change it.
      description: what users read in the app's notification settings.
      bypass_dnd: whether it is heard while do-not-disturb is on.
    """

    id: str
    name: str
    importance: int = IMPORTANCES["DEFAULT"]
    description: str = ""
    bypass_dnd: bool = False


@dataclass(frozen=True)
class Action:
    """A button of a notification.

    Attributes:
      title: its label.
      intent: what it sends; None for nothing.
      reply_key: the extra in which a text that the user types goes along; "" for a plain button.
      reply_label: the hint of that text field.
    """

    title: str
    intent: PendingIntent | None = None
    reply_key: str = ""
    reply_label: str = ""


@dataclass(frozen=True)
class Notification:
    """What an app posts.

    Attributes:
      channel: the id of one of the app's channels.
      big_text, lines, messages: what is shown when it is expanded: one text, several lines, or (who, text) pairs.
      category: Android's word for what it is about ("alarm", "call", "msg", …).
      ongoing: the user cannot dismiss it.
      auto_cancel: a tap takes it away.
      only_alert_once: updates make no noise.
      group: notifications of one app with the same group stand together; one of them may be its summary.
      when_us: the time it shows; 0 for when it was posted.
      timeout_us: after so long it goes by itself; 0 for never.
      content, delete, full_screen: what a tap sends, what a dismissal sends, what opens over a locked phone.
      progress: (done, whole); whole 0 for an indeterminate bar; None without one.
    """

    channel: str
    title: str = ""
    text: str = ""
    icon: str = "notifications"
    sub_text: str = ""
    big_text: str = ""
    lines: tuple[str, ...] = ()
    messages: tuple[tuple[str, str], ...] = ()
    category: str = ""
    colour: str = ""
    ongoing: bool = False
    auto_cancel: bool = True
    only_alert_once: bool = False
    group: str = ""
    group_summary: bool = False
    when_us: int = 0
    timeout_us: int = 0
    number: int = 0
    content: PendingIntent | None = None
    delete: PendingIntent | None = None
    full_screen: PendingIntent | None = None
    actions: tuple[Action, ...] = ()
    progress: tuple[int, int] | None = None

    @property
    def flags(self) -> int:
        """The bits of android.app.Notification.flags."""
        return (
            self.ongoing * (_ONGOING | _NO_CLEAR)
            | self.only_alert_once * _ONLY_ALERT_ONCE
            | self.auto_cancel * _AUTO_CANCEL
            | self.group_summary * _GROUP_SUMMARY
        )

    @property
    def extras(self) -> dict[str, Any]:
        """What `dumpsys notification` calls extras: the texts under Android's keys."""
        extras: dict[str, Any] = {"android.title": self.title or None, "android.text": self.text or None}
        if self.sub_text:
            extras["android.subText"] = self.sub_text
        if self.big_text:
            extras["android.bigText"] = self.big_text
        if self.lines:
            extras["android.textLines"] = list(self.lines)
        if self.messages:
            extras["android.messages"] = [f"{who}: {text}" for who, text in self.messages]
        if self.progress is not None:
            extras["android.progress"], extras["android.progressMax"] = self.progress
        return extras


@dataclass(frozen=True)
class NotificationRecord:
    """A notification that was posted.

    Attributes:
      package, uid: who posted it.
      id, tag: the app's name of it: posting it again replaces it.
      importance: that of its channel when it was posted.
      silent: it made no noise and popped up nowhere: its channel is low, or do-not-disturb is on.
      intercepted: do-not-disturb is why.
      posted_us: time of day of the last update; `created_us` of the first post.
      number: order of the first post.
    """

    package: str
    uid: int
    id: int
    tag: str | None
    notification: Notification
    importance: int
    silent: bool
    intercepted: bool
    created_us: int
    posted_us: int
    number: int

    @property
    def key(self) -> str:
        """As Android prints it: "0|package|id|tag|uid"."""
        return notification_key(self.package, self.uid, self.id, self.tag)

    @property
    def group_key(self) -> str:
        """Equal for notifications that stand together."""
        group = self.notification.group
        return f"0|{self.package}|g:{group}" if group else self.key

    @property
    def clearable(self) -> bool:
        """Whether the user can dismiss it."""
        return not self.notification.ongoing

    @property
    def texts(self) -> tuple[str, ...]:
        """What it says, title first."""
        notification = self.notification
        spoken = (notification.title, notification.text)
        return tuple(text for text in spoken if text)


def notification_key(package: str, uid: int, id: int, tag: str | None) -> str:
    """Android's key of a notification."""
    return f"0|{package}|{id}|{'null' if tag is None else tag}|{uid}"


@dataclass(frozen=True)
class PackageRules:
    """What the user decided about an app's notifications: all of them blocked, channels changed or blocked."""

    blocked: bool = False
    channels: Mapping[str, Channel] = field(default_factory=dict)


class Notifications(Part):
    """Notifications by key, channels by package, snoozed notifications by key; `count` were ever posted."""

    def __init__(self) -> None:
        super().__init__()
        self.records: dict[str, NotificationRecord] = {}
        self.snoozed: dict[str, NotificationRecord] = {}
        self.rules: dict[str, PackageRules] = {}
        self.count = 0

    def next_number(self) -> int:
        """The number of a notification that is new."""
        self.count += 1
        return self.count

    def put(self, record: NotificationRecord) -> None:
        self.records[record.key] = record
        self.snoozed.pop(record.key, None)
        self.touch()

    def drop(self, key: str) -> None:
        del self.records[key]
        self.touch()

    def snooze(self, key: str) -> None:
        self.snoozed[key] = self.records.pop(key)
        self.touch()

    def forget_snoozed(self, key: str) -> NotificationRecord | None:
        record = self.snoozed.pop(key, None)
        self.touch()
        return record

    def set_rules(self, package: str, rules: PackageRules | None) -> None:
        if rules is None:
            self.rules.pop(package, None)
        else:
            self.rules[package] = rules
        self.touch()

    def set_channel(self, package: str, channel: Channel) -> None:
        rules = self.rules.get(package, PackageRules())
        self.set_rules(package, replace(rules, channels={**rules.channels, channel.id: channel}))

    def copy(self) -> Notifications:
        other = super().copy()
        other.records = dict(self.records)
        other.snoozed = dict(self.snoozed)
        other.rules = dict(self.rules)
        return other

    def after_boot(self) -> None:
        self.records, self.snoozed = {}, {}
        self.touch()

    def facts(self) -> Iterator[tuple[str, Any]]:
        for record in sorted(self.records.values(), key=lambda each: each.key):
            tag = "" if record.tag is None else f"/{record.tag}"
            shown = record.notification
            yield (
                f"notification/{record.package}/{record.id}{tag}",
                {
                    "channel": shown.channel,
                    "title": shown.title,
                    "text": shown.text,
                    "ongoing": shown.ongoing,
                    "actions": [action.title for action in shown.actions],
                },
            )
