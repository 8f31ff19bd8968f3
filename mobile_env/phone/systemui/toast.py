"""Toasts: a short text that goes by itself."""

from collections.abc import Sequence
from typing import Any

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.services.window import SystemWindow
from mobile_env.phone.state.windows import OpenWindows


class Toast(SystemWindow):
    """The toast that `WindowService.toast` opened."""

    name = "toast"
    layer = 40
    layout = "toast"
    touchable = False

    @property
    def place(self) -> str:
        return "top:auto;bottom:96px;height:48px"

    @classmethod
    def shown(cls, kernel: Kernel) -> Sequence[SystemWindow]:
        records = kernel.part(OpenWindows).records
        return [cls(kernel, record) for record in records if record.kind == "toast"]

    def context(self) -> dict[str, Any]:
        return self.record.context if self.record is not None else {}
