"""The dialog that says that an app keeps stopping."""

from typing import Any

from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.window import AMONG_DIALOGS, SystemWindow, WindowService


class CrashDialog(SystemWindow):
    """Opened by `WindowService.open`; its record's context says which app has crashed."""

    name = "crash_dialog"
    layer = AMONG_DIALOGS
    layout = "crash_dialog"
    package = "android"

    def context(self) -> dict[str, Any]:
        return self.record.context if self.record is not None else {}

    def close(self) -> None:
        if self.record is not None:
            self.kernel.service(WindowService).close(self.record)

    def reopen(self, package: str) -> None:
        self.close()
        intent = self.kernel.service(PackageService).launch_intent(package)
        if intent is not None:
            self.kernel.service(ActivityService).start(intent)
