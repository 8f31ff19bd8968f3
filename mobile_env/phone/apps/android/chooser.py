"""The share sheet: lists the activities that can take what is shared, and hands it to the one chosen."""

from dataclasses import replace
from typing import Any

from mobile_env.phone.framework.activity import Activity
from mobile_env.phone.services.clipboard import ClipboardService
from mobile_env.phone.state.intents import ACTION_SEND, FLAG_ACTIVITY_NEW_TASK, Intent


class ChooserActivity(Activity):
    """Answers ACTION_CHOOSER; the extras "title", "type", "text" and "subject" say what is shared."""

    layout = "chooser"

    def _target(self) -> Intent:
        extras = self.intent.extras
        shared = {key: extras[key] for key in ("text", "subject") if key in extras}
        return Intent(action=ACTION_SEND, type=extras.get("type", "text/plain"), extras=shared)

    def screen(self) -> dict[str, Any]:
        targets = []
        for component in self.phone.packages.resolve(self._target()):
            found = self.phone.packages.find_activity(component)
            if found:
                app, info = found
                targets.append(
                    {
                        "component": component,
                        "label": info.label or app.label,
                        "icon": app.icon,
                        "colour": app.icon_colour,
                    }
                )
        extras = self.intent.extras
        return {"title": extras.get("title", "Share"), "preview": extras.get("text", ""), "targets": targets}

    def copy(self) -> None:
        self.phone.service(ClipboardService).copy(str(self.intent.extras.get("text", "")))
        self.finish()
        self.phone.windows.toast("com.android.systemui", "Copied")

    def choose(self, component: str) -> None:
        target = replace(self._target(), component=component, flags=FLAG_ACTIVITY_NEW_TASK)
        self.finish()
        self.start_activity(target)

    def stay(self) -> None:
        """A touch on the sheet itself does nothing."""

    def dismiss(self) -> None:
        self.finish()
