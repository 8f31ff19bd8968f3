"""What a reboot leaves of a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mobile_env.phone.state.pids import ProcessTable
from mobile_env.phone.state.records import Keyboard

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone


def reboot(phone: Phone) -> None:
    """Boots the phone anew: files, databases, settings and packages stay; what ran, and the log, is gone."""
    state = phone.state
    state.tasks.clear()
    state.windows.clear()
    state.scroll.clear()
    state.focus = state.finger = state.locked_task = None
    state.keyboard = Keyboard()
    state.clipboard = ""
    state.processes = ProcessTable()
    state.log.clear()
    state.clock.boot_us = state.clock.now_us
    state.properties.set("service.adb.root", "0")
    phone.activities.home()
    phone.invalidate()
