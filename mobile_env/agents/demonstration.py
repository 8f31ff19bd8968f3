"""The agent that plays a demonstration. It finds each target on the current screen."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import dm_env

from mobile_env.agents.contract import AgentError, Decision, Episode, Press, Wait
from mobile_env.agents.demonstration_file import demonstration_path, read_demonstration
from mobile_env.agents.screen import Screen
from mobile_env.agents.targets import describe, find, longer_text, on_screen
from mobile_env.proto.demonstration_pb2 import DemonstrationAction, Target
from mobile_env.wrappers.vh_actions import Answer, Click, Direction, GoBack, Input, LongClick, Nothing, Scroll

# Largest number of scrolls when searching for a target: enough for any article.
MOST_SCROLLS = 20
# Primitive actions per second on the phone's clock.
_PRIMITIVES_A_SECOND = 15


class DemonstrationAgent:
    """Plays the task's demonstration file, or given actions.

    If a target is not visible, the agent scrolls down until the target appears, the screen no longer changes, or
    `MOST_SCROLLS` is reached. Each scroll is a separate action.

    Args:
      actions: actions to play in every episode instead of the task's demonstration.
    """

    name = "demonstration"
    step_limit: int | None = None
    pixels = False

    def __init__(self, actions: Iterable[DemonstrationAction] | None = None) -> None:
        self._given = None if actions is None else tuple(actions)
        self._actions: Sequence[DemonstrationAction] = ()
        self._next = 0
        self._scrolls = 0
        self._scrolled_from: str | None = None
        self._longer = ""
        self._screen_size = (0, 0)

    def prepare(self, task_id: str, task_path: Path) -> None:
        """Checks that the task's demonstration exists and is valid."""
        if self._given is None:
            read_demonstration(demonstration_path(task_path), task_id)

    def reset(self, episode: Episode) -> None:
        """Starts with the first action."""
        if self._given is None:
            path = demonstration_path(episode.task_path)
            self._actions = tuple(read_demonstration(path, episode.task_id).actions)
        else:
            self._actions = self._given
        self._screen_size = episode.screen_size
        self._next = 0
        self._forget_scrolls()

    def act(self, timestep: dm_env.TimeStep, instructions: Sequence[str]) -> Decision | None:
        """Returns the next action; None after the last one.

        Raises:
          AgentError: a target is not on the screen and cannot be found by scrolling.
        """
        screen = Screen.of(timestep, self._screen_size)
        while self._next < len(self._actions):
            decision = self._decide(self._actions[self._next], screen)
            if decision is not None:
                return decision
        return None

    def _decide(self, action: DemonstrationAction, screen: Screen) -> Decision | None:
        """Returns a decision for the current demonstration action; None when that action is finished."""
        kind = action.WhichOneof("action")
        if kind == "scroll":
            return self._scroll(action, screen)
        if kind in ("click", "long_click", "input"):
            target = action.input.target if kind == "input" else getattr(action, kind)
            found = find(target, screen)
            if found is None:
                return self._look_for(target, Direction.DOWN, MOST_SCROLLS, screen, "")
            if kind == "click":
                return self._done(Decision(Click(found.box), action.comment))
            if kind == "long_click":
                return self._done(Decision(LongClick(found.box), action.comment))
            enter = action.input.enter if action.input.HasField("enter") else True
            return self._done(Decision(Input(found.box, action.input.text, enter), action.comment))
        if kind == "answer":
            return self._done(Decision(Answer(action.answer.text), action.comment))
        if kind == "goback":
            return self._done(Decision(GoBack(), action.comment))
        if kind == "key":
            return self._done(Decision(Press(action.key.name), action.comment))
        if kind == "wait":
            primitives = round((action.wait.seconds or 1.0) * _PRIMITIVES_A_SECOND)
            return self._done(Decision(Wait(max(1, primitives)), action.comment))
        return self._done(Decision(Nothing(), action.comment))

    def _scroll(self, action: DemonstrationAction, screen: Screen) -> Decision | None:
        scroll = action.scroll
        direction = Direction[type(scroll).Direction.Name(scroll.direction)]
        if scroll.HasField("until"):
            if find(scroll.until, screen) is not None:
                self._advance()
                return None
            return self._look_for(
                scroll.until, direction, scroll.times or MOST_SCROLLS, screen, action.comment
            )
        if self._scrolls >= max(1, scroll.times):
            self._advance()
            return None
        self._scrolls += 1
        return Decision(Scroll(direction), action.comment)

    def _look_for(
        self, target: Target, direction: Direction, most: int, screen: Screen, comment: str
    ) -> Decision:
        self._longer = self._longer or longer_text(target, screen)
        why = ""
        if not screen.scrollable:
            why = "nothing scrolls here"
        elif screen.xml == self._scrolled_from:
            why = f"{self._scrolls} scrolls {direction.name} reached the end"
        elif self._scrolls >= most:
            why = f"not after {most} scrolls {direction.name}"
        if why:
            hint = f"; {self._longer!r} is like it: text is the whole text, pattern finds a part"
            raise AgentError(
                f"action {self._next + 1} of the demonstration: {describe(target)} is not on the screen "
                f"({why}{hint if self._longer else ''}); there is {on_screen(screen)}"
            )
        self._scrolls += 1
        self._scrolled_from = screen.xml
        return Decision(Scroll(direction), comment or f"look for {describe(target)}")

    def _done(self, decision: Decision) -> Decision:
        self._advance()
        return decision

    def _advance(self) -> None:
        self._next += 1
        self._forget_scrolls()

    def _forget_scrolls(self) -> None:
        self._scrolls = 0
        self._longer = ""
        self._scrolled_from = None
