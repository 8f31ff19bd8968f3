"""The soft keyboard: its pages of keys and what each key does (an English QWERTY, in the manner of Gboard)."""

from dataclasses import replace

from mobile_env.phone.services.input_method.service import InputMethodService
from mobile_env.phone.state.focus import InputFocus, Keyboard

_PAGES = {
    "letters": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "symbols": ("1234567890", "@#$_&-+()/", "*\"':;!?"),
    "more": ("~`|•√π÷×¶∆", "£¢€¥^°={}\\", "%©®™✓[]"),
}


def rows(page: str, shifted: bool) -> list[list[str]]:
    """The three character rows of a page; the layout adds shift, delete, space and enter around them."""
    return [[key.upper() if shifted else key for key in row] for row in _PAGES[page]]


class SoftKeyboard:
    """Handles the keys that the keyboard's layout names."""

    def __init__(self, text: InputMethodService) -> None:
        self._text = text

    @property
    def _part(self) -> InputFocus:
        return self._text.kernel.part(InputFocus)

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
