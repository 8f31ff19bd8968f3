"""Asks for a contact, and says which came."""

from mobile_env.phone.sdk import Activity, Button, DetailScreen, Fact, Intent, Result, Screen, Toolbar

from .manifest import PEOPLE


class Ask(Activity):
    def screen(self) -> Screen:
        return DetailScreen(
            Toolbar("Ask"),
            Fact("Picked", self.state.get("picked", "none"), id="picked"),
            buttons=(Button("Pick", self.pick),),
        )

    def pick(self) -> None:
        self.start_for_result(Intent("PICK", type=PEOPLE), then=self.picked)

    def picked(self, result: Result | None) -> None:
        self.state["picked"] = result.data if result else "cancelled"
