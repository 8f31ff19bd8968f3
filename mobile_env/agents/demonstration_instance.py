"""Fills a demonstration in with the parameters of an instance: one file serves every seed of a family."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from mobile_env.agents.demonstration_file import MOST_ROUNDS, check_actions, demonstration_path
from mobile_env.proto.demonstration_pb2 import DemonstrationAction
from mobile_env.proto.task_pb2 import Goal
from mobile_env.tasks.definition import Instance, read_definition
from mobile_env.tasks.errors import Fault, TaskFileError
from mobile_env.tasks.parameters.expression import Expression, ExpressionError, TransformationFault
from mobile_env.tasks.parameters.fields import text_fields
from mobile_env.tasks.parameters.texts import Text, TextFault

DEFAULT_ROUNDS = 50
"""Most rounds of a `repeat`."""


def finish_action(status: str) -> DemonstrationAction:
    """The action that finishes with a status, complete or infeasible."""
    kind = DemonstrationAction.Finish
    return DemonstrationAction(
        finish=kind(status=kind.INFEASIBLE if status == "infeasible" else kind.COMPLETE)
    )


class Filler:
    """Fills actions in for one instance of a task.

    Attributes:
      finishing: the status of the finish that a demonstration ends with; "" where the task ends without one.
    """

    def __init__(self, instance: Instance) -> None:
        """Prepares filling in.

        Raises:
          TaskFileError: whether the instance can be done cannot be told.
        """
        self._instance = instance
        self._path = demonstration_path(instance.parsed.path)
        goal = instance.parsed.message.goal
        self.finishing = ""
        if instance.parsed.message.HasField("goal"):
            infeasible = bool(goal.infeasible) and bool(self._value(goal.infeasible, {}))
            if infeasible or goal.when == Goal.FINISH:
                self.finishing = "infeasible" if infeasible else "complete"

    def actions(self, actions: Iterable[DemonstrationAction]) -> tuple[DemonstrationAction, ...]:
        """The actions with their texts filled in.

        Actions whose `only_if` is false are left out. A `repeat` with `each` becomes one `repeat` a round, of
        which the file has no more. A finish is added where the task needs one and the actions have none.

        Raises:
          TaskFileError: a text or an expression fails, or what comes of it is no action.
        """
        filled = tuple(self._filled(actions, {}))
        faults: list[Fault] = []
        check_actions(
            list(_leaves(filled)),
            (),
            lambda _place, what, mend: faults.append(Fault(self._path, 0, 0, what, mend)),
        )
        if faults:
            raise TaskFileError(faults)
        if self.finishing and not any(action.HasField("finish") for action in filled):
            filled += (finish_action(self.finishing),)
        return filled

    def _filled(
        self, actions: Iterable[DemonstrationAction], names: Mapping[str, Any]
    ) -> Iterator[DemonstrationAction]:
        for action in actions:
            if action.only_if and not self._value(action.only_if, names):
                continue
            if action.HasField("repeat"):
                yield from self._repeated(action, names)
            else:
                yield self._with_texts(action, names)

    def _repeated(
        self, action: DemonstrationAction, names: Mapping[str, Any]
    ) -> Iterator[DemonstrationAction]:
        repeat = action.repeat
        if not repeat.each:
            made = DemonstrationAction()
            made.CopyFrom(action)
            made.ClearField("only_if")
            del made.repeat.actions[:]
            made = self._with_texts(made, names)
            made.repeat.actions.extend(self._filled(repeat.actions, names))
            yield made
            return
        items = self._value(repeat.each, names)
        if not isinstance(items, list | tuple):
            raise self._error(f"`each: {repeat.each}` gives {items!r:.60}, not a list")
        if len(items) > (repeat.times or MOST_ROUNDS):
            raise self._error(
                f"`each: {repeat.each}` gives {len(items)} items, more than {repeat.times or MOST_ROUNDS}"
            )
        for index, row in enumerate(items):
            made = DemonstrationAction()
            made.CopyFrom(action)
            made.ClearField("only_if")
            made.ClearField("repeat")
            inner = {**names, "row": row, "index": index}
            made = self._with_texts(made, inner)
            made.repeat.actions.extend(self._filled(repeat.actions, inner))
            yield made

    def _with_texts(self, action: DemonstrationAction, names: Mapping[str, Any]) -> DemonstrationAction:
        made = DemonstrationAction()
        made.CopyFrom(action)
        made.ClearField("only_if")
        known = {**self._instance.names, **names}
        for field in text_fields(made):
            if "${" not in field.value:
                continue
            try:
                field.put(Text(field.value, known.keys())(known, self._instance.clock, field.quote))
            except (TransformationFault, TextFault, ExpressionError) as error:
                raise self._error(str(error)) from None
        return made

    def _value(self, source: str, names: Mapping[str, Any]) -> Any:
        known = {**self._instance.names, **names}
        try:
            return Expression(source, known.keys())(known, self._instance.clock)
        except (TransformationFault, ExpressionError) as error:
            raise self._error(str(error)) from None

    def _error(self, what: str) -> TaskFileError:
        return TaskFileError([Fault(self._path, 0, 0, f"seed {self._instance.seed}: {what}")])


def _leaves(actions: Iterable[DemonstrationAction]) -> Iterator[DemonstrationAction]:
    """The actions, those of rounds in place of the rounds."""
    for action in actions:
        if action.HasField("repeat") and not action.repeat.HasField("until"):
            yield from _leaves(action.repeat.actions)
        else:
            yield action


@lru_cache(maxsize=256)
def filler_of(task_path: Path, seed: int) -> Filler:
    """The filler of a task file and seed.

    Raises:
      TaskFileError: the task file cannot be used.
    """
    return Filler(read_definition(task_path).instance(seed))
