"""The kinds of check: rows of a subject, the answer, an expression, an event, and checks of checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from mobile_env.proto import task_pb2
from mobile_env.signals.state import StateError
from mobile_env.tasks.goal import answers
from mobile_env.tasks.goal.difference import difference
from mobile_env.tasks.goal.matching import as_number
from mobile_env.tasks.goal.rows import AT_LEAST_ONE, RowsCondition, value_of
from mobile_env.tasks.goal.side_effects import others
from mobile_env.tasks.goal.situation import CheckError, Situation
from mobile_env.tasks.goal.subjects.contract import Row, Rows, Subject
from mobile_env.tasks.parameters.expression import Expression

MOST_ROWS_SHOWN: Final = 20


@dataclass(frozen=True)
class Verdict:
    """What a check said at one moment.

    Attributes:
      name: the check's name, or what it looks at.
      holds: whether it holds.
      why: why it does not; "" if it does.
      rows: rows that counted, at most `MOST_ROWS_SHOWN`, for reports.
      parts: verdicts of the checks inside it.
    """

    name: str
    holds: bool
    why: str = ""
    rows: Sequence[Row] = ()
    parts: tuple[Verdict, ...] = ()

    def as_plain(self) -> dict[str, Any]:
        """The verdict as JSON holds it."""
        plain: dict[str, Any] = {"name": self.name, "holds": self.holds}
        if self.why:
            plain["why"] = self.why
        if self.rows:
            plain["rows"] = [{key: _plain(value) for key, value in row.items()} for row in self.rows]
        if self.parts:
            plain["parts"] = [part.as_plain() for part in self.parts]
        return plain


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return f"<{len(value)} bytes>"
    return value if isinstance(value, int | float | None) else str(value)[:500]


class Check(Protocol):
    """A level: it is evaluated anew each time, and nothing is spent.

    Attributes:
      name: its name in the file, or what it looks at.
      needs_state: whether it reads the device's state.
      needs_start: whether it compares with the start of the episode.
      touches: globs of facts that it reads.
    """

    @property
    def name(self) -> str: ...

    @property
    def needs_state(self) -> bool: ...

    @property
    def needs_start(self) -> bool: ...

    @property
    def touches(self) -> Sequence[str]: ...

    def begin(self, situation: Situation) -> Any:
        """What has to be kept of the start of the episode for `judge`."""
        ...

    def judge(self, situation: Situation, start: Any) -> tuple[Verdict, Sequence[Row]]:
        """The verdict, and all rows that counted. CheckError if the check cannot be judged."""
        ...


@dataclass(frozen=True)
class RowsCheck:
    """Rows of a subject, as they are now, or as they were added and removed since the start."""

    name: str
    subject: Subject
    where: Expression | None
    now: RowsCondition | None
    added: RowsCondition | None
    removed: RowsCondition | None
    negated: bool = False

    @property
    def needs_state(self) -> bool:
        return self.subject.needs_state

    @property
    def needs_start(self) -> bool:
        return self.added is not None or self.removed is not None

    @property
    def touches(self) -> Sequence[str]:
        return self.subject.touches

    def begin(self, situation: Situation) -> Any:
        return self.subject.read(situation) if self.needs_start else None

    def judge(self, situation: Situation, start: Any) -> tuple[Verdict, Sequence[Row]]:
        groups = self.subject.read(situation)
        before = start or {}
        verdicts = [
            self._judge_group(rows, before.get(name, ()), situation) for name, rows in groups.items()
        ] or [self._judge_group((), (), situation)]
        # Of documents one that holds is enough.
        holds, why, rows = next((verdict for verdict in verdicts if verdict[0]), verdicts[0])
        if self.negated:
            holds, why = not holds, "it holds, and must not" if holds else ""
        return Verdict(self.name, holds, "" if holds else why, rows[:MOST_ROWS_SHOWN]), rows

    def _judge_group(self, now: Rows, before: Rows, situation: Situation) -> tuple[bool, str, list[Row]]:
        current = self._passing(now, situation)
        if not self.needs_start:
            verdict = (self.now or AT_LEAST_ONE).judge(current, situation)
            return verdict.holds, verdict.why, current
        added, removed = difference(self._passing(before, situation), current, self.subject.same)
        holds, whys = True, []
        for told, rows, condition in (("added", added, self.added), ("removed", removed, self.removed)):
            if condition is None:
                continue
            verdict = condition.judge(rows, situation)
            if not verdict.holds:
                holds = False
                whys.append(f"{told}: {verdict.why}")
        return holds, "; ".join(whys), added or removed

    def _passing(self, rows: Rows, situation: Situation) -> list[Row]:
        if self.where is None:
            return list(rows)
        return [row for row in rows if value_of(self.where, situation, row=row)]


@dataclass(frozen=True)
class AnswerCheck:
    """The last answer that the agent gave."""

    name: str
    mode: int
    expected: Expression | None
    tolerance: Expression | None
    matches: Callable[[str], Any] | None
    negated: bool = False
    needs_state: bool = False
    needs_start: bool = False
    touches: Sequence[str] = ()

    def begin(self, situation: Situation) -> Any:
        return None

    def judge(self, situation: Situation, start: Any) -> tuple[Verdict, Sequence[Row]]:
        answer = situation.answer
        if answer is None:
            holds, why = False, "no answer was given"
        else:
            holds, why = self._right(answer, situation), f"the answer was {answer[:200]!r}"
            if not holds and self.expected is not None:
                why += f", expected {value_of(self.expected, situation)!r:.200}"
        if self.negated:
            holds = not holds
        return Verdict(self.name, holds, "" if holds else why), ()

    def _right(self, answer: str, situation: Situation) -> bool:
        if self.matches is not None:
            return self.matches(answer) is not None
        assert self.expected is not None
        expected = value_of(self.expected, situation)
        tolerance = as_number(value_of(self.tolerance, situation)) if self.tolerance else 0
        if tolerance is None:
            raise CheckError("`tolerance` gives no number")
        if self.mode == task_pb2.LIKE:
            return answers.is_like(answer, expected)
        if self.mode == task_pb2.LIST:
            if not isinstance(expected, list | tuple):
                raise CheckError(f"`expected` gives {expected!r:.60}, not a list")
            return answers.is_list(answer, expected, tolerance)
        number = as_number(expected)
        if number is None:
            raise CheckError(f"`expected` gives {expected!r:.60}, not a number")
        if self.mode == task_pb2.NUMBER:
            return answers.is_number(answer, number, tolerance)
        return answers.is_moment(answer, int(number), situation.clock)


@dataclass(frozen=True)
class HoldsCheck:
    """An expression is true."""

    name: str
    expression: Expression
    negated: bool = False
    needs_state: bool = False
    needs_start: bool = False
    touches: Sequence[str] = ()

    def begin(self, situation: Situation) -> Any:
        return None

    def judge(self, situation: Situation, start: Any) -> tuple[Verdict, Sequence[Row]]:
        holds = bool(value_of(self.expression, situation)) is not self.negated
        return Verdict(self.name, holds, "" if holds else f"`{self.expression.source}` is not so"), ()


@dataclass(frozen=True)
class HappenedCheck:
    """An event source or node has fired in this episode."""

    name: str
    event: int
    negated: bool = False
    needs_state: bool = False
    needs_start: bool = False
    touches: Sequence[str] = ()

    def begin(self, situation: Situation) -> Any:
        return None

    def judge(self, situation: Situation, start: Any) -> tuple[Verdict, Sequence[Row]]:
        happened = self.event in situation.fired
        holds = happened is not self.negated
        told = f"event {self.event} has {'' if happened else 'not '}fired"
        return Verdict(self.name, holds, "" if holds else told), ()


@dataclass(frozen=True)
class UnchangedCheck:
    """Nothing of the device differs from the start of the episode but what globs name."""

    name: str
    exceptions: tuple[str, ...]
    negated: bool = False
    needs_state: bool = True
    needs_start: bool = True

    @property
    def touches(self) -> Sequence[str]:
        return self.exceptions

    def begin(self, situation: Situation) -> Any:
        return situation.device.keep()

    def judge(self, situation: Situation, start: Any) -> tuple[Verdict, Sequence[Row]]:
        try:
            found = others(situation.device.changes(start), self.exceptions)
        except StateError as error:
            raise CheckError(f"`unchanged`: {error}") from None
        holds = (not found) is not self.negated
        why = f"changed: {', '.join(change.fact for change in found[:5])}" if found else "nothing has changed"
        rows = [{"fact": change.fact, "before": change.before, "after": change.after} for change in found]
        return Verdict(self.name, holds, "" if holds else why, rows[:MOST_ROWS_SHOWN]), rows


@dataclass(frozen=True)
class GroupCheck:
    """All, or any, of several checks hold. All are evaluated, without short cuts."""

    name: str
    checks: tuple[Check, ...]
    any: bool
    negated: bool = False

    @property
    def needs_state(self) -> bool:
        return any(check.needs_state for check in self.checks)

    @property
    def needs_start(self) -> bool:
        return any(check.needs_start for check in self.checks)

    @property
    def touches(self) -> Sequence[str]:
        return [pattern for check in self.checks for pattern in check.touches]

    def begin(self, situation: Situation) -> Any:
        return [check.begin(situation) for check in self.checks]

    def judge(self, situation: Situation, start: Any) -> tuple[Verdict, Sequence[Row]]:
        parts = [check.judge(situation, kept)[0] for check, kept in zip(self.checks, start, strict=True)]
        verdicts = [part.holds for part in parts]
        holds = (any(verdicts) if self.any else all(verdicts)) is not self.negated
        failing = "; ".join(part.why for part in parts if part.why)
        return Verdict(self.name, holds, "" if holds else failing, parts=tuple(parts)), ()


def judge_all(
    checks: Sequence[Check], situation: Situation, starts: Sequence[Any]
) -> tuple[list[Verdict], Situation]:
    """Judges checks in order; the rows of a check are known by its name to those after it."""
    verdicts = []
    for check, start in zip(checks, starts, strict=True):
        verdict, rows = check.judge(situation, start)
        verdicts.append(verdict)
        if check.name.isidentifier():
            situation = situation.with_name(check.name, [dict(row) for row in rows])
    return verdicts, situation
