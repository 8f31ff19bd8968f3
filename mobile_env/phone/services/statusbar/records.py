"""What of the status bar's panels is open."""

from __future__ import annotations

from enum import Enum
from typing import Any

from mobile_env.phone.state.part import Kind, Part


class Panel(Enum):
    """How far the shade is pulled down."""

    CLOSED = "closed"
    NOTIFICATIONS = "notifications"
    SETTINGS = "settings"


class Panels(Part):
    """The shade, and the notification that pops up.

    Attributes:
      panel: how far the shade is pulled down.
      turned: keys of notifications that the user has expanded or folded against what they are at first.
      replying: key of the notification, and number of the action, that the user writes a reply for.
      reply: the text of that reply.
      heads_up: key of the notification that pops up over the app; "" for none.
    """

    kind = Kind.UI

    def __init__(self) -> None:
        super().__init__()
        self.panel = Panel.CLOSED
        self.turned: frozenset[str] = frozenset()
        self.replying: tuple[str, int] | None = None
        self.reply = ""
        self.heads_up = ""

    def set(self, **fields: Any) -> None:
        """Sets attributes."""
        for name, value in fields.items():
            setattr(self, name, value)
        self.touch()

    def after_boot(self) -> None:
        self.set(panel=Panel.CLOSED, turned=frozenset(), replying=None, reply="", heads_up="")
