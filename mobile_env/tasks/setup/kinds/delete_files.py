"""`delete_files { path… }`: what globs find, folders with all that is in them; `**` reaches any depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.signals.state import DeviceState
from mobile_env.tasks.parameters.compiling import Scope
from mobile_env.tasks.setup.kinds.contract import Filled, StateStep, StepCompiler


@dataclass(frozen=True)
class DeleteFiles:
    """Deletes files; what is not there is deleted already."""

    paths: Sequence[Filled]

    def run(self, state: DeviceState, scope: Scope) -> None:
        for path in self.paths:
            state.delete_files(path(scope))


def compile_delete_files(compiler: StepCompiler, message: Any) -> StateStep | None:
    """Checks the field."""
    if not compiler.need(message, "path"):
        return None
    for index, path in enumerate(message.path):
        if not path.startswith(("/", "${")) or path.strip("/*") == "":
            compiler.report(
                (*compiler.path, "path", index),
                f"{path!r} is no absolute path below a folder",
                "name the folder",
            )
            return None
    return DeleteFiles([compiler.text(message, "path", index) for index in range(len(message.path))])
