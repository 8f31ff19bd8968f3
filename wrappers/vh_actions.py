"""Element-wise actions of text agents, as data and as text (paper, section 4.1 and D.4)."""

import enum
import re
from dataclasses import dataclass
from typing import Final

from mobile_env.wrappers.vh_html import Bounds


class Direction(enum.IntEnum):
    """Where SCROLL looks: DOWN shows what is below, so the finger goes up."""

    LEFT = 0
    UP = 1
    RIGHT = 2
    DOWN = 3


Target = int | Bounds
"""What an action is aimed at: an element's id, or a box in pixels of the upright screen."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Waits for one primitive action."""


@dataclass(frozen=True, slots=True)
class Click:
    """A tap on the middle of an element."""

    element: Target


@dataclass(frozen=True, slots=True)
class LongClick:
    """A press on the middle of an element that lasts over a second."""

    element: Target


@dataclass(frozen=True, slots=True)
class Input:
    """A tap on an element, then typing, then the ENTER key unless `enter` is False."""

    element: Target
    text: str
    enter: bool = True


@dataclass(frozen=True, slots=True)
class Scroll:
    """A drag across the middle of the screen: from 0.8 to 0.2 of it for DOWN and RIGHT, else back."""

    direction: Direction
    """Its name will do, too."""

    def __post_init__(self) -> None:
        given: Direction | int | str = self.direction
        direction = parse_direction(given) if isinstance(given, str) else Direction(given)
        object.__setattr__(self, "direction", direction)


@dataclass(frozen=True, slots=True)
class Answer:
    """Something said to the user."""

    text: str


@dataclass(frozen=True, slots=True)
class GoBack:
    """The BACK key."""


Action = Nothing | Click | LongClick | Input | Scroll | Answer | GoBack

FORMS: Final = (
    "CLICK(id), LONG_CLICK(id), INPUT(id, text), SCROLL(UP|DOWN|LEFT|RIGHT), ANSWER(text), GOBACK, NOTHING"
)
"""How actions are written."""

_CALL: Final = re.compile(r"\s*([A-Za-z_]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


def parse_action(text: str) -> Action:
    """Reads one action as agents write it: `CLICK(3)`, `INPUT(2, hide gauges)`, `SCROLL(DOWN)`, `GOBACK`.

    Names are read without regard to case. A text reaches to the last parenthesis, commas and parentheses
    included; quotes around it are dropped.

    Raises:
      ValueError: it is no action; says what was found and what can be written.
    """
    match = _CALL.fullmatch(text)
    if match is None:
        raise ValueError(f"not an action: {_shown(text)} (write one of {FORMS})")
    name, arguments = match[1].upper(), match[2]
    if name in ("GOBACK", "NOTHING"):
        if arguments is not None and arguments.strip():
            raise ValueError(f"{name} takes no argument, found {_shown(arguments)}")
        return GoBack() if name == "GOBACK" else Nothing()
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
    """Reads a direction's name, without regard to case.

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
