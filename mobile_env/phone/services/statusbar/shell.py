"""`cmd statusbar`: opens and closes the shade."""

from __future__ import annotations

from typing import Final

from mobile_env.phone.services.statusbar.records import Panel
from mobile_env.phone.services.statusbar.service import StatusBarService
from mobile_env.phone.shell.call import Call

_HELP: Final = """Status bar commands:
  help
    Print this help text.

  expand-notifications
    Open the notifications panel.

  expand-settings
    Open the notifications panel and expand quick settings if present.

  collapse
    Collapse the notifications and settings panel.

  get-status-icons
    Print the list of status bar icons and the order they appear in"""


def statusbar(call: Call) -> int:
    """Opens the notification shade or quick settings, closes them."""
    service = call.service(StatusBarService)
    verb = call.args[0] if call.args else ""
    if verb == "expand-notifications":
        service.expand()
    elif verb == "expand-settings":
        service.expand(Panel.SETTINGS)
    elif verb == "collapse":
        service.collapse()
    elif verb in ("", "help", "-h"):
        call.print(_HELP)
        return 0 if verb else 255
    else:
        call.complain(f"Unknown command: {verb}")
        return 255
    return 0
