"""How the display's light changes a frame: brightness, a warm tint, inverted colours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np


@dataclass(frozen=True)
class Light:
    """What a frame looks like on the display.

    Attributes:
      level: share of the light that is left, 0 to 1; 1 is the frame as it is drawn.
      warmth: how much of green and blue is taken away, 0 to 1.
      inverted: whether light and dark change places.
    """

    level: float = 1.0
    warmth: float = 0.0
    inverted: bool = False


@lru_cache(maxsize=64)
def table(light: Light) -> np.ndarray | None:
    """uint8 (1, 256, 3): what each value of red, green and blue becomes; None if they stay what they are."""
    if light == Light():
        return None
    values = np.arange(256, dtype=np.float64)
    if light.inverted:
        values = values[::-1]
    shares = np.array([1.0, 1.0 - 0.35 * light.warmth, 1.0 - 0.7 * light.warmth])
    made = np.rint(values[:, None] * shares * light.level).astype(np.uint8)[None]
    made.flags.writeable = False
    return made
