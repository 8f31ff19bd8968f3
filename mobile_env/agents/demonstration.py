"""The agent that plays a demonstration. It finds each target on the current screen."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import dm_env

from mobile_env.agents.contract import AgentError, Decision, DoubleClick, Drag, Episode, Press, Wait
from mobile_env.agents.demonstration_file import demonstration_path, read_demonstration
from mobile_env.agents.demonstration_instance import DEFAULT_ROUNDS, filler_of
from mobile_env.agents.screen import Screen
from mobile_env.agents.targets import describe, find, longer_text, on_screen
from mobile_env.proto.demonstration_pb2 import DemonstrationAction, Target
from mobile_env.tasks.errors import TaskFileError
from mobile_env.wrappers.vh_actions import (
    Answer,
    Click,
    Direction,
    Finish,
    GoBack,
    Input,
    LongClick,
    Nothing,
    Scroll,
)
from mobile_env.wrappers.vh_html import Bounds

# Largest number of scrolls when searching for a target: enough for any article.
MOST_SCROLLS = 20
# Primitive actions per second on the phone's clock.
_PRIMITIVES_A_SECOND = 15
_CLICKS: Final[Mapping[str, type[Click] | type[LongClick] | type[DoubleClick]]] = {
    "click": Click,
    "long_click": LongClick,
    "double_click": DoubleClick,
}


class _Waiting(NamedTuple):
    """An action that is to be done.

    Attributes:
      action: the action.
      number: its place among the outermost actions of the demonstration, from 1.
      rounds: how often it was begun.
    """

    action: DemonstrationAction
    number: int
    rounds: int = 0


class DemonstrationAgent:
    """Plays the task's demonstration file, or given actions.

    If a target is not visible, the agent scrolls down until the target appears, the screen no longer changes, or
    `MOST_SCROLLS` is reached. Each scroll is a separate action.

    Args:
      actions: actions to play in every episode instead of the task's demonstration; their texts are filled in.
    """

    name = "demonstration"
    step_limit: int | None = None
    pixels = False

    def __init__(self, actions: Iterable[DemonstrationAction] | None = None) -> None:
        self._given = None if actions is None else tuple(actions)
        self._waiting: deque[_Waiting] = deque()
        self._scrolls = 0
        self._scrolled_from: str | None = None
        self._longer = ""
        self._screen_size = (0, 0)
        self._label_of: Callable[[str], str] = lambda package: ""

    def prepare(self, task_id: str, task_path: Path) -> None:
        """Checks that the task's demonstration exists and is valid."""
        if self._given is None:
            read_demonstration(demonstration_path(task_path), task_id)

    def reset(self, episode: Episode) -> None:
        """Starts with the first action.

        Raises:
          AgentError: the demonstration cannot be filled in for this instance.
        """
        actions = self._given
        if actions is None:
            demonstration = read_demonstration(demonstration_path(episode.task_path), episode.task_id)
            try:
                actions = filler_of(episode.task_path, episode.seed).actions(demonstration.actions)
            except TaskFileError as error:
                raise AgentError(str(error)) from None
        self._waiting = deque(_Waiting(action, number) for number, action in enumerate(actions, start=1))
        self._screen_size = episode.screen_size
        self._label_of = episode.label_of
        self._forget_scrolls()

    def act(self, timestep: dm_env.TimeStep, instructions: Sequence[str]) -> Decision | None:
        """Returns the next action; None after the last one.

        Raises:
          AgentError: a target is not on the screen and cannot be found by scrolling.
        """
        screen = Screen.of(timestep, self._screen_size)
        while self._waiting:
            action = self._waiting[0].action
            # What was seen once is not looked for again while the action scrolls.
            if action.HasField("if_seen") and not self._scrolls and find(action.if_seen, screen) is None:
                self._advance()
                continue
            decision = self._decide(action, screen)
            if decision is not None:
                return decision
        return None

    def _decide(self, action: DemonstrationAction, screen: Screen) -> Decision | None:
        """Returns a decision for the current demonstration action; None when that action is finished."""
        kind = action.WhichOneof("action")
        if kind == "scroll":
            return self._scroll(action, screen)
        if kind == "repeat":
            self._repeat(action, screen)
            return None
        if kind == "open_app":
            return self._open_app(action, screen)
        if kind in ("click", "long_click", "double_click", "input", "drag"):
            target = getattr(action, kind).target if kind in ("input", "drag") else getattr(action, kind)
            found = find(target, screen)
            if found is None:
                return self._look_for(target, Direction.DOWN, MOST_SCROLLS, screen, "")
            if kind == "drag":
                return self._done(
                    Decision(Drag(self._points(action.drag, found.box, screen)), action.comment)
                )
            if kind == "input":
                enter = action.input.enter if action.input.HasField("enter") else True
                return self._done(Decision(Input(found.box, action.input.text, enter), action.comment))
            return self._done(Decision(_CLICKS[kind](found.box), action.comment))
        if kind == "answer":
            return self._done(Decision(Answer(action.answer.text), action.comment))
        if kind == "finish":
            status = "infeasible" if action.finish.status else "complete"
            return self._done(Decision(Finish(status), action.comment))
        if kind == "goback":
            return self._done(Decision(GoBack(), action.comment))
        if kind == "key":
            return self._done(Decision(Press(action.key.name), action.comment))
        if kind == "wait":
            primitives = round((action.wait.seconds or 1.0) * _PRIMITIVES_A_SECOND)
            return self._done(Decision(Wait(max(1, primitives)), action.comment))
        return self._done(Decision(Nothing(), action.comment))

    def _repeat(self, action: DemonstrationAction, screen: Screen) -> None:
        """Puts the next round in front of what is waiting, or ends the repeat."""
        repeat, (_, number, rounds) = action.repeat, self._waiting[0]
        if repeat.HasField("until"):
            if find(repeat.until, screen) is not None:
                self._advance()
                return
            most = repeat.times or DEFAULT_ROUNDS
            if rounds >= most:
                raise AgentError(
                    f"action {number} of the demonstration: {describe(repeat.until)} is not on the screen after "
                    f"{most} rounds; there is {on_screen(screen)}"
                )
            self._waiting[0] = _Waiting(action, number, rounds + 1)
        else:
            self._advance()
        self._waiting.extendleft(_Waiting(each, number) for each in reversed(repeat.actions))

    def _open_app(self, action: DemonstrationAction, screen: Screen) -> Decision:
        """Goes home, shows all apps if the app is not there, and taps its icon."""
        number, rounds = self._waiting[0].number, self._waiting[0].rounds
        self._waiting[0] = _Waiting(action, number, rounds + 1)
        if rounds == 0:
            return Decision(Press("HOME"), action.comment)
        name = action.open_app.strip()
        icon = find(Target(text=self._label_of(name) or name), screen)
        if icon is not None:
            return self._done(Decision(Click(icon.box), action.comment))
        if rounds > MOST_SCROLLS or screen.xml == self._scrolled_from:
            raise AgentError(
                f"action {number} of the demonstration: no app {name!r} on the home screen or among all apps; "
                f"there is {on_screen(screen)}"
            )
        self._scrolled_from = screen.xml
        return Decision(Scroll(Direction.DOWN), f"look for the app {name}")

    def _points(self, drag: Any, box: Bounds, screen: Screen) -> tuple[tuple[float, float], ...]:
        left, top, right, bottom = box
        points = [
            (left + point.x * (right - left), top + point.y * (bottom - top)) for point in drag.points
        ] or [((left + right) / 2, (top + bottom) / 2)]
        if drag.HasField("to"):
            end = find(drag.to, screen)
            if end is None:
                raise AgentError(
                    f"action {self._waiting[0].number} of the demonstration: {describe(drag.to)} is not on the "
                    f"screen; there is {on_screen(screen)}"
                )
            points.append(((end.box[0] + end.box[2]) / 2, (end.box[1] + end.box[3]) / 2))
        return tuple(points)

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
                f"action {self._waiting[0].number} of the demonstration: {describe(target)} is not on the screen "
                f"({why}{hint if self._longer else ''}); there is {on_screen(screen)}"
            )
        self._scrolls += 1
        self._scrolled_from = screen.xml
        return Decision(Scroll(direction), comment or f"look for {describe(target)}")

    def _done(self, decision: Decision) -> Decision:
        self._advance()
        return decision

    def _advance(self) -> None:
        self._waiting.popleft()
        self._forget_scrolls()

    def _forget_scrolls(self) -> None:
        self._scrolls = 0
        self._longer = ""
        self._scrolled_from = None
