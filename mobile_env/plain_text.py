"""Text of others as a terminal may be given it: what would move the cursor, or turn the line around, is spelled out."""

from __future__ import annotations

import re
from typing import Final

# C0 but tab and line feed, DEL, C1, and the characters that change the direction of what follows.
_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def plain(text: object) -> str:
    """The text with control characters written as escapes: the character ESC becomes the four characters `\\x1b`."""
    return _CONTROLS.sub(lambda found: ascii(found[0])[1:-1], str(text))
