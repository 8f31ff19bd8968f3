"""The clipboard."""

from __future__ import annotations

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
