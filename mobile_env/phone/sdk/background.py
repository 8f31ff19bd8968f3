"""What wakes an app and what it tells while it is not in front: alarms and notifications."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from mobile_env.phone.kernel.pending import PendingIntent
from mobile_env.phone.sdk.host import Host
from mobile_env.phone.sdk.intents import Intent, Notification, Pending
from mobile_env.phone.services import notification as system
from mobile_env.phone.services.alarm import AlarmService
from mobile_env.phone.services.notification import NotificationService


class Alarms:
    """The app's alarms: each sends a pending intent at a time, whether the app runs or not."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def set(
        self,
        at: datetime | int,
        pending: Pending,
        *,
        key: Any = "",
        elapsed: bool = False,
        show: Pending | None = None,
    ) -> None:
        """Sets the alarm of a key (one of the same intent and key is replaced).

        Args:
          at: a moment, or milliseconds since the epoch; one that is over rings at once.
          key: tells apart alarms that send the same intent.
          elapsed: `at` is milliseconds since the boot (`elapsed_ms`), which no setting of the clock moves.
          show: what a tap on the alarm opens, if users are to know of it (`setAlarmClock`).
        """
        when_us = int(at.timestamp() * 1e6) if isinstance(at, datetime) else at * 1000
        self._host.service(AlarmService).set(
            when_us,
            pending_intent(self._host, pending, key),
            type="ELAPSED_WAKEUP" if elapsed else "RTC_WAKEUP",
            clock=show is not None,
            show=pending_intent(self._host, show, key) if show is not None else None,
        )

    def cancel(self, pending: Pending, *, key: Any = "") -> bool:
        """Takes the alarm of an intent and key back; returns whether there was one. Extras do not count."""
        return self._host.service(AlarmService).cancel(pending_intent(self._host, pending, key))


def pending_intent(host: Host, pending: Pending, key: Any = "") -> PendingIntent:
    """A pending intent of the app, as the system keeps it."""
    intent = pending.intent
    if intent.component and "/" not in intent.component:
        name = host.app.class_name(intent.component)
        intent = Intent.of(intent.with_component(f"{host.package}/{name}"))
    elif pending.kind == "broadcast":
        intent = Intent(intent.action, intent.data, intent.type, host.package, extras=intent.extras)
    return PendingIntent(host.package, pending.kind, intent, str(key))  # type: ignore[arg-type]


def _pending(host: Host, pending: Pending | None, key: Any) -> PendingIntent | None:
    return pending_intent(host, pending, key) if pending is not None else None


def post(host: Host, id: int, notification: Notification) -> None:
    """Posts a notification of the app; its channel is made if the app has none of that id or name."""
    service = host.service(NotificationService)
    declared = next((c for c in host.app.channels if notification.channel in (c.id, c.name)), None)
    channel = declared.id if declared is not None else notification.channel
    if service.channel(host.package, channel) is None:
        name = declared.name if declared is not None else notification.channel
        importance = declared.importance if declared is not None else 4 if notification.urgent else 3
        service.create_channel(host.package, system.Channel(channel, name, importance))
    service.post(
        host.package,
        id,
        system.Notification(
            channel=channel,
            title=notification.title,
            text=notification.text,
            icon=notification.icon or host.app.icon.name,
            ongoing=notification.ongoing,
            group=notification.group,
            category=notification.category,
            full_screen=_pending(host, notification.full_screen, id),
            content=_pending(host, notification.then, id),
            actions=tuple(
                system.Action(
                    action.label,
                    pending_intent(host, action.then, f"{id}/{place}"),
                    "reply" if action.reply else "",
                    action.reply,
                )
                for place, action in enumerate(notification.actions)
            ),
            progress=(notification.progress, 100) if notification.progress is not None else None,
        ),
    )
