"""Screens as data: typed descriptions that print themselves through a skeleton layout.

Each takes `skeleton=`, the name of a layout of the app that prints the same parts in a frame of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from mobile_env.phone.sdk.activity import Tab
from mobile_env.phone.sdk.forms import Form
from mobile_env.phone.sdk.parts import Button, EmptyState, Fab, SnackbarHost, Toolbar
from mobile_env.phone.sdk.render import Callback, Part, Screen, component, on, render
from mobile_env.phone.sdk.rows import Rows


class _Framed(Screen):
    """A screen with a toolbar and a snackbar around a body."""

    def __init__(self, toolbar: Toolbar | None, *, skeleton: str) -> None:
        self.toolbar = toolbar
        self.template = skeleton

    def context(self) -> dict[str, Any]:
        return {"snackbar": SnackbarHost(), "inside": bool(component().scope)}


class ListScreen(_Framed):
    """A list below a toolbar, or what an empty one says."""

    def __init__(
        self,
        toolbar: Toolbar | None,
        rows: Rows,
        *,
        list_id: str = "list",
        empty: str | EmptyState = "",
        empty_id: str = "android:empty",
        fab: Fab | None = None,
        above: Any = "",
        refresh: Any = None,
        skeleton: str = "sdk/list_screen.xml",
    ) -> None:
        super().__init__(toolbar, skeleton=skeleton)
        rows.scroller = list_id
        self.rows = rows
        self.list_id = list_id
        self.empty = empty if isinstance(empty, EmptyState) else EmptyState(empty, id=empty_id)
        self.fab = fab
        self.above = above
        self.refresh = refresh


class GridScreen(ListScreen):
    """A grid of cells: `columns` a line."""

    def __init__(self, toolbar: Toolbar | None, rows: Rows, *, columns: int = 2, **more: Any) -> None:
        super().__init__(toolbar, rows, **more)
        rows.columns = columns
        self.columns = columns


@dataclass
class Fact(Part):
    """One fact of a detail screen: a value with its label."""

    label: str
    value: str
    id: str = ""
    label_id: str = ""
    icon: str = ""
    click: Any = None
    desc: str = ""
    template = "sdk/fact.xml"


class DetailScreen(_Framed):
    """Facts, one below the other; any other part or markup may stand among them."""

    def __init__(
        self,
        toolbar: Toolbar | None,
        *facts: Any,
        buttons: Sequence[Button] = (),
        fab: Fab | None = None,
        id: str = "",
        skeleton: str = "sdk/detail_screen.xml",
    ) -> None:
        super().__init__(toolbar, skeleton=skeleton)
        self.facts = facts
        self.buttons = buttons
        self.fab = fab
        self.id = id


class FormScreen(_Framed):
    """A form below a toolbar, with its buttons."""

    def __init__(
        self,
        toolbar: Toolbar | None,
        form: Form,
        buttons: Sequence[Button] = (),
        *,
        id: str = "",
        above: Any = "",
        skeleton: str = "sdk/form_screen.xml",
    ) -> None:
        super().__init__(toolbar, skeleton=skeleton)
        self.form = form
        self.buttons = buttons
        self.id = id
        self.above = above


class TabScreen(_Framed):
    """The shown fragment among its tabs: place "top", "bottom", "rail" or "drawer"."""

    def __init__(
        self,
        toolbar: Toolbar | None,
        tabs: Sequence[Tab],
        place: str = "top",
        *,
        skeleton: str = "",
        header: str = "",
        id: str = "",
    ) -> None:
        super().__init__(toolbar, skeleton=skeleton or f"sdk/tabs_{place}.xml")
        self.tabs = tabs
        self.place = place
        self.header = header
        self.id = id

    def context(self) -> dict[str, Any]:
        activity = component().activity
        shown = activity.tab
        body = activity.at(shown.name).render()
        drawer = bool(activity.state.get("@drawer"))
        return {**super().context(), "shown": shown, "body": body, "drawer": drawer}


@dataclass(frozen=True)
class Step:
    """A page of a first run: its text and the button that goes on."""

    text: str
    button: str = "NEXT"
    title: str = ""
    icon: str = ""
    id: str = ""


class FirstRun(Screen):
    """Pages that an app shows once; the last one's button calls `done`. `skip` adds a button that ends them at once."""

    template = "sdk/first_run.xml"

    def __init__(self, *steps: Step, done: Any, skip: str = "") -> None:
        self.steps = steps
        self.done = done
        self.skip = skip

    def context(self) -> dict[str, Any]:
        place = min(int(component().state.get("@step", 0)), len(self.steps) - 1)
        if place == len(self.steps) - 1:
            click = on("click", self.done)
        else:
            click = on("click", Callback("", "@put", ("@step", place + 1)))
        return {"step": self.steps[place], "place": place, "click": click, "leave": on("click", self.done)}


class WebScreen(_Framed):
    """A page of the activity's `documents()` below a toolbar."""

    def __init__(
        self,
        toolbar: Toolbar | None,
        document: str = "main",
        *,
        id: str = "webView",
        skeleton: str = "sdk/web_screen.xml",
    ) -> None:
        super().__init__(toolbar, skeleton=skeleton)
        self.document = document
        self.id = id


class PagerScreen(_Framed):
    """One of several pages (photos, notes), with what goes to the one before and after: `bind` holds its place."""

    def __init__(
        self,
        toolbar: Toolbar | None,
        pages: Sequence[Any],
        layout: str,
        *,
        bind: str = "page",
        id: str = "view_pager",
        skeleton: str = "sdk/pager_screen.xml",
        **context: Any,
    ) -> None:
        super().__init__(toolbar, skeleton=skeleton)
        self.pages = pages
        self.layout = layout
        self.bind = bind
        self.id = id
        self.page_context = context

    def context(self) -> dict[str, Any]:
        place = max(0, min(int(component().read_bind(self.bind) or 0), len(self.pages) - 1))
        body = (
            render(self.layout, {**self.page_context, "row": self.pages[place], "place": place})
            if len(self.pages)
            else Markup("")
        )
        turns = Markup("")
        if place:
            turns += Markup(' swipe_right="@page_before"')
        if place < len(self.pages) - 1:
            turns += Markup(' swipe_left="@page_next"')
        if turns:
            turns += Markup(' args="{}"').format(self.bind)
        return {**super().context(), "body": body, "turns": turns, "place": place}


class PlayerScreen(_Framed):
    """A piece that plays: title, line below, position and length in seconds, and its buttons."""

    def __init__(
        self,
        toolbar: Toolbar | None,
        title: str,
        subtitle: str = "",
        *,
        position: float,
        length: float,
        playing: bool,
        toggle: Any,
        previous: Any = None,
        next: Any = None,
        bind: str = "position",
        picture: str = "",
        ids: Mapping[str, str] | None = None,
        skeleton: str = "sdk/player_screen.xml",
    ) -> None:
        super().__init__(toolbar, skeleton=skeleton)
        self.title = title
        self.subtitle = subtitle
        self.position = position
        self.length = length
        self.playing = playing
        self.toggle = toggle
        self.previous = previous
        self.next = next
        self.bind = bind
        self.picture = picture
        self.ids = dict(ids or {})
