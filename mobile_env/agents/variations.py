"""Variations of a demonstration that tests are made of: what must fail, and what must still succeed."""

from typing import NamedTuple

from mobile_env.proto.demonstration_pb2 import Demonstration, DemonstrationAction


class Variation(NamedTuple):
    """A sequence of actions made from a demonstration.

    Attributes:
      description: what is different about it.
      actions: all its actions.
      solves: whether it must solve the task, or leave it unsolved.
    """

    description: str
    actions: tuple[DemonstrationAction, ...]
    solves: bool


def matters(action: DemonstrationAction) -> bool:
    """Whether the task stays unsolved without an action."""
    return action.matters if action.HasField("matters") else True


def without_last_that_matters(demonstration: Demonstration) -> Variation:
    """The demonstration without its last action that matters; what follows it is kept."""
    actions = tuple(demonstration.actions)
    last = max(index for index, action in enumerate(actions) if matters(action))
    return Variation(
        "without the last action that matters", (*actions[:last], *actions[last + 1 :]), solves=False
    )


def near_misses(demonstration: Demonstration) -> list[Variation]:
    """The near misses that the author wrote."""
    return [
        Variation(miss.description, (*demonstration.actions[: miss.start], *miss.actions), solves=False)
        for miss in demonstration.near_misses
    ]


def paraphrases(demonstration: Demonstration) -> list[Variation]:
    """The demonstration with each other wording of each of its answers."""
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
    """Every variation of a demonstration."""
    return [
        without_last_that_matters(demonstration),
        *near_misses(demonstration),
        *paraphrases(demonstration),
    ]
