"""The tests that every icon model must pass, as a test class to inherit from.

class TestMyModel(IconConformance):
    def make_model(self):
        return MyModel()
"""

from __future__ import annotations

import functools

import cv2
import numpy as np
import pytest

from mobile_env.signals.icons.contract import MATCHES, Drawing, IconModel, cut_out
from mobile_env.signals.ocr.contract import Box, Image

_SIDE = 48
_ARROW, _CROSS = "arrow_back", "close"

# Corners of the icons in a square of 24, as Material draws them.
_ARROW_POINTS = (
    (20, 11),
    (7.8, 11),
    (13.4, 5.4),
    (12, 4),
    (4, 12),
    (12, 20),
    (13.4, 18.6),
    (7.8, 13),
    (20, 13),
)
_CROSS_POINTS = (
    (19, 6.4),
    (17.6, 5),
    (12, 10.6),
    (6.4, 5),
    (5, 6.4),
    (10.6, 12),
    (5, 17.6),
    (6.4, 19),
    (12, 13.4),
    (17.6, 19),
    (19, 17.6),
    (13.4, 12),
)
_POINTS = {_ARROW: _ARROW_POINTS, _CROSS: _CROSS_POINTS}


def draw(name: str, side: int = _SIDE) -> Drawing:
    """`arrow_back` or `close` in black on a transparent background, uint8 RGBA (side, side, 4)."""
    large = np.zeros((side * 8, side * 8), np.uint8)
    corners = np.round(np.array(_POINTS[name]) * side * 8 / 24).astype(np.int32)
    cv2.fillPoly(large, [corners], 255)
    drawing = np.zeros((side, side, 4), np.uint8)
    drawing[..., 3] = cv2.resize(large, (side, side), interpolation=cv2.INTER_AREA)
    return drawing


def show(
    drawing: Drawing,
    ink: tuple[int, int, int] = (32, 33, 36),
    ground: tuple[int, int, int] = (250, 250, 250),
    margin: int = 10,
) -> Image:
    """Draws a shape in one colour on another, with a margin around it."""
    share = np.pad(drawing[..., 3], margin)[..., None] / 255
    return np.round(np.array(ink) * share + np.array(ground) * (1 - share)).astype(np.uint8)


class IconConformance:
    """Subclasses define `make_model`. The model must know the classes `arrow_back` and `close`."""

    def make_model(self) -> IconModel:
        """A new model, or one that other tests have used."""
        raise NotImplementedError

    @pytest.fixture
    def model(self) -> IconModel:
        """The model under test."""
        return self.make_model()

    def test_it_has_a_name(self, model: IconModel) -> None:
        assert model.name and model.name == model.name.strip()

    def test_classes_are_their_own_names(self, model: IconModel) -> None:
        assert {_ARROW, _CROSS} <= set(model.classes)
        for name in model.classes:
            assert model.canonical(name) == name

    def test_what_is_no_class_has_no_canonical_name(self, model: IconModel) -> None:
        assert model.canonical("no such icon at all") is None

    @pytest.mark.parametrize("name", [_ARROW, _CROSS])
    @pytest.mark.parametrize(
        ("ink", "ground"),
        [((0, 0, 0), (255, 255, 255)), ((255, 255, 255), (98, 0, 238)), ((32, 33, 36),) * 2],
    )
    def test_icons_are_named_in_any_colours(
        self, model: IconModel, name: str, ink: tuple[int, int, int], ground: tuple[int, int, int]
    ) -> None:
        found = model.classify(show(draw(name), ink, ground))
        if ink == ground:
            assert found is None
        else:
            assert found is not None and found.name == name
            assert 0 <= found.score <= 1

    @pytest.mark.parametrize("scale", [0.5, 1, 2])
    def test_an_image_matches_its_icon_in_other_sizes_and_colours(
        self, model: IconModel, scale: float
    ) -> None:
        picture = show(draw(_ARROW, round(_SIDE * scale)), (240, 240, 240), (20, 60, 90))
        assert MATCHES <= model.match(picture, draw(_ARROW)) <= 1
        assert 0 <= model.match(picture, draw(_CROSS)) < MATCHES

    def test_icons_are_found_row_by_row(self, model: IconModel) -> None:
        picture = np.full((300, 400, 3), 250, np.uint8)
        places = [(_ARROW, 20, 20), (_CROSS, 300, 20), (_CROSS, 20, 200)]
        for name, left, top in places:
            picture[top : top + _SIDE, left : left + _SIDE] = show(draw(name), margin=0)
        boxes = model.detect(picture)
        assert len(boxes) == len(places)
        for box, (name, left, top) in zip(boxes, places, strict=True):
            rows, columns = np.nonzero(draw(name)[..., 3] > 127)
            tight = Box(
                left + int(columns.min()),
                top + int(rows.min()),
                left + int(columns.max()) + 1,
                top + int(rows.max()) + 1,
            )
            for side in ("left", "top", "right", "bottom"):
                assert abs(getattr(box, side) - getattr(tight, side)) <= 3, (side, name, box)
            found = model.classify(cut_out(picture, box))
            assert found is not None and found.name == name

    def test_the_same_picture_gives_the_same_answers(self, model: IconModel) -> None:
        picture, other = show(draw(_ARROW)), show(draw(_CROSS))
        before = model.classify(picture), model.detect(picture), model.match(picture, draw(_ARROW))
        model.classify(other)
        model.match(other, draw(_CROSS))
        assert before == (
            model.classify(picture.copy()),
            model.detect(picture.copy()),
            model.match(picture.copy(), draw(_ARROW)),
        )

    def test_pictures_may_be_views_and_are_not_written_to(self, model: IconModel) -> None:
        picture = show(draw(_ARROW))
        wide = np.concatenate([picture, picture], axis=1)
        wide.flags.writeable = False
        view = wide[:, : picture.shape[1]]
        assert not view.flags.c_contiguous
        assert model.detect(view) == model.detect(picture)
        assert model.classify(view) == model.classify(picture)

    @pytest.mark.parametrize("shape", [(0, 0), (0, 40), (1, 1), (3, 200), (200, 3), (60, 60)])
    def test_pictures_without_an_icon_are_no_error(self, model: IconModel, shape: tuple[int, int]) -> None:
        picture = np.full((*shape, 3), 200, np.uint8)
        assert model.detect(picture) == []
        assert model.classify(picture) is None
        assert model.match(picture, draw(_ARROW)) < MATCHES

    def test_boxes_lie_in_the_picture_when_icons_are_cut(self, model: IconModel) -> None:
        picture = np.ascontiguousarray(show(draw(_CROSS))[25:, :40])
        for box in model.detect(picture):
            assert 0 <= box.left < box.right <= picture.shape[1]
            assert 0 <= box.top < box.bottom <= picture.shape[0]

    @pytest.mark.parametrize(
        "make",
        [
            functools.partial(np.zeros, (40, 40), np.uint8),
            functools.partial(np.zeros, (40, 40, 4), np.uint8),
            functools.partial(np.zeros, (40, 40, 3), np.float32),
        ],
        ids=["grey", "four channels", "float"],
    )
    def test_other_arrays_are_refused(self, model: IconModel, make: functools.partial) -> None:
        for ask in (model.detect, model.classify):
            with pytest.raises(ValueError, match="uint8 RGB"):
                ask(make())
        with pytest.raises(ValueError, match="uint8 RGB"):
            model.match(make(), draw(_ARROW))
