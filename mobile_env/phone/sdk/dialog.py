"""Dialogs: components in a window of their own, above their activity; and the ones that every app uses."""

from __future__ import annotations

from typing import Any, ClassVar

from markupsafe import Markup

from mobile_env.phone.sdk.component import Component
from mobile_env.phone.sdk.render import Layout, Screen, attributes, with_attributes


class Dialog(Component):
    """A window above an activity. `close(answer)` closes it and calls what `dialog(…, then=)` named."""

    window_kind: ClassVar[str] = "dialog"
    dim: ClassVar[float] = 0.4
    cancellable: ClassVar[bool] = True

    @property
    def _entry(self) -> dict[str, Any]:
        entry: dict[str, Any] = self.record.state["@dialogs"][self.scope]
        return entry

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self._entry["state"]
        return state

    @property
    def window(self) -> str:
        return str(self._entry["window"])

    def render(self) -> Markup:
        return with_attributes(super().render(), attributes(scope=self.scope))

    def close(self, *answer: Any) -> None:
        """Closes the dialog; with an answer, hands it to the one that asked."""
        self._leave(self._entry["then"] if answer else None, *answer)

    def _leave(self, callback: list[Any] | None, *values: Any) -> None:
        entry = self.record.state["@dialogs"].pop(self.scope)
        self._host.close_window(entry["window"])
        self.activity._answer(callback, *values)

    def _at_cancel(self) -> None:
        self._leave(self._entry["cancelled"])

    def _at_close(self) -> None:
        self._leave(None)

    def stay(self) -> None:
        """A touch on the dialog itself does nothing."""


class Sheet(Dialog):
    """A bottom sheet: its `screen()` is what stands in it."""

    window_kind = "dialog"


class Confirm(Dialog):
    """Title, text, and up to three buttons."""

    def screen(self) -> Screen:
        buttons = [
            (f"android:button{number}", label, key)
            for number, key in ((3, "neutral"), (2, "no"), (1, "yes"))
            if (label := self.state[key][0])
        ]
        return Layout("sdk/confirm.xml", title=self.state["title"], text=self.state["text"], buttons=buttons)

    def press(self, button: str) -> None:
        self._leave(self.state[button][1])


class Choose(Dialog):
    """A list of which one is taken."""

    def screen(self) -> Screen:
        return Layout("sdk/choose.xml", **self.state)

    def pick(self, place: int) -> None:
        key = self.state["choices"][place][0]
        if self.state["ok"]:
            self.state["value"] = key
        else:
            self.close(key)

    def done(self) -> None:
        self.close(self.state["value"])


class Check(Dialog):
    """A list of which any number is taken."""

    def screen(self) -> Screen:
        return Layout("sdk/check.xml", **self.state)

    def pick(self, place: int) -> None:
        key, values = self.state["choices"][place][0], self.state["values"]
        if key in values:
            values.remove(key)
        else:
            values.append(key)

    def done(self) -> None:
        self.close([key for key, _ in self.state["choices"] if key in self.state["values"]])


class AskText(Dialog):
    """A field with OK and Cancel."""

    def screen(self) -> Screen:
        return Layout("sdk/ask_text.xml", **self.state)

    def done(self, text: str = "") -> None:
        value = self.state["text"]
        if self.state["required"] and not value.strip():
            self.state["error"] = self.state["required"]
        else:
            self.close(value)


class Progress(Dialog):
    """A spinner with a text, which nothing but the app closes."""

    cancellable = False

    def screen(self) -> Screen:
        return Layout("sdk/progress.xml", text=self.state["text"])


class Menu(Dialog):
    """A popup menu, at what was tapped or at the toolbar's end."""

    window_kind = "popup"
    dim = 0.0

    def screen(self) -> Screen:
        return Layout("sdk/menu.xml", items=self.state["items"], place=self._place())

    def _place(self) -> str:
        """CSS of the panel: below the anchor's top, kept on the screen."""
        at, configuration = self.state["at"], self.configuration
        if at is None:
            return "right:8px;top:28px"
        height = 16 + 48 * len(self.state["items"])
        room = configuration.height_dp - 48
        top = min(at[1], max(24.0, room - height - 8))
        if at[0] + 200 > configuration.width_dp:
            return f"right:{max(8.0, configuration.width_dp - at[2]):g}px;top:{top:g}px"
        return f"left:{max(8.0, at[0]):g}px;top:{top:g}px"

    def pick(self, place: int) -> None:
        item = self.state["items"][place]
        if item["items"]:
            self.state["items"] = item["items"]
        else:
            self._leave(item["then"])


class ActionSheet(Sheet):
    """A bottom sheet of actions."""

    def screen(self) -> Screen:
        return Layout("sdk/action_sheet.xml", title=self.state["title"], items=self.state["items"])

    def pick(self, place: int) -> None:
        self._leave(self.state["items"][place]["then"])
