"""`cmd uimode`."""

from __future__ import annotations

from typing import Final

from mobile_env.phone.services.settings import SHELL, SettingsService
from mobile_env.phone.shell.call import Call

_NIGHT: Final = {"auto": "0", "no": "1", "yes": "2"}


def uimode(call: Call) -> int:
    """Shows or sets night mode."""
    store = call.service(SettingsService)
    if call.args[:1] != ["night"] or (len(call.args) > 1 and call.args[1] not in _NIGHT):
        call.complain("UiModeManager service (uimode) commands:\n  help\n  night [yes|no|auto]")
        return 255
    if len(call.args) > 1:
        store.put("secure", "ui_night_mode", _NIGHT[call.args[1]], package=SHELL)
    names = {value: name for name, value in _NIGHT.items()}
    call.print(f"Night mode: {names.get(store.get('secure', 'ui_night_mode') or '', 'unknown')}")
    return 0
