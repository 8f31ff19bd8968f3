"""Printing parts and layouts: who is being rendered, the Jinja environment, handlers as attributes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import jinja2
from markupsafe import Markup, escape

from mobile_env.phone.sdk import format as formats
from mobile_env.phone.ui import layouts
from mobile_env.phone.ui.elements import carried

LAYOUTS = Path(__file__).parent / "layouts"

_ROOT = re.compile(r"\s*<([A-Za-z][\w.]*)")
_STYLE = re.compile(r'\sstyle="([^"]*)"')

_rendered: ContextVar[Any] = ContextVar("rendered", default=None)


_IN_LAYOUTS: dict[str, Any] = {}
T = TypeVar("T")


def in_layouts(part: T) -> T:
    """Lets layouts make a part by its name: `{{ Button("OK", "done") }}`."""
    _IN_LAYOUTS[part.__name__] = part  # type: ignore[attr-defined]
    return part


@dataclass(frozen=True)
class Callback:
    """A public method of a component and its first arguments, as plain data."""

    scope: str
    name: str
    args: tuple[Any, ...] = ()


def component() -> Any:
    """The component that is being rendered.

    Raises:
      RuntimeError: none is.
    """
    found = _rendered.get()
    if found is None:
        raise RuntimeError("parts print themselves while a component is rendered, not at other times")
    return found


def rendering() -> Any:
    """The component that is being rendered, None outside of `screen()`."""
    return _rendered.get()


@contextmanager
def render_of(owner: Any) -> Iterator[None]:
    """Renders in the name of a component."""
    token = _rendered.set(owner)
    try:
        yield
    finally:
        _rendered.reset(token)


def on(gesture: str, handler: Any, *more: Any) -> Markup:
    """The attributes that make an element call a handler: `click="open" args="17"`; nothing for None.

    Args:
      gesture: "click", "long_click", "swipe_left", …
      handler: a bound method of the component that is rendered, a `call(…)` of it, or the name of one.

    Raises:
      TypeError: anything else, which state could not hold.
    """
    if handler is None or handler is False:
        return Markup("")
    name, args = _named(handler)
    args += more
    said = Markup(' {}="{}"').format(gesture, name)
    return said + (Markup(' args="{}"').format(json.dumps(args)) if args else Markup(""))


def _named(handler: Any) -> tuple[str, tuple[Any, ...]]:
    if isinstance(handler, str):
        return handler, ()
    if isinstance(handler, Callback):
        return handler.name, handler.args
    owner = component()
    if getattr(handler, "__self__", None) is not owner:
        raise TypeError(
            f"{handler!r} is no method of {type(owner).__name__}, which prints it: pass self.method or "
            "self.call(self.method, …); what a lambda or another object would do cannot be kept in state"
        )
    return handler.__name__, ()


def attributes(**values: Any) -> Markup:
    """Attributes of an element; those that are None, False or "" are left out, `class_` is `class`."""
    parts = []
    for name, value in values.items():
        if isinstance(value, jinja2.Undefined) or value is None or value is False or value == "":
            continue
        shown = "true" if value is True else value
        parts.append(f' {name.rstrip("_")}="{escape(carried(str(shown)))}"')
    return Markup("".join(parts))


def with_attributes(markup: Markup, more: Markup, style: str = "") -> Markup:
    """Markup with attributes, and inline style, added to its root element."""
    match = _ROOT.match(markup)
    if match is None:
        return markup
    end = match.end()
    head_end = markup.find(">", end)
    head = str(markup[end:head_end])
    if style:
        own = _STYLE.search(head)
        if own:
            head = head[: own.start()] + f' style="{escape(style)};{own[1]}"' + head[own.end() :]
        else:
            head = f' style="{escape(style)}"' + head
    return Markup(str(markup[:end]) + str(more) + head + str(markup[head_end:]))


@cache
def environment(folder: str) -> jinja2.Environment:
    """The Jinja environment of an app's folder: its layouts before the SDK's, the SDK's parts as functions."""
    made = layouts.environment(folder).overlay()
    root = Path(layouts.folder_path(folder))
    made.loader = jinja2.FileSystemLoader([root / "layouts", LAYOUTS])
    made.globals = {
        **made.globals,
        **_IN_LAYOUTS,
        "on": on,
        "attributes": attributes,
    }
    made.filters = {
        **made.filters,
        "cents": formats.cents,
        "size": lambda count: component().format.size(count),
        "duration": formats.duration,
        "weekdays": formats.weekdays,
        "plural": formats.plural,
        "date": lambda moment, pattern: component().format.date(moment, pattern),
        "time": lambda moment: component().format.time(moment),
        "relative": lambda moment: component().format.relative(moment),
        "day": lambda moment: component().format.day(moment),
    }
    return made


def render(name: str, context: Mapping[str, Any]) -> Markup:
    """A layout of the app (or of the SDK), rendered for the component in hand.

    Raises:
      LayoutError: no such layout, a fault in it, or a name that the context lacks.
    """
    owner = component()
    folder = owner.app.folder
    return Markup(layouts.render_in(environment(folder), folder, name, {**context, "self_": owner}))


class Part:
    """Something that prints itself as markup where a layout names it: `{{ toolbar }}`."""

    template = ""

    def context(self) -> dict[str, Any]:
        """What the part's layout is rendered with; `it` is the part."""
        return {}

    def __html__(self) -> Markup:
        return render(self.template, {**self.context(), "it": self})


class Screen(Part):
    """What a component's `screen()` returns."""


class Layout(Screen):
    """A screen whose body is a layout of the app; keywords are its context."""

    def __init__(self, template: str, **context: Any) -> None:
        self.template = template
        self._context = context

    def context(self) -> dict[str, Any]:
        return self._context


def moment_of(value: Any) -> datetime | None:
    """A datetime of its ISO text; None for none."""
    return datetime.fromisoformat(value) if value else None
