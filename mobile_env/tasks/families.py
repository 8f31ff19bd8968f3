"""Checks a family of tasks as a whole: many seeds are drawn, and each instance is checked as a task of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from mobile_env.tasks.definition import read_definition
from mobile_env.tasks.errors import Fault, TaskFileError
from mobile_env.tasks.family_lint import lint_family
from mobile_env.tasks.loading import RunnableTask, load_task

SEEDS_CHECKED: Final = range(20)
"""Seeds that `mobile-env check` draws of each family."""

_MOST_FAULTS: Final = 20
# A seed for which nothing fits was drawn 200,000 times.
_MOST_WITHOUT_INSTANCE: Final = 2


class FamilyCheck(NamedTuple):
    """What checking the seeds of a family gave.

    Attributes:
      instances: the instances without faults.
      faults: what is wrong with any of them, each once; those that not every seed has name a seed.
      warnings: what is odd, likewise.
    """

    instances: Sequence[RunnableTask]
    faults: Sequence[Fault]
    warnings: Sequence[Fault]


def check_family(path: str | Path, seeds: Sequence[int] = SEEDS_CHECKED, **options: Any) -> FamilyCheck:
    """Draws and checks instances of a task file; a file without parameters has one.

    Args:
      path: the file.
      seeds: which instances.
      options: as in `load_task`.

    Raises:
      TaskFileError: the file is wrong whatever is drawn.
    """
    definition = read_definition(path)
    if not definition.is_family:
        task = load_task(path, **options)
        return FamilyCheck([task], [], task.warnings)
    instances: list[RunnableTask] = []
    faults: dict[Fault, list[int]] = {}
    warnings: dict[Fault, list[int]] = {}
    for seed in seeds:
        try:
            task = load_task(path, seed=seed, **options)
        except TaskFileError as error:
            for fault in error.faults:
                faults.setdefault(fault, []).append(seed)
            if len(faults) >= (_MOST_FAULTS if instances else _MOST_WITHOUT_INSTANCE):
                break
            continue
        instances.append(task)
        for warning in task.warnings:
            warnings.setdefault(warning, []).append(seed)
    told = [_seeded(fault, where, len(seeds)) for fault, where in faults.items()]
    odd = [_seeded(warning, where, len(instances)) for warning, where in warnings.items()]
    lint_family(
        definition, lambda field_path, what, mend: odd.append(definition.parsed.fault(field_path, what, mend))
    )
    place = definition.parsed.locate(("parameters",))
    if len(instances) > 1 and all(task.values == instances[0].values for task in instances):
        odd.append(
            Fault(
                place.path,
                place.line,
                place.column,
                f"all {len(instances)} instances are equal",
                "draw something, or remove the parameters",
            )
        )
    return FamilyCheck(instances, told, odd)


def _seeded(fault: Fault, seeds: Sequence[int], all_seeds: int) -> Fault:
    """The fault, with a seed that has it unless all have."""
    if len(seeds) == all_seeds or fault.what.startswith("seed "):
        return fault
    return replace(fault, what=f"seed {seeds[0]}: {fault.what}")
