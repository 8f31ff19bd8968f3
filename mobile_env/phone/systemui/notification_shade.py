"""The notification shade, and quick settings above it."""

from collections.abc import Sequence
from typing import Any

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.battery import BatteryService
from mobile_env.phone.services.input_method import InputMethodService
from mobile_env.phone.services.notification import IMPORTANCES, NotificationService
from mobile_env.phone.services.settings import SettingsService
from mobile_env.phone.services.statusbar import Panel, StatusBarService
from mobile_env.phone.services.uimode import UiModeService
from mobile_env.phone.services.window import SYSTEM_UI, SystemWindow
from mobile_env.phone.systemui.look import palette
from mobile_env.phone.systemui.notification_rows import row, visible
from mobile_env.phone.systemui.status_icons import system_icons
from mobile_env.phone.systemui.tiles import TILES, tile
from mobile_env.phone.systemui.times import clock_text, date_text

_QUICK_TILES = 4


class NotificationShade(SystemWindow):
    """Covers the app while it is pulled down: tiles, then notifications."""

    name = "notification_shade"
    layer = 5
    layout = "notification_shade"
    modal = True
    title = "NotificationShade"

    @classmethod
    def shown(cls, kernel: Kernel) -> Sequence[SystemWindow]:
        return () if kernel.service(StatusBarService).panels.panel is Panel.CLOSED else (cls(kernel),)

    @property
    def _status_bar(self) -> StatusBarService:
        return self.kernel.service(StatusBarService)

    @property
    def _notifications(self) -> NotificationService:
        return self.kernel.service(NotificationService)

    def css(self) -> str:
        return palette(self.kernel) + super().css()

    def context(self) -> dict[str, Any]:
        panels, kernel = self._status_bar.panels, self.kernel
        settings = panels.panel is Panel.SETTINGS
        now = kernel.service(UiModeService).now
        records = [] if settings else visible(self._notifications.records)
        rows = [
            (record, row(kernel, record, expanded=(place == 0) != (record.key in panels.turned)))
            for place, record in enumerate(records)
        ]
        return {
            "settings": settings,
            "clock": clock_text(kernel, now),
            "date": date_text(now),
            "battery": f"{kernel.service(BatteryService).reading.level}%",
            "icons": system_icons(kernel),
            "tiles": [
                {
                    "name": each.name,
                    "label": each.label,
                    "icon": each.icons[0 if (on := each.is_on(kernel)) else 1],
                    "on": on,
                    "words": each.words(kernel),
                }
                for each in (TILES if settings else TILES[:_QUICK_TILES])
            ],
            "alerting": [shown for record, shown in rows if record.importance >= IMPORTANCES["DEFAULT"]],
            "silent": [shown for record, shown in rows if record.importance < IMPORTANCES["DEFAULT"]],
            "clearable": any(record.clearable for record in records),
            "replying": panels.replying,
            "hint": self._hint(),
        }

    def _hint(self) -> str:
        replying = self._status_bar.panels.replying
        record = self._notifications.get(replying[0]) if replying is not None else None
        if record is None or replying is None:
            return ""
        return record.notification.actions[replying[1]].reply_label or "Reply"

    # The shade itself.

    def cancel(self) -> None:
        self._status_bar.collapse()

    def collapse(self) -> None:
        self._status_bar.collapse()

    def up(self) -> None:
        """A swipe up: quick settings fold, then the shade closes."""
        if self._status_bar.panels.panel is Panel.SETTINGS:
            self._status_bar.expand(Panel.NOTIFICATIONS)
        else:
            self._status_bar.collapse()

    def down(self) -> None:
        """A swipe down: quick settings unfold."""
        self._status_bar.expand(Panel.SETTINGS)

    def stay(self) -> None:
        """A touch on a panel itself does nothing."""

    # Quick settings.

    def toggle(self, name: str) -> None:
        tile(name).toggle(self.kernel)

    def open_settings(self, name: str) -> None:
        self._status_bar.open_page(f"android.settings.{tile(name).page}")

    def all_settings(self) -> None:
        self._status_bar.open_page("android.settings.SETTINGS")

    # Notifications.

    def open(self, key: str) -> None:
        self._status_bar.tap(key)

    def turn(self, key: str) -> None:
        self._status_bar.turn(key)

    def dismiss(self, key: str) -> None:
        self._notifications.dismiss(key)

    def act(self, key: str, number: int) -> None:
        if self._status_bar.act(key, int(number)):
            self.kernel.service(InputMethodService).focus(self.name, "reply")

    def send(self, text: str = "") -> None:
        self._status_bar.send_reply()

    def clear_all(self) -> None:
        self._notifications.clear_all()
        self._status_bar.collapse()

    def manage(self) -> None:
        self._status_bar.open_page("android.settings.NOTIFICATION_SETTINGS")

    # Bound values: the brightness slider, the reply.

    def bound(self, path: str) -> Any:
        if path == "brightness":
            return int(self.kernel.service(SettingsService).get("system", "screen_brightness") or 0)
        return self._status_bar.panels.reply

    def set_bound(self, path: str, value: Any) -> None:
        if path == "brightness":
            settings = self.kernel.service(SettingsService)
            settings.put("system", "screen_brightness", str(value), package=SYSTEM_UI)
        else:
            self._status_bar.panels.set(reply=str(value))
