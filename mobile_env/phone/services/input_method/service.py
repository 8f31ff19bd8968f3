"""Input focus and text editing: which field is edited, where the caret is, when the keyboard shows."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mobile_env.phone.kernel.components import Component, Components
from mobile_env.phone.kernel.events import FocusTaken, on
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.clipboard import ClipboardService
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.settings import SHELL, SettingsService
from mobile_env.phone.state.focus import Focus, InputFocus, Keyboard
from mobile_env.phone.state.intents import short_component

if TYPE_CHECKING:
    from mobile_env.phone.ui.elements import Element


# No keyboard has them, and no field takes them: control characters, halves of surrogate pairs, noncharacters.
_ENABLED: Final = "enabled_input_methods"
_CURRENT: Final = "default_input_method"
_UNTYPABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

MAX_FIELD_LENGTH = 50_000
"""Characters that a field takes, and one action types; what is beyond goes nowhere, as with Android's LengthFilter."""


class InputMethodService(Service):
    """Edits the bound value of the field that has focus. Without a focused field, text goes nowhere."""

    name = "input_method"

    def _component(self, window: str) -> Component | None:
        """Who answers for a window."""
        return self.kernel.lent(Components).of(window)

    # Input methods by id ("package/.Class"), as the secure settings know them.

    @property
    def _settings(self) -> SettingsService:
        return self.kernel.service(SettingsService)

    @property
    def current(self) -> str:
        """The input method in use; "" if there is none."""
        return self._settings.get("secure", _CURRENT) or ""

    @property
    def enabled(self) -> list[str]:
        """The input methods that can be chosen, in the order of the setting."""
        names = (self._settings.get("secure", _ENABLED) or "").split(":")
        return list(dict.fromkeys(name for name in names if name))

    @property
    def installed(self) -> list[str]:
        """The enabled input methods, then the others that installed apps declare."""
        packages = self.kernel.service(PackageService)
        declared = [
            short_component(f"{package.name}/{method}")
            for package in packages.list()
            if package.enabled and (app := packages.app(package.name)) is not None
            for method in app.input_methods
        ]
        return list(dict.fromkeys([*self.enabled, *declared]))

    def enable(self, name: str) -> None:
        """Lets an input method be chosen."""
        self._set(_ENABLED, ":".join(dict.fromkeys([*self.enabled, name])))

    def disable(self, name: str) -> None:
        """Takes an input method out of the enabled ones; if it is in use, the first that is left is chosen."""
        left = [each for each in self.enabled if each != name]
        self._set(_ENABLED, ":".join(left))
        if self.current == name:
            self.choose(left[0] if left else "")

    def choose(self, name: str) -> None:
        """Makes an input method the one in use."""
        self._set(_CURRENT, name)

    def _set(self, key: str, value: str) -> None:
        self._settings.put("secure", key, value, package=SHELL)

    # The field that is typed into.

    @on(FocusTaken)
    def _focus_taken(self, event: FocusTaken) -> None:
        self.blur()

    @property
    def _part(self) -> InputFocus:
        return self.kernel.part(InputFocus)

    # Focus.

    def focus(self, window: str, bind: str, *, select_all: bool = False) -> None:
        """Gives focus to a window's field, caret at the end, and shows the keyboard."""
        owner = self._component(window)
        if owner is None:
            return
        value = self._value(owner, bind)
        self._part.set(Focus(window, bind, len(value), selected=select_all and bool(value)))
        self._part.set_keyboard(replace(self._part.keyboard, shown=True, page="letters", shifted=False))

    def blur(self) -> None:
        """Takes focus away and hides the keyboard."""
        if self._part.focus is not None or self._part.keyboard.shown:
            self._part.set(None)
            self._part.set_keyboard(Keyboard())

    def hide_keyboard(self) -> None:
        """Hides the keyboard; the field keeps focus (what BACK does)."""
        self._part.set_keyboard(replace(self._part.keyboard, shown=False))

    def _field(self) -> tuple[Focus, Component, Element] | None:
        """The focused field, its owner, its element on the screen; None when any of them has gone."""
        focus = self._part.focus
        owner = self._component(focus.window) if focus else None
        if focus is None or owner is None:
            return None
        element = self.kernel.service(DisplayService).screen.find(
            focus.window, predicate=lambda each: each.bind == focus.bind
        )
        return (focus, owner, element) if element is not None else None

    def drop_lost_focus(self) -> bool:
        """Takes focus from a field that the screen no longer shows. True if it did."""
        if self._part.focus is None or self._field() is not None:
            return False
        self.blur()
        return True

    # Editing.

    def insert(self, text: str) -> None:
        """Types characters at the caret; a line feed is ENTER, as `input text` and keyboards have it.

        Control characters that no keyboard has are passed over.
        """
        for position, line in enumerate(_UNTYPABLE.sub("", text[:MAX_FIELD_LENGTH]).split("\n")):
            if position:
                self.enter()
            if line:
                self._insert_line(line)

    def _insert_line(self, text: str) -> None:
        found = self._field()
        if found is None:
            return
        focus, owner, _ = found
        value = "" if focus.selected else self._value(owner, focus.bind)
        text = text[: max(0, MAX_FIELD_LENGTH - len(value))]
        caret = min(focus.caret, len(value))
        focus = replace(focus, caret=caret + len(text), selected=False)
        self._put(owner, focus, value[:caret] + text + value[caret:])

    def delete(self, *, forward: bool = False) -> None:
        """Deletes the character before (or after) the caret."""
        found = self._field()
        if found is None:
            return
        focus, owner, _ = found
        value = self._value(owner, focus.bind)
        caret = min(focus.caret, len(value))
        if focus.selected:
            self._put(owner, replace(focus, caret=0, selected=False), "")
        elif forward:
            self._put(owner, focus, value[:caret] + value[caret + 1 :])
        elif caret:
            self._put(owner, replace(focus, caret=caret - 1), value[: caret - 1] + value[caret:])

    def clear(self) -> None:
        """Empties the focused field."""
        found = self._field()
        if found is not None:
            focus, owner, _ = found
            self._put(owner, replace(focus, caret=0, selected=False), "")

    def commit(self, text: str) -> None:
        """Puts text at the caret as input methods do: a line feed is a character of it, or a blank on a single line."""
        found = self._field()
        if found is not None:
            self._insert_line(_committed(found[2], text))

    def replace(self, text: str) -> None:
        """Puts text in place of all that the focused field holds, caret at its end."""
        self.clear()
        self.commit(text)

    def select_all(self) -> None:
        """Selects what the focused field holds: what is typed next takes its place."""
        found = self._field()
        if found is not None:
            focus, owner, _ = found
            self._part.set(replace(focus, selected=bool(self._value(owner, focus.bind))))

    def copy(self, *, cut: bool = False) -> None:
        """Puts the selected text of the focused field on the clipboard; a cut takes it away. A password stays."""
        found = self._field()
        if found is None or not found[0].selected or found[2].flag("password"):
            return
        self.kernel.service(ClipboardService).copy(self._value(found[1], found[0].bind))
        if cut:
            self.clear()

    def move_caret(self, step: int | None = None, *, to: str = "") -> None:
        """Moves the caret by characters, or to the "start" or "end" of the field."""
        found = self._field()
        if found is None:
            return
        focus, owner, _ = found
        length = len(self._value(owner, focus.bind))
        caret = {"start": 0, "end": length}.get(to, max(0, min(length, focus.caret + (step or 0))))
        self._part.set(replace(focus, caret=caret, selected=False))

    def enter(self) -> None:
        """ENTER: the field's `submit` handler with its text; a new line in a multi-line field; nothing elsewhere."""
        found = self._field()
        if found is None:
            return
        focus, owner, element = found
        value = self._value(owner, focus.bind)
        handler = element.handler("submit")
        if handler:
            self.hide_keyboard()
            owner.handle(handler, value)
        elif element.attributes.get("ime") == "next" and (following := self._following(focus)):
            self.focus(focus.window, following)
        elif element.attributes.get("multiline") == "true":
            caret = min(focus.caret, len(value))
            self._put(owner, replace(focus, caret=caret + 1), value[:caret] + "\n" + value[caret:])
        else:
            self.hide_keyboard()

    def _following(self, focus: Focus) -> str:
        """The bind of the field after the focused one; "" after the last."""
        fields = [
            each.bind
            for each in self.kernel.service(DisplayService).screen.elements(focus.window)
            if each.editable and each.bind
        ]
        place = fields.index(focus.bind) + 1 if focus.bind in fields else len(fields)
        return fields[place] if place < len(fields) else ""

    def _value(self, owner: Component, bind: str) -> str:
        """The text of an activity's field."""
        value = owner.bound(bind)
        return "" if value is None else str(value)

    def _put(self, owner: Component, focus: Focus, value: str) -> None:
        self._part.set(focus)
        owner.set_bound(focus.bind, value)
        owner.text_changed(focus.bind, value)


def _committed(field: Element, text: str) -> str:
    text = _UNTYPABLE.sub("", text)
    return text if field.attributes.get("multiline") == "true" else text.replace("\n", " ")
