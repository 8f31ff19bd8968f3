"""The base class of an app's screens: state is data, the screen is a function of it, handlers are methods."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mobile_env.phone.framework.context import AppContext
from mobile_env.phone.state.intents import Intent
from mobile_env.phone.state.manifest import ActivityInfo, App, AppHost
from mobile_env.phone.state.tasks import ActivityRecord
from mobile_env.phone.ui.layouts import render

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone
    from mobile_env.phone.ui.web import WebDocument


class Activity(AppContext):
    """A screen of an app, made anew for every call from its record.

    A subclass keeps everything it must remember in `self.state` (a dict of plain data: str, numbers, bool, None,
    bytes, lists, dicts, frozen records) and never in attributes. Methods named in a layout (`click="open"`) are
    handlers: they take the element's `arg` when it has one.
    """

    layout = "main"

    def __init__(self, phone: "Phone", app: "App", record: ActivityRecord) -> None:
        super().__init__(phone, app)
        self.record = record

    @property
    def state(self) -> dict[str, Any]:
        return self.record.state

    @property
    def intent(self) -> Intent:
        return self.record.intent

    # What a subclass may define.

    def on_create(self) -> None:
        """Called once, before the first screen: put the first state into `self.state`."""

    def on_new_intent(self, intent: Intent) -> None:
        """Called when a running instance gets another intent (singleTop, singleTask)."""

    def on_resume(self) -> None:
        """Called each time the activity comes to the front."""

    def on_pause(self) -> None:
        """Called when another activity comes to the front, and before this one finishes."""

    def on_back(self) -> bool:
        """BACK was pressed. True: handled; False: the activity finishes."""
        return False

    def on_result(self, request: str, result: Any) -> None:
        """An activity started with start_for_result has finished; `result` is None when it was cancelled."""

    def on_text_changed(self, bind: str, value: str) -> None:
        """The text of a field changed; `state[bind]` holds it already."""

    def on_link(self, document: str, href: str) -> None:
        """A link of a web view's page was tapped; `href` is absolute."""

    def on_button(self, document: str, name: str) -> None:
        """A button of a web view's page was tapped; `name` is its HTML id or name."""

    def screen_layout(self) -> str:
        """The layout file (without ".xml") that shows the present state."""
        return self.layout

    def screen(self) -> dict[str, Any]:
        """The context that the layout is rendered with, beside the state's own keys."""
        return {}

    def documents(self) -> dict[str, "WebDocument"]:
        """The pages that the layout's web views show, by the name in their `document` attribute."""
        return {}

    # What the framework calls.

    def markup(self) -> str:
        """The present screen as layout markup."""
        return self.window_markup(self.screen_layout(), self.screen())

    def window_markup(self, layout: str, context: Mapping[str, Any]) -> str:
        """One of the app's layouts, rendered with the state's keys and `context`."""
        return render(self.app.folder, layout, {**self.state, **context})

    def light_bars(self) -> bool:
        """Whether the status bar stands on a light ground, so that its icons are dark."""
        return False

    def css(self) -> str:
        """The stylesheet of this activity's windows."""
        return self.app.css

    def bound(self, path: str) -> object:
        """What an element with that `bind` holds."""
        return self.state.get(path)

    def set_bound(self, path: str, value: object) -> None:
        """The user changed what an element with that `bind` holds."""
        self.state[path] = value

    def handle(self, handler: str, *args: object) -> None:
        """Calls a handler that markup names: a public method of the activity, with the element's arguments.

        Raises:
          AttributeError: there is no such method.
        """
        method = None if handler.startswith("_") else getattr(self, handler, None)
        if method is None:
            raise AttributeError(
                f"{self.record.component} has no handler {handler!r}, which its layout names"
            )
        method(*args)

    # What a subclass may call.

    def finish(self, result: Any = None) -> None:
        """Closes this activity, handing `result` to the one that asked for it."""
        self.phone.activities.finish(self.record, result)

    def start_for_result(self, intent: Intent, request: str) -> None:
        self.phone.activities.start(intent, result_to=self.record, request=request)

    def show_dialog(self, layout: str, *, style: str = "", cancel: str | None = "", **context: Any) -> None:
        """Opens a dialog above this activity; its handlers are this activity's methods."""
        self.phone.windows.open("dialog", self.record, layout, context, style=style, dim=0.32, cancel=cancel)

    def show_popup(self, layout: str, *, style: str = "", cancel: str | None = "", **context: Any) -> None:
        """Opens a popup (a menu, a list of choices) above this activity."""
        self.phone.windows.open("popup", self.record, layout, context, style=style, cancel=cancel)

    def close_windows(self) -> None:
        """Closes this activity's dialogs and popups."""
        self.phone.windows.close_of(self.record)

    def toast(self, text: str) -> None:
        self.phone.windows.toast(self.package, text)

    def focus(self, bind: str) -> None:
        """Gives input focus to this activity's field of that `bind`, and shows the keyboard."""
        self.phone.text.focus(self.record.window, bind)

    def hide_keyboard(self) -> None:
        self.phone.text.blur()

    def scroll_to(self, offset: float, key: str) -> None:
        """Scrolls the element with that scroll key to an offset in dp from its top."""
        self.phone.scrolling.set(self.record.window, key, offset)


class FrameworkHost(AppHost):
    """Makes activities and contexts of the base classes here, which hold the phone."""

    def __init__(self, phone: "Phone") -> None:
        self._phone = phone

    def context(self, app: "App") -> AppContext:
        """What an app's receivers get."""
        return AppContext(self._phone, app)

    def activity(self, app: "App", info: "ActivityInfo", record: ActivityRecord) -> Any:
        """The object whose methods are an activity's screen and handlers."""
        return info.behaviour(self._phone, app, record)
