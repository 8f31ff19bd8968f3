"""Layout of the picture of a task's event tree: slots on the left, sources on the right."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from mobile_env.evaluation.event_tree import TreeEvent

BOX_WIDTH, BOX_HEIGHT = 190, 38
_GAP_X, _GAP_Y = 56, 12
_MARGIN = 10
_LETTERS_IN_A_LINE = 27


@dataclasses.dataclass(frozen=True)
class Box:
    """An event in the picture.

    Attributes:
      number: number of the event.
      x, y: upper left corner.
      title, words: the two lines of text.
      event: the event.
    """

    number: int
    x: float
    y: float
    title: str
    words: str
    event: TreeEvent


@dataclasses.dataclass(frozen=True)
class Line:
    """A line between two events; `kind` is `child` or `gate`."""

    kind: str
    from_number: int
    to_number: int
    path: str


@dataclasses.dataclass(frozen=True)
class Picture:
    """The whole picture, in CSS pixels."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]


def draw(tree: Sequence[TreeEvent]) -> Picture:
    """Lays out a tree. An event is left of the events that it uses, and centred on them where possible."""
    shown = _in_use(tree)
    columns = _columns(tree, shown)
    rows = _rows(tree, shown, columns)
    boxes = {
        number: Box(
            number,
            _MARGIN + columns[number] * (BOX_WIDTH + _GAP_X),
            _MARGIN + rows[number] * (BOX_HEIGHT + _GAP_Y),
            _title(tree[number]),
            _cut(tree[number].words),
            tree[number],
        )
        for number in shown
    }
    lines = []
    for number, box in boxes.items():
        children = [child for child in dict.fromkeys(tree[number].children or ()) if child in boxes]
        lines += [_child_line(box, boxes[child]) for child in children]
        lines += [_gate_line(box, boxes[gate]) for gate in tree[number].prerequisites]
    width = max((box.x for box in boxes.values()), default=0) + BOX_WIDTH + _MARGIN
    height = max((box.y for box in boxes.values()), default=0) + BOX_HEIGHT + _MARGIN
    return Picture(width, height, tuple(boxes.values()), tuple(lines))


def _in_use(tree: Sequence[TreeEvent]) -> list[int]:
    """Returns the events to draw, from the slots down, each before the events that it uses. Omits empty
    branches."""
    named = {each for event in tree for each in (*event.prerequisites, *event.cache_until)}
    shown: dict[int, None] = {}
    pending = [number for number in reversed(range(len(tree))) if tree[number].slot]
    while pending:
        number = pending.pop()
        event = tree[number]
        if number in shown or (event.children == () and number not in named):
            continue
        shown[number] = None
        pending += reversed([*(event.children or ()), *event.prerequisites, *event.cache_until])
    return list(shown)


def _columns(tree: Sequence[TreeEvent], shown: Sequence[int]) -> dict[int, int]:
    """The column of each event: the longest path from a slot. All sources are in the last column."""
    columns = dict.fromkeys(shown, 0)
    pending = list(shown)
    while pending:
        number = pending.pop()
        for child in tree[number].children or ():
            if child in columns and columns[child] <= columns[number]:
                columns[child] = columns[number] + 1
                pending.append(child)
    nodes = [columns[number] for number in shown if not tree[number].is_source]
    last = max(nodes, default=-1) + 1
    return {number: last if tree[number].is_source else columns[number] for number in shown}


def _rows(tree: Sequence[TreeEvent], shown: Sequence[int], columns: Mapping[int, int]) -> dict[int, float]:
    """The row of each event. Sources are below each other; other events are centred on the events that they
    use, and moved down to avoid overlaps."""
    rows: dict[int, float] = {}
    for column in range(max(columns.values(), default=0), -1, -1):
        members = [number for number in shown if columns[number] == column]
        wishes = {number: _middle(tree[number], rows) for number in members}
        free = 0.0
        for number in sorted(members, key=lambda each: wishes[each]):
            rows[number] = max(wishes[number], free)
            free = rows[number] + 1
    return rows


def _middle(event: TreeEvent, rows: Mapping[int, float]) -> float:
    below = [rows[child] for child in event.children or () if child in rows]
    return sum(below) / len(below) if below else 0.0


def _title(event: TreeEvent) -> str:
    if event.is_source:
        return _cut(f"{event.label} · {event.kind.removesuffix('_event').replace('_', ' ')}")
    name = event.slot.replace("_", " ") if event.slot else event.label if event.label.isdigit() else ""
    kind = "" if event.kind == "SINGLE" else event.kind
    return _cut(" · ".join(part for part in (name, kind) if part) or "event")


def _cut(text: str) -> str:
    return text if len(text) <= _LETTERS_IN_A_LINE else f"{text[: _LETTERS_IN_A_LINE - 1]}…"


def _child_line(box: Box, child: Box) -> Line:
    x, y = box.x + BOX_WIDTH, box.y + BOX_HEIGHT / 2
    to_x, to_y = child.x, child.y + BOX_HEIGHT / 2
    bend = max(20.0, (to_x - x) / 2) if to_x - x < 2 * _GAP_X else _GAP_X / 2
    path = f"M{x:g} {y:g}C{x + bend:g} {y:g} {to_x - bend:g} {to_y:g} {to_x:g} {to_y:g}"
    return Line("child", box.number, child.number, path)


def _gate_line(box: Box, gate: Box) -> Line:
    x, y = box.x + BOX_WIDTH / 2, box.y + (BOX_HEIGHT if gate.y > box.y else 0)
    to_x, to_y = gate.x + BOX_WIDTH / 2, gate.y + (0 if gate.y > box.y else BOX_HEIGHT)
    if gate.y == box.y:
        y = to_y = box.y + BOX_HEIGHT
    path = f"M{x:g} {y:g}C{x + 30:g} {(y + to_y) / 2:g} {to_x + 30:g} {(y + to_y) / 2:g} {to_x:g} {to_y:g}"
    return Line("gate", box.number, gate.number, path)
