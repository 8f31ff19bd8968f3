"""`put_message { address body box time }`: a text message, put into the SMS provider."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from mobile_env.proto import task_pb2
from mobile_env.signals.state import DeviceState
from mobile_env.tasks.parameters.compiling import Scope
from mobile_env.tasks.setup.kinds.contract import Filled, StateStep, StepCompiler

_BOXES: Final = {
    task_pb2.PutMessage.INBOX: "inbox",
    task_pb2.PutMessage.SENT: "sent",
    task_pb2.PutMessage.DRAFT: "draft",
}


@dataclass(frozen=True)
class PutMessage:
    """Adds a message that was read already."""

    address: Filled
    body: Filled
    box: str
    time: Callable[[Scope], int | None]

    def run(self, state: DeviceState, scope: Scope) -> None:
        time = self.time(scope)
        if time is None:
            time = state.clock()
        state.insert(
            f"content://sms/{self.box}",
            {
                "address": self.address(scope),
                "body": self.body(scope),
                "date": time * 1000,
                "read": 1,
                "seen": 1,
            },
        )


def compile_put_message(compiler: StepCompiler, message: Any) -> StateStep | None:
    """Checks the field."""
    if not compiler.need(message, "address"):
        return None
    return PutMessage(
        compiler.text(message, "address"),
        compiler.text(message, "body"),
        _BOXES[message.box],
        compiler.moment(message.time, "time"),
    )
