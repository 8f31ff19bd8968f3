"""How components ask the user: dialogs, menus, sheets and snackbars, each with the method that gets the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, time
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mobile_env.phone.sdk.host import Host
from mobile_env.phone.sdk.intents import full_permission
from mobile_env.phone.sdk.render import Callback

if TYPE_CHECKING:
    from mobile_env.phone.sdk.parts import Item
    from mobile_env.phone.state.tasks import ActivityRecord

Handler = Callable[..., Any]
Answer = Handler | Callback | None
_PACKAGE = "mobile_env.phone.sdk"
_SNACKBAR_US = 4_000_000
_SNACKBAR_WITH_ACTION_US = 8_000_000


class DialogCalls:
    """The part of a component that opens windows above its activity. `then=` names what is called with the answer."""

    record: ActivityRecord
    scope: str
    _host: Host
    _kept: Callable[[Answer], list[Any] | None]

    def dialog(
        self, code: type | str, then: Answer = None, *, cancelled: Answer = None, **state: Any
    ) -> None:
        """Opens a dialog of the app's own: a `Dialog` class, with its first state.

        Args:
          then: called with what the dialog's `close(…)` is given.
          cancelled: called when BACK or a touch outside closes it.
        """
        name = code if isinstance(code, str) else f"{code.__module__}:{code.__qualname__}"
        kind = _dialog_class(name)
        dialogs = self.record.state.setdefault("@dialogs", {})
        scope = f"@dialog:{1 + max((int(key.rpartition(':')[2]) for key in dialogs), default=0)}"
        entry = {
            "code": name,
            "owner": self.scope,
            "then": self._kept(then),
            "cancelled": self._kept(cancelled),
            "state": state,
        }
        dialogs[scope] = entry
        entry["window"] = self._host.open_window(
            self.record,
            kind.window_kind,
            scope,
            dim=kind.dim,
            cancel=f"{scope}/@cancel" if kind.cancellable else None,
        )

    def close_dialogs(self) -> None:
        """Closes all dialogs and menus of the activity, without an answer."""
        for entry in self.record.state.pop("@dialogs", {}).values():
            self._host.close_window(entry["window"])

    def confirm(
        self,
        text: str = "",
        *,
        yes: Answer,
        title: str = "",
        yes_label: str = "OK",
        no_label: str = "Cancel",
        no: Answer = None,
        neutral_label: str = "",
        neutral: Answer = None,
    ) -> None:
        """Asks yes or no, with an optional third button; an empty `no_label` leaves only yes."""
        self.dialog(
            f"{_PACKAGE}.dialog:Confirm",
            text=text,
            title=title,
            yes=[yes_label, self._kept(yes)],
            no=[no_label, self._kept(no)],
            neutral=[neutral_label, self._kept(neutral)],
        )

    def choose(
        self,
        title: str,
        choices: Mapping[Any, str] | Sequence[str],
        value: Any = None,
        *,
        then: Answer,
        ok: bool = False,
        radio: bool = True,
    ) -> None:
        """Asks for one of several: `then(key)`; with `ok` a tap only marks, and OK answers."""
        self.dialog(
            f"{_PACKAGE}.dialog:Choose",
            then,
            title=title,
            choices=_pairs(choices),
            value=value,
            ok=ok,
            radio=radio,
        )

    def check(
        self,
        title: str,
        choices: Mapping[Any, str] | Sequence[str],
        values: Sequence[Any] = (),
        *,
        then: Answer,
        yes_label: str = "OK",
    ) -> None:
        """Asks for any number of several: `then(keys)`, in the order of the choices."""
        self.dialog(
            f"{_PACKAGE}.dialog:Check",
            then,
            title=title,
            choices=_pairs(choices),
            values=list(values),
            yes=yes_label,
        )

    def ask_text(
        self,
        title: str,
        text: str = "",
        *,
        then: Answer,
        hint: str = "",
        input: str = "text",
        yes_label: str = "OK",
        no_label: str = "Cancel",
        id: str = "android:edit",
        required: str = "",
        message: str = "",
    ) -> None:
        """Asks for a line of text: `then(text)`; `required` is what an empty field says."""
        self.dialog(
            f"{_PACKAGE}.dialog:AskText",
            then,
            title=title,
            text=text,
            hint=hint,
            input=input,
            yes=yes_label,
            no=no_label,
            id=id,
            required=required,
            error="",
            message=message,
        )
        self._focus_dialog("text")

    def _focus_dialog(self, bind: str) -> None:
        scope, entry = list(self.record.state["@dialogs"].items())[-1]
        self._host.focus(entry["window"], f"{scope}/{bind}")

    def pick_date(self, value: date | None = None, *, then: Answer) -> None:
        """Asks for a day in a calendar: `then(date)`."""
        value = value or self._host.time().date()
        self.dialog(
            f"{_PACKAGE}.pickers:PickDate",
            then,
            value=value.isoformat(),
            shown=value.replace(day=1).isoformat(),
            years=False,
        )

    def pick_time(
        self, value: time | None = None, *, then: Answer, title: str = "", style: str = "android"
    ) -> None:
        """Asks for a time of day on a clock face: `then(time)`; style "material" has the Material library's ids."""
        if value is None:
            now = self._host.time()
            value = time(now.hour, now.minute)
        self.dialog(
            f"{_PACKAGE}.pickers:PickTime",
            then,
            hour=value.hour,
            minute=value.minute,
            part="hour",
            typing=False,
            style=style,
            title=title,
            error="",
        )

    def pick_colour(self, value: str = "", *, then: Answer, title: str = "Color") -> None:
        """Asks for a colour: `then("#rrggbb")`."""
        self.dialog(f"{_PACKAGE}.pickers:PickColour", then, value=value, title=title)

    def pick_folder(self, path: str = "/sdcard", *, then: Answer, title: str = "Select folder") -> None:
        """Asks for a directory of the phone's files: `then(path)`."""
        self.dialog(f"{_PACKAGE}.pickers:PickFile", then, path=path, suffixes=None, title=title)

    def pick_file(
        self, path: str = "/sdcard", suffixes: Sequence[str] = (), *, then: Answer, title: str = "Select file"
    ) -> None:
        """Asks for a file, of any or of these name endings: `then(path)`."""
        self.dialog(f"{_PACKAGE}.pickers:PickFile", then, path=path, suffixes=list(suffixes), title=title)

    def progress(self, text: str) -> None:
        """Shows that something runs, until `close_dialogs()`."""
        self.dialog(f"{_PACKAGE}.dialog:Progress", text=text)

    def sheet(self, title: str = "", items: Sequence[Item] = ()) -> None:
        """Opens a bottom sheet of actions. For any other sheet see `Sheet`, a kind of `Dialog`."""
        self.dialog(f"{_PACKAGE}.dialog:ActionSheet", title=title, items=self._items(items))

    def menu(self, items: Sequence[Item], *, anchor: str = "") -> None:
        """Opens a popup menu; anchor "" puts it at what was tapped, "end" below the toolbar's end."""
        touched = None if anchor == "end" else self._host.touched()
        self.open_menu(self._items(items), touched)

    def open_menu(self, items: list[dict[str, Any]], at: Sequence[float] | None = None) -> None:
        """Opens a popup menu of entries that are plain data already."""
        self.dialog(f"{_PACKAGE}.dialog:Menu", items=items, at=list(at) if at else None)

    def _items(self, items: Sequence[Item]) -> list[dict[str, Any]]:
        return [
            {
                "label": item.label,
                "then": self._kept(item.click),
                "icon": item.icon,
                "id": item.id,
                "checked": item.checked,
                "enabled": item.enabled,
                "items": self._items(item.items),
            }
            for item in items
            if item.when
        ]

    def toast(self, text: str) -> None:
        """Shows a toast for two seconds."""
        self._host.toast(text)

    def snackbar(self, text: str, action: str = "", then: Answer = None) -> None:
        """Shows a message at the bottom of the screen for some seconds, with an optional action."""
        length = _SNACKBAR_WITH_ACTION_US if action else _SNACKBAR_US
        self.record.state["@snackbar"] = {
            "text": text,
            "action": action,
            "then": self._kept(then),
            "until_us": self._host.now_us + length,
        }

    def _ask_permission(self, permission: str, then: Answer, denied: Answer) -> None:
        name = full_permission(permission)
        if self._host.granted(name):
            self._answer(self._kept(then))
        elif self._host.asked_twice(name):
            self._answer(self._kept(denied))
        else:
            self.dialog(
                f"{_PACKAGE}.permissions:PermissionDialog",
                permission=name,
                granted=self._kept(then),
                denied=self._kept(denied),
            )

    def _answer(self, callback: Sequence[Any] | None, *values: Any) -> None:
        """Calls what was asked to be called."""
        if callback is not None:
            scope, name, args = callback
            self.at(scope).handle(name, *args, *values)

    def at(self, scope: str) -> Any:
        raise NotImplementedError


def _dialog_class(code: str) -> Any:
    module, _, name = code.partition(":")
    found = getattr(import_module(module), name)
    if not hasattr(found, "window_kind"):
        raise TypeError(f"{code} is no Dialog class of a module")
    return found


def _pairs(choices: Mapping[Any, str] | Sequence[str]) -> list[list[Any]]:
    if isinstance(choices, Mapping):
        return [[key, label] for key, label in choices.items()]
    return [[label, label] for label in choices]
