"""`put_setting { namespace key value }`: a setting, as if set by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mobile_env.proto import task_pb2
from mobile_env.signals.state import DeviceState
from mobile_env.tasks.parameters.compiling import Scope
from mobile_env.tasks.setup.kinds.contract import Filled, StateStep, StepCompiler


@dataclass(frozen=True)
class PutSetting:
    """Sets a setting; services of the phone follow."""

    namespace: str
    key: Filled
    value: Filled

    def run(self, state: DeviceState, scope: Scope) -> None:
        state.put_setting(self.namespace, self.key(scope), self.value(scope))


def compile_put_setting(compiler: StepCompiler, message: Any) -> StateStep | None:
    """Checks the field."""
    if not compiler.need(message, "key"):
        return None
    namespace = task_pb2.Namespace.Name(message.namespace).lower()
    return PutSetting(namespace, compiler.text(message, "key"), compiler.text(message, "value"))
