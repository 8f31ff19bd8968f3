"""Who answers for a window: the activity or the window of the system whose methods its elements name."""

from __future__ import annotations

from typing import Any, Protocol


class Component(Protocol):
    """What input meets behind a window. Whatever an app's code throws has become its crash when these return."""

    def handle(self, handler: str, *args: Any) -> None:
        """Calls a handler that markup names, with the element's arguments."""

    def bound(self, path: str) -> Any:
        """What an element with that `bind` holds."""

    def set_bound(self, path: str, value: Any) -> None:
        """The user changed what an element with that `bind` holds."""

    def text_changed(self, path: str, value: str) -> None:
        """The text of a field changed; the bound value is changed already."""


class Components:
    """Finds the component of a window."""

    def of(self, window: str) -> Component | None:
        """The component of a window, by its key; None if the window has gone."""
        raise NotImplementedError
