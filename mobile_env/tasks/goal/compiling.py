"""Makes checks of their messages: everything that can be wrong is told at load, with its place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from mobile_env.events.sources.response_event import compile_matcher
from mobile_env.proto import task_pb2
from mobile_env.tasks.errors import FieldPath, Report
from mobile_env.tasks.goal.checks import (
    AnswerCheck,
    Check,
    GroupCheck,
    HappenedCheck,
    HoldsCheck,
    RowsCheck,
    UnchangedCheck,
)
from mobile_env.tasks.goal.rows import EMPTY, RowsCondition
from mobile_env.tasks.goal.subjects import SUBJECTS
from mobile_env.tasks.goal.subjects.contract import SubjectCompiler
from mobile_env.tasks.parameters.expression import Expression, TransformationFault
from mobile_env.tasks.parameters.moments import TaskClock

_OTHERS: Final = ("answer", "holds", "happened", "unchanged", "all", "any")
_JUDGED_BY_EXPRESSION: Final = (task_pb2.LIKE, task_pb2.NUMBER, task_pb2.LIST, task_pb2.MOMENT)


@dataclass(frozen=True)
class CheckCompiler:
    """Checks the fields of checks.

    Attributes:
      report: takes faults.
      warn: takes what is odd.
      known: names that expressions may read: parameters, `now`, checks that were named before.
      names: values of the instance's parameters.
      clock: the task's clock.
      events: ids that `happened` may name.
      implied: whether a check with `added` alone also asks that nothing was removed, and the reverse.
    """

    report: Report
    warn: Report
    known: frozenset[str]
    names: Mapping[str, Any]
    clock: TaskClock
    events: Collection[int]
    implied: bool = True

    def checks(self, messages: Any, path: FieldPath) -> list[Check]:
        """All checks of a list; each may read the rows of those before it that have a name."""
        compiler, found = self, []
        for index, message in enumerate(messages):
            check = compiler.check(message, (*path, index))
            if check is not None:
                found.append(check)
            if message.name:
                if not message.name.isidentifier() or message.name in self.known:
                    what = "is taken" if message.name in self.known else "is no name that expressions can use"
                    self.report((*path, index, "name"), f"{message.name!r} {what}", "choose another name")
                compiler = compiler.knowing(message.name)
        return found

    def knowing(self, *names: str) -> CheckCompiler:
        """The same, with more names known."""
        return CheckCompiler(
            self.report, self.warn, self.known | {*names}, self.names, self.clock, self.events, self.implied
        )

    def check(self, message: Any, path: FieldPath) -> Check | None:
        """One check; None after a fault."""
        kind = message.WhichOneof("what")
        if kind is None:
            self.report(path, "the check looks at nothing", f"give one of {', '.join([*SUBJECTS, *_OTHERS])}")
            return None
        if kind in SUBJECTS:
            return self._rows_check(message, kind, path)
        for field in ("where", "now", "added", "removed"):
            if message.HasField(field) if field != "where" else message.where:
                self.report(
                    (*path, field), f"`{field}` has no meaning with `{kind}`", "it is for checks of rows"
                )
        name = message.name or kind
        negated = getattr(message, "not")
        value = getattr(message, kind)
        place = (*path, kind)
        match kind:
            case "holds":
                expression = self.expression(place, value)
                return HoldsCheck(name, expression, negated) if expression else None
            case "happened":
                if value not in self.events:
                    self.report(place, f"unknown event id {value}", f"known: {_ids(self.events)}")
                    return None
                return HappenedCheck(name, value, negated)
            case "answer":
                return self._answer(value, place, name, negated)
            case "unchanged":
                return UnchangedCheck(name, tuple(getattr(value, "except")), negated)
            case "all" | "any":
                inner = self.checks(value.check, (*place, "check"))
                if not value.check:
                    self.report(place, f"`{kind}` has no checks", "add check { … }")
                return GroupCheck(name, tuple(inner), kind == "any", negated)
        raise AssertionError(kind)

    def expression(self, path: FieldPath, source: str, *more: str) -> Expression | None:
        """A checked expression; None after a fault."""
        try:
            return Expression(source, self.known | {*more})
        except TransformationFault as fault:
            self.report(path, str(fault), fault.mend)
            return None

    def _rows_check(self, message: Any, kind: str, path: FieldPath) -> Check | None:
        place = (*path, kind)
        subject = SUBJECTS[kind](
            SubjectCompiler(place, self.report, self.known, self.names, self.clock), getattr(message, kind)
        )
        where = self.expression((*path, "where"), message.where, "row") if message.where else None
        conditions: dict[str, RowsCondition | None] = {}
        for field in ("now", "added", "removed"):
            written = message.HasField(field)
            conditions[field] = self._condition(getattr(message, field), (*path, field)) if written else None
        negated = getattr(message, "not")
        if conditions["now"] and (conditions["added"] or conditions["removed"]):
            self.report((*path, "now"), "`now` cannot go with `added` or `removed`", "write two checks")
        if self.implied and not negated:
            if conditions["added"] and not message.HasField("removed"):
                conditions["removed"] = EMPTY
            elif conditions["removed"] and not message.HasField("added"):
                conditions["added"] = EMPTY
        if subject is None or (message.where and where is None):
            return None
        return RowsCheck(
            message.name or self._title(message, kind),
            subject,
            where,
            conditions["now"],
            conditions["added"],
            conditions["removed"],
            negated,
        )

    def _title(self, message: Any, kind: str) -> str:
        value = getattr(message, kind)
        if isinstance(value, str):
            return f"{kind}: {value}"
        told = [
            str(getattr(value, field.name))
            for field, _ in value.ListFields()
            if field.cpp_type == field.CPPTYPE_STRING
        ]
        return f"{kind}: {' '.join(told)}"

    def _condition(self, message: Any, path: FieldPath) -> RowsCondition | None:
        written = {
            "count": message.HasField("count"),
            "holds": bool(message.holds),
            "rows": bool(message.rows),
        }
        given = [name for name, there in written.items() if there]
        if len(given) > 1:
            self.report((*path, given[1]), f"`{given[1]}` cannot go with `{given[0]}`", "keep one of them")
            return None
        if given != ["rows"]:
            for name in ("like", "tolerance", "in_order", "others"):
                if getattr(message, name):
                    self.report((*path, name), f"`{name}` is for `rows`", "say which records are expected")
        if message.HasField("count") and message.count < 0:
            self.report((*path, "count"), f"no check can have {message.count} rows", "give 0 or more")
        holds = self.expression((*path, "holds"), message.holds, "rows") if message.holds else None
        expected = self.expression((*path, "rows"), message.rows) if message.rows else None
        tolerance = self.expression((*path, "tolerance"), message.tolerance) if message.tolerance else None
        return RowsCondition(
            message.count if message.HasField("count") else None,
            holds,
            expected,
            tuple(message.like),
            tolerance,
            message.in_order,
            message.others,
        )

    def _answer(self, message: Any, path: FieldPath, name: str, negated: bool) -> Check | None:
        if message.mode not in _JUDGED_BY_EXPRESSION:
            if message.expected:
                self.report(
                    (*path, "expected"), "`expected` is for LIKE, NUMBER, LIST, MOMENT", "use `pattern`"
                )
                return None
            matcher = compile_matcher(
                message,
                "pattern",
                lambda field, what, mend: self.report((*path, *field), what, mend),
                lambda field, what, mend: self.warn((*path, *field), what, mend),
            )
            if matcher is None:
                return None
            return AnswerCheck(name, message.mode, None, None, matcher.match, negated)
        if message.pattern:
            self.report((*path, "pattern"), "`pattern` has no meaning with this mode", "use `expected`")
            return None
        if not message.expected:
            self.report(path, "the answer has no `expected`", 'write expected: "…", an expression')
            return None
        expected = self.expression((*path, "expected"), message.expected)
        tolerance = self.expression((*path, "tolerance"), message.tolerance) if message.tolerance else None
        if expected is None or (message.tolerance and tolerance is None):
            return None
        return AnswerCheck(name, message.mode, expected, tolerance, None, negated)


def _ids(events: Collection[int]) -> str:
    return ", ".join(map(str, sorted(events))) or "none"
