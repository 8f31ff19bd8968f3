"""Parts of screens: toolbar, buttons, the snackbar; each prints itself wherever a layout names it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from mobile_env.phone.sdk.render import Callback, Part, component, in_layouts, on


@in_layouts
@dataclass
class Item:
    """An entry of a toolbar or a menu: with an icon (or `text=True`) it stands in the bar, else in the menu.

    Attributes:
      checked: None for an entry that has no mark.
      when: False leaves the entry out.
      items: entries of a submenu.
    """

    label: str
    click: Any = None
    icon: str = ""
    id: str = ""
    text: bool = False
    checked: bool | None = None
    when: bool = True
    enabled: bool = True
    items: Sequence[Item] = ()

    @property
    def in_bar(self) -> bool:
        return self.when and bool(self.icon or self.text)

    @property
    def in_menu(self) -> bool:
        return self.when and not (self.icon or self.text)


@in_layouts
@dataclass
class Button(Part):
    """A button; styles: "" (filled), "tonal", "outlined", "text"."""

    label: str
    click: Any = None
    id: str = ""
    icon: str = ""
    style: str = ""
    desc: str = ""
    enabled: bool = True
    template = "sdk/button.xml"


@in_layouts
@dataclass
class IconButton(Part):
    """An icon that can be tapped, 48 dp wide and high."""

    icon: str
    desc: str
    click: Any = None
    id: str = ""
    template = "sdk/icon_button.xml"


@in_layouts
@dataclass
class Fab(Part):
    """The floating action button; with a label it is the extended one."""

    icon: str
    desc: str
    click: Any = None
    id: str = "fab"
    label: str = ""
    template = "sdk/fab.xml"


@in_layouts
@dataclass
class Toolbar(Part):
    """The top app bar.

    Attributes:
      up: True for the arrow, "close" for a cross, "drawer" for the menu button.
      menu: entries; those without an icon are under "More options".
      selected: entries of the bar that takes its place while rows are selected.
      select_all: the keys that "Select all" selects; adds that entry to the selection's menu.
      search: hint of a search field that is always there; `search_icon` makes it open from an icon.
    """

    title: str = ""
    subtitle: str = ""
    up: Any = False
    menu: Sequence[Item] = ()
    selected: Sequence[Item] = ()
    select_all: Sequence[Any] = ()
    search: str = ""
    search_icon: bool = False
    id: str = "toolbar"
    title_id: str = ""
    search_id: str = ""
    large: bool = False
    style: str = ""
    template: str = field(default="sdk/toolbar.xml", repr=False)

    def context(self) -> dict[str, Any]:
        owner = component()
        chosen = owner.selected if self.selected else []
        searching = bool(self.search) and (not self.search_icon or owner.state.get("@searching", False))
        entries = [item for item in (self.selected if chosen else self.menu) if item.when]
        more = [item for item in entries if item.in_menu]
        if chosen and self.select_all:
            more.append(Item("Select all", Callback(owner.scope, "@select_all", (list(self.select_all),))))
        return {
            "chosen": chosen,
            "searching": searching,
            "query": owner.query,
            "bar": [item for item in entries if item.in_bar],
            "more": on("click", "@overflow", owner._items(more)) if more else Markup(""),
        }


@in_layouts
class SnackbarHost(Part):
    """Where the screen shows the activity's snackbar while there is one."""

    def __html__(self) -> Markup:
        owner = component()
        shown = owner.record.state.get("@snackbar")
        if shown is None or owner.scope:
            return Markup("")
        now_us = int(owner.clock("second").timestamp() * 1e6)
        if now_us >= shown["until_us"]:
            return Markup("")
        self.template = "sdk/snackbar.xml"
        self.shown = shown
        return super().__html__()


@in_layouts
@dataclass
class EmptyState(Part):
    """What an empty list shows: a text, with an icon and a line below if given."""

    text: str
    icon: str = ""
    more: str = ""
    id: str = "android:empty"
    template = "sdk/empty_state.xml"
