"""Notifications as the shade and heads-up draw them."""

from collections.abc import Sequence
from typing import Any

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.notification import NotificationRecord
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.systemui.times import age_text

_ACCENT = "#5f6368"
# Packages of the system that post without being apps of the catalogue.
_LABELS = {"com.android.shell": "Shell"}


def row(kernel: Kernel, record: NotificationRecord, *, expanded: bool) -> dict[str, Any]:
    """What the layout `notification` shows of one."""
    notification = record.notification
    app = kernel.service(PackageService).app(record.package)
    lines: Sequence[str] = ()
    text = notification.text
    if expanded:
        text = notification.big_text or notification.text
        lines = notification.lines or [f"{who}: {said}" for who, said in notification.messages]
    done, whole = notification.progress or (0, 0)
    return {
        "key": record.key,
        "app": app.label if app is not None else _LABELS.get(record.package, "Android System"),
        "icon": notification.icon,
        "colour": notification.colour or (app.icon_colour if app is not None else _ACCENT),
        "age": age_text(kernel, notification.when_us or record.posted_us),
        "title": notification.title,
        "text": "" if lines else text,
        "lines": list(lines),
        "progress": (done, whole) if whole else None,
        "actions": [(n, action.title) for n, action in enumerate(notification.actions)] if expanded else [],
        "expanded": expanded,
        "clearable": record.clearable,
    }


def visible(records: Sequence[NotificationRecord]) -> list[NotificationRecord]:
    """Those that get a row: the summary of a group has none while others of the group are there."""
    grouped = {
        each.group_key for each in records if each.notification.group and not each.notification.group_summary
    }
    return [each for each in records if not (each.notification.group_summary and each.group_key in grouped)]
