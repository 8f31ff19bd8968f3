"""`reworded: moment`: a way to say a date, as people say it on the day of the task's clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mobile_env.tasks.errors import FieldPath
from mobile_env.tasks.parameters.compiling import (
    Compiler,
    DrawError,
    Generator,
    MomentSource,
    Scope,
    moment_source,
)
from mobile_env.tasks.parameters.draws import Draws
from mobile_env.tasks.parameters.moments import MomentError


@dataclass(frozen=True)
class Reworded:
    """One of the ways to say the moment's day."""

    moment: MomentSource
    is_random: bool = True

    @property
    def reads(self) -> frozenset[str]:
        return self.moment.reads

    def draw(self, draws: Draws, scope: Scope) -> str:
        try:
            return draws.choice(scope.clock.ways_to_say(self.moment(scope)))
        except MomentError as error:
            raise DrawError(str(error)) from None


def compile_reworded(compiler: Compiler, path: FieldPath, message: Any) -> Generator | None:
    """`reworded: moment`"""
    moment = moment_source(compiler, path, message)
    return Reworded(moment) if moment else None
