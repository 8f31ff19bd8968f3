"""Variations of a demonstration for tests: some must fail, and some must still solve the task."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from mobile_env.proto.demonstration_pb2 import Demonstration, DemonstrationAction

Actions = tuple[DemonstrationAction, ...]

Fill = Callable[[Iterable[DemonstrationAction]], Actions]
"""Fills actions of the file in for an instance: `Filler.actions`; `tuple` for a task without parameters and goal."""


class Variation(NamedTuple):
    """Actions derived from a demonstration.

    Attributes:
      description: the difference from the demonstration.
      actions: all actions of the variation.
      solves: True if the variation must solve the task, False if it must not.
    """

    description: str
    actions: Actions
    solves: bool


def matters(action: DemonstrationAction) -> bool:
    """Whether the task is not solved without an action."""
    return action.matters if action.HasField("matters") else True


def without_last_that_matters(demonstration: Demonstration, fill: Fill = tuple) -> Variation | None:
    """The demonstration without its last action that matters, of a repeat without its last round.

    Later actions are kept, and so is the finish. None if the instance has no such action.
    """
    actions = fill(demonstration.actions)
    able = [
        index for index, action in enumerate(actions) if matters(action) and not action.HasField("finish")
    ]
    if not able:
        return None
    last = able[-1]
    return Variation(
        "without the last action that matters", (*actions[:last], *actions[last + 1 :]), solves=False
    )


def near_misses(demonstration: Demonstration, fill: Fill = tuple) -> list[Variation]:
    """The near misses of the demonstration file."""
    found = []
    for miss in demonstration.near_misses:
        begun = demonstration.actions[: None if miss.start < 0 else miss.start]
        # Where `only_if` leaves nothing of it, this instance has no such near miss.
        left = [
            action for action in fill(miss.actions) if action in miss.actions or not action.HasField("finish")
        ]
        if left or not miss.actions:
            found.append(Variation(miss.description, fill((*begun, *miss.actions)), solves=False))
    return found


def paraphrases(demonstration: Demonstration, fill: Fill = tuple) -> list[Variation]:
    """For each paraphrase of each answer, the demonstration with that paraphrase."""
    variations = []
    actions = fill(demonstration.actions)
    for index, action in enumerate(actions):
        for text in action.answer.paraphrases:
            other = DemonstrationAction()
            other.CopyFrom(action)
            other.answer.text = text
            changed = (*actions[:index], other, *actions[index + 1 :])
            variations.append(Variation(f"answers {text!r}", changed, solves=True))
    return variations


def variations(demonstration: Demonstration, fill: Fill = tuple) -> list[Variation]:
    """All variations of a demonstration."""
    cut = without_last_that_matters(demonstration, fill)
    return [
        *([cut] if cut is not None else []),
        *near_misses(demonstration, fill),
        *paraphrases(demonstration, fill),
    ]
