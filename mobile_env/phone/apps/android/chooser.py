"""The share sheet: lists the activities that can take what is shared, and hands it to the one chosen."""

from mobile_env.phone.sdk import Activity, Intent, Layout, Screen
from mobile_env.phone.sdk.system import System


class ChooserActivity(Activity):
    """Answers ACTION_CHOOSER; the extras "title", "type", "text" and "subject" say what is shared."""

    def _shared(self) -> Intent:
        extras = self.intent.extras
        shared = {key: extras[key] for key in ("text", "subject") if key in extras}
        return Intent("SEND", type=extras.get("type", "text/plain"), extras=shared)

    def screen(self) -> Screen:
        return Layout(
            "chooser",
            title=self.intent.get("title", "Share"),
            preview=self.intent.get("text", ""),
            targets=System(self).answering(self._shared()),
        )

    def copy(self) -> None:
        self.clipboard = str(self.intent.get("text", ""))
        self.finish()
        self.toast("Copied")

    def send_to(self, component: str) -> None:
        self.finish()
        System(self).start_in(component, self._shared())

    def stay(self) -> None:
        """A touch on the sheet itself does nothing."""

    def dismiss(self) -> None:
        self.finish()
