"""The notification that pops up over the app."""

from collections.abc import Sequence
from typing import Any

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.input_method import InputMethodService
from mobile_env.phone.services.notification import NotificationService
from mobile_env.phone.services.statusbar import StatusBarService
from mobile_env.phone.services.window import SystemWindow
from mobile_env.phone.systemui.look import palette
from mobile_env.phone.systemui.notification_rows import row


class HeadsUp(SystemWindow):
    """Stands at the top for some seconds; swiped up it stays in the shade, swiped aside it goes."""

    name = "heads_up"
    layer = 25
    layout = "heads_up"

    @classmethod
    def shown(cls, kernel: Kernel) -> Sequence[SystemWindow]:
        return () if kernel.service(StatusBarService).heads_up is None else (cls(kernel),)

    @property
    def _status_bar(self) -> StatusBarService:
        return self.kernel.service(StatusBarService)

    def css(self) -> str:
        return palette(self.kernel) + super().css()

    @property
    def place(self) -> str:
        return "left:0;right:0;top:0;bottom:auto;height:240px"

    def context(self) -> dict[str, Any]:
        record = self._status_bar.heads_up
        return {"row": row(self.kernel, record, expanded=True) if record is not None else None}

    def open(self, key: str) -> None:
        self._status_bar.tap(key)

    def dismiss(self, key: str) -> None:
        if not self.kernel.service(NotificationService).dismiss(key):
            self._status_bar.hide_heads_up(key)

    def up(self, key: str) -> None:
        self._status_bar.hide_heads_up(key)

    def down(self, key: str) -> None:
        self._status_bar.expand()

    def act(self, key: str, number: int) -> None:
        if self._status_bar.act(key, int(number)):
            self.kernel.service(InputMethodService).focus("notification_shade", "reply")
