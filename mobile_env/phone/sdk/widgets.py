"""Small parts that stand in any layout: list items with controls, steppers, keypads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.phone.sdk.render import Part, component, in_layouts


@in_layouts
@dataclass
class ListItem(Part):
    """One row: icon or avatar, headline with a line below, and a control or a short text at its end."""

    headline: str
    supporting: str = ""
    icon: str = ""
    avatar: str = ""
    trailing: str = ""
    click: Any = None
    long_click: Any = None
    id: str = ""
    headline_id: str = ""
    supporting_id: str = ""
    desc: str = ""
    checked: bool | None = None
    control: str = "check"
    control_id: str = ""
    template = "sdk/list_item.xml"


@in_layouts
def SwitchRow(headline: str, checked: bool, click: Any, **more: Any) -> ListItem:
    """A list item that ends with a switch; the row takes the tap."""
    return ListItem(headline, checked=checked, click=click, control="switch", **more)


@in_layouts
def CheckRow(headline: str, checked: bool, click: Any, **more: Any) -> ListItem:
    """A list item that ends with a check box."""
    return ListItem(headline, checked=checked, click=click, control="check", **more)


@in_layouts
def RadioRow(headline: str, checked: bool, click: Any, **more: Any) -> ListItem:
    """A list item that ends with a radio button."""
    return ListItem(headline, checked=checked, click=click, control="radio", **more)


@in_layouts
@dataclass
class Stepper(Part):
    """A bound whole number with buttons for less and more."""

    bind: str
    low: int = 0
    high: int = 99
    by: int = 1
    id: str = ""
    template = "sdk/stepper.xml"

    @property
    def value(self) -> Any:
        return component().read_bind(self.bind) or 0


@in_layouts
@dataclass(frozen=True)
class Key:
    """A key of a keypad: its label is what the handler gets."""

    label: str
    id: str = ""
    desc: str = ""
    icon: str = ""
    style: str = ""


@in_layouts
@dataclass
class Keypad(Part):
    """A grid of keys; `click` is called with a key's label."""

    keys: Sequence[Key]
    click: Any
    columns: int = 3
    id: str = ""
    template = "sdk/keypad.xml"
