"""`restore: "androidworld"`: apps stopped, shared storage empty, nothing on the clipboard, the home screen in front."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mobile_env.signals.state import DeviceState
from mobile_env.tasks.parameters.compiling import Scope
from mobile_env.tasks.setup.kinds.contract import StateStep, StepCompiler


@dataclass(frozen=True)
class Restore:
    """Brings the device to the state that a suite's episodes begin in."""

    name: str

    def run(self, state: DeviceState, scope: Scope) -> None:
        # The folders that Android makes stay: Download, DCIM, …; so do the apps' own.
        state.delete_files("/sdcard/*/*")
        for entry in state.files("/sdcard/*"):
            if entry.kind == "file":
                state.delete_files(entry.path)
        state.set_clipboard("")
        state.go_home()


def compile_restore(compiler: StepCompiler, name: Any) -> StateStep | None:
    """Checks the field."""
    if not name.strip():
        compiler.report(
            compiler.path, "`restore` names no state", 'write the suite\'s name: restore: "androidworld"'
        )
        return None
    return Restore(name)
