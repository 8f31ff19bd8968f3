"""Seeds on the command line."""

import argparse
import re
from typing import Final

_MOST_SEEDS: Final = 10_000


def seeds(text: str) -> tuple[int, ...]:
    """Reads `3`, `0,1,2` or `0-9`.

    Raises:
      argparse.ArgumentTypeError: anything else.
    """
    found: dict[int, None] = {}
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,9})(?:-(\d{1,9}))?\s*", part)
        if match is None:
            raise argparse.ArgumentTypeError(f"{text!r} is not a seed (write 3, 0,1,2 or 0-9)")
        first, last = int(match[1]), int(match[2] or match[1])
        if not 0 <= last - first < _MOST_SEEDS:
            raise argparse.ArgumentTypeError(f"{part!r} is not a range of at most {_MOST_SEEDS} seeds")
        found.update(dict.fromkeys(range(first, last + 1)))
    return tuple(found)
