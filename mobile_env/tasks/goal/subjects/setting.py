"""`setting { namespace key }`: one row with the value as text; none if the setting is unset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.proto import task_pb2
from mobile_env.tasks.goal.situation import Situation
from mobile_env.tasks.goal.subjects.contract import Rows, Subject, SubjectCompiler


@dataclass(frozen=True)
class SettingSubject:
    """A setting of Android's system, secure or global table."""

    namespace: str
    key: str
    needs_state: bool = True
    same: Sequence[str] | None = None

    @property
    def touches(self) -> Sequence[str]:
        return [f"setting/{self.namespace}/{self.key}"]

    def read(self, situation: Situation) -> Mapping[str, Rows]:
        value = situation.device.setting(self.namespace, self.key)
        return {"": [] if value is None else [{"value": value}]}


def compile_setting(compiler: SubjectCompiler, message: Any) -> Subject | None:
    """Checks the field."""
    if not compiler.need(message, "key"):
        return None
    return SettingSubject(task_pb2.Namespace.Name(message.namespace).lower(), message.key)
