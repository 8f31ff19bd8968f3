"""The status bar service: opens and closes the shade, and lets important notifications pop up."""

from __future__ import annotations

from typing import Final

from mobile_env.phone.kernel.agenda import Due
from mobile_env.phone.kernel.events import FocusTaken, NotificationPosted, NotificationRemoved, on
from mobile_env.phone.kernel.service import Service
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.notification import IMPORTANCES, NotificationRecord, NotificationService
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.statusbar.records import Panel, Panels
from mobile_env.phone.state.intents import FLAG_ACTIVITY_NEW_TASK, Intent

HEADS_UP_US: Final = 5_000_000
"""How long a notification stays popped up (SystemUI's heads_up_notification_decay)."""
_STAYING: Final = ("alarm", "call")


class StatusBarService(Service):
    """The shade and heads-up notifications."""

    name = "statusbar"

    @property
    def panels(self) -> Panels:
        """What is open."""
        return self.kernel.part(Panels)

    @property
    def _notifications(self) -> NotificationService:
        return self.kernel.service(NotificationService)

    # The shade.

    def expand(self, panel: Panel = Panel.NOTIFICATIONS) -> None:
        """Pulls the shade down, to notifications or to quick settings."""
        self.hide_heads_up()
        if self.panels.panel is Panel.CLOSED:
            self.kernel.emit(FocusTaken())
        self.panels.set(panel=panel)

    def collapse(self) -> None:
        """Closes the shade; a reply that was begun is dropped."""
        if self.panels.panel is not Panel.CLOSED:
            self.panels.set(panel=Panel.CLOSED, turned=frozenset(), replying=None, reply="")

    def open_page(self, action: str) -> bool:
        """Opens a page of the settings and closes the shade; False if no app has that page."""
        intent = Intent(action=action, flags=FLAG_ACTIVITY_NEW_TASK)
        if self.kernel.service(ActivityService).start(intent).status in ("not_found", "blocked"):
            return False
        self.collapse()
        return True

    # Notifications in the shade.

    def turn(self, key: str) -> None:
        """Expands a folded notification, folds an expanded one."""
        self.panels.set(turned=self.panels.turned ^ {key})

    def tap(self, key: str) -> None:
        """Opens what a notification leads to, and closes the shade."""
        record = self._notifications.get(key)
        if record is not None and record.notification.content is not None:
            self.collapse()
        self.hide_heads_up(key)
        self._notifications.tap(key)

    def act(self, key: str, number: int) -> bool:
        """A tap on an action of a notification; True if it wants a text, which the user then writes in the shade."""
        record = self._notifications.get(key)
        if record is None or not 0 <= number < len(record.notification.actions):
            return False
        if record.notification.actions[number].reply_key:
            self.expand()
            self.panels.set(replying=(key, number), reply="")
            return True
        self.hide_heads_up(key)
        fronted = self.kernel.service(ActivityService).foreground.id
        self._notifications.act(key, number)
        if self.kernel.service(ActivityService).foreground.id != fronted:
            self.collapse()
        return False

    def send_reply(self) -> None:
        """Sends the reply that the user has written; an empty one is not sent."""
        if self.panels.replying is not None and self.panels.reply:
            key, number = self.panels.replying
            text = self.panels.reply
            self.panels.set(replying=None, reply="")
            self._notifications.act(key, number, text)

    # Heads-up.

    @property
    def heads_up(self) -> NotificationRecord | None:
        """The notification that pops up."""
        return self._notifications.get(self.panels.heads_up)

    def hide_heads_up(self, key: str = "") -> None:
        """The popped-up notification goes back into the shade; with a key, only if it is that one."""
        if self.panels.heads_up and key in ("", self.panels.heads_up):
            self.kernel.agenda.cancel(self.name, "heads_up")
            self.panels.set(heads_up="")

    @on(NotificationPosted)
    def _posted(self, event: NotificationPosted) -> None:
        record = self._notifications.get(event.key)
        wanted = self.kernel.service(SettingsService).is_on("global", "heads_up_notifications_enabled")
        if record is None or event.silent or record.importance < IMPORTANCES["HIGH"] or not wanted:
            return
        if self.panels.panel is not Panel.CLOSED:
            return
        self.panels.set(heads_up=event.key)
        clock = self.kernel.clock
        if record.notification.full_screen is not None or record.notification.category in _STAYING:
            self.kernel.agenda.cancel(self.name, "heads_up")
        else:
            until_us = clock.now_us - clock.boot_us + HEADS_UP_US
            self.kernel.agenda.at(until_us, self.name, ("decay",), key="heads_up", base="elapsed")

    @on(NotificationRemoved)
    def _removed(self, event: NotificationRemoved) -> None:
        self.hide_heads_up(event.key)
        if self.panels.replying is not None and self.panels.replying[0] == event.key:
            self.panels.set(replying=None, reply="")

    def due(self, entry: Due) -> None:
        """The popped-up notification has been there long enough."""
        self.panels.set(heads_up="")
