"""The soft keyboard: its pages of keys and what each key does (an English QWERTY, in the manner of Gboard)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.input_method import InputMethodService
from mobile_env.phone.services.window import KEYBOARD_DP, NAVIGATION_BAR_DP, SystemWindow
from mobile_env.phone.state.focus import InputFocus, Keyboard

_PAGES = {
    "letters": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "symbols": ("1234567890", "@#$_&-+()/", "*\"':;!?"),
    "more": ("~`|•√π÷×¶∆", "£¢€¥^°={}\\", "%©®™✓[]"),
}


def rows(page: str, shifted: bool) -> list[list[str]]:
    """The three character rows of a page; the layout adds shift, delete, space and enter around them."""
    return [[key.upper() if shifted else key for key in row] for row in _PAGES[page]]


class SoftKeyboard(SystemWindow):
    """Shown while a field is typed into; its keys go to the field that has focus."""

    name = "ime"
    layer = 10
    layout = "keyboard"
    static = True

    @property
    def place(self) -> str:
        return f"top:auto;bottom:{NAVIGATION_BAR_DP}px;height:{KEYBOARD_DP}px"

    @classmethod
    def shown(cls, kernel: Kernel) -> Sequence[SystemWindow]:
        return (cls(kernel),) if kernel.state.keyboard.shown else ()

    def context(self) -> dict[str, Any]:
        """Rows of keys of the present page."""
        keyboard = self._part.keyboard
        return {
            "rows": rows(keyboard.page, keyboard.shifted),
            "page": keyboard.page,
            "shifted": keyboard.shifted,
        }

    @property
    def _text(self) -> InputMethodService:
        return self.kernel.service(InputMethodService)

    @property
    def _part(self) -> InputFocus:
        return self.kernel.part(InputFocus)

    def _change(self, keyboard: Keyboard) -> None:
        self._part.set_keyboard(keyboard)

    def type_key(self, character: str) -> None:
        self._text.insert(character)
        if self._part.keyboard.shifted:
            self._change(replace(self._part.keyboard, shifted=False))

    def space(self) -> None:
        self._text.insert(" ")

    def delete(self) -> None:
        self._text.delete()

    def enter(self) -> None:
        self._text.enter()

    def shift(self) -> None:
        keyboard = self._part.keyboard
        self._change(replace(keyboard, shifted=not keyboard.shifted))

    def page(self, name: str) -> None:
        self._change(replace(self._part.keyboard, page=name, shifted=False))
