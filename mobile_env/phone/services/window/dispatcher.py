"""The one dispatcher: from a window's key to the activity or window of the system that answers for it."""

from __future__ import annotations

from typing import Any

from mobile_env.phone.kernel.components import Component, Components
from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.window.system_window import SystemWindows
from mobile_env.phone.state.tasks import ActivityRecord
from mobile_env.phone.state.windows import OpenWindows

_OF_PAGES = {"@link": "on_link", "@button": "on_button"}


class ActivityComponent:
    """An activity of an app, called through the kernel's door into apps."""

    def __init__(self, activities: ActivityService, record: ActivityRecord) -> None:
        self._activities = activities
        self._record = record

    def handle(self, handler: str, *args: Any) -> None:
        """Calls a method that markup names; of pages in web views, what their links and buttons do."""
        if handler in _OF_PAGES:
            function = getattr(self._activities.behaviour(self._record), _OF_PAGES[handler])
            self._activities.call(self._record.package, function, *args)
        else:
            self._activities.dispatch(self._record, handler, *args)

    def bound(self, path: str) -> Any:
        return self._activities.behaviour(self._record).bound(path)

    def set_bound(self, path: str, value: Any) -> None:
        activity = self._activities.behaviour(self._record)
        self._activities.call(self._record.package, activity.set_bound, path, value)

    def text_changed(self, path: str, value: str) -> None:
        activity = self._activities.behaviour(self._record)
        self._activities.call(self._record.package, activity.on_text_changed, path, value)


class Dispatcher(Components):
    """Finds who answers for a window, among activities, their dialogs, and the windows of the system."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def of(self, window: str) -> Component | None:
        activities = self._kernel.service(ActivityService)
        owner = activities.owner(window)
        if owner is not None:
            return ActivityComponent(activities, owner)
        system = self._kernel.lent(SystemWindows)
        opened = next((e for e in self._kernel.part(OpenWindows).records if e.window == window), None)
        if opened is not None:
            return system.of_record(self._kernel, opened) if opened.owner is None else None
        return system.find(self._kernel, window)
