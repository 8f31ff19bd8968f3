"""Makes steps that can be run of their messages; everything that can be wrong is told at load, with its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from mobile_env.proto import task_pb2
from mobile_env.signals.state import StateError
from mobile_env.tasks.checks import check_step
from mobile_env.tasks.definition import Instance
from mobile_env.tasks.errors import FieldPath, Report
from mobile_env.tasks.parameters.expression import Expression, ExpressionError, TransformationFault
from mobile_env.tasks.parameters.fields import text_fields
from mobile_env.tasks.parameters.texts import Text, TextFault
from mobile_env.tasks.setup.kinds import STATE_STEPS
from mobile_env.tasks.setup.kinds.contract import StepCompiler
from mobile_env.tasks.setup.step import Step, items_of


def compile_steps(
    instance: Instance, name: str, stand_ins: Mapping[FieldPath, tuple[str, ...]], report: Report
) -> tuple[Step, ...]:
    """Checks the steps of an instance.

    Args:
      instance: the task, its texts filled in, but for those of steps with `each`.
      name: setup_steps or reset_steps.
      stand_ins: by the path of a step whose APK file is missing: the packages to install in its place.
      report: takes faults.
    """
    steps: list[Step] = []
    for index, message in enumerate(getattr(instance.parsed.message, name)):
        place: FieldPath = (name, index)
        first = Step(
            message=message,
            name=f"{name.removesuffix('_steps')} step {index + 1} ({_kind(message)})",
            place=str(instance.parsed.locate(place)),
            base_dir=instance.parsed.base_dir,
            stand_ins=stand_ins.get(place, ()),
            names=instance.names,
            clock=instance.clock,
        )
        steps += _compiled(first, place, report)
    return tuple(steps)


def _kind(message: task_pb2.SetupStep) -> str:
    kind = message.WhichOneof("step")
    what = getattr(message, kind).WhichOneof("command") if kind in ("adb_call", "adb_request") else kind
    return what or message.success_condition.WhichOneof("check") or "nothing"


def _compiled(step: Step, place: FieldPath, report: Report) -> Iterable[Step]:
    """The step; of a step with `each` that writes no state, one for each item."""
    message = step.message
    known = frozenset(step.names)
    each = None
    if message.each:
        try:
            each = Expression(message.each, known)
        except TransformationFault as fault:
            report((*place, "each"), str(fault), fault.mend)
            return []
        known |= {"row", "index"}
    kind = message.WhichOneof("step")
    if kind in STATE_STEPS:
        compiler = StepCompiler((*place, kind), report, step.base_dir, known, each is not None)
        compiled = STATE_STEPS[kind](compiler, getattr(message, kind))
        return [replace(step, state_step=compiled, each=each)]
    return [step] if each is None else _repeated(step, each, known, place, report)


def _repeated(
    step: Step, each: Expression, known: frozenset[str], place: FieldPath, report: Report
) -> Iterable[Step]:
    everything = step.scope
    try:
        items = items_of(each, everything)
    except (StateError, ExpressionError) as error:
        report((*place, "each"), str(error), "an expression that gives a list")
        return
    for index, row in enumerate(items):
        scope = everything.with_names(row=row, index=index)
        message = task_pb2.SetupStep()
        message.CopyFrom(step.message)
        for field in text_fields(message):
            if "${" not in field.value:
                continue
            try:
                field.put(Text(field.value, known)(scope.names, scope.clock, field.quote, scope.work))
            except (TransformationFault, TextFault) as fault:
                report((*place, *field.path), str(fault), fault.mend)
                return
            except ExpressionError as error:
                report((*place, *field.path), f"item {index} of `each`: {error}", "")
                return
        check_step(message, place, report)
        yield replace(step, message=message)
