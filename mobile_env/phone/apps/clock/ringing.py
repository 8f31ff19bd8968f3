"""The screen of an alarm that rings: its notification opens it."""

from mobile_env.phone.sdk import Activity, Intent, Layout, Screen

from . import alarms


class Ringing(Activity):
    title = "Alarm"

    def on_intent(self, intent: Intent) -> None:
        self.state["id"] = intent.get("id")

    def on_resume(self) -> None:
        if self._instance() is None:
            self.finish()

    def _instance(self) -> object:
        instance = self.db.get("alarm_instances", self.state.get("id"))
        return instance if instance is not None and instance.alarm_state == alarms.FIRED_STATE else None

    def screen(self) -> Screen:
        instance = self.db.get("alarm_instances", self.state.get("id"))
        now = self.clock("minute")
        rings = instance is not None and instance.alarm_state == alarms.FIRED_STATE
        return Layout(
            "ringing",
            time=self.format.time(now),
            label=(instance.label if instance is not None else "") or "Alarm",
            rings=rings,
        )

    def snooze(self) -> None:
        alarms.snooze(self, self.state["id"])
        self.toast(f"Snoozing for {self.format.plural(alarms.snooze_minutes(self), 'minute')}.")
        self.finish()

    def dismiss(self) -> None:
        alarms.dismiss(self, self.state["id"])
        self.toast("Alarm off")
        self.finish()
