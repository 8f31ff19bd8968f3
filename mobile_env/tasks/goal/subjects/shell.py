"""`shell { command pattern }`: a row for each match of a pattern in what a command prints."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mobile_env.regex import Regex, RunawayRegexError
from mobile_env.tasks.goal.situation import CheckError, Situation
from mobile_env.tasks.goal.subjects.contract import Rows, Subject, SubjectCompiler


@dataclass(frozen=True)
class ShellSubject:
    """What a shell command prints, searched."""

    command: str
    pattern: Regex
    needs_state: bool = True
    same: Sequence[str] | None = None
    touches: Sequence[str] = ()

    def read(self, situation: Situation) -> Mapping[str, Rows]:
        output = situation.device.shell(self.command)
        names = {place: name for name, place in self.pattern.pattern.groupindex.items()}
        try:
            return {
                "": [
                    {
                        names.get(place, f"g{place}"): group
                        for place, group in enumerate(match.groups(), start=1)
                    }
                    or {"g0": match[0]}
                    for match in self.pattern.finditer(output)
                ]
            }
        except RunawayRegexError as error:
            raise CheckError(f"the pattern of `{self.command}`: {error}") from None


def compile_shell(compiler: SubjectCompiler, message: Any) -> Subject | None:
    """Checks the field."""
    if not compiler.need(message, "command", "pattern"):
        return None
    try:
        return ShellSubject(message.command, Regex(message.pattern, re.MULTILINE))
    except re.error as error:
        compiler.report(
            (*compiler.path, "pattern"), f"bad pattern: {error}", "a regular expression of Python's re"
        )
        return None
