"""Forms: fields that show a value, take what is typed, check it, and give the value back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mobile_env.phone.sdk.fields import Field
from mobile_env.phone.sdk.render import Part

Check = Callable[[Mapping[str, Any]], Mapping[str, str]]


class Form(Part):
    """Fields in order. The values live in the component's state under `form`; errors under `@errors`.

    Args:
      check: looks at all values together; returns field → what is wrong.
    """

    template = "sdk/form.xml"

    def __init__(self, *fields: Field, check: Check | None = None) -> None:
        self.fields = fields
        self.check = check
        for field in fields:
            field.indented = any(each.icon for each in fields)

    def field(self, name: str) -> Field:
        """The field of that name.

        Raises:
          KeyError: there is none.
        """
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(f"the form has no field {name!r} (it has {', '.join(f.name for f in self.fields)})")

    def fill(self, owner: Any, values: Any) -> None:
        """Puts values of a mapping or record into the fields; fields that it lacks get their defaults."""
        held = values or {}
        shown = {f.name: f.shown(held.get(f.name, f.default)) for f in self.fields}
        owner.state["form"] = shown
        owner.state["@filled"] = {name: _copied(value) for name, value in shown.items()}
        owner.state.pop("@errors", None)

    def read(self, owner: Any) -> dict[str, Any] | None:
        """The values; None if a field refuses what it holds."""
        shown = owner.state.get("form", {})
        values: dict[str, Any] = {}
        errors: dict[str, str] = {}
        for field in self.fields:
            held = shown.get(field.name)
            if field.required and field.is_empty(held):
                errors[field.name] = field.required
                continue
            try:
                values[field.name] = field.value(held)
            except ValueError as error:
                errors[field.name] = str(error)
        if not errors and self.check is not None:
            errors.update(self.check(values))
        owner.state["@errors"] = errors
        return None if errors else values

    def is_changed(self, owner: Any) -> bool:
        return bool(owner.state.get("form") != owner.state.get("@filled"))


def _copied(value: Any) -> Any:
    return [_copied(each) for each in value] if isinstance(value, list) else value
