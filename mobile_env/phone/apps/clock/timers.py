"""Timers, kept in the app's preferences under DeskClock's keys.

What is left of a timer follows from the time since the boot; an alarm of the system wakes the app when one is over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mobile_env.phone.sdk import Action, Broadcast, Context, Intent, Long, Notification, Start

from .manifest import (
    DESK_CLOCK,
    FIRING,
    TIMER_ADD,
    TIMER_EXPIRED,
    TIMER_PAUSE,
    TIMER_RESET,
    TIMER_START,
    TIMER_TELL,
    TIMERS,
)

RUNNING, PAUSED, EXPIRED, RESET, MISSED = 1, 2, 3, 4, 5
MINUTE_MS = 60_000
LONGEST_MS = (99 * 3600 + 99 * 60 + 99) * 1000
IN_FRONT = "in_front"
"""Key of the process' memory: whether an activity of the app is in front, and shows its time itself."""
_EXPIRED_ID, _COUNTING_ID = 2_147_483_644, 2_147_483_645
_IDS, _NEXT = "timers_list", "next_timer_id"
_KEYS = {
    "state": "timer_state_",
    "length_ms": "timer_setup_timet_",
    "total_ms": "timer_original_timet_",
    "started_ms": "timer_start_time_",
    "wall_ms": "timer_wall_clock_time_",
    "left_ms": "timer_time_left_",
    "label": "timer_label_",
    "delete_after_use": "delete_after_use_",
}


@dataclass(frozen=True)
class Timer:
    """A timer. Times in milliseconds.

    Attributes:
      length_ms, total_ms: as it was made, and with the minutes that were added.
      started_ms, wall_ms: when it was started, since the boot and since the epoch.
      left_ms: what was left then.
    """

    id: int
    length_ms: int
    total_ms: int
    left_ms: int
    state: int = RESET
    started_ms: int = 0
    wall_ms: int = 0
    label: str = ""
    delete_after_use: bool = False

    @property
    def counts(self) -> bool:
        """Whether its time moves."""
        return self.state in (RUNNING, EXPIRED, MISSED)

    def remaining(self, elapsed_ms: int) -> int:
        """What is left; below 0 for one that has expired."""
        return self.left_ms - max(0, elapsed_ms - self.started_ms) if self.counts else self.left_ms


def all_timers(app: Context) -> list[Timer]:
    """The timers, newest first."""
    held: Mapping[str, Any] = app.preferences()
    ids = sorted((int(text) for text in held.get(_IDS, ()) if str(text).isdigit()), reverse=True)
    found = []
    for id in ids:
        values = {name: held[f"{key}{id}"] for name, key in _KEYS.items() if f"{key}{id}" in held}
        length = values.get("length_ms")
        if isinstance(length, int):
            found.append(Timer(id, **{"total_ms": length, "left_ms": length, **values}))
    return found


def timer_of(app: Context, id: int) -> Timer | None:
    return next((timer for timer in all_timers(app) if timer.id == id), None)


def _save(app: Context, timer: Timer) -> None:
    held = app.preferences()
    values: dict[str, Any] = {f"{key}{timer.id}": getattr(timer, name) for name, key in _KEYS.items()}
    for name, value in values.items():
        if isinstance(value, int) and not isinstance(value, bool) and not name.startswith(_KEYS["state"]):
            values[name] = Long(value)
    held.update(
        {**values, _IDS: frozenset(str(id) for id in {timer.id, *(each.id for each in all_timers(app))})}
    )


# What users do.


def add(app: Context, length_ms: int, label: str = "", *, delete_after_use: bool = False) -> Timer:
    """Makes a timer, and starts it."""
    held = app.preferences()
    next_ = held.get(_NEXT, 0)
    id = next_ if isinstance(next_, int) else 0
    held[_NEXT] = id + 1
    timer = Timer(id, length_ms, length_ms, length_ms, label=label, delete_after_use=delete_after_use)
    _save(app, timer)
    start(app, timer)
    return timer


def start(app: Context, timer: Timer) -> None:
    _put(app, replace(timer, state=RUNNING, started_ms=app.elapsed_ms, wall_ms=app.now_ms))


def pause(app: Context, timer: Timer) -> None:
    _put(app, replace(timer, state=PAUSED, left_ms=timer.remaining(app.elapsed_ms)))


def reset(app: Context, timer: Timer) -> None:
    """Back to its length; one that was asked for by another app goes."""
    if timer.delete_after_use:
        delete(app, timer)
    else:
        _put(app, replace(timer, state=RESET, total_ms=timer.length_ms, left_ms=timer.length_ms))


def add_minute(app: Context, timer: Timer) -> None:
    """One minute more; for an expired timer, one minute from now."""
    if timer.state in (EXPIRED, MISSED):
        start(app, replace(timer, total_ms=MINUTE_MS, left_ms=MINUTE_MS))
        return
    left, total = timer.left_ms + MINUTE_MS, timer.total_ms + MINUTE_MS
    if left <= LONGEST_MS:
        _put(app, replace(timer, left_ms=left, total_ms=total))


def rename(app: Context, timer: Timer, label: str) -> None:
    _put(app, replace(timer, label=label))


def delete(app: Context, timer: Timer) -> None:
    held = app.preferences()
    held[_IDS] = frozenset(str(each.id) for each in all_timers(app) if each.id != timer.id)
    for key in _KEYS.values():
        held.pop(f"{key}{timer.id}", None)
    app.alarms.cancel(Broadcast(TIMER_EXPIRED), key=timer.id)
    tell(app)


def _put(app: Context, timer: Timer) -> None:
    _save(app, timer)
    _arm(app, timer)
    tell(app)


def _arm(app: Context, timer: Timer) -> None:
    if timer.state == RUNNING:
        due = timer.started_ms + timer.left_ms
        app.alarms.set(due, Broadcast(TIMER_EXPIRED, id=timer.id), key=timer.id, elapsed=True)
    else:
        app.alarms.cancel(Broadcast(TIMER_EXPIRED), key=timer.id)


# What the clock does.


def received(app: Context, intent: Intent) -> None:
    if intent.action == TIMER_TELL:
        tell(app)
        return
    for id in intent.get("ids", [intent.get("id")]):
        timer = timer_of(app, id)
        if timer is None:
            continue
        if intent.action == TIMER_EXPIRED:
            if timer.state == RUNNING:
                _put(app, replace(timer, state=EXPIRED))
        else:
            _BUTTONS[str(intent.action)](app, timer)


_BUTTONS = {TIMER_PAUSE: pause, TIMER_START: start, TIMER_ADD: add_minute, TIMER_RESET: reset}


def after_boot(app: Context) -> None:
    """Time since the boot begins anew: the wall clock says how long each timer has run. One that is over was missed."""
    elapsed, now = app.elapsed_ms, app.now_ms
    for timer in all_timers(app):
        if timer.counts:
            left = timer.left_ms - max(0, now - timer.wall_ms)
            state = timer.state if left > 0 else MISSED
            moved = replace(timer, state=state, left_ms=left, started_ms=elapsed, wall_ms=now)
            _save(app, moved)
            _arm(app, moved)
    tell(app)


def after_time_set(app: Context) -> None:
    """The wall clock at each start becomes what it would have been, for the next boot to reckon from."""
    elapsed, now = app.elapsed_ms, app.now_ms
    for timer in all_timers(app):
        if timer.counts:
            _save(app, replace(timer, wall_ms=now - (elapsed - timer.started_ms)))


# Notifications.


def tell(app: Context) -> None:
    """Posts what is to be told of the timers: those that ring; those that count, while the app is not in front."""
    timers, elapsed = all_timers(app), app.elapsed_ms
    _tell_expired(app, [timer for timer in timers if timer.state in (EXPIRED, MISSED)])
    counting = [timer for timer in timers if timer.state in (RUNNING, PAUSED)]
    if app.memory.get(IN_FRONT) or not counting:
        app.cancel_notification(_COUNTING_ID)
        app.alarms.cancel(Broadcast(TIMER_TELL))
        return
    running = [timer for timer in counting if timer.state == RUNNING]
    next_ = min(running or counting, key=lambda timer: timer.remaining(elapsed))
    left = next_.remaining(elapsed)
    app.notify(_COUNTING_ID, _counting(counting, next_, left))
    if running:
        change = elapsed + left - (left - 1) // MINUTE_MS * MINUTE_MS
        app.alarms.set(change, Broadcast(TIMER_TELL), elapsed=True)
    else:
        app.alarms.cancel(Broadcast(TIMER_TELL))


def _counting(timers: Sequence[Timer], next_: Timer, left_ms: int) -> Notification:
    paused = next_.state == PAUSED
    text = remaining_text(left_ms)
    if len(timers) > 1:
        title = f"{len(timers)} timers paused" if paused else f"{len(timers)} timers"
        text = "Tap to see your timers" if paused else f"Next timer: {text}"
        actions: tuple[Action, ...] = ()
    else:
        title = next_.label or ("Timer paused" if paused else "Timer")
        actions = (
            (
                Action("Start", Broadcast(TIMER_START, id=next_.id)),
                Action("Reset", Broadcast(TIMER_RESET, id=next_.id)),
            )
            if paused
            else (
                Action("Pause", Broadcast(TIMER_PAUSE, id=next_.id)),
                Action("+1 min", Broadcast(TIMER_ADD, id=next_.id)),
            )
        )
    return Notification(
        TIMERS,
        title,
        text,
        icon="hourglass_bottom",
        ongoing=True,
        actions=actions,
        then=Start(DESK_CLOCK, tab="timer"),
    )


def _tell_expired(app: Context, timers: Sequence[Timer]) -> None:
    if not timers:
        app.cancel_notification(_EXPIRED_ID)
        return
    ids = [timer.id for timer in timers]
    actions: tuple[Action, ...]
    if len(timers) == 1:
        title, text = timers[0].label or "Timer", "Time's up"
        actions = (
            Action("Stop", Broadcast(TIMER_RESET, ids=ids)),
            Action("+1 min", Broadcast(TIMER_ADD, ids=ids)),
        )
    else:
        title, text = f"{len(timers)} timers expired", ""
        actions = (Action("Stop all timers", Broadcast(TIMER_RESET, ids=ids)),)
    app.notify(
        _EXPIRED_ID,
        Notification(
            FIRING,
            title,
            text,
            icon="hourglass_bottom",
            urgent=True,
            ongoing=True,
            sound=True,
            actions=actions,
            category="alarm",
            then=Start(DESK_CLOCK, tab="timer"),
            full_screen=Start(DESK_CLOCK, tab="timer"),
        ),
    )


# Words.


def remaining_text(left_ms: int) -> str:
    """ "1 hour 5 minutes remaining", by whole minutes that are still to come."""
    minutes = -(-left_ms // MINUTE_MS)
    if left_ms < MINUTE_MS:
        return "Less than a minute remaining"
    hours, rest = divmod(minutes, 60)
    parts = [
        f"{count} {unit}{'' if count == 1 else 's'}"
        for count, unit in ((hours, "hour"), (rest, "minute"))
        if count
    ]
    return f"{' '.join(parts)} remaining"


def clock_text(left_ms: int) -> str:
    """What is left as timers show it: "0:59", "1:02:03", "−0:05"; seconds that have begun count."""
    seconds = -(-left_ms // 1000)
    sign = "\N{MINUS SIGN}" if seconds < 0 else ""
    minutes, second = divmod(abs(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{sign}{hours}:{minute:02d}:{second:02d}" if hours else f"{sign}{minute}:{second:02d}"
