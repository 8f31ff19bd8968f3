"""Paraphrases instructions at run time, with paraphrases written by people and with public patterns.

According to the paper (appendix C.4), templated instructions are too explicit to test understanding.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from mobile_env.wrappers.base import MobileEnvWrapper
from mobile_env.wrappers.inflection import in_sentence, in_sentence_beginning, inflect
from mobile_env.wrappers.instruction_patterns import (
    VERB_SLOT,
    Pattern,
    PatternError,
    form_matcher,
    parse_pattern,
)

_HERE: Final = Path(__file__).parent
REWRITINGS: Final = _HERE / "instruction_rewritings.yaml"
PATTERNS: Final = _HERE / "instruction_patterns.yaml"

_THEN: Final = "Then, "


class RewritingError(ValueError):
    """A file of rewritings or patterns cannot be used. The text is `file:line: what (how to fix it)`."""


@dataclass(frozen=True)
class PatternGroup:
    """Patterns for all instructions of one form.

    Attributes:
      form: the templated instruction, with values as `{name}`.
      patterns: patterns of paraphrases.
      match: returns the values of an instruction of this form, or None.
    """

    form: str
    patterns: tuple[Pattern, ...]
    match: Callable[[str], dict[str, str] | None]


class Patterns(NamedTuple):
    """The content of a patterns file.

    Attributes:
      names: words of titles that keep their capitals.
      words: words that lose their capitals although the lexicon does not know them, in lower case.
      groups: patterns by form; the first form that matches an instruction is used.
    """

    names: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    groups: tuple[PatternGroup, ...] = ()


class Rewriter:
    """Paraphrases instructions.

    Args:
      rewritings: YAML file: a list of `instruction` and `rewritings`.
      patterns: YAML file: `names`, words that keep their capitals; `words`, words that lose their capitals;
        `forms`, a list of `instruction` and `patterns`.

    Raises:
      RewritingError: a file cannot be read, or its content is invalid.
      RewritingUnavailable: the extra `rewriting` is not installed.
    """

    def __init__(self, rewritings: Path | None = REWRITINGS, patterns: Path | None = PATTERNS) -> None:
        inflect("bake", "v.ing")  # Report missing packages now, not in the middle of an episode.
        self.rewritings = read_rewritings(rewritings) if rewritings is not None else {}
        self.patterns = read_patterns(patterns) if patterns is not None else Patterns()

    def rewrite(self, instruction: str, chance: random.Random) -> str:
        """Returns a paraphrase of the instruction, or the instruction itself if there is none.

        All rewritings of the instruction and all patterns of its form are equally likely. "Then, " at the
        beginning is kept.
        """
        if instruction.startswith(_THEN):
            rest = instruction[len(_THEN) :]
            said = self.rewrite(rest[:1].upper() + rest[1:], chance)
            return _THEN + in_sentence_beginning(said)
        ways: list[str | tuple[Pattern, dict[str, str]]] = [*self.rewritings.get(instruction, ())]
        for group in self.patterns.groups:
            slots = group.match(instruction)
            if slots is not None:
                self._add_phrases(slots)
                ways.extend((pattern, slots) for pattern in group.patterns)
                break
        if not ways:
            return instruction
        way = ways[chance.randrange(len(ways))]
        return way if isinstance(way, str) else way[0].fill(way[1], chance)

    def _add_phrases(self, slots: dict[str, str]) -> None:
        """Adds the title as a verb phrase: what a reader of the article does."""
        if "title" in slots:
            slots.setdefault(VERB_SLOT, in_sentence(slots["title"], self.patterns.names, self.patterns.words))


def read_rewritings(path: Path) -> dict[str, tuple[str, ...]]:
    """Reads a rewritings file. Returns rewritings by instruction.

    Raises:
      RewritingError: the file cannot be read, or its content is invalid.
    """
    found: dict[str, tuple[str, ...]] = {}
    for instruction, texts, line in _entries(_load(path), path, "rewritings"):
        if instruction in found:
            raise RewritingError(f"{path}:{line}: {instruction!r} is there twice (join the two)")
        found[instruction] = tuple(text for text, _ in texts)
    return found


def read_patterns(path: Path) -> Patterns:
    """Reads a patterns file.

    Raises:
      RewritingError: the file cannot be read, or its content is invalid.
    """
    root = _load(path)
    if not isinstance(root, yaml.MappingNode):
        raise RewritingError(f"{path}:1: is no mapping (write `names:` and `forms:`)")
    parts = {key.value: value for key, value in root.value}
    names, words = (
        frozenset(item.value for item in parts[key].value) if key in parts else frozenset()
        for key in ("names", "words")
    )
    groups = []
    for form, texts, line in _entries(parts.get("forms"), path, "patterns"):
        match = form_matcher(form)
        known = set(match(form) or ()) | {VERB_SLOT}
        patterns = []
        for text, at in texts:
            try:
                pattern = parse_pattern(text)
            except PatternError as error:
                raise RewritingError(f"{path}:{at}: {error} in {text!r} ({error.mend})") from None
            if strange := sorted(pattern.slots - known):
                mend = f"the form of line {line} has {', '.join(sorted(known))}"
                raise RewritingError(f"{path}:{at}: unknown slot {{{strange[0]}}} ({mend})")
            patterns.append(pattern)
        if (
            VERB_SLOT not in form
            and any(VERB_SLOT in pattern.slots for pattern in patterns)
            and "{title}" not in form
        ):
            raise RewritingError(
                f"{path}:{line}: the form has no verb phrase (write {{do}} or {{title}} in it)"
            )
        groups.append(PatternGroup(form, tuple(patterns), match))
    return Patterns(names, words, tuple(groups))


def _load(path: Path) -> yaml.Node:
    try:
        node = yaml.compose(path.read_text("utf-8"), Loader=yaml.SafeLoader)
    except OSError as error:
        raise RewritingError(f"{path}: cannot be read: {error.strerror} (check the path)") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise RewritingError(f"{path}: is no YAML: {error}") from None
    if node is None:
        raise RewritingError(f"{path}: is empty")
    return node


def _entries(node: Any, path: Path, key: str) -> Iterator[tuple[str, list[tuple[str, int]], int]]:
    """Yields for each list entry: the instruction, its texts with their lines, and its line."""
    if not isinstance(node, yaml.SequenceNode):
        raise RewritingError(f"{path}: holds no list of `instruction` and `{key}`")
    for entry in node.value:
        line = entry.start_mark.line + 1
        fields = (
            {name.value: value for name, value in entry.value} if isinstance(entry, yaml.MappingNode) else {}
        )
        texts = fields.get(key)
        if set(fields) != {"instruction", key} or not isinstance(texts, yaml.SequenceNode) or not texts.value:
            raise RewritingError(f"{path}:{line}: an entry has `instruction` and a list `{key}`")
        yield (
            fields["instruction"].value,
            [(text.value, text.start_mark.line + 1) for text in texts.value],
            line,
        )


class InstructionRewritingWrapper(MobileEnvWrapper):
    """Paraphrases the task's command and its instructions.

    Each episode has its own paraphrases. The same seed, task and episode number give the same words, also when
    they are read repeatedly.

    Args:
      env: the environment.
      seed: seed of the random choices.
      rewriter: paraphrases instructions; by default with the shipped rewritings and patterns of the WikiHow set.
    """

    def __init__(self, env: Any, seed: int = 0, rewriter: Rewriter | None = None) -> None:
        super().__init__(env)
        self._seed = seed
        self._rewriter = rewriter or Rewriter()
        self._episode = 0
        self._rewritten = lru_cache(maxsize=1024)(self._rewrite)

    def _reset_state(self) -> None:
        self._episode += 1

    def _rewrite(self, text: str, task: str, episode: int) -> str:
        chance = random.Random(f"{self._seed}\n{task}\n{episode}\n{text}")
        return self._rewriter.rewrite(text, chance)

    def _say(self, texts: Sequence[str]) -> list[str]:
        return [self._rewritten(text, self._env.task_id, self._episode) for text in texts]

    def command(self) -> list[str]:
        """The paraphrased goal of the task."""
        return self._say(self._env.command())

    def task_instructions(self, latest_only: bool = False) -> list[str] | str:
        """The paraphrased instructions of the last step. See `MobileEnv.task_instructions`."""
        said = self._say(self._env.task_instructions())
        return (said[-1] if said else "") if latest_only else said
