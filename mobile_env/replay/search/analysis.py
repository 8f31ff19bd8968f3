"""Turns a text into the terms of an English index: folded, without stop words, stemmed."""

from __future__ import annotations

import re
import unicodedata

from mobile_env.replay.stemming import stem

#: English stop words of Lucene's StandardAnalyzer.
STOP_WORDS = frozenset(
    {
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is",
        "it", "no", "not", "of", "on", "or", "such", "that", "the",
        "their", "then", "there", "these", "they", "this", "to",
        "was", "will", "with",
    }
)  # fmt: skip
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def analyse(text: str) -> list[str]:
    """Returns the terms of a text: accents and case folded, possessives and stop words removed, stemmed.

    Stop words and stems equal those of Lucene's English analyzer, so that the engines agree. Unlike Lucene, this
    function folds accents (`café` finds `cafe`) and drops apostrophes (`dont` finds `don't`).
    """
    if text.isascii():
        folded = text.lower()
    else:
        folded = unicodedata.normalize("NFKD", text)
        folded = "".join(char for char in folded if not unicodedata.combining(char)).casefold()
    terms = []
    for token in _TOKEN.findall(folded):
        if not token.isalnum():
            token = token.replace("’", "'").removesuffix("'s").replace("'", "")
        if token and token not in STOP_WORDS:
            terms.append(stem(token))
    return terms
