"""Finds the nodes for a demonstration's targets."""

import math
import re
from collections.abc import Callable
from typing import NamedTuple

from mobile_env.agents.screen import Screen
from mobile_env.events.selectors import HierarchyIndex, compile_selector
from mobile_env.proto.demonstration_pb2 import Target
from mobile_env.signals.contract import ViewNode
from mobile_env.wrappers.vh_html import Bounds

# Enough texts to recognise the screen, few enough to read.
_MOST_TEXTS = 12
_LONGEST_TEXT = 40


class Found(NamedTuple):
    """A node and the visible part of its box, in pixels."""

    node: ViewNode
    box: Bounds


def describe(target: Target) -> str:
    """A target in words."""
    by = target.WhichOneof("by")
    words = f"{by} {getattr(target, by)!r}" if by else "nothing"
    if target.HasField("near"):
        words += f" near {describe(target.near)}"
    return words + (f", match {target.index} from 0" if target.index else "")


def shown_text(node: ViewNode) -> str:
    """The visible text of a node: its text, or else its content description."""
    return (node.attributes.get("text", "") or node.attributes.get("content-desc", "")).strip()


def find(target: Target, screen: Screen) -> Found | None:
    """Returns the visible node that matches a target, or None.

    Several matches are ordered by their distance from `near`, if given, or else in document order. `index`
    chooses one.
    """
    found = [Found(node, box) for node in _matches(target, screen) if (box := screen.box(node)) is not None]
    if target.HasField("near"):
        anchor = find(target.near, screen)
        if anchor is None:
            return None
        middle = _middle(anchor.box)
        found.sort(key=lambda match: math.dist(middle, _middle(match.box)))
    return found[target.index] if target.index < len(found) else None


def longer_text(target: Target, screen: Screen) -> str:
    """The first visible text that contains the target's text, ignoring case, but differs from it; "" if
    there is none."""
    wanted = target.text.strip()
    for element in screen.elements if wanted else ():
        text = " ".join(shown_text(element.node).split())
        if wanted != text and wanted.casefold() in text.casefold():
            return _shortened(text)
    return ""


def on_screen(screen: Screen) -> str:
    """The texts on a screen, for error messages."""
    texts: list[str] = []
    for element in screen.elements:
        text = " ".join(shown_text(element.node).split())
        if text:
            texts.append(repr(_shortened(text)))
    if not texts:
        return f"nothing to read, {len(screen.elements)} elements"
    more = len(texts) - _MOST_TEXTS
    return ", ".join(texts[:_MOST_TEXTS]) + (f" and {more} more" if more > 0 else "")


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"


def _middle(box: Bounds) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _matches(target: Target, screen: Screen) -> list[ViewNode]:
    by = target.WhichOneof("by")
    if by == "selector":
        return list(compile_selector(target.selector).select(HierarchyIndex(screen.root)))
    matches: Callable[[str], bool]
    if by == "text":
        wanted = target.text.strip()
        matches = lambda text: text.strip() == wanted  # noqa: E731
    else:
        search = re.compile(target.pattern).search
        matches = lambda text: search(text) is not None  # noqa: E731
    names = ("text", "content-desc")
    return [
        node
        for node in screen.nodes()
        if any((value := node.attributes.get(name, "")) and matches(value) for name in names)
    ]
