"""`list: "foreground"`: what a service of the phone keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.signals.state import SERVICE_LISTS, StateError
from mobile_env.suggestions import nearest
from mobile_env.tasks.goal.situation import CheckError, Situation
from mobile_env.tasks.goal.subjects.contract import Rows, Subject, SubjectCompiler


@dataclass(frozen=True)
class ListSubject:
    """A list of a service."""

    name: str
    needs_state: bool = True
    same: Sequence[str] | None = None

    @property
    def touches(self) -> Sequence[str]:
        return [f"{self.name.removesuffix('s')}/*", self.name]

    def read(self, situation: Situation) -> Mapping[str, Rows]:
        try:
            return {"": situation.device.service_list(self.name)}
        except StateError as error:
            raise CheckError(str(error)) from None


def compile_list(compiler: SubjectCompiler, name: Any) -> Subject | None:
    """Checks the field."""
    if name not in SERVICE_LISTS:
        compiler.report(compiler.path, f"there is no list {name!r}", nearest(name, SERVICE_LISTS))
        return None
    return ListSubject(name)
