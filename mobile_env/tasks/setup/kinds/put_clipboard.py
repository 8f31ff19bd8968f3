"""`put_clipboard: "text"`: what PASTE inserts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mobile_env.proto import task_pb2
from mobile_env.signals.state import DeviceState
from mobile_env.tasks.parameters.compiling import Scope
from mobile_env.tasks.setup.kinds.contract import Filled, StateStep, StepCompiler


@dataclass(frozen=True)
class PutClipboard:
    """Sets the clipboard's text; an empty one clears it."""

    text: Filled

    def run(self, state: DeviceState, scope: Scope) -> None:
        state.set_clipboard(self.text(scope))


def compile_put_clipboard(compiler: StepCompiler, text: Any) -> StateStep | None:
    """Checks the field."""
    return PutClipboard(compiler.text(task_pb2.SetupStep(put_clipboard=text), "put_clipboard"))
