"""Variations of a demonstration for tests: some must fail, and some must still solve the task."""

from typing import NamedTuple

from mobile_env.proto.demonstration_pb2 import Demonstration, DemonstrationAction


class Variation(NamedTuple):
    """Actions derived from a demonstration.

    Attributes:
      description: the difference from the demonstration.
      actions: all actions of the variation.
      solves: True if the variation must solve the task, False if it must not.
    """

    description: str
    actions: tuple[DemonstrationAction, ...]
    solves: bool


def matters(action: DemonstrationAction) -> bool:
    """Whether the task is not solved without an action."""
    return action.matters if action.HasField("matters") else True


def without_last_that_matters(demonstration: Demonstration) -> Variation:
    """The demonstration without its last action that matters. Later actions are kept."""
    actions = tuple(demonstration.actions)
    last = max(index for index, action in enumerate(actions) if matters(action))
    return Variation(
        "without the last action that matters", (*actions[:last], *actions[last + 1 :]), solves=False
    )


def near_misses(demonstration: Demonstration) -> list[Variation]:
    """The near misses of the demonstration file."""
    return [
        Variation(miss.description, (*demonstration.actions[: miss.start], *miss.actions), solves=False)
        for miss in demonstration.near_misses
    ]


def paraphrases(demonstration: Demonstration) -> list[Variation]:
    """For each paraphrase of each answer, the demonstration with that paraphrase."""
    variations = []
    for index, action in enumerate(demonstration.actions):
        for text in action.answer.paraphrases:
            other = DemonstrationAction()
            other.CopyFrom(action)
            other.answer.text = text
            actions = (*demonstration.actions[:index], other, *demonstration.actions[index + 1 :])
            variations.append(Variation(f"answers {text!r}", actions, solves=True))
    return variations


def variations(demonstration: Demonstration) -> list[Variation]:
    """All variations of a demonstration."""
    return [
        without_last_that_matters(demonstration),
        *near_misses(demonstration),
        *paraphrases(demonstration),
    ]
