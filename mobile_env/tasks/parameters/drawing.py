"""Draws all parameters of a family: the same values for the same (task id, seed), everywhere and for ever."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from mobile_env.events.work_budget import WorkBudget, WorkError
from mobile_env.tasks.errors import FieldPath, Report
from mobile_env.tasks.parameters.compiling import MOST_WORK, Compiler, DrawError, Scope
from mobile_env.tasks.parameters.draws import Draws
from mobile_env.tasks.parameters.expression import ExpressionError
from mobile_env.tasks.parameters.moments import TaskClock
from mobile_env.tasks.parameters.ordering import CycleError, in_order_of_need
from mobile_env.tasks.parameters.parameter import DrawAgain, Parameter, compile_parameter

MOST_ROUNDS: Final = 200
"""How often a whole instance is drawn until every `require` holds."""


class SeedError(Exception):
    """A seed for which no instance can be drawn.

    Attributes:
      parameter: name of the parameter that failed last.
    """

    def __init__(self, what: str, parameter: str):
        super().__init__(what)
        self.parameter = parameter


class Parameters:
    """The parameters of a family, checked and in the order in which they are drawn."""

    def __init__(
        self, parameters: Sequence[Parameter], clock: TaskClock, declared: Collection[str] | None = None
    ):
        """Orders parameters by what they need.

        Args:
          parameters: in any order.
          clock: the task's clock.
          declared: all names that the file declares, those of faulty parameters included.

        Raises:
          CycleError: parameters need each other.
        """
        by_name = {parameter.name: parameter for parameter in parameters}
        order = in_order_of_need({name: parameter.reads for name, parameter in by_name.items()})
        self._drawn = [by_name[name] for name in order]
        self._written = list(by_name)
        self._declared = frozenset(declared or by_name)
        self.clock = clock

    @property
    def names(self) -> Sequence[str]:
        """Names of the parameters, as they stand in the file."""
        return self._written

    @property
    def known_names(self) -> frozenset[str]:
        """All names that texts and expressions of the task may read."""
        return self._declared | ({"now"} if self.clock.now is not None else frozenset())

    def draw(self, task_id: str, seed: int, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The values of one instance, by name, as they stand in the file.

        Args:
          task_id: the id of the task.
          seed: which instance.
          given: values from outside, which are not drawn.

        Raises:
          SeedError: no values fit, or an expression failed.
          KeyError: `given` names no parameter.
        """
        given = dict(given or {})
        unknown = [name for name in given if name not in self._written]
        if unknown:
            raise KeyError(f"no parameter {unknown[0]!r}; there are {', '.join(self._written) or 'none'}")
        again: DrawAgain | None = None
        name = ""
        work = WorkBudget(MOST_WORK)
        for attempt in range(MOST_ROUNDS):
            draws = Draws(task_id, seed, attempt)
            names: dict[str, Any] = {} if self.clock.now is None else {"now": self.clock.now}
            try:
                for parameter in self._drawn:
                    name = parameter.name
                    names[name] = (
                        given[name]
                        if name in given
                        else parameter.draw(draws, Scope(names, self.clock, work))
                    )
            except DrawAgain as error:
                again = error
            except WorkError as error:
                raise SeedError(
                    f"seed {seed}, parameter {name}: drawing the instance {error}", name
                ) from None
            except (DrawError, ExpressionError) as error:
                raise SeedError(f"seed {seed}, parameter {name}: {error}", name) from None
            else:
                return {name: names[name] for name in self._written}
        raise SeedError(f"seed {seed}: {MOST_ROUNDS} instances were drawn, and none fits: {again}", name)


def compile_parameters(
    messages: Sequence[Any],
    clock: TaskClock,
    report: Report,
    base_dir_of: Callable[[FieldPath], Path],
) -> Parameters:
    """Checks the `parameters` of a task and reports everything that is wrong with them.

    Args:
      messages: the `Parameter` messages.
      clock: the task's clock.
      report: takes faults; field paths begin with `parameters`.
      base_dir_of: the folder that paths written at a place are relative to.
    """
    known = {message.name for message in messages}
    if clock.now is not None:
        known.add("now")
    rows = {
        message.name: (("parameters", place, "rows"), message.rows)
        for place, message in enumerate(messages)
        if message.WhichOneof("draw") == "rows"
    }
    compiler = Compiler(report, base_dir_of, known, columns_of=rows)
    sound: list[Parameter] = []
    places: dict[str, FieldPath] = {}
    for index, message in enumerate(messages):
        place: FieldPath = ("parameters", index)
        if message.name in places:
            report((*place, "name"), f"the parameter {message.name} is there twice", "rename or remove one")
            continue
        places[message.name] = place
        if message.helper:
            report((*place, "helper"), "`helper` is for columns of rows", "remove it")
        parameter = compile_parameter(compiler, place, message)
        if parameter is not None:
            sound.append(parameter)
    try:
        return Parameters(sound, clock, list(places))
    except CycleError as error:
        report(
            places[error.names[0]],
            f"parameters need each other: {' → '.join(error.names)}",
            "compute one without the other",
        )
        return Parameters([], clock, list(places))
