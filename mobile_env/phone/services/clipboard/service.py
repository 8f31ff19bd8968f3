"""The clipboard: the text that was copied last."""

from __future__ import annotations

from mobile_env.phone.kernel.events import ClipChanged
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.state.part import Part


class Clipboard(Part):
    """The text that was copied last; "" if nothing was since the phone booted."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def set(self, text: str) -> None:
        self.text = text
        self.touch()

    def after_boot(self) -> None:
        self.set("")


class ClipboardService(Service):
    """Copies and pastes."""

    name = "clipboard"

    @property
    def text(self) -> str:
        return self.kernel.part(Clipboard).text

    def copy(self, text: str) -> None:
        """Puts text into the clipboard."""
        self.kernel.part(Clipboard).set(text)
        self.kernel.emit(ClipChanged())
