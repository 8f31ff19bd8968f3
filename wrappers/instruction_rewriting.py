"""Instructions in other words: people's rewritings and public patterns replace the templated ones at run time.

The paper, appendix C.4: templated instructions name what to do too plainly to test understanding.
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
    """A file of rewritings or patterns cannot be used; the text is `file:line: what (how to mend)`."""


@dataclass(frozen=True)
class PatternGroup:
    """Patterns for all instructions of one form.

    Attributes:
      form: the templated instruction, its values as `{name}`.
      patterns: what may be said instead.
      match: gives the values of an instruction of this form, or None.
    """

    form: str
    patterns: tuple[Pattern, ...]
    match: Callable[[str], dict[str, str] | None]


class Patterns(NamedTuple):
    """What a file of patterns says.

    Attributes:
      names: words of titles that keep their capitals.
      words: those that lose them though no lexicon knows them, in lower case.
      groups: patterns by form; the first form that fits an instruction counts.
    """

    names: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    groups: tuple[PatternGroup, ...] = ()


class Rewriter:
    """Says an instruction in other words.

    Args:
      rewritings: YAML: a list of `instruction` and `rewritings`.
      patterns: YAML: `names`, words that keep their capitals, `words`, those that do not, and `forms`, a list
        of `instruction` and `patterns`.

    Raises:
      RewritingError: a file cannot be read, or what it says.
      RewritingUnavailable: the extra `rewriting` is not installed.
    """

    def __init__(self, rewritings: Path | None = REWRITINGS, patterns: Path | None = PATTERNS) -> None:
        inflect("bake", "v.ing")  # Missing parts are told now, not in the middle of an episode.
        self.rewritings = read_rewritings(rewritings) if rewritings is not None else {}
        self.patterns = read_patterns(patterns) if patterns is not None else Patterns()

    def rewrite(self, instruction: str, chance: random.Random) -> str:
        """The instruction in other words, or as it is if nothing is known for it.

        Each rewriting of this very instruction and each pattern of its form is as likely as any other.
        "Then, " at the beginning stays.
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
        """A title is also a phrase for verbs: what one does who follows it."""
        if "title" in slots:
            slots.setdefault(VERB_SLOT, in_sentence(slots["title"], self.patterns.names, self.patterns.words))


def read_rewritings(path: Path) -> dict[str, tuple[str, ...]]:
    """Rewritings by instruction.

    Raises:
      RewritingError: the file cannot be read, or what it says.
    """
    found: dict[str, tuple[str, ...]] = {}
    for instruction, texts, line in _entries(_load(path), path, "rewritings"):
        if instruction in found:
            raise RewritingError(f"{path}:{line}: {instruction!r} is there twice (join the two)")
        found[instruction] = tuple(text for text, _ in texts)
    return found


def read_patterns(path: Path) -> Patterns:
    """What a file of patterns says.

    Raises:
      RewritingError: the file cannot be read, or what it says.
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
    """(instruction, its texts with their lines, its line) of each entry of a list."""
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
    """Replaces the task's command and its instructions by other words.

    Every episode draws anew; the same seed, task and number of episode give the same words, however often they
    are asked for.

    Args:
      env: the environment.
      seed: what the draws depend on.
      rewriter: says instructions in other words; by default with the rewritings and patterns shipped for the
        WikiHow set.
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
        """The task's goal in other words."""
        return self._say(self._env.command())

    def task_instructions(self, latest_only: bool = False) -> list[str] | str:
        """The instructions of the last step in other words; see `MobileEnv.task_instructions`."""
        said = self._say(self._env.task_instructions())
        return (said[-1] if said else "") if latest_only else said
