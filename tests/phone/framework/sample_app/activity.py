"""A base of activities that is not the SDK's: what the phone runs is any object with these methods."""

from collections.abc import Mapping
from typing import Any

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.window import WindowService
from mobile_env.phone.state.intents import Intent
from mobile_env.phone.state.manifest import App
from mobile_env.phone.state.tasks import ActivityRecord
from mobile_env.phone.ui.layouts import render


class PlainActivity:
    """A screen: a layout rendered with the record's state; handlers are methods."""

    layout = "main"

    def __init__(self, kernel: Kernel, app: App, record: ActivityRecord) -> None:
        self.kernel = kernel
        self.app = app
        self.record = record

    @property
    def state(self) -> dict[str, Any]:
        return self.record.state

    @property
    def intent(self) -> Intent:
        return self.record.intent

    def screen(self) -> dict[str, Any]:
        """What the layout is rendered with, beside the state's keys."""
        return {}

    # What the phone calls.

    def on_create(self) -> None: ...

    def on_new_intent(self, intent: Intent) -> None: ...

    def on_resume(self) -> None: ...

    def on_pause(self) -> None: ...

    def on_back(self) -> bool:
        return False

    def on_result(self, request: str, result: Any) -> None: ...

    def on_text_changed(self, bind: str, value: str) -> None: ...

    def documents(self) -> dict[str, Any]:
        return {}

    def markup(self) -> str:
        return self.window_markup(self.layout, self.screen())

    def window_markup(self, layout: str, context: Mapping[str, Any]) -> str:
        return render(self.app.folder, layout, {**self.state, **context})

    def light_bars(self) -> bool:
        return False

    def css(self) -> str:
        return self.app.css

    def bound(self, path: str) -> object:
        return self.state.get(path)

    def set_bound(self, path: str, value: object) -> None:
        self.state[path] = value

    def handle(self, handler: str, *args: object) -> None:
        method = getattr(self, handler, None)
        if method is None:
            raise AttributeError(
                f"{self.record.component} has no handler {handler!r}, which its layout names"
            )
        method(*args)

    # What the activities here call.

    def finish(self, result: Any = None) -> None:
        self.kernel.service(ActivityService).finish(self.record, result)

    def start_for_result(self, intent: Intent, request: str) -> None:
        self.kernel.service(ActivityService).start(intent, result_to=self.record, request=request)

    def open(self, kind: str, layout: str, *, dim: float = 0.0, cancel: str = "", **context: Any) -> None:
        self.kernel.service(WindowService).open(kind, self.record, layout, context, dim=dim, cancel=cancel)

    def close_windows(self) -> None:
        self.kernel.service(WindowService).close_of(self.record)

    def toast(self, text: str) -> None:
        self.kernel.service(WindowService).toast(self.app.package, text)
