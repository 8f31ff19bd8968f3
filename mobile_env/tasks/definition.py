"""A task file as it was read: one task, or with parameters a family of tasks of which each seed draws an instance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mobile_env.events.work_budget import WorkBudget, WorkError
from mobile_env.proto import task_pb2
from mobile_env.tasks.errors import Fault, FieldPath, TaskFileError, in_order
from mobile_env.tasks.named_files import names_text, refusal
from mobile_env.tasks.parameters.compiling import MOST_WORK
from mobile_env.tasks.parameters.drawing import SeedError, compile_parameters
from mobile_env.tasks.parameters.expression import ExpressionError, TransformationFault
from mobile_env.tasks.parameters.fields import text_fields
from mobile_env.tasks.parameters.moments import MomentError, TaskClock
from mobile_env.tasks.parameters.texts import Text, TextFault
from mobile_env.tasks.parsing import ParsedTask, parse_task


@dataclass(frozen=True)
class Instance:
    """One task of a family, its texts filled in.

    Attributes:
      parsed: the task; its places are those of the family's file.
      seed: which instance it is.
      values: what was drawn, by name of the parameter; empty for a task without parameters.
      clock: what the task's moments refer to.
    """

    parsed: ParsedTask
    seed: int
    values: Mapping[str, Any]
    clock: TaskClock

    @property
    def names(self) -> Mapping[str, Any]:
        """What expressions of the task may read: the values, and `now` at the beginning."""
        return self.values if self.clock.now is None else {"now": self.clock.now, **self.values}


class TaskDefinition:
    """A task file, its parameters and texts checked.

    Attributes:
      parsed: the file as it stands.
      clock: what its moments refer to.
      parameters: what differs between instances.
    """

    def __init__(self, parsed: ParsedTask):
        """Checks the parameters and the texts of a task.

        Raises:
          TaskFileError: with all that is wrong with them.
        """
        self.parsed = parsed
        faults: list[Fault] = []

        def report(field_path: FieldPath, what: str, mend: str = "") -> None:
            faults.append(parsed.fault(field_path, what, mend))

        self.clock = _clock(parsed.message, report)
        self.parameters = compile_parameters(
            parsed.message.parameters, self.clock, report, lambda _path: parsed.base_dir
        )
        self._texts: dict[FieldPath, Text] = {}
        if self.is_family:
            self._compile_texts(report)
        if faults:
            raise TaskFileError(in_order(faults))

    @property
    def path(self) -> Path:
        return self.parsed.path

    @property
    def is_family(self) -> bool:
        """Whether the file declares parameters; without any, each seed gives the same task."""
        return bool(self.parsed.message.parameters)

    def instance(self, seed: int = 0, values: Mapping[str, Any] | None = None) -> Instance:
        """The task that a seed draws; the same everywhere, for ever.

        Args:
          seed: which instance.
          values: parameters that are not drawn but given.

        Raises:
          TaskFileError: no instance can be drawn for this seed, or a text cannot be filled in.
          KeyError: `values` names no parameter.
        """
        if not self.is_family:
            if values:
                raise KeyError(f"{self.path} has no parameters, {', '.join(values)} among them")
            return Instance(self.parsed, seed, {}, self.clock)
        try:
            drawn = self.parameters.draw(self.parsed.message.id, seed, values)
        except SeedError as error:
            raise TaskFileError([self.parsed.fault(self._place_of(error.parameter), str(error))]) from None
        message = task_pb2.Task()
        message.CopyFrom(self.parsed.message)
        instance = Instance(
            ParsedTask(message, self.parsed.path, self.parsed.places, self.parsed.origins),
            seed,
            drawn,
            self.clock,
        )
        work = WorkBudget(MOST_WORK)
        for field in text_fields(message):
            text = self._texts.get(field.path)
            if text is None:
                continue
            try:
                field.put(text(instance.names, self.clock, field.quote, work))
            except (ExpressionError, WorkError) as error:
                raise TaskFileError([self.parsed.fault(field.path, f"seed {seed}: {error}")]) from None
            # What was drawn may not lead out of the folder that the file may name.
            fault = (
                refusal(field.value, self.parsed.base_dir) if names_text(field.owner, field.name) else None
            )
            if fault:
                raise TaskFileError([self.parsed.fault(field.path, *fault)])
        return instance

    def _compile_texts(self, report: Any) -> None:
        known = self.parameters.known_names
        for field in text_fields(self.parsed.message):
            if "${" not in field.value:
                continue
            if _is_repeated(self.parsed.message, field.path):
                # The step fills them in for each item.
                continue
            try:
                text = Text(field.value, known)
            except (TransformationFault, TextFault) as fault:
                report(field.path, str(fault), fault.mend)
                continue
            self._texts[field.path] = text

    def _place_of(self, parameter: str) -> FieldPath:
        names = [message.name for message in self.parsed.message.parameters]
        return ("parameters", names.index(parameter)) if parameter in names else ("parameters",)


def _is_repeated(message: task_pb2.Task, path: FieldPath) -> bool:
    """Whether a field is part of a step that is run for each item of a list."""
    if path[0] not in ("setup_steps", "reset_steps") or len(path) < 2:
        return False
    return bool(getattr(message, str(path[0]))[int(path[1])].each)


def _clock(message: task_pb2.Task, report: Any) -> TaskClock:
    if not message.HasField("clock"):
        return TaskClock()
    zone = message.clock.zone or "UTC"
    try:
        clock = TaskClock(None, zone)
    except MomentError as error:
        report(("clock", "zone"), str(error), "")
        return TaskClock()
    if not message.clock.now:
        report(("clock",), "`clock` has no `now`", 'write now: "2023-10-15 15:34"')
        return clock
    try:
        return TaskClock(clock.moment(message.clock.now), zone)
    except MomentError as error:
        report(("clock", "now"), str(error), "a date, or a date with a time")
        return clock


def read_definition(path: str | Path) -> TaskDefinition:
    """Reads a task file and checks its parameters and texts.

    Raises:
      TaskFileError: with all that is wrong.
    """
    return TaskDefinition(parse_task(path))
