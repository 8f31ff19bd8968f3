"""Prototypes: the training result of the built-in model, and classification by the nearest prototype."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mobile_env.signals.icons.contract import Recognition
from mobile_env.signals.icons.descriptors import descriptor
from mobile_env.signals.icons.glyphs import Mask, normalised

PATH = Path(__file__).with_name("prototypes.npz")

# A glyph with a lower similarity (cosine) to the nearest prototype is not a known icon.
LEAST_SCORE = 0.6

# If an icon outside the classes is this similar to a glyph, the glyph gets no class.
_OTHER_IS_SURE = 0.9
_OTHER_IS_NEARER = 0.02


@dataclass(frozen=True, eq=False)
class Prototypes:
    """Drawings as vectors in a space in which variations of one icon are close together.

    Attributes:
      centre: mean descriptor, float32 (LENGTH,).
      projection: descriptor − centre → space, float32 (LENGTH, dimensions).
      vectors: one vector of length 1 per drawing, float32 (drawings, dimensions).
      labels: the class of each drawing; "" for icons outside the classes.
      origin: digest of the training data and code.
    """

    centre: npt.NDArray[np.float32]
    projection: npt.NDArray[np.float32]
    vectors: npt.NDArray[np.float32]
    labels: tuple[str, ...]
    origin: str

    def embed(self, glyph: Mask) -> npt.NDArray[np.float32]:
        """Vector of a normalised glyph, of length 1, or 0 if the glyph lies at the centre."""
        vector = (descriptor(glyph) - self.centre) @ self.projection
        return (vector / (float(np.linalg.norm(vector)) + 1e-9)).astype(np.float32)

    def classify(self, mask: Mask) -> Recognition | None:
        """Returns the class of the nearest drawing; None if no drawing is near.

        The name is empty if the foreground is certainly a known icon outside the classes.
        """
        glyph = normalised(mask)
        if glyph is None:
            return None
        likeness = self.vectors @ self.embed(glyph)
        known = self._known
        best = int(known[np.argmax(likeness[known])])
        score = float(likeness[best])
        highest = float(likeness.max())
        if highest > score + _OTHER_IS_NEARER and highest >= _OTHER_IS_SURE:
            return Recognition("", min(1.0, highest))
        if score < LEAST_SCORE:
            return None
        return Recognition(self.labels[best], min(1.0, score))

    @functools.cached_property
    def _known(self) -> npt.NDArray[np.int64]:
        return np.flatnonzero(np.array([bool(label) for label in self.labels]))

    def save(self, path: Path) -> None:
        """Writes the prototypes, rounded to 8 bits per number (float16 for the projection)."""
        np.savez_compressed(
            path,
            centre=self.centre.astype(np.float16),
            projection=self.projection.astype(np.float16),
            vectors=np.round(self.vectors * 127).astype(np.int8),
            labels=np.array(self.labels),
            origin=np.array(self.origin),
        )

    @classmethod
    def load(cls, path: Path) -> Prototypes:
        """Reads a file written by `save`. Raises OSError or ValueError if it cannot be read."""
        with np.load(path, allow_pickle=False) as stored:
            vectors = stored["vectors"].astype(np.float32)
            return cls(
                centre=stored["centre"].astype(np.float32),
                projection=stored["projection"].astype(np.float32),
                vectors=vectors / np.linalg.norm(vectors, axis=1, keepdims=True),
                labels=tuple(str(label) for label in stored["labels"]),
                origin=str(stored["origin"]),
            )
