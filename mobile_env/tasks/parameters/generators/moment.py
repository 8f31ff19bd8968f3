"""`moment { low high step }`: a date and time, ends included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mobile_env.tasks.errors import FieldPath
from mobile_env.tasks.parameters.compiling import (
    Compiler,
    DrawError,
    Generator,
    MomentSource,
    Scope,
    moment_source,
)
from mobile_env.tasks.parameters.draws import Draws
from mobile_env.tasks.parameters.moments import MomentError, seconds_of

_DAY = 86400


@dataclass(frozen=True)
class Moment:
    """One of the moments from `low` to `high`, `step` seconds apart; whole days follow the calendar."""

    low: MomentSource
    high: MomentSource
    step: int
    is_random: bool = True

    @property
    def reads(self) -> frozenset[str]:
        return self.low.reads | self.high.reads

    def draw(self, draws: Draws, scope: Scope) -> int:
        low, high = self.low(scope), self.high(scope)
        if high < low:
            raise DrawError(f"high, {self.high.source!r}, is before low, {self.low.source!r}")
        count = draws.below((high - low) // self.step + 1)
        if self.step % _DAY:
            return low + self.step * count
        # A day with a change of the clock has 23 or 25 hours; the time of day stays.
        time = scope.clock.local(low).strftime("%H:%M:%S")
        date = scope.clock.written(low, "%Y-%m-%d")
        return scope.clock.moment(f"{date}+{self.step // _DAY * count}d {time}")


def compile_moment(compiler: Compiler, path: FieldPath, message: Any) -> Generator | None:
    """`moment { low high step }`"""
    ends = []
    for name in ("low", "high"):
        source = getattr(message, name)
        if not source:
            compiler.report(path, f"`moment` has no `{name}`", f'write {name}: "today 08:00"')
            return None
        ends.append(moment_source(compiler, (*path, name), source))
    step = 1
    if message.step and message.step != "1":
        try:
            step = seconds_of(message.step)
        except MomentError as error:
            compiler.report((*path, "step"), str(error), "")
            return None
        if step < 1:
            compiler.report((*path, "step"), "a step of no time", "write 1m, 30m, 1h, 1d")
            return None
    low, high = ends
    return Moment(low, high, step) if low and high else None
