"""The list of alarms; a card opens to show what of an alarm can be changed."""

from datetime import time
from typing import Any

from mobile_env.phone.sdk import Fab, Fragment, ListScreen, Record, Rows, Screen

from . import alarms, sounds
from .settings import first_weekday

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_ALARMS = "SELECT * FROM alarm_templates ORDER BY hour, minutes, _id"
_LIST = "alarm_recycler_view"
_CARD_DP = 176.0
"""Height of a card that is not open, with the space below it."""
_UPCOMING = (alarms.LOW_STATE, alarms.HIGH_STATE, alarms.SNOOZE_STATE)


class AlarmTab(Fragment):
    def screen(self) -> Screen:
        first = first_weekday(self)
        return ListScreen(
            None,
            Rows(
                self.db.query(_ALARMS),
                "alarm_row",
                key="_id",
                height=None,
                # day number for `daysofweek`, number for the id (0 is Sunday), name
                days=[(day, (day + 1) % 7, _DAYS[day]) for day in ((first + n) % 7 for n in range(7))],
                when=self._when,
                said=self._said,
                upcoming=self._upcoming,
                sound=sounds.title,
                opened=self.state.get("opened"),
            ),
            list_id=_LIST,
            empty="No alarms set",
            empty_id="alarms_empty_view",
            fab=Fab("add", "Add alarm", self.add),
        )

    def _when(self, alarm: Record) -> str:
        if alarm.daysofweek & 127:
            return self.format.weekdays(alarm.daysofweek, first=first_weekday(self))
        now = self.clock("minute")
        return "Today" if (alarm.hour, alarm.minutes) > (now.hour, now.minute) else "Tomorrow"

    def _said(self, alarm: Record) -> str:
        return self.format.time(time(alarm.hour % 24, alarm.minutes % 60))

    def _upcoming(self, alarm: Record) -> str:
        """What the button says that dismisses an alarm before it rings; "" where there is none."""
        rows = self.db.query("SELECT * FROM alarm_instances WHERE alarm_id = ? ORDER BY _id", alarm._id)
        instance = next(iter(rows), None)
        if instance is None or instance.alarm_state not in _UPCOMING:
            return ""
        if instance.alarm_state == alarms.SNOOZE_STATE:
            return f"Dismiss snooze until {self.format.time(time(instance.hour, instance.minutes))}"
        return "Dismiss"

    # Making, changing and deleting.

    def add(self) -> None:
        self.pick_time(time(self.now.hour), then=self.added, style="material")

    def added(self, at: time) -> None:
        values: dict[str, Any] = {"daysofweek": 0, "enabled": 1, "vibrate": 1, "label": "", "ringtone": None}
        id = self.db.put("alarm_templates", None, hour=at.hour, minutes=at.minute, **values)
        self.state["opened"] = id
        self._bring_into_view(id)
        self._changed(id)

    def _bring_into_view(self, id: int) -> None:
        ids = [row._id for row in self.db.query(_ALARMS)]
        self.scroll_to(ids.index(id) * _CARD_DP, _LIST)

    def _changed(self, id: int) -> None:
        due = alarms.enabled(self, id)
        if due is not None:
            self.snackbar(alarms.from_now(self, due))

    def expand(self, id: int) -> None:
        self.state["opened"] = None if self.state.get("opened") == id else id

    def toggle(self, id: int) -> None:
        self.db.execute("UPDATE alarm_templates SET enabled = NOT enabled WHERE _id = ?", id)
        self._changed(id)

    def toggle_day(self, id: int, day: int) -> None:
        row = self.db.get("alarm_templates", id)
        if row is not None:
            self.db.update("alarm_templates", id, daysofweek=row.daysofweek ^ 1 << day)
            self._changed(id)

    def toggle_vibrate(self, id: int) -> None:
        self.db.execute("UPDATE alarm_templates SET vibrate = NOT vibrate WHERE _id = ?", id)
        alarms.enabled(self, id)

    def edit_time(self, id: int) -> None:
        row = self.db.get("alarm_templates", id)
        if row is not None:
            self.state["opened"] = id
            self.pick_time(time(row.hour, row.minutes), then=self.call(self.set_time, id), style="material")

    def set_time(self, id: int, at: time) -> None:
        self.db.update("alarm_templates", id, hour=at.hour, minutes=at.minute, enabled=1)
        self._changed(id)

    def edit_label(self, id: int) -> None:
        row = self.db.get("alarm_templates", id)
        if row is not None:
            self.ask_text(
                "Add label",
                row.label,
                then=self.call(self.set_label, id),
                hint="Label",
                id="label_input_field",
            )

    def set_label(self, id: int, text: str) -> None:
        self.db.update("alarm_templates", id, label=text.strip())
        alarms.enabled(self, id)

    def edit_sound(self, id: int) -> None:
        row = self.db.get("alarm_templates", id)
        if row is not None:
            held = sounds.DEFAULT_ALARM if row.ringtone is None else row.ringtone
            self.choose("Alarm sound", sounds.ALARM_SOUNDS, held, then=self.call(self.set_sound, id))

    def set_sound(self, id: int, uri: str) -> None:
        self.db.update("alarm_templates", id, ringtone=uri)
        alarms.enabled(self, id)

    def dismiss(self, id: int) -> None:
        instance = self.db.one("SELECT _id FROM alarm_instances WHERE alarm_id = ? ORDER BY _id", id)
        if instance is not None:
            alarms.dismiss(self, instance)

    def delete(self, id: int) -> None:
        row = self.db.get("alarm_templates", id)
        if row is not None:
            alarms.delete(self, id)
            self.snackbar("Alarm deleted", "UNDO", self.call(self.restore, dict(row)))

    def restore(self, row: dict[str, Any]) -> None:
        id = self.db.put("alarm_templates", None, **row)
        alarms.enabled(self, id)
