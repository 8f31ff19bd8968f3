"""`screen: "selector"`: a row for each node of the view hierarchy that a selector finds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.events.selector_matching import HierarchyIndex, Selector
from mobile_env.events.selectors import SelectorError, compile_selector
from mobile_env.signals.contract import ViewNode
from mobile_env.tasks.goal.situation import Situation
from mobile_env.tasks.goal.subjects.contract import Rows, Subject, SubjectCompiler

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_TEXTS = {
    "text": "text", "description": "content-desc", "id": "resource-id", "class_name": "class",
    "package": "package", "hint": "hint",
}  # fmt: skip
_STATES = ("checked", "selected", "enabled", "focused")


@dataclass(frozen=True)
class ScreenSubject:
    """Nodes in document order; every node without a selector."""

    selector: Selector | None
    needs_state: bool = False
    same: Sequence[str] | None = None
    touches: Sequence[str] = ()

    def read(self, situation: Situation) -> Mapping[str, Rows]:
        root = situation.windows()
        nodes = (
            [node for node in root.document if node.tag == "node"]
            if self.selector is None
            else self.selector.select(HierarchyIndex(root))
        )
        return {"": [_row(node, situation.screen_size) for node in nodes]}


def _row(node: ViewNode, size: tuple[int, int]) -> dict[str, Any]:
    attributes = node.attributes
    row: dict[str, Any] = {name: attributes.get(attribute, "") for name, attribute in _TEXTS.items()}
    row.update({name: attributes.get(name) == "true" for name in _STATES})
    row["visible"] = attributes.get("visible-to-user", "true") == "true"
    match = _BOUNDS.match(attributes.get("bounds", ""))
    left, top, right, bottom = (int(edge) for edge in match.groups()) if match else (0, 0, 0, 0)
    width, height = size
    row.update(left=left / width, top=top / height, right=right / width, bottom=bottom / height)
    return row


def compile_screen(compiler: SubjectCompiler, selector: Any) -> Subject | None:
    """Checks the field."""
    if not selector.strip():
        return ScreenSubject(None)
    try:
        return ScreenSubject(compile_selector(selector))
    except SelectorError as error:
        compiler.report(compiler.path, str(error), error.mend)
        return None
