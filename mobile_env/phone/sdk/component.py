"""The base of all that has a screen: plain state, a screen made of it, and handlers that are its methods."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from datetime import date, time
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from mobile_env.phone.sdk.context import Context
from mobile_env.phone.sdk.dialog_calls import DialogCalls
from mobile_env.phone.sdk.host import Configuration, Host, encode_callback
from mobile_env.phone.sdk.intents import Intent, Result
from mobile_env.phone.sdk.render import Callback, Screen, render_of

if TYPE_CHECKING:
    from mobile_env.phone.sdk.forms import Form
    from mobile_env.phone.state.tasks import ActivityRecord

Handler = Callable[..., Any]


class Component(Context, DialogCalls):
    """An activity, a fragment or a dialog, made anew for each call from its record.

    All that it must remember is in `self.state`, a dict of plain data; keys that begin with "@" are the SDK's.
    Its public methods are handlers: parts name them (`click=self.open`), layouts too (`click="open" args="17"`).
    Arguments are converted to the types that the method's parameters are annotated with.
    """

    def __init__(self, host: Host, record: ActivityRecord, *, scope: str = "", activity: Any = None) -> None:
        super().__init__(host)
        self.record = record
        self.scope = scope
        self._activity = activity

    # What a subclass defines.

    def screen(self) -> Screen:
        """What is shown now."""
        raise NotImplementedError(f"{type(self).__name__} defines no screen()")

    def on_text(self, bind: str, value: str) -> None:
        """The text of a field changed; the bound value is changed already."""

    # What it is.

    @property
    def activity(self) -> Any:
        """The activity that the component belongs to: itself, for an activity."""
        return self._activity

    @property
    def state(self) -> dict[str, Any]:
        """What the component remembers."""
        return self.record.state

    @property
    def intent(self) -> Intent:
        """What the activity was started with."""
        return Intent.of(self.record.intent)

    @property
    def configuration(self) -> Configuration:
        """Size, dark or light, text scale, language, zone, 12 or 24 hours."""
        return self._host.configuration

    @property
    def window(self) -> str:
        """Key of the window that the component is drawn in."""
        return self.record.window

    def render(self) -> Markup:
        """The screen as layout markup."""
        with render_of(self):
            return self.screen().__html__()

    # Handlers.

    def call(self, handler: Handler, *args: Any) -> Callback:
        """A method with its first arguments: `then=self.call(self.set_time, id)` calls `set_time(id, picked)`."""
        owner = getattr(handler, "__self__", None)
        if not isinstance(owner, Component) or owner.record.id != self.record.id:
            raise TypeError(
                f"{handler!r} is no method of this activity's components, so that no state can name it"
            )
        return Callback(owner.scope, handler.__name__, args)

    def _kept(self, handler: Handler | Callback | None) -> list[Any] | None:
        """A handler as plain data for the state."""
        if handler is None:
            return None
        callback = handler if isinstance(handler, Callback) else self.call(handler)
        return [callback.scope, callback.name, list(callback.args)]

    def handle(self, name: str, *args: Any) -> None:
        """Calls the handler of a name with an element's arguments.

        Raises:
          AttributeError: the component has no public method of that name.
        """
        if name.startswith("@"):
            method = getattr(self, "_at_" + name[1:], None)
        else:
            method = None if name.startswith("_") else getattr(self, name, None)
        if method is None:
            raise AttributeError(
                f"{type(self).__name__} of {self.package} has no handler {name!r}, which its screen names "
                "(handlers are its public methods)"
            )
        method(*_converted(method, args))

    def at(self, scope: str) -> Component:
        """The component of a scope of this activity; "" is the activity itself."""
        found: Component = self.activity.at(scope)
        return found

    # Bound values.

    def read_bind(self, bind: str) -> Any:
        """What `bind` names: a key or path ("a.0.b") of the state, "pref:<file>/<key>", "setting:<namespace>/<key>"."""
        kind, _, rest = bind.partition(":")
        if kind == "pref":
            file, _, key = rest.rpartition("/")
            return self.preferences(file).get(key)
        if kind == "setting":
            namespace, _, key = rest.partition("/")
            text = self.setting(namespace, key)
            return int(text) if text.lstrip("-").isdigit() else text
        if bind in self.state:
            return self.state[bind]
        holder, key = self._holder(bind)
        return _item(holder, key)

    def write_bind(self, bind: str, value: Any) -> None:
        """Sets what `bind` names."""
        kind, _, rest = bind.partition(":")
        if kind == "pref":
            file, _, key = rest.rpartition("/")
            self.preferences(file)[key] = value
        elif kind == "setting":
            namespace, _, key = rest.partition("/")
            self.put_setting(namespace, key, value)
        elif bind in self.state or "." not in bind:
            self.state[bind] = value
        else:
            holder, key = self._holder(bind)
            if isinstance(holder, list):
                holder[int(key)] = value
            elif isinstance(holder, dict):
                holder[key] = value

    def _holder(self, bind: str) -> tuple[Any, str]:
        holder: Any = self.state
        *path, key = bind.split(".")
        for step in path:
            holder = _item(holder, step)
        return holder, key

    # Finishing, results, permissions.

    def finish(self, result: Result | None = None) -> None:
        """Closes the activity, with a result for the one that asked."""
        self.activity.finished = True
        self._host.finish(self.record, result)

    def start_for_result(self, intent: Intent | str, then: Handler | Callback, **extras: Any) -> bool:
        """Starts an activity; `then` gets its `Result`, or None if it was left without one."""
        kept = self._kept(then)
        assert kept is not None
        request = encode_callback((kept[0], kept[1], tuple(kept[2])))
        return self._host.start(self._intent(intent, extras), result_to=self.record, request=request)

    def ask_permission(
        self, permission: str, then: Handler | None = None, denied: Handler | None = None
    ) -> None:
        """Calls `then` if the app holds the permission, or gets it from the user now; else `denied`."""
        self._ask_permission(permission, then, denied)

    # The window.

    def focus(self, bind: str) -> None:
        """Gives input focus to a field, and shows the keyboard."""
        self._host.focus(self.window, f"{self.scope}/{bind}" if self.scope else bind)

    def hide_keyboard(self) -> None:
        """Takes focus away and hides the keyboard."""
        self._host.hide_keyboard()

    def scroll_offset(self, key: str) -> float:
        """How far (dp) the scroller of that key or id is scrolled."""
        return self._host.scroll_offset(self.window, key)

    def scroll_to(self, offset: float, key: str) -> None:
        """Scrolls the scroller of that key or id to an offset in dp."""
        self._host.scroll_to(self.window, key, offset)

    def scroll_to_anchor(self, document: str, html_id: str) -> bool:
        """Scrolls a page of the screen to the element of an HTML id; False if there is none."""
        return self._host.scroll_to_anchor(self.window, document, html_id)

    def resolves(self, intent: Intent) -> bool:
        """Whether any activity answers the intent."""
        return self._host.resolves(self._intent(intent, {}))

    # Selection, search, chips: state that the SDK keeps for lists and toolbars.

    @property
    def selected(self) -> list[Any]:
        """Keys of the rows that are selected."""
        return list(self.state.get("@selected", ()))

    def deselect(self) -> None:
        """Ends selection mode."""
        self.state.pop("@selected", None)

    @property
    def query(self) -> str:
        """What stands in the toolbar's search field."""
        return str(self.state.get("@query", ""))

    def _at_select(self, key: Any) -> None:
        chosen = self.selected
        if key in chosen:
            chosen.remove(key)
        else:
            chosen.append(key)
        if chosen:
            self.state["@selected"] = chosen
        else:
            self.deselect()

    def _at_select_all(self, keys: Sequence[Any]) -> None:
        self.state["@selected"] = list(keys)

    def _at_deselect(self) -> None:
        self.deselect()

    def _at_search(self) -> None:
        self.state["@searching"] = True
        self.state["@query"] = ""
        self.focus("@query")

    def _at_search_close(self) -> None:
        self.state.pop("@searching", None)
        self.state.pop("@query", None)
        self.hide_keyboard()

    def _at_search_clear(self) -> None:
        self.state["@query"] = ""
        self.focus("@query")

    def _at_searched(self, text: str) -> None:
        """ENTER in the search field: the list has followed every letter."""

    def _at_put(self, bind: str, value: Any) -> None:
        self.write_bind(bind, value)

    def _at_toggle(self, bind: str) -> None:
        self.write_bind(bind, not self.read_bind(bind))

    def _at_overflow(self, items: list[dict[str, Any]]) -> None:
        self.open_menu(items)

    def _at_choice(self, bind: str, title: str, choices: list[list[Any]]) -> None:
        then = Callback(self.scope, "@put", (bind,))
        pairs = dict(choices)
        self.choose(title, pairs, self.read_bind(bind), then=then)

    def _at_pick_date(self, bind: str) -> None:
        held = self.read_bind(bind)
        value = date.fromisoformat(held) if held else None
        self.pick_date(value, then=Callback(self.scope, "@put_iso", (bind,)))

    def _at_pick_time(self, bind: str) -> None:
        held = self.read_bind(bind)
        value = time.fromisoformat(held) if held else None
        self.pick_time(value, then=Callback(self.scope, "@put_iso", (bind,)))

    def _at_pick_colour(self, bind: str) -> None:
        self.pick_colour(self.read_bind(bind) or "", then=Callback(self.scope, "@put", (bind,)))

    def _at_put_iso(self, bind: str, value: date | time) -> None:
        self.write_bind(bind, value.isoformat("minutes") if isinstance(value, time) else value.isoformat())

    def _at_repeat(self, bind: str, kind: str) -> None:
        self.read_bind(bind).append(["", kind])

    def _at_remove(self, bind: str, place: int) -> None:
        del self.read_bind(bind)[place]

    def _at_step(self, bind: str, by: int, low: int, high: int) -> None:
        self.write_bind(bind, max(low, min(high, int(self.read_bind(bind) or 0) + by)))

    def _at_page_next(self, bind: str) -> None:
        self.write_bind(bind, int(self.read_bind(bind) or 0) + 1)

    def _at_page_before(self, bind: str) -> None:
        self.write_bind(bind, max(0, int(self.read_bind(bind) or 0) - 1))

    def _at_preference_list(
        self, bind: str, title: str, choices: list[list[Any]], held: Any, setter: str
    ) -> None:
        then = Callback(self.scope, setter) if setter else Callback(self.scope, "@put", (bind,))
        self.choose(title, dict(choices), held, then=then)

    def _at_preference_multi(self, bind: str, title: str, choices: list[list[Any]], held: list[str]) -> None:
        pairs = dict(choices)
        self.check(title, pairs, held, then=Callback(self.scope, "@put", (bind,)))

    def _at_preference_text(self, bind: str, title: str, held: str, hint: str, input: str) -> None:
        self.ask_text(title, held, hint=hint, input=input, then=Callback(self.scope, "@put", (bind,)))

    def _at_snackbar(self) -> None:
        shown = self.record.state.pop("@snackbar", None)
        if shown is not None:
            self._answer(shown["then"])

    def _at_up(self) -> None:
        self.activity.on_up()

    # Forms.

    def fill(self, form: Form, values: Any) -> None:
        """Puts values (a mapping or a record) into a form's fields."""
        form.fill(self, values)

    def read(self, form: Form) -> dict[str, Any] | None:
        """The form's values; None if a field holds none that it accepts: the fields then say what is wrong."""
        return form.read(self)

    def is_changed(self, form: Form) -> bool:
        """Whether the form's fields hold something else than `fill` put in."""
        return form.is_changed(self)


def _item(holder: Any, key: str) -> Any:
    if isinstance(holder, dict):
        return holder.get(key)
    if isinstance(holder, list | tuple) and key.isdigit() and int(key) < len(holder):
        return holder[int(key)]
    return None


def _date(text: str) -> date:
    return date.fromisoformat(text)


def _time(text: str) -> time:
    return time.fromisoformat(text)


_CONVERSIONS: dict[str, Callable[[str], Any]] = {
    "int": int,
    "float": float,
    "bool": lambda text: text in ("true", "True", "1"),
    "date": _date,
    "time": _time,
}


@lru_cache(maxsize=4096)
def _conversions(function: Any) -> tuple[Callable[[str], Any] | None, ...]:
    found: list[Callable[[str], Any] | None] = []
    for parameter in inspect.signature(function).parameters.values():
        annotation = parameter.annotation
        name = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
        found.append(_CONVERSIONS.get(name.removesuffix(" | None")))
    return tuple(found[1:])


def _converted(method: Any, args: tuple[Any, ...]) -> list[Any]:
    """Arguments of markup, which are text, as the types that the method's parameters ask for."""
    kinds = _conversions(method.__func__) if hasattr(method, "__func__") else ()
    return [
        kind(arg) if isinstance(arg, str) and kind is not None else arg
        for arg, kind in zip(args, (*kinds, *[None] * len(args)), strict=False)
    ]
