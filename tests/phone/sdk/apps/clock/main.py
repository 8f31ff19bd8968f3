"""Alarms and a stopwatch, as tabs."""

from datetime import datetime, time, timedelta

from mobile_env.phone.sdk import (
    Activity,
    Broadcast,
    Button,
    DetailScreen,
    Fab,
    Fact,
    Fragment,
    Item,
    ListScreen,
    Record,
    Rows,
    Screen,
    Tab,
    TabScreen,
    Toolbar,
)

from .manifest import ALERT, DAYS


class Alarms(Fragment):
    def screen(self) -> Screen:
        alarms = self.db.query("SELECT * FROM alarm_templates ORDER BY hour, minutes, _id")
        return ListScreen(
            None,
            Rows(
                alarms,
                "alarm_row",
                key="_id",
                height=None,
                days=DAYS,
                when=self.when,
                opened=self.state.get("opened"),
            ),
            list_id="alarm_recycler_view",
            empty="No Alarms",
            fab=Fab("add", "Add alarm", self.add),
        )

    def when(self, alarm: Record) -> str:
        return self.format.weekdays(alarm.daysofweek) or "Tomorrow"

    def add(self) -> None:
        self.pick_time(time(self.now.hour), then=self.added, style="material")

    def added(self, at: time) -> None:
        id = self.db.put("alarm_templates", None, hour=at.hour, minutes=at.minute)
        self.state["opened"] = id
        today = self.now.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
        due = today if today > self.now else today + timedelta(days=1)
        self.alarms.set(due, Broadcast(ALERT, id=id), key=id)

    def expand(self, id: int) -> None:
        self.state["opened"] = None if self.state.get("opened") == id else id

    def toggle(self, id: int) -> None:
        row = self.db.get("alarm_templates", id)
        assert row is not None
        self.db.update("alarm_templates", id, enabled=1 - row.enabled)

    def toggle_day(self, id: int, day: int) -> None:
        row = self.db.get("alarm_templates", id)
        assert row is not None
        self.db.update("alarm_templates", id, daysofweek=row.daysofweek ^ 1 << day)

    def edit_time(self, id: int) -> None:
        row = self.db.get("alarm_templates", id)
        assert row is not None
        self.pick_time(time(row.hour, row.minutes), then=self.call(self.set_time, id))

    def set_time(self, id: int, at: time) -> None:
        self.db.update("alarm_templates", id, hour=at.hour, minutes=at.minute, enabled=1)

    def edit_label(self, id: int) -> None:
        row = self.db.get("alarm_templates", id)
        assert row is not None
        self.ask_text("Add label", row.label, then=self.call(self.set_label, id))

    def set_label(self, id: int, text: str) -> None:
        self.db.update("alarm_templates", id, label=text)

    def delete(self, id: int) -> None:
        row = self.db.get("alarm_templates", id)
        assert row is not None
        self.db.delete("alarm_templates", id)
        self.snackbar("Alarm deleted", "UNDO", self.call(self.restore, dict(row)))

    def restore(self, row: dict[str, object]) -> None:
        self.db.put("alarm_templates", None, **row)


class Stopwatch(Fragment):
    def screen(self) -> Screen:
        started = self.state.get("started")
        shown = "0:00"
        if started is not None:
            shown = self.format.duration(
                (self.clock("second") - datetime.fromisoformat(started)).total_seconds()
            )
        label = "Reset" if started else "Start"
        return DetailScreen(
            None,
            Fact("Elapsed", shown, id="stopwatch_time_text"),
            buttons=(Button(label, self.press, id="play"),),
        )

    def press(self) -> None:
        self.state["started"] = (
            None if self.state.get("started") else self.now.replace(microsecond=0).isoformat()
        )


class DeskClock(Activity):
    tabs = (Tab("alarm", "Alarm", "alarm", Alarms), Tab("stopwatch", "Stopwatch", "timer", Stopwatch))

    def screen(self) -> Screen:
        return TabScreen(
            Toolbar(self.tab.label, menu=(Item("Settings", self.settings),)), self.tabs, "bottom"
        )

    def on_pause(self) -> None:
        left = [*self.memory.get("left", ()), self.elapsed_ms]
        self.memory["left"] = left

    def settings(self) -> None:
        self.choose(
            "Style", {"a": "Analog", "d": "Digital"}, self.state.get("style", "d"), then=self.set_style
        )

    def set_style(self, style: str) -> None:
        self.state["style"] = style
