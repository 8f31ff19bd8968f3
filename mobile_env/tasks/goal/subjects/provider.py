"""`provider: "content://sms/sent"`: the rows of a content provider."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.signals.state import StateError
from mobile_env.tasks.goal.situation import CheckError, Situation
from mobile_env.tasks.goal.subjects.contract import Rows, Subject, SubjectCompiler


@dataclass(frozen=True)
class ProviderSubject:
    """A content provider, in its own order."""

    uri: str
    needs_state: bool = True
    same: Sequence[str] | None = None

    @property
    def touches(self) -> Sequence[str]:
        return [f"provider/{self.uri.removeprefix('content://').partition('/')[0]}"]

    def read(self, situation: Situation) -> Mapping[str, Rows]:
        try:
            return {"": situation.device.provider(self.uri)}
        except StateError as error:
            raise CheckError(str(error)) from None


def compile_provider(compiler: SubjectCompiler, uri: Any) -> Subject | None:
    """Checks the field."""
    if not uri.startswith("content://"):
        compiler.report(compiler.path, f"{uri!r} is no address of a provider", "begin it with content://")
        return None
    return ProviderSubject(uri)
