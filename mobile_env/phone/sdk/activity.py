"""Activities, the fragments inside them, and services without a screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mobile_env.phone.sdk import theme
from mobile_env.phone.sdk.component import Component
from mobile_env.phone.sdk.host import Host
from mobile_env.phone.sdk.intents import Intent

if TYPE_CHECKING:
    from mobile_env.phone.state.tasks import ActivityRecord
    from mobile_env.phone.ui.web import WebDocument


@dataclass(frozen=True)
class Tab:
    """A page of a tabbed activity: its name in state, label, icon, and the fragment's class."""

    name: str
    label: str
    icon: str
    code: type[Fragment]
    id: str = ""


class Activity(Component):
    """A screen of an app. See `Component` for state, `screen()` and handlers."""

    tabs: tuple[Tab, ...] = ()
    title = ""

    def __init__(self, host: Host, record: ActivityRecord) -> None:
        super().__init__(host, record)
        self._activity = self
        self.finished = False

    # What a subclass may define.

    def on_create(self) -> None:
        """Called once, before the first screen."""

    def on_intent(self, intent: Intent) -> None:
        """Called with the first intent, and with each new one of a running instance (singleTop, singleTask)."""

    def on_resume(self) -> None:
        """Called each time the activity comes to the front."""

    def on_pause(self) -> None:
        """Called when another activity comes to the front, and before this one finishes."""

    def on_back(self) -> bool:
        """BACK was pressed. True: handled; False: the activity finishes."""
        return False

    def on_up(self) -> None:
        """The arrow of the toolbar was tapped: what BACK does, unless the app says otherwise."""
        if not self.on_back():
            self.finish()

    def on_link(self, document: str, href: str) -> None:
        """A link of a page was tapped; `href` is absolute."""

    def on_button(self, document: str, name: str) -> None:
        """A button of a page was tapped; `name` is its HTML id or name."""

    def documents(self) -> Mapping[str, WebDocument]:
        """The pages that the screen's web views show, by the name in their `document` attribute."""
        return {}

    # Tabs.

    @property
    def tab(self) -> Tab:
        """The tab that is shown."""
        chosen = self.state.get("@tab")
        return next((tab for tab in self.tabs if tab.name == chosen), self.tabs[0])

    def show_tab(self, name: str) -> None:
        """Shows a tab by its name."""
        self.state["@tab"] = name

    def _at_tab(self, name: str) -> None:
        self.hide_keyboard()
        self.state.pop("@drawer", None)
        self.show_tab(name)

    def _at_drawer(self) -> None:
        self.state["@drawer"] = not self.state.get("@drawer")

    # What the bridge calls.

    def back(self) -> bool:
        """BACK: ends selection or search, closes the drawer, asks the shown fragment, then the activity."""
        shown: list[Component] = [self.at(self.tab.name)] if self.tabs else []
        for component in (*shown, self):
            if component.selected:
                component.deselect()
                return True
            if component.state.get("@searching"):
                component._at_search_close()
                return True
        if self.state.pop("@drawer", None):
            return True
        return any(isinstance(each, Fragment) and each.on_back() for each in shown) or self.on_back()

    def at(self, scope: str) -> Component:
        if not scope:
            return self
        if scope.startswith("@dialog:"):
            return self._dialog(scope)
        tab = next((tab for tab in self.tabs if tab.name == scope), None)
        if tab is None:
            known = ", ".join(tab.name for tab in self.tabs) or "none"
            raise LookupError(f"{type(self).__name__} has no fragment {scope!r} (tabs: {known})")
        return tab.code(self._host, self.record, scope=scope, activity=self)

    def _dialog(self, scope: str) -> Component:
        entry = self.state.get("@dialogs", {}).get(scope)
        if entry is None:
            raise LookupError(f"{type(self).__name__} has no open dialog {scope!r}")
        module, _, name = entry["code"].partition(":")
        code = getattr(import_module(module), name)
        made: Component = code(self._host, self.record, scope=scope, activity=self)
        return made

    def run(self, scope: str, name: str, *args: Any) -> None:
        """Calls a handler of the component of a scope."""
        self.at(scope).handle(name, *args)

    def bound(self, path: str) -> Any:
        scope, bind = _split(path)
        return self.at(scope).read_bind(bind)

    def set_bound(self, path: str, value: Any) -> None:
        scope, bind = _split(path)
        self.at(scope).write_bind(bind, value)

    def text_changed(self, path: str, value: str) -> None:
        scope, bind = _split(path)
        self.at(scope).on_text(bind, value)

    def css(self) -> str:
        """The stylesheet of the activity's windows: its palette, then the app's own rules."""
        configuration, look = self.configuration, self.app.theme
        if not look.seed:
            return self._host.stylesheet
        colours = theme.variables(
            look.seed,
            dark=configuration.dark,
            font_scale=configuration.font_scale,
            primary=look.primary,
        )
        return colours + self._host.stylesheet


class Fragment(Component):
    """A page inside an activity: a tab. Its state is its own; its handlers are found by the `scope` above them."""

    @property
    def state(self) -> dict[str, Any]:
        fragments = self.record.state.setdefault("@fragments", {})
        state: dict[str, Any] = fragments.setdefault(self.scope, {})
        return state

    def on_back(self) -> bool:
        """BACK was pressed while this page is shown. True: handled."""
        return False


def _split(path: str) -> tuple[str, str]:
    """Scope and bind of a bound element's path; settings and preferences have slashes of their own."""
    head, colon, rest = path.partition(":")
    if head.startswith("@dialog") and colon:  # "@dialog:3/…"
        number, _, bind = rest.partition("/")
        return f"{head}:{number}", bind
    if colon and head in ("pref", "setting"):
        return "", path
    scope, slash, bind = path.partition("/")
    return (scope, bind) if slash else ("", path)
