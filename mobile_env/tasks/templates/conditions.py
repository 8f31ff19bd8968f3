"""Conditional parts of templates: `# ifdef NAME`, `# else`, `# endif`."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from mobile_env.tasks.errors import Fault
from mobile_env.tasks.templates.places import Place

_LINE: Final = re.compile(r"\s*#\s*(?P<word>[a-zA-Z]+)(?:\s+(?P<rest>.*?))?\s*")
_CONDITION: Final = re.compile(r"(?P<kind>if|elif)(?P<negated>n?)def")
# Other directives of the preprocessor are refused, because ignoring them would change a task silently.
_UNSUPPORTED: Final = re.compile(r"(?:el)?ifn?(?:eqn?|l[te]|g[te])|defineR")
_NAME: Final = re.compile(r"[^\W\d]\w*")
_HOW: Final = "write # ifdef NAME, # ifndef NAME, # elifdef NAME, # elifndef NAME, # else or # endif"


@dataclass
class _Block:
    """A part from `# ifdef` to `# endif`.

    Attributes:
      place: position of the beginning.
      outside: whether the surrounding text is active.
      taken: whether one of the branches was active.
      active: whether the current branch is active.
      last: whether the current branch follows `# else`.
    """

    place: Place
    outside: bool
    taken: bool
    active: bool
    last: bool = False


class Conditions:
    """Decides which lines of a template, and of the files that it includes, are active.

    Args:
      defined: names that are defined from the start.
      faults: list to which faults are added.
    """

    def __init__(self, defined: Collection[str], faults: list[Fault]) -> None:
        self._defined = set(defined)
        self._faults = faults
        self._blocks: list[_Block] = []

    @property
    def active(self) -> bool:
        """Whether the current line is active."""
        return not self._blocks or self._blocks[-1].active

    @property
    def depth(self) -> int:
        """Number of open blocks."""
        return len(self._blocks)

    def take(self, line: str, place: Place) -> bool:
        """Processes a line if it is a directive. Returns whether it is one.

        A comment that only begins like a directive, such as `# else the page is empty`, is not a directive.
        """
        match = _LINE.fullmatch(line)
        if match is None:
            return False
        word, rest = match["word"], match["rest"] or ""
        at = Place(place.source, place.start + match.start("word"))
        if word in ("else", "endif"):
            if rest:
                return False
            (self._else if word == "else" else self._end)(at)
        elif condition := _CONDITION.fullmatch(word):
            holds = (rest in self._defined) is not bool(condition["negated"])
            if not _NAME.fullmatch(rest):
                self._faults.append(at.fault(f"`# {word}` needs one name", _HOW))
            self._if(at, holds) if condition["kind"] == "if" else self._elif(at, holds)
        elif word in ("define", "undef") and _NAME.fullmatch(rest):
            if self.active:
                (self._defined.add if word == "define" else self._defined.discard)(rest)
        elif _UNSUPPORTED.fullmatch(word):
            self._faults.append(at.fault(f"`# {word}` is not supported", _HOW))
        else:
            return False
        return True

    def close(self, depth: int) -> None:
        """Ends a file. Reports open blocks beyond `depth` as faults."""
        for block in self._blocks[depth:]:
            self._faults.append(block.place.fault("this part does not end", "close it with a line `# endif`"))
        del self._blocks[depth:]

    def _if(self, at: Place, holds: bool) -> None:
        active = self.active and holds
        self._blocks.append(_Block(at, self.active, active, active))

    def _elif(self, at: Place, holds: bool) -> None:
        block = self._open(at, "elifdef")
        if block is not None:
            block.active = block.outside and not block.taken and holds
            block.taken = block.taken or block.active

    def _else(self, at: Place) -> None:
        block = self._open(at, "else")
        if block is not None:
            block.active, block.last = block.outside and not block.taken, True

    def _end(self, at: Place) -> None:
        if self._blocks:
            self._blocks.pop()
        else:
            self._faults.append(at.fault("`# endif` without `# ifdef`", "remove it"))

    def _open(self, at: Place, word: str) -> _Block | None:
        if not self._blocks:
            self._faults.append(at.fault(f"`# {word}` without `# ifdef`", "begin the part with # ifdef NAME"))
            return None
        if self._blocks[-1].last:
            self._faults.append(at.fault(f"`# {word}` after `# else`", "`# else` is the last branch"))
            return None
        return self._blocks[-1]
