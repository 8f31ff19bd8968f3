"""The notification service: posting, replacing, dismissing, tapping, snoozing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from mobile_env.phone.kernel.agenda import Due
from mobile_env.phone.kernel.events import NotificationPosted, NotificationRemoved, PackageStopped, on
from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.notification import zen
from mobile_env.phone.services.notification.records import (
    IMPORTANCES,
    Channel,
    Notification,
    NotificationRecord,
    Notifications,
    PackageRules,
    notification_key,
)
from mobile_env.phone.state.packages import PackageTable
from mobile_env.phone.state.settings import SettingsStore

MOST_OF_A_PACKAGE: Final = 50
"""Notifications that an app may have at once (NotificationManagerService.MAX_PACKAGE_NOTIFICATIONS)."""
_PERMISSION: Final = "android.permission.POST_NOTIFICATIONS"
_SYSTEM_UIDS: Final = {"android": 1000, "com.android.shell": 2000}
_TAG: Final = "NotificationService"


class NotificationService(Service):
    """Notifications of all apps. Who shows them subscribes to `NotificationPosted` and `NotificationRemoved`."""

    name = "notification"

    @property
    def _part(self) -> Notifications:
        return self.kernel.part(Notifications)

    @property
    def _settings(self) -> SettingsStore:
        return self.kernel.part(SettingsStore)

    # What is there.

    @property
    def records(self) -> Sequence[NotificationRecord]:
        """All notifications as the shade ranks them: more important ones first, of these newer ones."""
        return sorted(
            self._part.records.values(),
            key=lambda each: (
                each.importance < IMPORTANCES["DEFAULT"],
                -each.importance,
                -each.posted_us,
                -each.number,
            ),
        )

    def get(self, key: str) -> NotificationRecord | None:
        """The notification of a key."""
        return self._part.records.get(key)

    def of(self, package: str) -> Sequence[NotificationRecord]:
        """An app's notifications, in the order in which they were first posted."""
        return [record for record in self._part.records.values() if record.package == package]

    @property
    def snoozed(self) -> Sequence[NotificationRecord]:
        """Notifications that come back later."""
        return list(self._part.snoozed.values())

    def rows(self) -> Sequence[Mapping[str, Any]]:
        """The list `notifications` that tasks judge."""
        return [
            {
                "package": record.package,
                "id": record.id,
                "tag": record.tag,
                "channel": record.notification.channel,
                "title": record.notification.title,
                "text": record.notification.text,
                "importance": record.importance,
                "ongoing": record.notification.ongoing,
                "silent": record.silent,
            }
            for record in self.records
        ]

    # Channels, and what the user allows.

    def rules(self, package: str) -> PackageRules:
        """What the user and the app have set for the app's notifications."""
        return self._part.rules.get(package, PackageRules())

    def channel(self, package: str, id: str) -> Channel | None:
        """A channel of an app."""
        return self.rules(package).channels.get(id)

    def create_channel(self, package: str, channel: Channel) -> Channel:
        """What an app calls: makes a channel. Of one that is there, only name and description change."""
        old = self.channel(package, channel.id)
        if old is not None:
            channel = replace(old, name=channel.name, description=channel.description)
        if channel != old:
            self._part.set_channel(package, channel)
        return channel

    def set_importance(self, package: str, id: str, importance: int) -> None:
        """The user decides about a channel; KeyError if the app has none of that id."""
        channel = self.channel(package, id)
        if channel is None:
            raise KeyError(id)
        self._part.set_channel(package, replace(channel, importance=importance))
        if importance == IMPORTANCES["NONE"]:
            for record in self.of(package):
                if record.notification.channel == id:
                    self.remove(record.key, "channel_banned")

    def set_blocked(self, package: str, blocked: bool) -> None:
        """The user allows or blocks all notifications of an app."""
        self._part.set_rules(package, replace(self.rules(package), blocked=blocked))
        if blocked:
            self.remove_all(package, "package_banned")

    def allowed(self, package: str) -> bool:
        """Whether an app may post: the user has not blocked it, and it has the permission if it asks for it."""
        if self.rules(package).blocked:
            return False
        installed = self.kernel.part(PackageTable).get(package)
        if installed is None or installed.system or _PERMISSION not in installed.permissions:
            return True  # made for a version before the permission
        return self.kernel.permissions.granted(package, _PERMISSION)

    # Do-not-disturb.

    @property
    def zen(self) -> zen.Zen:
        """The mode of do-not-disturb."""
        return zen.mode(self._settings)

    # What apps do.

    def post(
        self, package: str, id: int, notification: Notification, tag: str | None = None
    ) -> NotificationRecord | None:
        """Posts a notification, or replaces the one of the same id and tag.

        Returns:
          the record; None if it is not shown: blocked, without a channel, or one too many. The log says which.
        """
        channel = self.channel(package, notification.channel)
        uid = self._uid(package)
        if channel is None:
            self._log(
                "E",
                f"No Channel found for pkg={package}, channelId={notification.channel}, id={id}, tag={tag}",
            )
            return None
        if not self.allowed(package) or channel.importance == IMPORTANCES["NONE"]:
            self._log("E", f"Suppressing notification from package {package} by user request.")
            return None
        old = self.get(notification_key(package, uid, id, tag))
        if old is None and len(self.of(package)) >= MOST_OF_A_PACKAGE:
            text = f"Package has already posted or enqueued {MOST_OF_A_PACKAGE} notifications.  Not showing more."
            self._log("E", f"{text}  package={package}")
            return None
        intercepted = zen.silences(self._settings, notification, channel)
        quiet = old is not None and notification.only_alert_once
        now_us = self.kernel.clock.now_us
        record = NotificationRecord(
            package=package,
            uid=uid,
            id=id,
            tag=tag,
            notification=notification,
            importance=channel.importance,
            silent=intercepted or quiet or channel.importance < IMPORTANCES["DEFAULT"],
            intercepted=intercepted,
            created_us=old.created_us if old is not None else now_us,
            posted_us=now_us,
            number=old.number if old is not None else self._part.next_number(),
        )
        self._put(record)
        return record

    def _put(self, record: NotificationRecord) -> None:
        self._part.put(record)
        self.kernel.agenda.cancel(self.name, ("snooze", record.key))
        timeout_us = record.notification.timeout_us
        if timeout_us:
            self._later(timeout_us, "timeout", record.key)
        else:
            self.kernel.agenda.cancel(self.name, ("timeout", record.key))
        self.kernel.emit(NotificationPosted(record.key, record.package, record.texts, record.silent))

    def cancel(self, package: str, id: int, tag: str | None = None) -> bool:
        """An app takes one of its notifications away; returns whether it was there."""
        return self.remove(notification_key(package, self._uid(package), id, tag), "app_cancel")

    def cancel_all(self, package: str) -> None:
        """An app takes all its notifications away."""
        self.remove_all(package, "app_cancel_all")

    def remove(self, key: str, reason: str) -> bool:
        """Takes a notification away, with its group if it is the summary; returns whether it was there."""
        record = self.get(key)
        if record is None:
            return False
        self._part.drop(key)
        self.kernel.agenda.cancel(self.name, ("timeout", key))
        self.kernel.emit(NotificationRemoved(key, record.package, reason))
        if record.notification.group_summary:
            for other in self.of(record.package):
                if other.group_key == record.group_key and other.clearable:
                    self.remove(other.key, "group_summary_canceled")
        return True

    def remove_all(self, package: str, reason: str) -> None:
        """Takes all notifications of an app away, snoozed ones too."""
        for record in self.of(package):
            self.remove(record.key, reason)
        for record in self.snoozed:
            if record.package == package:
                self._part.forget_snoozed(record.key)
                self.kernel.agenda.cancel(self.name, ("snooze", record.key))

    # What the user does.

    def dismiss(self, key: str) -> bool:
        """The user swipes one away; False if it is not there or ongoing."""
        record = self.get(key)
        if record is None or not record.clearable:
            return False
        self.remove(key, "cancel")
        self._send(record.notification.delete)
        return True

    def clear_all(self) -> None:
        """The user clears all that can be dismissed."""
        for record in self.records:
            if record.clearable and self.get(record.key) is not None:
                self.remove(record.key, "cancel_all")
                self._send(record.notification.delete)

    def tap(self, key: str) -> bool:
        """The user taps one: its intent is sent, and it goes if it is to go; False if it is not there."""
        record = self.get(key)
        if record is None:
            return False
        self._send(record.notification.content)
        if record.notification.auto_cancel and record.clearable and record.notification.content is not None:
            self.remove(key, "click")
        return True

    def act(self, key: str, number: int, reply: str | None = None) -> bool:
        """The user taps an action, with a text where the action takes one; False if there is no such action."""
        record = self.get(key)
        if record is None or not 0 <= number < len(record.notification.actions):
            return False
        action = record.notification.actions[number]
        pending = action.intent
        if pending is not None and action.reply_key and reply is not None:
            pending = pending.filled_in({action.reply_key: reply})
        self._send(pending)
        return True

    def snooze(self, key: str, duration_us: int) -> bool:
        """Hides one for so long; False if it is not there."""
        record = self.get(key)
        if record is None:
            return False
        self._part.snooze(key)
        self.kernel.agenda.cancel(self.name, ("timeout", key))
        self.kernel.emit(NotificationRemoved(key, record.package, "snoozed"))
        self._later(duration_us, "snooze", key)
        return True

    def unsnooze(self, key: str) -> bool:
        """Brings a snoozed one back; False if there is none."""
        record = self._part.snoozed.get(key)
        if record is None:
            return False
        self._put(replace(record, posted_us=self.kernel.clock.now_us))
        return True

    # The rest of the system.

    def due(self, entry: Due) -> None:
        what, key = str(entry.what[0]), str(entry.what[1])
        if what == "snooze":
            self.unsnooze(key)
        else:
            self.remove(key, "timeout")

    @on(PackageStopped)
    def _package_stopped(self, event: PackageStopped) -> None:
        self.remove_all(event.package, "package_changed")

    def _later(self, duration_us: int, what: str, key: str) -> None:
        clock = self.kernel.clock
        at_us = clock.now_us - clock.boot_us + duration_us
        self.kernel.agenda.at(at_us, self.name, (what, key), key=(what, key), base="elapsed")

    def _send(self, pending: PendingIntent | None) -> None:
        if pending is not None:
            self.kernel.service(ActivityService).send(pending)

    def _uid(self, package: str) -> int:
        installed = self.kernel.part(PackageTable).get(package)
        return installed.uid if installed is not None else _SYSTEM_UIDS.get(package, 1000)

    def _log(self, level: str, text: str) -> None:
        self.kernel.processes.log("android", level, _TAG, text, buffer="system")
