"""The five tabs of the clock."""

from mobile_env.phone.sdk import Activity, Intent, Item, Screen, Tab, TabScreen, Toolbar

from . import alarms, stopwatch, timers
from .alarm_tab import AlarmTab
from .bedtime import BedtimeTab
from .clock_tab import ClockTab
from .manifest import SETTINGS
from .stopwatch import StopwatchTab
from .timer_tab import TimerTab


class DeskClock(Activity):
    tabs = (
        Tab("alarm", "Alarm", "alarm", AlarmTab),
        Tab("clock", "Clock", "schedule", ClockTab),
        Tab("timer", "Timer", "hourglass_empty", TimerTab),
        Tab("stopwatch", "Stopwatch", "timer", StopwatchTab),
        Tab("bedtime", "Bedtime", "hotel", BedtimeTab),
    )

    def on_create(self) -> None:
        alarms.rearm(self)

    def on_intent(self, intent: Intent) -> None:
        tab = intent.get("tab")
        if any(tab == each.name for each in self.tabs):
            self.show_tab(str(tab))
        if intent.get("alarm") is not None:
            self.at("alarm").state["opened"] = intent["alarm"]

    def on_resume(self) -> None:
        self._front(True)

    def on_pause(self) -> None:
        self._front(False)

    def _front(self, front: bool) -> None:
        self.memory[timers.IN_FRONT] = front
        timers.tell(self)
        stopwatch.tell(self)

    def screen(self) -> Screen:
        bar = Toolbar(self.tab.label, menu=(Item("Settings", self.settings),), title_id="action_bar_title")
        return TabScreen(bar, self.tabs, "bottom", id="bottom_view")

    def settings(self) -> None:
        self.start(SETTINGS)
