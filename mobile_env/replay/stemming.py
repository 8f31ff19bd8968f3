"""Porter's English stemmer, as in M. F. Porter, *An algorithm for suffix stripping*, Program 14(3), 1980.

Like Lucene, it includes the two changes of Porter's later program: -bli becomes -ble, and -logi becomes -log.
"""

from __future__ import annotations

from functools import lru_cache

_VOWELS = "aeiou"

# Steps 2–4: suffix → replacement, tried longest first.
_STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble",
    "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate",
    "alism": "al", "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive",
    "biliti": "ble", "logi": "log",
}  # fmt: skip
_STEP_3 = {
    "icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": "",
}  # fmt: skip
_STEP_4 = {
    "al": "", "ance": "", "ence": "", "er": "", "ic": "", "able": "", "ible": "", "ant": "", "ement": "",
    "ment": "", "ent": "", "ion": "", "ou": "", "ism": "", "ate": "", "iti": "", "ous": "",
    "ive": "", "ize": "",
}  # fmt: skip


def _is_consonant(word: str, at: int) -> bool:
    letter = word[at]
    if letter == "y":
        return at == 0 or not _is_consonant(word, at - 1)
    return letter not in _VOWELS


def _measure(stem: str) -> int:
    """Porter's m: the number of vowel runs followed by a consonant run."""
    count, after_vowel = 0, False
    for at in range(len(stem)):
        if not _is_consonant(stem, at):
            after_vowel = True
        elif after_vowel:
            count, after_vowel = count + 1, False
    return count


def _has_vowel(stem: str) -> bool:
    return any(not _is_consonant(stem, at) for at in range(len(stem)))


def _ends_double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _is_consonant(word, len(word) - 1)


def _ends_cvc(word: str) -> bool:
    end = len(word) - 1
    return (
        end >= 2
        and _is_consonant(word, end)
        and not _is_consonant(word, end - 1)
        and _is_consonant(word, end - 2)
        and word[end] not in "wxy"
    )


def _replace(word: str, table: dict[str, str], least: int) -> str:
    """Replaces the longest matching suffix of the table, if the part before it has a measure above `least`."""
    for suffix in sorted(table, key=len, reverse=True):
        if word.endswith(suffix):
            stem = word[: -len(suffix)]
            if _measure(stem) > least and not (suffix == "ion" and not stem.endswith(("s", "t"))):
                return stem + table[suffix]
            return word
    return word


def _plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith("ies"):
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        stem = word.removesuffix(suffix)
        if stem != word and _has_vowel(stem):
            if stem.endswith(("at", "bl", "iz")):
                return stem + "e"
            if _ends_double(stem) and stem[-1] not in "lsz":
                return stem[:-1]
            if _measure(stem) == 1 and _ends_cvc(stem):
                return stem + "e"
            return stem
        if stem != word:
            return word
    return word


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Returns the stem of a lower-case word. Words of one or two letters are unchanged."""
    if len(word) <= 2:
        return word
    word = _past(_plural(word))
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    word = _replace(word, _STEP_2, 0)
    word = _replace(word, _STEP_3, 0)
    word = _replace(word, _STEP_4, 1)
    if word.endswith("e"):
        before = word[:-1]
        if _measure(before) > 1 or (_measure(before) == 1 and not _ends_cvc(before)):
            word = before
    if word.endswith("ll") and _measure(word) > 1:
        word = word[:-1]
    return word
