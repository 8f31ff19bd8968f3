"""The built-in icon model: glyph shapes, nearest prototypes, and correlation with an author's image."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from mobile_env.signals.icons import classes
from mobile_env.signals.icons.containers import is_third_colour, within_container
from mobile_env.signals.icons.contract import Drawing, IconModelUnavailable, Recognition, cut_out
from mobile_env.signals.icons.detection import Candidate, candidates
from mobile_env.signals.icons.glyphs import ground_colour, ink
from mobile_env.signals.icons.likeness import Reference
from mobile_env.signals.icons.prototypes import PATH, Prototypes
from mobile_env.signals.ocr.contract import Box, Image, checked

_REFERENCES_KEPT = 64

# A part of a drawing (the tick of `check_circle`) also looks like an icon. Its score must exceed the whole
# drawing's by this.
_WHOLE_IS_PREFERRED = 0.06


class GlyphIconModel:
    """Recognises Material icons by shape, in any colours. Needs only NumPy and OpenCV."""

    name = "glyph"

    def __init__(self, prototypes: Prototypes | None = None) -> None:
        """Uses the shipped prototypes by default. Raises IconModelUnavailable if they cannot be loaded."""
        if prototypes is None:
            try:
                prototypes = Prototypes.load(PATH)
            except (OSError, ValueError, KeyError) as error:
                raise IconModelUnavailable(
                    f"the prototypes of icons cannot be read ({error})",
                    "python -m mobile_env.signals.icons.training",
                ) from None
        self._prototypes = prototypes
        self._classes = tuple(sorted(set(prototypes.labels) - {""}))
        self._references: OrderedDict[tuple[bytes, tuple[int, ...]], Reference] = OrderedDict()

    @property
    def classes(self) -> Collection[str]:
        """See `IconModel.classes`."""
        return self._classes

    def canonical(self, name: str) -> str | None:
        """See `IconModel.canonical`."""
        return classes.canonical(name)

    def detect(self, image: Image) -> list[Box]:
        """See `IconModel.detect`."""
        checked(image)
        found: set[Box] = set()
        for candidate in candidates(image):
            found.add(candidate.box if candidate.inner is None else self._icon_of(image, candidate))
        return sorted(found, key=lambda box: (box.top, box.left, box))

    def _icon_of(self, image: Image, candidate: Candidate) -> Box:
        """Returns a candidate's box or its inner box, whichever has the shape of an icon."""
        assert candidate.inner is not None
        around, patch = ground_colour(cut_out(image, candidate.box)), cut_out(image, candidate.inner)
        mask = ink(patch)
        if mask is not None and is_third_colour(patch, mask, ground_colour(patch), around):
            return candidate.inner
        whole, inner = self._score(image, candidate.box), self._score(image, candidate.inner)
        return candidate.inner if inner > whole + _WHOLE_IS_PREFERRED else candidate.box

    def _score(self, image: Image, box: Box) -> float:
        mask = ink(cut_out(image, box))
        found = None if mask is None else self._prototypes.classify(mask)
        return 0.0 if found is None else found.score

    def classify(self, image: Image) -> Recognition | None:
        """See `IconModel.classify`. If an icon together with its disc or plain tile has no class, the icon
        alone is classified."""
        for mask in _inks(checked(image)):
            found = self._prototypes.classify(mask)
            if found is not None:
                return found if found.name else None
        return None

    def match(self, image: Image, reference: Drawing) -> float:
        """See `IconModel.match`."""
        prepared = self._reference(reference)
        return max((prepared.likeness(image, mask) for mask in _inks(checked(image))), default=0.0)

    def _reference(self, drawing: Drawing) -> Reference:
        key = drawing.tobytes(), drawing.shape
        if key in self._references:
            self._references.move_to_end(key)
            return self._references[key]
        self._references[key] = made = Reference(drawing)
        if len(self._references) > _REFERENCES_KEPT:
            self._references.popitem(last=False)
        return made


def _inks(image: Image) -> list[npt.NDArray[np.float32]]:
    """The foreground of a picture, and the foreground on what looks like a disc or tile under an icon; the
    likelier one first."""
    whole = ink(image)
    if whole is None:
        return []
    inner = within_container(image, whole)
    if inner is None:
        return [whole]
    mask, is_apart = inner
    return [mask, whole] if is_apart else [whole, mask]
