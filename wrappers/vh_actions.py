"""Element-wise actions of text agents, as objects and as text (paper, sections 4.1 and D.4)."""

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mobile_env.specs import FINISH_STATUSES
from mobile_env.wrappers.vh_html import Bounds


class Direction(enum.IntEnum):
    """Direction of SCROLL. DOWN shows the content below, so the finger moves up."""

    LEFT = 0
    UP = 1
    RIGHT = 2
    DOWN = 3


Target = int | Bounds
"""Target of an action: an element's id, or a box in pixels of the upright screen."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Waits for one primitive action."""


@dataclass(frozen=True, slots=True)
class Click:
    """Taps the middle of an element."""

    element: Target


@dataclass(frozen=True, slots=True)
class LongClick:
    """Presses the middle of an element for more than a second."""

    element: Target


@dataclass(frozen=True, slots=True)
class Input:
    """Taps an element, types, and presses ENTER unless `enter` is False."""

    element: Target
    text: str
    enter: bool = True


@dataclass(frozen=True, slots=True)
class Scroll:
    """Drags across the middle of the screen: from 0.8 to 0.2 for DOWN and RIGHT, else in reverse."""

    direction: Direction
    """Also accepts the direction's name."""

    def __post_init__(self) -> None:
        given: Direction | int | str = self.direction
        direction = parse_direction(given) if isinstance(given, str) else Direction(given)
        object.__setattr__(self, "direction", direction)


@dataclass(frozen=True, slots=True)
class Answer:
    """Gives an answer to the user."""

    text: str


@dataclass(frozen=True, slots=True)
class GoBack:
    """Presses the BACK key."""


@dataclass(frozen=True, slots=True)
class Finish:
    """Ends the episode: the task is done, or cannot be done."""

    status: str = "complete"
    """`complete` or `infeasible`."""

    def __post_init__(self) -> None:
        if self.status not in FINISH_STATUSES:
            raise ValueError(f"unknown status {self.status!r} ({' or '.join(FINISH_STATUSES)})")


Action = Nothing | Click | LongClick | Input | Scroll | Answer | GoBack | Finish

FORMS: Final = (
    "CLICK(id), LONG_CLICK(id), INPUT(id, text), SCROLL(UP|DOWN|LEFT|RIGHT), ANSWER(text), GOBACK, NOTHING, "
    "COMPLETE, INFEASIBLE"
)
"""The text formats of actions."""

_BARE: Final[Mapping[str, Action]] = {
    "GOBACK": GoBack(),
    "NOTHING": Nothing(),
    "COMPLETE": Finish("complete"),
    "INFEASIBLE": Finish("infeasible"),
}
_CALL: Final = re.compile(r"\s*([A-Za-z_]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


def parse_action(text: str) -> Action:
    """Parses an action in text form: `CLICK(3)`, `INPUT(2, hide gauges)`, `SCROLL(DOWN)`, `GOBACK`.

    Names are case-insensitive. A text argument ends at the last closing parenthesis, so it may contain commas and
    parentheses; quotes around it are dropped.

    Raises:
      ValueError: the text is not an action. The error quotes it and lists the possible forms.
    """
    match = _CALL.fullmatch(text)
    if match is None:
        raise ValueError(f"not an action: {_shown(text)} (write one of {FORMS})")
    name, arguments = match[1].upper(), match[2]
    if name in _BARE:
        if arguments is not None and arguments.strip():
            raise ValueError(f"{name} takes no argument, found {_shown(arguments)}")
        return _BARE[name]
    if name not in ("CLICK", "LONG_CLICK", "INPUT", "SCROLL", "ANSWER"):
        raise ValueError(f"unknown action {_shown(match[1])} (write one of {FORMS})")
    if arguments is None:
        raise ValueError(f"{name} needs its argument in parentheses (write one of {FORMS})")
    if name == "ANSWER":
        return Answer(_unquoted(arguments))
    if name == "SCROLL":
        return Scroll(parse_direction(_unquoted(arguments)))
    if name == "INPUT":
        element, comma, typed = arguments.partition(",")
        if not comma:
            raise ValueError(f"INPUT needs an element id and a text, found {_shown(arguments)}")
        return Input(_element_id(element), _unquoted(typed))
    return (Click if name == "CLICK" else LongClick)(_element_id(arguments))


def parse_direction(text: str) -> Direction:
    """Parses a direction's name, ignoring case.

    Raises:
      ValueError: there is no such direction.
    """
    try:
        return Direction[text.strip().upper()]
    except KeyError:
        raise ValueError(f"unknown direction {_shown(text)} (UP, DOWN, LEFT or RIGHT)") from None


def _element_id(text: str) -> int:
    text = _unquoted(text)
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError(f"an element id is a whole number, found {_shown(text)}")
    return int(text)


def _unquoted(text: str) -> str:
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
