"""Hints for a name that is not known: the closest name that is, or all of them."""

from collections.abc import Iterable

_MOST_LISTED = 24


def closest(name: str, known: Iterable[str]) -> str:
    """The known name that is most like a name; "" if none is like it. Upper and lower case count as the same."""
    import difflib  # the command line starts without it

    by_lower = {each.lower(): each for each in known}
    found = difflib.get_close_matches(name.lower(), by_lower, n=1)
    return by_lower[found[0]] if found else ""


def nearest(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """A hint for an unknown name: "did you mean `…`?".

    If no known name is like it: `otherwise`, or all known names if they are few.
    """
    known = list(known)
    if close := closest(name, known):
        return f"did you mean `{close}`?"
    if otherwise:
        return otherwise
    if len(known) <= _MOST_LISTED:
        return f"known: {', '.join(known)}"
    return f"none of the {len(known)} known names is close"
