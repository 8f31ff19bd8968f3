"""First run: a page about the app, then currency; NEXT, CONTINUE."""

from mobile_env.phone.sdk import Activity, FirstRun, Screen, Step


class Welcome(Activity):
    def screen(self) -> Screen:
        return FirstRun(
            Step("Take control of your expenses", "NEXT", icon="payments"),
            Step("Choose your language and currency", "CONTINUE"),
            done=self.done,
        )

    def done(self) -> None:
        self.preferences("preferences")["is_first_time"] = False
        self.finish()
