"""The interface of an icon model: it detects icons in a picture, classifies them, and compares them with an
image."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from mobile_env.signals.availability import SignalUnavailable
from mobile_env.signals.ocr.contract import Box, Image

Drawing = npt.NDArray[np.uint8]
"""An image file of a task author: uint8 RGBA (height, width, 4), straight alpha."""


@dataclass(frozen=True, slots=True)
class Recognition:
    """The class of an icon.

    Attributes:
      name: one of the model's classes.
      score: confidence of the model, in [0, 1].
    """

    name: str
    score: float


class IconModel(Protocol):
    """Detects, classifies and compares icons. `IconConformance` (conformance.py) contains the tests of every model.

    Results depend only on the picture: the same pixels give the same result. Pictures are uint8 RGB of shape
    (height, width, 3); another type or shape is a ValueError.
    """

    @property
    def name(self) -> str:
        """Name under which the model is registered."""

    @property
    def classes(self) -> Collection[str]:
        """All names that `classify` may return."""

    def canonical(self, name: str) -> str | None:
        """Returns the class for an author's name (`back` → `arrow_back`), or None if there is none."""

    def detect(self, image: Image) -> list[Box]:
        """Returns tight boxes of possible icons, row by row from the top, each row from the left."""

    def classify(self, image: Image) -> Recognition | None:
        """Classifies the icon in a picture.

        Args:
          image: a region with one icon and the background around it.

        Returns:
          The most likely class, or None if there is no icon, or the icon belongs to no class.
        """

    def match(self, image: Image, reference: Drawing) -> float:
        """Returns the similarity of an icon and an image, in [0, 1]; 0.5 and above is a match.

        Args:
          image: a region with one icon and the background around it.
          reference: the image; its size and colours may differ from the icon's.
        """


def cut_out(image: Image, box: Box) -> Image:
    """Cuts a box out of a picture, with some background around it, as models expect an icon."""
    around = box.grown(max(2, max(box.width, box.height) // 8), image.shape[1], image.shape[0])
    return image[around.top : around.bottom, around.left : around.right]


MATCHES = 0.5
"""The smallest similarity of `IconModel.match` that is a match."""


class IconModelUnavailable(SignalUnavailable):
    """A model is unknown, or its package or weights are not installed."""
