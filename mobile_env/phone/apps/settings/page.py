"""What all pages of Settings are: a title that collapses, and preferences below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from mobile_env.phone.sdk import (
    Activity,
    Callback,
    Item,
    Layout,
    Preference,
    PreferenceScreen,
    Screen,
    Section,
)
from mobile_env.phone.sdk.system import System

Rows = Sequence[Section | Preference]
_COLLAPSED_DP = 84
"""How far a page is scrolled when its title has gone into the bar."""


class Block(Preference):
    """A part of a page that is no row: a layout of the app."""

    kind = "block"

    def __init__(self, id: str, layout: str, **context: Any) -> None:
        super().__init__(id, "")
        self.layout = layout
        self.context = context

    def printed(self, family: str) -> Markup:
        return Layout(self.layout, **self.context).__html__()


class Page(Activity):
    """A page: a title and `rows()`. The search index is made of the rows of all pages."""

    title = ""
    searchable = True

    def rows(self) -> Rows:
        """The preferences of the page, as they are now."""
        raise NotImplementedError(f"{type(self).__name__} defines no rows()")

    def bar(self) -> Sequence[Item]:
        """What stands in the bar, or under More options."""
        return ()

    def heading(self) -> str:
        """The title that is shown."""
        return self.title

    def screen(self) -> Screen:
        shown = [item for item in self.bar() if item.when]
        return PreferenceScreen(
            None,
            *self.rows(),
            skeleton="page.xml",
            title=self.heading(),
            collapsed=self.scroll_offset("recycler_view") >= _COLLAPSED_DP,
            bar=[item for item in shown if item.in_bar],
            more=self._items([item for item in shown if item.in_menu]),
        )

    @property
    def system(self) -> System:
        """What Settings may do as an app of the system."""
        return System(self)

    @property
    def subject(self) -> str:
        """What the page is about, of those that are about one thing of several: a package, a network, a device."""
        said = self.intent.get("subject") or self.intent.get("android.provider.extra.APP_PACKAGE")
        return str(said or (self.intent.data or "").removeprefix("package:"))

    def link(self, id: str, title: str, page: str, *, subject: str = "", **more: Any) -> Preference:
        """A row that opens a page, about `subject` if the page is about one thing of several."""
        return Preference(id, title, click=self.call(self.open_page, page, subject), **more)

    def open_page(self, page: str, subject: str = "") -> None:
        """Opens another page."""
        self.start(".SubSettings", page=page, **({"subject": subject} if subject else {}))

    def is_on(self, setting: str, default: str = "0") -> bool:
        """Whether a setting, "namespace/key", is 1."""
        namespace, _, key = setting.partition("/")
        return self.setting(namespace, key, default) == "1"

    def put(self, setting: str, value: str | int | bool) -> None:
        """Sets a setting, "namespace/key"."""
        namespace, _, key = setting.partition("/")
        self.put_setting(namespace, key, value)


def opened(row: Preference) -> str:
    """The page that a tap on a row opens; "" for any other row."""
    click = row.click
    return str(click.args[0]) if isinstance(click, Callback) and click.name == "open_page" else ""


def percent(share: float) -> str:
    """A share of 1 as Settings prints it: "81%"."""
    return f"{round(share * 100)}%"


def on_off(on: bool) -> str:
    return "On" if on else "Off"
