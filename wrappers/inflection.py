"""Inflects verb phrases: "bake lobster tails" becomes "baking lobster tails"."""

from __future__ import annotations

import functools
import importlib
import re
from typing import Any, Final

INSTALL: Final = "pip install 'mobile-env[rewriting]'"

FORMS: Final = {"v": "VB", "v.s": "VBZ", "v.ing": "VBG", "v.ed": "VBD", "v.en": "VBN"}
"""Forms of a verb → tags of the Penn Treebank: base, third person, gerund, past, past participle."""

# Words that may precede the verb of a phrase.
_BEFORE_VERBS: Final = frozenset({"not", "never", "always", "also", "just", "first", "then"})
_LEADERS: Final = re.compile(r"[a-z]+ly")
_CONJUNCTIONS: Final = frozenset({"and", "or"})
# Words that begin sentences but are missing in the lexicon of inflected words.
_FUNCTION_WORDS: Final = frozenset(
    {
        *(
            "A",
            "An",
            "The",
            "This",
            "And",
            "Did",
            "If",
            "In",
            "On",
            "Of",
            "For",
            "From",
            "At",
            "As",
            "By",
            "To",
            "With",
        ),
        *("After", "Before", "Once", "Then", "How", "What", "When", "Where", "Which", "Who", "Why"),
    }
)
# Verbs that double their last letter, or add a k, and that the lexicon does not know.
_DOUBLED: Final = frozenset({"format", "input", "program", "repot", "reset", "unplug", "unzip", "upset"})
_WITH_K: Final = frozenset({"frolic", "mimic", "panic", "picnic", "traffic"})


class RewritingUnavailable(RuntimeError):
    """The packages that inflect words are not installed. The text says how to install them."""


@functools.cache
def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise RewritingUnavailable(f"instructions cannot be rewritten: {error} ({INSTALL})") from None


@functools.cache
def _tokenizer() -> Any:
    return _module("nltk.tokenize.treebank").TreebankWordTokenizer()


@functools.lru_cache(maxsize=4096)
def inflect(verb: str, form: str) -> str:
    """Returns a verb in another form, in American spelling.

    Args:
      verb: the base form; a capital letter is kept.
      form: one of `FORMS`.

    Raises:
      RewritingUnavailable: the extra `rewriting` is not installed.
    """
    if form == "v":
        return verb
    base = verb.lower()
    if base in _DOUBLED and form != "v.s":
        ending = "ing" if form == "v.ing" else "ed"
        irregular = base.endswith("set") or base in ("input",)
        found = base if irregular and form != "v.ing" else f"{base}{base[-1]}{ending}"
    elif base in _WITH_K and form != "v.s":
        found = f"{base}k{'ing' if form == 'v.ing' else 'ed'}"
    else:
        found = _module("lemminflect").getInflection(base, FORMS[form])[0]
    return found[:1].upper() + found[1:] if verb[:1].isupper() else found


def inflect_phrase(phrase: str, form: str) -> str:
    """Returns a verb phrase with its verb in another form.

    Adverbs may precede the verb, and further verbs may be joined to it: "carefully clean and dry the pan". A
      phrase that
    begins with a number ("180 on a scooter") is the name of a trick and gets the verb "do".

    Args:
      phrase: the phrase, with the verb in its base form.
      form: one of `FORMS`.

    Raises:
      RewritingUnavailable: the extra `rewriting` is not installed.
    """
    spans = list(_tokenizer().span_tokenize(phrase))
    words = [phrase[start:end] for start, end in spans]
    if not words:
        return phrase
    if words[0][0].isdigit():
        return f"{inflect('do', form)} a {phrase}"
    verb = 0
    while verb + 1 < len(words) and _leads(words[verb]):
        verb += 1
    verbs = [verb]
    while verb + 2 < len(words) and words[verb + 1] in _CONJUNCTIONS and _is_verb(words[verb + 2]):
        verb += 2
        verbs.append(verb)
    for index in reversed(verbs):
        start, end = spans[index]
        phrase = phrase[:start] + inflect(words[index], form) + phrase[end:]
    return phrase


def in_sentence(title: str, names: frozenset[str] = frozenset(), words: frozenset[str] = frozenset()) -> str:
    """Converts a title for use inside a sentence: "Write a Cover Letter" becomes "write a cover letter".

    A word keeps its capital if the lexicon does not know it in lower case, or if it is one of the names.

    Args:
      title: a title in title case.
      names: words that always keep their capitals.
      words: words that lose their capital although the lexicon does not know them, in lower case.
    """
    kept: set[int] = set()
    for name in names:
        for match in re.finditer(rf"\b{re.escape(name)}\b", title):
            kept.update(range(match.start(), match.end()))

    def lowered(match: re.Match[str]) -> str:
        word = match.group()
        if match.start() in kept or (len(word) > 1 and word.isupper()):
            return word
        known = (
            match.start() == 0
            or len(word) <= 3
            or word.lower() in words
            or _module("lemminflect").getAllLemmas(word.lower())
        )
        return word.lower() if known else word

    return re.sub(r"[^\W\d_]+(?:['’][^\W\d_]+)*", lowered, title)


def in_sentence_beginning(sentence: str) -> str:
    """Converts the beginning of a sentence for use after other words: lower case, unless it is a name or
    "I"."""
    first = re.match(r"[^\W\d_]+", sentence)
    if (
        first is None
        or first.group() == "I"
        or not _module("lemminflect").getAllLemmas(first.group().lower())
    ):
        word = first.group() if first else ""
        if word not in _FUNCTION_WORDS:
            return sentence
    return sentence[:1].lower() + sentence[1:]


def _leads(word: str) -> bool:
    word = word.lower()
    return word in _BEFORE_VERBS or (_LEADERS.fullmatch(word) is not None and not _is_verb(word))


def _is_verb(word: str) -> bool:
    return word.lower() in _module("lemminflect").getAllLemmas(word.lower(), upos="VERB").get("VERB", ())
