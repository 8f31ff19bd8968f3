"""The view-hierarchy source: properties of the nodes that a selector selects."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from mobile_env.events.properties import DUMP_ATTRIBUTES, SIDES, Property, PropertyValue
from mobile_env.events.selectors import Selector, SelectorError, compile_selector, unmatchable
from mobile_env.events.sources.contract import EventSource, SourceReport, StepView, enum_name
from mobile_env.signals.matching import regex_fault
from mobile_env.suggestions import nearest

# Screens repeat, so verdicts on the values of nodes are cached.
_VERDICTS_KEPT = 4096


class ViewHierarchyEvent(EventSource):
    """Its inputs are the property values of each selected node. Its value is the list of these values."""

    signal = "hierarchy"

    def __init__(self, selector: Selector, properties: Sequence[Property]):
        self._selector = selector
        self._properties = tuple(properties)
        self._attributes = (
            None if any(each.name in SIDES for each in properties) else [p.name for p in properties]
        )
        self._verdicts: dict[tuple[PropertyValue, ...], bool] = {}

    @classmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> EventSource | None:
        """Makes a source from a `ViewHierarchyEvent` message."""
        selectors = []
        if not message.selector:
            report((), "view hierarchy event without a selector", 'add selector: "…"')
        for index, text in enumerate(message.selector):
            try:
                selectors.append(compile_selector(text))
            except SelectorError as error:
                report(("selector", index), str(error), error.mend)
                continue
            for what, mend in unmatchable(text)[:1]:
                warn(("selector", index), what, mend)
        properties = [
            _property(each, ("properties", index), report, warn)
            for index, each in enumerate(message.properties)
        ]
        usable = [each for each in properties if each is not None]
        if not selectors or len(selectors) < len(message.selector) or len(usable) < len(properties):
            return None
        return cls(selectors[0] if len(selectors) == 1 else Selector.union(selectors), usable)

    def inputs(self, view: StepView) -> Sequence[tuple[PropertyValue, ...]]:
        """Property values of each selected node, in document order."""
        nodes = self._selector.select(view.index())
        names = self._attributes
        if names is None:
            screen = view.screen_size()
            return [tuple([each.value(node, screen) for each in self._properties]) for node in nodes]
        if len(names) == 1:
            name = names[0]
            return [(node.attributes.get(name),) for node in nodes]
        return [tuple([node.attributes.get(name) for name in names]) for node in nodes]

    def match(self, value: tuple[PropertyValue, ...]) -> list[PropertyValue] | None:
        """The values as a list, if all tests pass."""
        verdict = self._verdicts.get(value)
        if verdict is None:
            if len(self._verdicts) >= _VERDICTS_KEPT:
                self._verdicts.clear()
            tests = zip(self._properties, value, strict=True)
            verdict = self._verdicts[value] = all(each.holds(actual) for each, actual in tests)
        return list(value) if verdict else None


def _property(
    message: Any, path: tuple[str | int, ...], report: SourceReport, warn: SourceReport
) -> Property | None:
    name = message.property_name
    if not name:
        report(
            (*path, "property_name"), "property without a name", "name an attribute of the dump, or a side"
        )
        return None
    known = [*DUMP_ATTRIBUTES, *SIDES]
    if name not in known:
        hint = nearest(name, known, f"known are {', '.join(known)}")
        warn((*path, "property_name"), f"no dump has the attribute {name!r}", hint)
    sign = enum_name(message, "sign", report, path)
    kind = message.WhichOneof("property_value")
    if kind is None:
        return Property(name)
    if kind == "pattern":
        try:
            return Property.matching(name, message.pattern)
        except re.error as error:
            report((*path, "pattern"), regex_fault(error), "mend the Python `re` syntax")
            return None
    reference = getattr(message, kind)
    if math.isnan(reference):
        report((*path, kind), "nan compares with nothing", "write a number")
        return None
    return None if sign is None else Property.comparing(name, sign, reference)
