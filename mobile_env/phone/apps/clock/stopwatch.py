"""The stopwatch: a function of the time since the boot, kept in the app's preferences under DeskClock's keys."""

from dataclasses import dataclass, replace

from mobile_env.phone.sdk import (
    Action,
    Broadcast,
    Context,
    Fragment,
    Intent,
    Layout,
    Long,
    Notification,
    Screen,
    Start,
)

from .manifest import (
    DESK_CLOCK,
    STOPWATCH,
    STOPWATCH_LAP,
    STOPWATCH_PAUSE,
    STOPWATCH_RESET,
    STOPWATCH_START,
)
from .timers import IN_FRONT

RESET, RUNNING, PAUSED = 0, 1, 2
MOST_LAPS = 98
_NOTIFICATION_ID = 2_147_483_646
_SHOWN_STEP = 0.01


@dataclass(frozen=True)
class Stopwatch:
    """State, milliseconds gathered before the last start, and when that was (since the boot, since the epoch).

    `laps` are the total times at which laps ended, oldest first.
    """

    state: int = RESET
    gathered_ms: int = 0
    started_ms: int = 0
    wall_ms: int = 0
    laps: tuple[int, ...] = ()

    def total(self, elapsed_ms: int) -> int:
        if self.state != RUNNING:
            return self.gathered_ms
        return self.gathered_ms + max(0, elapsed_ms - self.started_ms)


def held(app: Context) -> Stopwatch:
    values = app.preferences()

    def number(key: str) -> int:
        value = values.get(key, 0)
        return int(value) if isinstance(value, int) else 0

    laps = tuple(number(f"sw_lap_time_{place}") for place in range(1, number("sw_lap_num") + 1))
    return Stopwatch(
        number("sw_state"),
        number("sw_accum_time"),
        number("sw_start_time"),
        number("sw_wall_clock_time"),
        laps,
    )


def _save(app: Context, watch: Stopwatch) -> None:
    values = app.preferences()
    for place in range(len(watch.laps) + 1, len(held(app).laps) + 1):
        values.pop(f"sw_lap_time_{place}", None)
    values.update(
        {
            "sw_state": watch.state,
            "sw_accum_time": Long(watch.gathered_ms),
            "sw_start_time": Long(watch.started_ms),
            "sw_wall_clock_time": Long(watch.wall_ms),
            "sw_lap_num": len(watch.laps),
            **{f"sw_lap_time_{place}": Long(total) for place, total in enumerate(watch.laps, 1)},
        }
    )
    tell(app)


def start(app: Context) -> None:
    watch = held(app)
    if watch.state != RUNNING:
        _save(app, replace(watch, state=RUNNING, started_ms=app.elapsed_ms, wall_ms=app.now_ms))


def pause(app: Context) -> None:
    watch = held(app)
    if watch.state == RUNNING:
        _save(app, replace(watch, state=PAUSED, gathered_ms=watch.total(app.elapsed_ms)))


def lap(app: Context) -> None:
    watch = held(app)
    if watch.state == RUNNING and len(watch.laps) < MOST_LAPS:
        _save(app, replace(watch, laps=(*watch.laps, watch.total(app.elapsed_ms))))


def reset(app: Context) -> None:
    _save(app, Stopwatch())


_BUTTONS = {STOPWATCH_START: start, STOPWATCH_PAUSE: pause, STOPWATCH_LAP: lap, STOPWATCH_RESET: reset}


def received(app: Context, intent: Intent) -> None:
    _BUTTONS[str(intent.action)](app)


def after_boot(app: Context) -> None:
    watch = held(app)
    if watch.state == RUNNING:
        gathered = watch.gathered_ms + max(0, app.now_ms - watch.wall_ms)
        watch = replace(watch, gathered_ms=gathered, started_ms=app.elapsed_ms, wall_ms=app.now_ms)
        _save(app, watch)
    else:
        tell(app)


def after_time_set(app: Context) -> None:
    watch = held(app)
    if watch.state == RUNNING:
        _save(app, replace(watch, wall_ms=app.now_ms - (app.elapsed_ms - watch.started_ms)))


def tell(app: Context) -> None:
    """Posts the stopwatch's notification while the app is not in front."""
    watch = held(app)
    if watch.state == RESET or app.memory.get(IN_FRONT):
        app.cancel_notification(_NOTIFICATION_ID)
        return
    if watch.state == RUNNING:
        text = f"Lap {len(watch.laps) + 1}" if watch.laps else "Running"
        actions = (Action("Pause", Broadcast(STOPWATCH_PAUSE)), Action("Lap", Broadcast(STOPWATCH_LAP)))
    else:
        text = "Paused"
        actions = (Action("Start", Broadcast(STOPWATCH_START)), Action("Reset", Broadcast(STOPWATCH_RESET)))
    then = Start(DESK_CLOCK, tab="stopwatch")
    app.notify(
        _NOTIFICATION_ID,
        Notification(STOPWATCH, "Stopwatch", text, icon="timer", ongoing=True, actions=actions, then=then),
    )


class StopwatchTab(Fragment):
    """Time, laps, and the buttons Reset, Start or Pause, Lap or Share."""

    def screen(self) -> Screen:
        watch = held(self)
        total = watch.total(self.elapsed(_SHOWN_STEP) if watch.state == RUNNING else 0)
        ends = (*watch.laps, total) if watch.laps else ()
        laps = [
            (number, lap_text(end - before), lap_text(end))
            for number, (before, end) in enumerate(zip((0, *ends), ends, strict=False), 1)
        ]
        return Layout(
            "stopwatch",
            time=time_text(total),
            hundredths=f"{total // 10 % 100:02d}",
            laps=laps[::-1],
            running=watch.state == RUNNING,
            reset=watch.state == RESET,
            full=len(watch.laps) >= MOST_LAPS,
            wide=self.configuration.orientation == "landscape",
        )

    def toggle(self) -> None:
        if held(self).state == RUNNING:
            pause(self)
        else:
            start(self)

    def add_lap(self) -> None:
        lap(self)

    def clear(self) -> None:
        reset(self)

    def share(self) -> None:
        watch = held(self)
        total = lap_text(watch.gathered_ms)
        lines = [f"My time is {total}"]
        if watch.laps:
            ends = (*watch.laps, watch.gathered_ms)
            lines.append("Lap times:")
            lines += [
                f"{n}. {lap_text(end - start)}"
                for n, (start, end) in enumerate(zip((0, *ends), ends, strict=False), 1)
            ]
        text = "\n".join(lines)
        self.start(Intent("CHOOSER", extras={"title": "Share", "type": "text/plain", "text": text}))


def time_text(ms: int) -> str:
    """Hours, minutes and seconds, as many of them as there are: "7", "1:07", "1:02:07"."""
    minutes, second = divmod(ms // 1000, 60)
    hours, minute = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minute:02d}:{second:02d}"
    return f"{minute}:{second:02d}" if minute else str(second)


def lap_text(ms: int) -> str:
    """ "0:03.42", "1:00:03.42"."""
    minutes, second = divmod(ms // 1000, 60)
    hours, minute = divmod(minutes, 60)
    head = f"{hours}:{minute:02d}" if hours else str(minute)
    return f"{head}:{second:02d}.{ms // 10 % 100:02d}"
