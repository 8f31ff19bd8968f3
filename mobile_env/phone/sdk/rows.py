"""Lists: rows of a layout for each record, of which only those in view are printed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from mobile_env.phone.sdk.render import Part, attributes, component, in_layouts, on, render, with_attributes
from mobile_env.phone.ui.elements import carried

_AROUND = 4
_STEP = 8
"""Rows enter and leave by groups of this size, so that most scrolling changes no markup."""
_HEADER_DP = 40.0
_UNMEASURED_DP = 72.0
_ALL_PRINTED = 80


@in_layouts
class Rows(Part):
    """Rows of a list or grid.

    Args:
      source: a sequence of records; a `Query` is counted and fetched by page.
      layout: the app's layout of one row, rendered with `row`, `place` and `context`.
      key: the column that identifies a row: what handlers get.
      height: dp of each row; None where rows differ: then long lists are printed by an estimate.
      click, long_click: methods that take the key.
      select: long press selects; then taps toggle.
      headers: gives the header above a row; a row whose header is that of the row before has none.
      swipe: {"left": method, "right": method}, which take the key.
      columns: cells a line; more than one makes a grid.
      reverse: the list begins at its end, as chats do.
      scroller: id of the scrolling element that the rows stand in.
    """

    def __init__(
        self,
        source: Sequence[Any],
        layout: str,
        *,
        key: str | Callable[[Any], Any],
        height: float | None = 72,
        click: Any = None,
        long_click: Any = None,
        select: bool = False,
        headers: Callable[[Any], str] | None = None,
        swipe: Mapping[str, Any] | None = None,
        columns: int = 1,
        reverse: bool = False,
        scroller: str = "RecyclerView",
        **context: Any,
    ) -> None:
        self.source = source
        self.layout = layout
        self.key = key
        self.height = height
        self.click = click
        self.long_click = long_click
        self.select = select
        self.headers = headers
        self.swipe = swipe or {}
        self.columns = columns
        self.reverse = reverse
        self.scroller = scroller
        self.context_ = context

    def __len__(self) -> int:
        return len(self.source)

    def __html__(self) -> Markup:
        if self.headers is not None:
            return Markup("").join(self._with_headers())
        lines = -(-len(self.source) // self.columns)
        first, last = self._in_view(lines)
        height = self.height or _UNMEASURED_DP
        rows = self.source[first * self.columns : last * self.columns]
        printed = [self._row(row, first * self.columns + place) for place, row in enumerate(rows)]
        return _space(first * height) + Markup("").join(printed) + _space((lines - last) * height)

    def _in_view(self, lines: int) -> tuple[int, int]:
        """First line to print and the line after the last."""
        if (lines <= _ALL_PRINTED and self.height is None) or lines <= 2 * _STEP:
            return 0, lines
        owner = component()
        height = self.height or _UNMEASURED_DP
        view = -(-owner.configuration.height_dp // height)
        at = int(owner.scroll_offset(self.scroller) // height)
        at = max(0, min(at, lines - 1))
        first = max(0, (at - _AROUND) // _STEP * _STEP)
        last = min(lines, -(-int(at + view + _AROUND) // _STEP) * _STEP)
        return first, last

    def _with_headers(self) -> list[Markup]:
        owner = component()
        assert self.headers is not None
        offset = owner.scroll_offset(self.scroller)
        height = self.height or _UNMEASURED_DP
        margin = _STEP * height
        top, bottom = offset - margin, offset + owner.configuration.height_dp + margin
        out: list[Markup] = []
        at = skipped = 0.0
        last = None
        for place, row in enumerate(self.source):
            header = self.headers(row)
            if header != last:
                last = header
                if top <= at <= bottom:
                    out.append(_space(skipped) + self._header(header))
                    skipped = 0.0
                else:
                    skipped += _HEADER_DP
                at += _HEADER_DP
            if top <= at <= bottom:
                out.append(_space(skipped) + self._row(row, place))
                skipped = 0.0
            else:
                skipped += height
            at += height
        out.append(_space(skipped))
        return out

    def _header(self, label: str) -> Markup:
        return Markup('<TextView class="m3-list-header" text="{}" key="header {}"/>').format(
            carried(label), carried(label)
        )

    def _key(self, row: Any) -> Any:
        if callable(self.key):
            return self.key(row)
        return row[self.key] if isinstance(row, Mapping) else getattr(row, self.key)

    def _row(self, row: Any, place: int) -> Markup:
        owner = component()
        key = self._key(row)
        chosen = owner.selected if self.select else []
        markup = render(self.layout, {**self.context_, "row": row, "place": place, "selecting": bool(chosen)})
        more = attributes(key=key, selected=True if key in chosen else None)
        if chosen:
            more += on("click", "@select", key)
        elif self.click is not None:
            more += on("click", self.click, key)
        if self.select and not chosen:
            more += Markup(' long_click="@select"')
        elif self.long_click is not None and not chosen:
            more += Markup(' long_click="{}"').format(_name(self.long_click))
        if (self.select or self.long_click is not None) and "args=" not in more:
            more += Markup(' args="{}"').format(_json(key))
        for side, handler in self.swipe.items():
            more += Markup(' swipe_{}="{}"').format(side, _name(handler))
            if "args=" not in more:
                more += Markup(' args="{}"').format(_json(key))
        height = f"height:{self.height:g}px" if self.height is not None else ""
        return with_attributes(markup, more, height)


def _name(handler: Any) -> str:
    return str(on("x", handler)).split('"')[1]


def _json(key: Any) -> str:
    return json.dumps([key])


def _space(height: float) -> Markup:
    return (
        Markup('<Space decor="true" style="height:{}px"/>').format(f"{height:g}")
        if height > 0
        else Markup("")
    )
