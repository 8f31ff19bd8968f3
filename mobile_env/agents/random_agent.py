"""An agent that chooses random actions among those that the screen offers."""

import random
from collections.abc import Sequence
from pathlib import Path

import dm_env

from mobile_env.agents.contract import Action, Decision, Episode
from mobile_env.agents.screen import Screen
from mobile_env.wrappers.vh_actions import Click, Direction, GoBack, Input, Nothing, Scroll

# Weight of each kind of action. Clicks have the most effect.
_KINDS = {"click": 12, "input": 3, "scroll": 4, "back": 1}


class RandomAgent:
    """Randomly clicks clickable elements, types tokens, scrolls and goes back.

    The same seed, task and observations give the same actions. Typed text consists of tokens of the task's
    vocabulary, or of words of its command if it has no vocabulary.
    """

    name = "random"
    # Length of the paper's longest trajectory (section D.2).
    step_limit: int | None = 15
    pixels = False

    def __init__(self) -> None:
        self._random = random.Random(0)
        self._screen_size = (0, 0)
        self._tokens: list[str] = []

    def prepare(self, task_id: str, task_path: Path) -> None:
        """Does nothing."""

    def reset(self, episode: Episode) -> None:
        """Seeds the random generator for the episode."""
        # Random hashes strings itself, the same way in every process.
        self._random = random.Random(f"{episode.seed}/{episode.task_id}")
        self._screen_size = episode.screen_size
        words = (word.strip("\"'.,;:!?()") for line in episode.command for word in line.split())
        self._tokens = list(episode.vocabulary) or [word for word in words if word]

    def act(self, timestep: dm_env.TimeStep, instructions: Sequence[str]) -> Decision:
        """Returns a random action."""
        elements = Screen.of(timestep, self._screen_size).elements
        clickable = [element.id for element in elements if element.clickable]
        inputs = [element.id for element in elements if element.tag == "input"]
        choices: dict[str, int] = dict(_KINDS)
        if not clickable:
            del choices["click"]
        if not (inputs and self._tokens):
            del choices["input"]
        kind = self._random.choices(list(choices), list(choices.values()))[0]
        action: Action
        match kind:
            case "click":
                action = Click(self._random.choice(clickable))
            case "input":
                action = Input(self._random.choice(inputs), self._random.choice(self._tokens))
            case "scroll":
                action = Scroll(self._random.choice(list(Direction)))
            case "back":
                action = GoBack()
            case _:
                action = Nothing()
        return Decision(action)
