"""Windows: which stand on the screen, back to front, and what each shows — a function of the phone's state."""

from collections.abc import Mapping, Sequence
from typing import Any

from mobile_env.phone.kernel.agenda import Due
from mobile_env.phone.kernel.events import (
    ActivityRemoved,
    FocusTaken,
    PackageStopped,
    ProcessDied,
    StartBlocked,
    on,
)
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.kernel.versions import MINUTE, ShownState
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.window.dispatcher import Dispatcher
from mobile_env.phone.services.window.scrolling import Scrolling
from mobile_env.phone.services.window.system_window import (
    AMONG_DIALOGS,
    KEYBOARD_DP,
    NAVIGATION_BAR_DP,
    SystemWindow,
    SystemWindows,
)
from mobile_env.phone.state.manifest import HOME_FILTER, Catalogue
from mobile_env.phone.state.tasks import ActivityRecord
from mobile_env.phone.state.windows import OpenWindows, WindowRecord
from mobile_env.phone.ui.elements import Fields, FieldState
from mobile_env.phone.ui.layouts import render
from mobile_env.phone.ui.window import WindowView

_TOAST_US = 2_000_000

# Frame of every app window: action_bar_root > content, and the status bar's background at the end, as AppCompat has it.
_DECOR = (
    '<FrameLayout class="decor"><LinearLayout id="action_bar_root" class="action-bar-root">'
    '<FrameLayout id="android:content" class="content">{}</FrameLayout></LinearLayout>'
    '<View id="android:statusBarBackground" class="status-bar-background"/></FrameLayout>'
)


class WindowService(Service):
    """Opens and closes extra windows, and composes all of them into what the screen shows."""

    name = "window"

    def rows(self) -> Sequence[Mapping[str, Any]]:
        """The list `windows` that tasks judge: the activity in front, and the windows that apps opened over it."""
        opened = [
            {"kind": each.kind, "package": each.package} for each in self.kernel.part(OpenWindows).records
        ]
        return [{"kind": "activity", "package": self._activities.foreground.package}, *opened]

    @property
    def _activities(self) -> ActivityService:
        return self.kernel.service(ActivityService)

    @property
    def _catalogue(self) -> Catalogue:
        return self.kernel.service(PackageService).catalogue

    @property
    def _system_windows(self) -> SystemWindows:
        return self.kernel.lent(SystemWindows)

    @property
    def components(self) -> Dispatcher:
        """Who answers for windows."""
        return Dispatcher(self.kernel)

    @property
    def scrolling(self) -> Scrolling:
        """Offsets of scrolling elements."""
        return Scrolling(self.kernel)

    @property
    def _part(self) -> OpenWindows:
        return self.kernel.state.part(OpenWindows)

    # Dialogs, popups, toasts.

    def open(
        self,
        kind: str,
        owner: ActivityRecord | None,
        layout: str,
        context: dict[str, Any],
        *,
        package: str = "",
        style: str = "",
        dim: float = 0.0,
        cancel: str | None = "",
    ) -> WindowRecord:
        """Opens a window above its owner (None: the system, then `package` names whose layouts)."""
        window = WindowRecord(
            id=self.kernel.state.counters.next_id(),
            kind=kind,
            owner=owner.id if owner else None,
            package=owner.package if owner else package,
            layout=layout,
            context=context,
            style=style,
            dim=dim,
            cancel=cancel,
        )
        self._part.add(window)
        self.kernel.emit(FocusTaken())
        return window

    def toast(self, package: str, text: str) -> None:
        """Shows a toast for two seconds of the phone's clock; a later one takes its place."""
        self._part.remove(lambda window: window.kind == "toast")
        state = self.kernel.state
        number = state.counters.next_id()
        self._part.add(WindowRecord(number, "toast", None, package, "toast", {"text": text}))
        until = state.clock.now_us - state.clock.boot_us + _TOAST_US
        self.kernel.agenda.at(until, self.name, ("expire", number), key="toast", base="elapsed")

    def crash_dialog(self, package: str) -> None:
        app = self._catalogue.get(package)
        context = {"package_name": package, "label": app.label if app else package}
        self.open("dialog", None, "crash_dialog", context, package="android", dim=0.32, cancel="")

    def close(self, window: WindowRecord) -> None:
        self._part.remove(lambda other: other.id == window.id)

    def close_of(self, record: ActivityRecord) -> None:
        """Closes an activity's dialogs and popups."""
        self._part.remove(lambda window: window.owner == record.id)

    def close_of_package(self, package: str) -> None:
        self._part.remove(lambda window: window.package == package)

    def due(self, entry: Due) -> None:
        """Takes away a toast whose time is over."""
        _, number = entry.what
        self._part.remove(lambda window: window.id == number)

    @on(ActivityRemoved)
    def _activity_removed(self, event: ActivityRemoved) -> None:
        self.close_of(event.record)
        self.scrolling.forget(event.record.window)

    @on(PackageStopped)
    def _package_stopped(self, event: PackageStopped) -> None:
        self.close_of_package(event.package)

    @on(ProcessDied)
    def _process_died(self, event: ProcessDied) -> None:
        if event.reason == "crash":
            self.close_of_package(event.package)
            self.crash_dialog(event.package)

    @on(StartBlocked)
    def _start_blocked(self, event: StartBlocked) -> None:
        text = (
            "To unpin this screen, touch & hold Back and Overview"
            if event.home
            else "App is pinned: unpin it to open another app"
        )
        self.toast("android", text)

    def top(self) -> WindowRecord | None:
        """The dialog or popup in front of the foreground activity, if there is one."""
        front = self._activities.foreground.id
        shown = (
            w for w in reversed(self.kernel.state.windows) if w.kind != "toast" and w.owner in (None, front)
        )
        return next(shown, None)

    def cancel(self, window: WindowRecord) -> None:
        """BACK, or a touch outside a window that has it: closes it and tells its owner."""
        if window.cancel is None:
            return
        self.close(window)
        owner = self._activities.record(window.owner)
        if owner is not None and window.cancel:
            self._activities.dispatch(owner, window.cancel)

    @property
    def focused(self) -> str:
        """Title of the window that has input focus, as `dumpsys window` prints it: "package/class" for apps."""
        panel = self.modal()
        return panel.title if panel is not None else self._activities.foreground.component

    def modal(self) -> SystemWindow | None:
        """The window of the system that has input focus, such as the shade; None if apps have it."""
        shown = [window for window in self._system_windows.shown(self.kernel) if window.modal]
        return shown[-1] if shown else None

    # What the screen shows.

    def compose(self) -> tuple[list[WindowView], str]:
        """All windows back to front, and the key of the one that has focus.

        An app whose screen throws has crashed: it is taken away, and what is left is composed.
        """
        while True:
            record = self._activities.foreground
            try:
                composed = self._compose(record)
                # Activities read the phone as they like: all that may be shown counts, as it is when they have.
                self.kernel.versions.see(ShownState())
                self.kernel.versions.see(MINUTE)
                return composed
            except Exception as error:  # an app's screen() and its layout may throw anything
                self.crash_of(record, error)

    def crash_of(self, record: ActivityRecord, error: Exception) -> None:
        """Crashes the app whose screen cannot be shown; raises the error again for the home screen."""
        if HOME_FILTER in self._activities.info(record)[1].filters:
            raise error  # there is nothing to fall back on
        self.kernel.processes.crash(record.package, error)

    def _compose(self, front: ActivityRecord) -> tuple[list[WindowView], str]:
        state = self.kernel.state
        views = [self._activity(record) for record in self._visible(front)]
        focused = views[-1].key
        for opened in state.windows:
            if opened.kind != "toast" and opened.owner in (None, front.id):
                views.append(self._extra(opened))
                focused = views[-1].key
        for window in self._system_windows.shown(self.kernel):
            views.append(self._system(window))
            focused = window.key if window.modal else focused
        return views, focused

    def _visible(self, front: ActivityRecord) -> list[ActivityRecord]:
        """The front activity, and those that show behind it because those above are surfaces."""
        activities = self._activities
        records = self.kernel.state.tasks[0].records
        shown = [front]
        for record in reversed(records[:-1]):
            if not activities.info(shown[0])[1].surface:
                break
            shown.insert(0, record)
        return shown

    def _activity(self, record: ActivityRecord) -> WindowView:
        app, info = self._activities.info(record)
        activity = self._activities.behaviour(record)
        body = activity.markup()
        style = f"bottom:{self._bottom()}px;{info.style}"
        markup = body if info.surface else _DECOR.format(body)
        return WindowView(
            key=record.window,
            package=app.package,
            markup=markup,
            css=activity.css(),
            style=style,
            dim=info.dim,
            fields=self._fields(activity, record.window),
            documents=activity.documents(),
            scroll=self.scrolling.of(record.window),
        )

    def _extra(self, window: WindowRecord) -> WindowView:
        owner = self._activities.record(window.owner)
        if owner is None:
            return self._system(self._system_windows.of_record(self.kernel, window))
        activity = self._activities.behaviour(owner)
        return WindowView(
            key=window.window,
            package=owner.package,
            markup=activity.window_markup(window.layout, window.context),
            css=activity.css(),
            style=f"bottom:{self._bottom()}px;{window.style}",
            dim=window.dim,
            fields=self._fields(activity, window.window),
            scroll=self.scrolling.of(window.window),
        )

    def _system(self, window: SystemWindow) -> WindowView:
        opened = window.record if window.layer == AMONG_DIALOGS else None
        return WindowView(
            key=window.key,
            package=window.package,
            markup=render(window.folder, window.layout, window.context()),
            css=window.css(),
            style=window.place or f"bottom:{self._bottom()}px;",
            dim=opened.dim if opened is not None else 0.0,
            touchable=window.touchable,
            static=window.static,
            fields=None if window.static else self._fields(window, window.key),
            scroll=self.scrolling.of(window.key),
        )

    def _bottom(self) -> int:
        """How much of the bottom the navigation bar and the keyboard take (adjustResize)."""
        return NAVIGATION_BAR_DP + (KEYBOARD_DP if self.kernel.state.keyboard.shown else 0)

    def _fields(self, activity: Any, window: str) -> Fields:
        """What elements with `bind` hold: values of the activity's state, and the caret where input focus is."""
        focus = self.kernel.state.focus

        def state_of(path: str) -> FieldState:
            here = focus is not None and focus.window == window and focus.bind == path
            return FieldState(activity.bound(path), focus.caret if here and focus else None)

        return state_of
