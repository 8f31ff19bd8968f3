"""Input focus and the soft keyboard, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from mobile_env.phone.state.part import Kind, Part


@dataclass(frozen=True)
class Focus:
    """The text field that has input focus: the value is `state[bind]` of the window's owner; caret in characters.

    `selected`: all of the text is, so that the next character takes its place.
    """

    window: str
    bind: str
    caret: int
    selected: bool = False


@dataclass(frozen=True)
class Keyboard:
    """The soft keyboard: shown or not, and its page ("letters", "symbols"), shifted or not."""

    shown: bool = False
    page: str = "letters"
    shifted: bool = False


class InputFocus(Part):
    """The text field that has input focus, if any, and the keyboard."""

    kind = Kind.UI

    def __init__(self) -> None:
        super().__init__()
        self.focus: Focus | None = None
        self.keyboard = Keyboard()

    def set(self, focus: Focus | None) -> None:
        if focus != self.focus:
            self.focus = focus
            self.touch()

    def set_keyboard(self, keyboard: Keyboard) -> None:
        if keyboard != self.keyboard:
            self.keyboard = keyboard
            self.touch()

    def after_boot(self) -> None:
        self.set(None)
        self.set_keyboard(Keyboard())
