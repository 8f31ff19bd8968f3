"""`cmd alarm`, `dumpsys alarm` and `service call alarm`."""

from __future__ import annotations

from datetime import UTC, datetime

from mobile_env.phone.services.alarm.records import TYPES, Alarm
from mobile_env.phone.services.alarm.service import AlarmService
from mobile_env.phone.shell.call import Call
from mobile_env.phone.shell.users import user_name
from mobile_env.phone.state.clock import LATEST_US

_HELP = """Alarm manager service (alarm) commands:
  help
    Print this help text.
  set-time TIME
    Set the system clock time to TIME where TIME is milliseconds
    since the Epoch.
  set-timezone TZ
    Set the system timezone to TZ where TZ is an Olson id."""


def alarm(call: Call) -> int:
    """Sets the time or the time zone."""
    verb, *words = call.args or ["help"]
    if verb == "set-time" and words and words[0].isdecimal():
        call.service(AlarmService).set_time(min(int(words[0]) * 1000, LATEST_US))
    elif verb == "set-timezone" and words:
        call.service(AlarmService).set_zone(words[0])
    elif verb in ("help", "-h"):
        call.print(_HELP)
    else:
        call.complain(f"Unknown command: {verb}")
        return 255
    return 0


def call_set_time(call: Call, arguments: list[str]) -> None:
    """`service call alarm 2 i64 MILLISECONDS`."""
    if arguments and arguments[0].lstrip("-").isdecimal():
        call.service(AlarmService).set_time(max(0, min(int(arguments[0]) * 1000, LATEST_US)))


def call_set_zone(call: Call, arguments: list[str]) -> None:
    """`service call alarm 3 s16 ZONE`."""
    if arguments:
        call.service(AlarmService).set_zone(arguments[0])


def dump_alarm(call: Call, args: list[str]) -> int:
    """Writes the alarms that are set, soonest first."""
    service, clock = call.service(AlarmService), call.kernel.clock
    elapsed_us = clock.now_us - clock.boot_us
    call.print("Current Alarm Manager state:")
    call.print(f"  nowRTC={clock.now_us // 1000}={_moment(clock.now_us)} nowELAPSED={_span(elapsed_us)}")
    call.print("")
    shown = service.next_clock
    call.print("  Next alarm clock information: ")
    if shown is not None:
        call.print(f"    user:0 pendingSend:false time:{shown.when_us // 1000} = {_moment(shown.when_us)} = ")
    call.print("")
    alarms = service.alarms
    call.print(f"  {len(alarms)} pending alarms: ")
    for number, each in enumerate(alarms):
        _write(call, each, len(alarms) - number)
    return 0


def _write(call: Call, alarm: Alarm, place: int) -> None:
    clock = call.kernel.clock
    now_us = clock.now_us if alarm.base == "rtc" else clock.now_us - clock.boot_us
    origin = _moment(alarm.when_us) if alarm.base == "rtc" else _span(alarm.when_us)
    call.print(
        f"    {alarm.type} #{place}: Alarm{{{alarm.number:07x} type {TYPES.index(alarm.type)} "
        f"origWhen {alarm.when_us // 1000} whenElapsed {_elapsed_ms(call, alarm)} {alarm.package}}}"
    )
    call.print(
        f"      tag={'*walarm*' if 'WAKEUP' in alarm.type else '*alarm*'}:{alarm.operation.intent.action}"
    )
    call.print(
        f"      type={alarm.type} origWhen={origin} window=0 repeatInterval={alarm.repeat_us // 1000} count=0 flags=0x9"
    )
    call.print(f"      owner={user_name(alarm.uid)} whenElapsed={_span(alarm.when_us - now_us)}")
    if alarm.clock:
        call.print(f"      Alarm clock:\n        triggerTime={_moment(alarm.when_us)}")
        call.print(f"        showIntent={alarm.show or 'null'}")
    call.print(f"      operation={alarm.operation}")


def _elapsed_ms(call: Call, alarm: Alarm) -> int:
    offset_us = call.kernel.clock.boot_us if alarm.base == "rtc" else 0
    return (alarm.when_us - offset_us) // 1000


def _moment(us: int) -> str:
    moment = datetime.fromtimestamp(max(0, min(us, LATEST_US)) // 1_000_000, UTC)
    return f"{moment:%Y-%m-%d %H:%M:%S}.{us // 1000 % 1000:03d}"


def _span(us: int) -> str:
    """A duration as android.util.TimeUtils writes it: "+1h2m3s4ms"."""
    sign, ms = "+" if us >= 0 else "-", abs(us) // 1000
    parts: list[str] = []
    for unit, size in (("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000)):
        if ms >= size or parts:
            parts.append(f"{ms // size}{unit}")
            ms %= size
    return sign + "".join(parts) + f"{ms}ms"
