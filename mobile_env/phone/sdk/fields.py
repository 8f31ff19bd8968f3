"""The kinds of fields that forms are made of. Each has what the screen shows and the value that is stored."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, time
from typing import Any, ClassVar

from mobile_env.phone.sdk.render import Part, component

_AMOUNT = re.compile(r"-?\d*(?:[.,]\d*)?")


class Field(Part):
    """A field of a form.

    Args:
      name: key of the value.
      label: the hint of an empty text field, the label of others.
      id: resource id; by default the name.
      required: what an empty field says.
      default: value of a new form.
      icon: Material icon before the field.
      desc: content description.
      input: "text", "number", "decimal", "phone", "email", "password".
      ime: what ENTER does: "next", "done", "search", "send", "go".
      lines: more than one makes a field of several lines.
      helper: text below the field.
    """

    empty: ClassVar[Any] = ""

    def __init__(
        self,
        name: str,
        label: str = "",
        *,
        id: str = "",
        required: str = "",
        default: Any = None,
        icon: str = "",
        desc: str = "",
        input: str = "text",
        ime: str = "",
        lines: int = 1,
        helper: str = "",
        prefix: str = "",
    ) -> None:
        self.name = name
        self.label = label
        self.id = id or name
        self.required = required
        self.default = default
        self.icon = icon
        self.desc = desc
        self.input = input
        self.ime = ime
        self.lines = lines
        self.helper = helper
        self.prefix = prefix
        self.indented = False

    def shown(self, value: Any) -> Any:
        """What the state holds for a value."""
        return "" if value is None else str(value)

    def value(self, shown: Any) -> Any:
        """The value of what the state holds; ValueError, with what the field then says, if there is none."""
        return shown

    def is_empty(self, shown: Any) -> bool:
        """Whether nothing was put in."""
        return shown is None or (isinstance(shown, str) and not shown.strip()) or shown == []

    # For the layouts.

    @property
    def bind(self) -> str:
        return f"form.{self.name}"

    @property
    def held(self) -> Any:
        return component().state.get("form", {}).get(self.name, self.empty)

    @property
    def error(self) -> str:
        return str(component().state.get("@errors", {}).get(self.name, ""))


class Text(Field):
    """A line or several lines of text; spaces around it are cut off."""

    template = "sdk/field_text.xml"

    def value(self, shown: Any) -> str:
        return str(shown or "").strip()


class Number(Text):
    """A whole number; None where nothing is put in."""

    def __init__(self, name: str, label: str = "", **more: Any) -> None:
        super().__init__(name, label, **{"input": "number", **more})

    def value(self, shown: Any) -> Any:
        text = str(shown or "").strip()
        if not text:
            return None
        try:
            return int(text)
        except ValueError:
            raise ValueError("Enter a number") from None


class Money(Text):
    """An amount: decimal text on the screen, whole cents in the row; never a float. "12.5" is 1250."""

    def __init__(self, name: str, label: str = "", **more: Any) -> None:
        super().__init__(name, label, **{"input": "decimal", **more})

    def shown(self, value: Any) -> str:
        if value is None:
            return ""
        whole, part = divmod(abs(int(value)), 100)
        sign = "-" if value < 0 else ""
        return f"{sign}{whole}.{part:02d}" if part else f"{sign}{whole}"

    def value(self, shown: Any) -> Any:
        text = str(shown or "").strip().replace(",", ".")
        if not text:
            return None
        if not _AMOUNT.fullmatch(text) or not any(each.isdigit() for each in text):
            raise ValueError("Enter a valid amount")
        whole, _, part = text.lstrip("-").partition(".")
        total = int(whole or 0) * 100 + int((part + "00")[:2])
        return -total if text.startswith("-") else total


class Choice(Field):
    """One of several, chosen from a menu below the field."""

    template = "sdk/field_choice.xml"

    def __init__(
        self, name: str, label: str, choices: Mapping[Any, str] | Sequence[str], **more: Any
    ) -> None:
        super().__init__(name, label, **more)
        self.choices = dict(choices) if isinstance(choices, Mapping) else {each: each for each in choices}

    def shown(self, value: Any) -> Any:
        return value

    @property
    def chosen(self) -> str:
        return self.choices.get(self.held, "")


class Chips(Choice):
    """One of several, each a chip."""

    template = "sdk/field_chips.xml"

    def __init__(
        self,
        name: str,
        choices: Mapping[Any, str] | Sequence[str],
        label: str = "",
        *,
        chip_id: str = "",
        **more: Any,
    ) -> None:
        super().__init__(name, label, choices, **more)
        self.chip_id = chip_id


class Switch(Field):
    """On or off."""

    template = "sdk/field_switch.xml"

    def shown(self, value: Any) -> bool:
        return bool(value)

    def value(self, shown: Any) -> bool:
        return bool(shown)


class Date(Field):
    """A day, picked in a calendar; the value is a date.

    `pattern` is the Java pattern that it is shown by.
    """

    template = "sdk/field_picked.xml"

    def __init__(self, name: str, label: str = "", *, pattern: str = "EEE, MMM d, yyyy", **more: Any) -> None:
        super().__init__(name, label, **more)
        self.pattern = pattern

    handler = "@pick_date"

    def shown(self, value: Any) -> str:
        return value.isoformat() if isinstance(value, date) else str(value or "")

    def value(self, shown: Any) -> Any:
        return date.fromisoformat(shown) if shown else None

    @property
    def displayed(self) -> str:
        held = self.held
        return component().format.date(date.fromisoformat(held), self.pattern) if held else ""


class Time(Field):
    """A time of day, picked on a clock face; the value is a time."""

    template = "sdk/field_picked.xml"
    handler = "@pick_time"

    def shown(self, value: Any) -> str:
        return value.isoformat("minutes") if isinstance(value, time) else str(value or "")

    def value(self, shown: Any) -> Any:
        return time.fromisoformat(shown) if shown else None

    @property
    def displayed(self) -> str:
        held = self.held
        return component().format.time(time.fromisoformat(held)) if held else ""


class Colour(Field):
    """A colour, "#rrggbb"."""

    template = "sdk/field_colour.xml"


class Repeated(Field):
    """Several of one text field, each with a kind: phone numbers (mobile, home), addresses. An empty one follows.

    The value is a list of (text, kind), empty ones left out.

    Args:
      field: what stands for each.
      labels: kind → its name; None for fields without a kind.
      default_kind: the kind of a new one.
      label_desc: content description of the kind's spinner, such as "{} Phone".
      add: text of the button that adds one.
    """

    template = "sdk/field_repeated.xml"
    empty: ClassVar[Any] = ()

    def __init__(
        self,
        name: str,
        field: Field,
        *,
        labels: Mapping[str, str] | None = None,
        default_kind: str = "",
        label_desc: str = "{}",
        add: str = "",
        id: str = "",
    ) -> None:
        super().__init__(name, field.label, id=id, icon=field.icon)
        self.field = field
        self.labels = dict(labels or {})
        self.default_kind = default_kind
        self.label_desc = label_desc
        self.add = add

    def shown(self, value: Any) -> list[list[str]]:
        held = [
            list(each) if isinstance(each, list | tuple) else [each, self.default_kind]
            for each in value or ()
        ]
        return held or [["", self.default_kind]]

    def value(self, shown: Any) -> list[tuple[str, str]]:
        return [(text.strip(), kind) for text, kind in shown or () if text.strip()]

    def is_empty(self, shown: Any) -> bool:
        return not self.value(shown)
