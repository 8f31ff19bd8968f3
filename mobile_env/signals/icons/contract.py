"""What an icon model answers: where icons are in a picture, what they are called, whether they look like an image."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from mobile_env.signals.availability import SignalUnavailable
from mobile_env.signals.ocr.contract import Box, Image

Drawing = npt.NDArray[np.uint8]
"""An image that an author gave as a file: uint8 RGBA (height, width, 4), straight alpha."""


@dataclass(frozen=True, slots=True)
class Recognition:
    """What an icon is called.

    Attributes:
      name: one of the model's classes.
      score: how sure the model is, in [0, 1].
    """

    name: str
    score: float


class IconModel(Protocol):
    """Finds, names and compares icons. `IconConformance` (conformance.py) holds what every model must do.

    Answers depend on the picture alone: the same pixels give the same answer. Pictures are uint8 RGB of shape
    (height, width, 3); another type or shape is a ValueError.
    """

    @property
    def name(self) -> str:
        """Name under which the model is registered."""

    @property
    def classes(self) -> Collection[str]:
        """All names that `classify` may answer."""

    def canonical(self, name: str) -> str | None:
        """The class that an author means by a name (`back` → `arrow_back`), or None if there is none."""

    def detect(self, image: Image) -> list[Box]:
        """Tight boxes of what may be an icon, from the top, each row from the left."""

    def classify(self, image: Image) -> Recognition | None:
        """What the icon in a picture is called.

        Args:
          image: a region that holds one icon and the ground around it.

        Returns:
          The most likely class, or None if the picture holds no icon, or none that the model knows.
        """

    def match(self, image: Image, reference: Drawing) -> float:
        """How much the icon in a picture looks like an image, in [0, 1]; 0.5 and above is a match.

        Args:
          image: a region that holds one icon and the ground around it.
          reference: the image; neither its size nor its colours need to be those of the picture.
        """


def cut_out(image: Image, box: Box) -> Image:
    """A box with some of the ground around it, as models want to see an icon."""
    around = box.grown(max(2, max(box.width, box.height) // 8), image.shape[1], image.shape[0])
    return image[around.top : around.bottom, around.left : around.right]


MATCHES = 0.5
"""The least answer of `IconModel.match` that is a match."""


class IconModelUnavailable(SignalUnavailable):
    """A model is unknown, or its package or weights are not installed."""
