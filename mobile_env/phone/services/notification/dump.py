"""`dumpsys notification`."""

from __future__ import annotations

from typing import Any

from mobile_env.phone.services.notification.records import IMPORTANCES, NotificationRecord
from mobile_env.phone.services.notification.service import NotificationService
from mobile_env.phone.services.notification.zen import Zen
from mobile_env.phone.shell.call import Call

_ZEN_NAMES = {
    Zen.OFF: "ZEN_MODE_OFF",
    Zen.PRIORITY: "ZEN_MODE_IMPORTANT_INTERRUPTIONS",
    Zen.NONE: "ZEN_MODE_NO_INTERRUPTIONS",
    Zen.ALARMS: "ZEN_MODE_ALARMS",
}


def dump_notification(call: Call, args: list[str]) -> int:
    """Writes all notifications; without --noredact only the lengths of their texts, as on a phone."""
    service = call.service(NotificationService)
    redact = "--noredact" not in args
    records = list(service.records)
    if args[:1] == ["-p"] or args[:1] == ["--package"]:
        records = [record for record in records if record.package in args[1:2]]
    call.print("Current Notification Manager state:")
    if records:
        call.print("  Notification List:")
    for record in records:
        for line in record_lines(record, redact=redact):
            call.print(f"    {line}")
    if records:
        call.print("  ")
    if service.snoozed:
        call.print("  Snoozed notifications:")
        for record in service.snoozed:
            call.print(f"    {record.key}")
    call.print("  Zen Mode:")
    call.print(f"    mInterruptionFilter={_ZEN_NAMES[service.zen]}")
    call.print(f"    mZenMode={_ZEN_NAMES[service.zen]}")
    return 0


def shown(record: NotificationRecord) -> str:
    """`Notification.toString()`."""
    notification = record.notification
    category = f" category={notification.category}" if notification.category else ""
    actions = f" actions={len(notification.actions)}" if notification.actions else ""
    group = f" groupKey={notification.group}" if notification.group else ""
    return (
        f"Notification(channel={notification.channel} shortcut=null contentView=null vibrate=null sound=null "
        f"defaults=0x0 flags=0x{notification.flags:x} color=0x00000000{category}{group}{actions} vis=PRIVATE)"
    )


def record_lines(record: NotificationRecord, *, redact: bool) -> list[str]:
    """`NotificationRecord.dump`."""
    notification = record.notification
    tag = "null" if record.tag is None else record.tag
    name = next(name for name, number in IMPORTANCES.items() if number == record.importance)
    when_ms = (notification.when_us or record.posted_us) // 1000
    lines = [
        f"NotificationRecord(0x{record.number:08x}: pkg={record.package} user=UserHandle{{0}} id={record.id} tag={tag} "
        f"importance={record.importance} key={record.key}: {shown(record)})",
        f"  uid={record.uid} userId=0",
        f"  opPkg={record.package}",
        f"  icon=Icon(typ=RESOURCE pkg={record.package} id={notification.icon})",
        f"  flags=0x{notification.flags:x}",
        "  pri=0",
        f"  key={record.key}",
        "  seen=true",
        f"  groupKey={record.group_key}",
        "  notification=",
        f"        fullscreenIntent={notification.full_screen or 'null'}",
        f"        contentIntent={notification.content or 'null'}",
        f"        deleteIntent={notification.delete or 'null'}",
        f"        number={notification.number}",
        "        groupAlertBehavior=0",
        f"        when={when_ms}",
        "        tickerText=null",
        "        vis=0",
    ]
    if notification.actions:
        lines.append("        actions={")
        for number, action in enumerate(notification.actions):
            lines.append(f'            [{number}] "{action.title}" -> {action.intent or "null"}')
        lines.append("          }")
    lines.append("        extras={")
    lines += [
        f"            {key}={_extra(key, value, redact=redact)}" for key, value in notification.extras.items()
    ]
    lines.append("        }")
    lines += [
        f"  mImportance={name}",
        f"  mIntercept={str(record.intercepted).lower()}",
        f"  mCreationTimeMs={record.created_us // 1000}",
        f"  mUpdateTimeMs={record.posted_us // 1000}",
    ]
    return lines


def _extra(key: str, value: Any, *, redact: bool) -> str:
    if value is None:
        return "null"
    if isinstance(value, list):
        items = (
            "" if redact else "".join(f"\n                    [{n}] {item}" for n, item in enumerate(value))
        )
        return f"CharSequence[] ({len(value)}){items}"
    if isinstance(value, int):
        return f"Integer ({value})"
    return f"String [length={len(value)}]" if redact else f"String ({value})"
