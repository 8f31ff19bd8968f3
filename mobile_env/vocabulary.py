"""Vocabularies of the TEXT action, and how their tokens are typed: as in the original Mobile-Env."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from mobile_env.simulators.contract import ActionType, PrimitiveAction

# Characters that are keys of their own: typed as text, devices drop them or need ENTER.
_KEYS: Final = {"\b": "DEL", "\x1b": "ESCAPE", "\n": "ENTER", "\r": "ENTER", "\t": "TAB"}
_KEYS_OR_TEXT: Final = re.compile(r"[\b\x1b\n\r\t]|[^\b\x1b\n\r\t]+")


@dataclass(frozen=True)
class TokenMarks:
    r"""How the tokens of a vocabulary are marked. The defaults are those of BERT's WordPiece.

    A blank is typed after each token. A token with the `non_start` mark goes on with the word before it, so the
    blank before it is deleted first. Marks themselves are never typed.

    Attributes:
      start: begins a token that begins a word, such as `Ġ` in GPT-2's vocabulary; "": any token without the
        `non_start` mark begins a word.
      non_start: begins a token that goes on with a word, such as `##`; "": any token without the `start` mark.
      special: regular expression that matches the beginning of tokens of which nothing is typed, such as `[CLS]`.

    Raises:
      ValueError: `special` is no regular expression.
    """

    start: str = ""
    non_start: str = "##"
    special: str = r"\[\w+\]"
    _special: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        try:
            pattern = re.compile(self.special)
        except re.error as error:
            raise ValueError(
                f"special_token_pattern {self.special!r} is no regular expression: {error}"
            ) from None
        object.__setattr__(self, "_special", pattern)

    def keystrokes(self, token: str) -> tuple[PrimitiveAction, ...]:
        """What types a token: at least one action, all but the last of them keys or text before the blank."""
        if self._special.match(token):
            return (PrimitiveAction(ActionType.TEXT),)
        # A mark that begins with the other one is looked for first; "" begins every token.
        marks = [(self.start, False), (self.non_start, True)]
        if self.non_start.startswith(self.start):
            marks.reverse()
        mark, joins = next(((mark, joins) for mark, joins in marks if token.startswith(mark)), ("", False))
        return tuple(self._strokes(token.removeprefix(mark), joins))

    @staticmethod
    def _strokes(text: str, joins: bool) -> Iterator[PrimitiveAction]:
        if joins:
            yield PrimitiveAction(ActionType.KEY, key="DEL")
        parts = _KEYS_OR_TEXT.findall(text)
        last = "" if not parts or parts[-1] in _KEYS else parts.pop()
        for part in parts:
            if part in _KEYS:
                yield PrimitiveAction(ActionType.KEY, key=_KEYS[part])
            else:
                yield PrimitiveAction(ActionType.TEXT, text=part)
        yield PrimitiveAction(ActionType.TEXT, text=f"{last} ")


DEFAULT_MARKS: Final = TokenMarks()


def read_vocabulary(path: str | Path) -> tuple[str, ...]:
    """The tokens of a vocabulary file, one a line; a line's number (from 0) is the token's index.

    Raises:
      ValueError: the file cannot be read as UTF-8 text, or is empty.
    """
    try:
        lines = Path(path).expanduser().read_text("utf-8").splitlines()
    except OSError as error:
        raise ValueError(f"unify_vocabulary: {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ValueError(
            f"unify_vocabulary: {path} is no UTF-8 text (byte {error.start}): save it as UTF-8, a token a line"
        ) from None
    if not lines:
        raise ValueError(f"unify_vocabulary: {path} is empty: write a token a line")
    return tuple(line.strip() for line in lines)
