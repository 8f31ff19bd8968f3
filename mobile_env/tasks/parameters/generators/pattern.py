"""`text: "+1##########"`: characters drawn by a pattern."""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from mobile_env.events.work_budget import WorkBudget
from mobile_env.tasks.errors import FieldPath
from mobile_env.tasks.parameters.compiling import Compiler, Generator, Scope
from mobile_env.tasks.parameters.draws import Draws
from mobile_env.tasks.parameters.texts import Text

ALPHABETS: Final[Mapping[str, str]] = {
    "#": string.digits,
    "?": string.ascii_lowercase,
    "*": string.ascii_lowercase + string.digits,
    "%": "0123456789abcdef",
}
_ESCAPE: Final = "\\"


@dataclass(frozen=True)
class Pattern:
    """A text: `#` digit, `?` letter, `*` letter or digit, `%` hexadecimal digit, `\\` before a literal."""

    text: Text

    @property
    def reads(self) -> frozenset[str]:
        return self.text.reads

    @property
    def is_random(self) -> bool:
        return any(mark in self.text.source for mark in ALPHABETS)

    def draw(self, draws: Draws, scope: Scope) -> str:
        return self.text.joined(
            scope.names, scope.clock, literal=lambda piece: _drawn(piece, draws, scope.work), work=scope.work
        )


def _drawn(piece: str, draws: Draws, work: WorkBudget) -> str:
    work.spend(len(piece))
    drawn, characters = [], iter(piece)
    for character in characters:
        if character == _ESCAPE:
            drawn.append(next(characters, _ESCAPE))
        elif character in ALPHABETS:
            drawn.append(draws.choice(ALPHABETS[character]))
        else:
            drawn.append(character)
    return "".join(drawn)


def compile_pattern(compiler: Compiler, path: FieldPath, message: Any) -> Generator | None:
    """`text: pattern`; what comes in by `${…}` is literal."""
    text = compiler.text(path, message)
    return Pattern(text) if text else None
