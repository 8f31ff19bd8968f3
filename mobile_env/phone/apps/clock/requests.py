"""What other apps ask of the clock: android.provider.AlarmClock's intents."""

from mobile_env.phone.sdk import Activity, Intent, Layout, Record, Screen

from . import alarms, timers
from .manifest import DESK_CLOCK

_EXTRA = "android.intent.extra.alarm."
_MOST_TIMER_S = 24 * 3600


class Requests(Activity):
    """Does what its intent says and is gone."""

    def on_create(self) -> None:
        _REQUESTS[self.intent.verb](self, self.intent)
        self.finish()

    def screen(self) -> Screen:
        return Layout("nothing")

    def _show(self, tab: str, intent: Intent, **more: object) -> None:
        if not _said(intent, "SKIP_UI"):
            self.start(DESK_CLOCK, tab=tab, **more)

    def set_alarm(self, intent: Intent) -> None:
        hour = _number(intent, "HOUR")
        minutes = _number(intent, "MINUTES") or 0
        if hour is None or not (0 <= hour < 24 and 0 <= minutes < 60):
            self._show("alarm", intent)
            return
        label = str(intent.get(_EXTRA + "MESSAGE", ""))
        days = _days(intent.get(_EXTRA + "DAYS"))
        vibrate = int(_said(intent, "VIBRATE", True))
        same = self.db.query(
            "SELECT * FROM alarm_templates WHERE hour = ? AND minutes = ? AND daysofweek = ? AND label = ? "
            "ORDER BY _id",
            hour,
            minutes,
            days,
            label,
        )
        held = next(iter(same), None)
        values = {"hour": hour, "minutes": minutes, "daysofweek": days, "label": label, "enabled": 1}
        new = {"vibrate": vibrate, "ringtone": intent.get(_EXTRA + "RINGTONE"), "delete_after_use": 0}
        id = self.db.put("alarm_templates", held._id if held is not None else None, _new=new, **values)
        due = alarms.enabled(self, id)
        if due is not None:
            self.toast(alarms.from_now(self, due))
        self._show("alarm", intent, alarm=id)

    def show_alarms(self, intent: Intent) -> None:
        self.start(DESK_CLOCK, tab="alarm")

    def dismiss_alarm(self, intent: Intent) -> None:
        """Dismisses what rings, else what comes next."""
        rows = list(self.db.query("SELECT * FROM alarm_instances"))
        rows.sort(key=lambda row: (row.alarm_state != alarms.FIRED_STATE, alarms.time_of(self, row)))
        if rows:
            alarms.dismiss(self, rows[0]._id)
        else:
            self.toast("No scheduled alarms")
        self._show("alarm", intent)

    def snooze_alarm(self, intent: Intent) -> None:
        firing = self._firing()
        if firing is None:
            self.toast("No alarm is ringing")
        else:
            alarms.snooze(self, firing._id)

    def _firing(self) -> Record | None:
        state = alarms.FIRED_STATE
        return next(iter(self.db.query("SELECT * FROM alarm_instances WHERE alarm_state = ?", state)), None)

    def set_timer(self, intent: Intent) -> None:
        seconds = _number(intent, "LENGTH")
        if seconds is None or not 1 <= seconds <= _MOST_TIMER_S:
            self._show("timer", intent)
            return
        skip = _said(intent, "SKIP_UI")
        timers.add(self, seconds * 1000, str(intent.get(_EXTRA + "MESSAGE", "")), delete_after_use=skip)
        self._show("timer", intent)

    def show_timers(self, intent: Intent) -> None:
        self.start(DESK_CLOCK, tab="timer")

    def dismiss_timer(self, intent: Intent) -> None:
        for timer in timers.all_timers(self):
            if timer.state in (timers.EXPIRED, timers.MISSED):
                timers.reset(self, timer)


_REQUESTS = {
    "SET_ALARM": Requests.set_alarm,
    "SHOW_ALARMS": Requests.show_alarms,
    "DISMISS_ALARM": Requests.dismiss_alarm,
    "SNOOZE_ALARM": Requests.snooze_alarm,
    "SET_TIMER": Requests.set_timer,
    "SHOW_TIMERS": Requests.show_timers,
    "DISMISS_TIMER": Requests.dismiss_timer,
}


def _number(intent: Intent, name: str) -> int | None:
    value = intent.get(_EXTRA + name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _said(intent: Intent, name: str, default: bool = False) -> bool:
    return bool(intent.get(_EXTRA + name, default))


def _days(value: object) -> int:
    """Calendar's days (1 is Sunday) as bits of `daysofweek` (bit 0 is Monday)."""
    days = value if isinstance(value, list | tuple) else ()
    return sum({1 << (day - 2) % 7 for day in days if isinstance(day, int) and 1 <= day <= 7})
