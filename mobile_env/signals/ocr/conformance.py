"""The tests that every OCR engine must pass, as a test class to inherit from.

class TestMyEngine(OcrConformance):
    def make_engine(self):
        return MyEngine()
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from rapidfuzz import fuzz

from mobile_env.signals.ocr.contract import Box, Image, OcrEngine

_INK, _PAPER = (32, 33, 36), (250, 250, 250)
_SHADE = (40, 60, 120)

# (text, left edge, baseline).
_LINES = (("Open the drawer", 20, 60), ("Bake Lobster Tails", 60, 150), ("Bookmarks", 20, 240))
_PAIR = (("Cancel", 20, 60), ("Delete", 420, 60))

# An engine may misread a letter of an unknown font, but it must not miss a word.
_LEAST_LIKENESS = 90

# Largest distance in pixels between a box and the visible strokes.
_BOX_TOLERANCE = 4


def _draw(lines: Sequence[tuple[str, int, int]], ink: tuple[int, ...] = _INK) -> tuple[Image, list[Box]]:
    """A picture of lines of text, 700 pixels wide, and the boxes of their strokes."""
    paper = _PAPER if ink == _INK else _SHADE
    shape = (max(line[2] for line in lines) + 40, 700, 3)
    picture = np.full(shape, paper, np.uint8)
    boxes = []
    for text, left, baseline in lines:
        layer = np.full(shape, paper, np.uint8)
        cv2.putText(layer, text, (left, baseline), cv2.FONT_HERSHEY_DUPLEX, 1.3, ink, 2, cv2.LINE_AA)
        rows, columns = np.nonzero((layer != np.array(paper)).any(axis=2))
        boxes.append(Box(int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1))
        picture = np.where(layer != np.array(paper), layer, picture).astype(np.uint8)
    return picture, boxes


def _likeness(found: str, expected: str) -> float:
    return fuzz.ratio(found.casefold(), expected.casefold())


class OcrConformance:
    """Subclasses define `make_engine`."""

    def make_engine(self) -> OcrEngine:
        """A new engine, or one that other tests have used."""
        raise NotImplementedError

    @pytest.fixture
    def engine(self) -> OcrEngine:
        """The engine under test."""
        return self.make_engine()

    def test_it_has_a_name(self, engine: OcrEngine) -> None:
        assert engine.name and engine.name == engine.name.strip()

    def test_lines_are_found_and_read_in_reading_order(self, engine: OcrEngine) -> None:
        picture, boxes = _draw(_LINES)
        texts = engine.detect(picture)
        assert len(texts) == len(_LINES)
        for text, box, (expected, *_) in zip(texts, boxes, _LINES, strict=True):
            assert _likeness(text.text, expected) >= _LEAST_LIKENESS
            assert 0 <= text.score <= 1
            for side in ("left", "top", "right", "bottom"):
                assert abs(getattr(text.box, side) - getattr(box, side)) <= _BOX_TOLERANCE, (side, text, box)

    def test_texts_far_apart_on_one_line_are_two_texts(self, engine: OcrEngine) -> None:
        texts = [text.text for text in engine.detect(_draw(_PAIR)[0])]
        assert len(texts) == 2
        assert all(
            _likeness(text, line[0]) >= _LEAST_LIKENESS for text, line in zip(texts, _PAIR, strict=True)
        )

    def test_light_text_on_a_dark_ground_is_read(self, engine: OcrEngine) -> None:
        picture, _ = _draw(_LINES, ink=(240, 240, 240))
        assert _likeness(engine.recognize(picture), " ".join(line[0] for line in _LINES)) >= _LEAST_LIKENESS

    def test_recognize_joins_what_is_detected(self, engine: OcrEngine) -> None:
        picture, _ = _draw(_LINES)
        assert engine.recognize(picture) == " ".join(text.text for text in engine.detect(picture))

    def test_detect_is_locate_and_read(self, engine: OcrEngine) -> None:
        picture, _ = _draw(_LINES)
        boxes, texts = engine.locate(picture), engine.detect(picture)
        assert [text.box for text in texts] == boxes
        assert engine.read(picture, boxes[1:2]) == texts[1:2]
        assert engine.read(picture, []) == []

    def test_the_same_picture_gives_the_same_texts(self, engine: OcrEngine) -> None:
        picture, other = _draw(_LINES)[0], _draw(_PAIR)[0]
        before = engine.detect(picture)
        engine.detect(other)
        assert engine.detect(picture.copy()) == before

    def test_pictures_may_be_views_and_are_not_written_to(self, engine: OcrEngine) -> None:
        picture, _ = _draw(_LINES)
        wide = np.concatenate([picture, picture], axis=1)
        wide.flags.writeable = False
        view = wide[:, : picture.shape[1]]
        assert not view.flags.c_contiguous
        assert engine.detect(view) == engine.detect(picture)

    @pytest.mark.parametrize("colour", [0, 128, 255])
    def test_a_blank_picture_has_no_text(self, engine: OcrEngine, colour: int) -> None:
        picture = np.full((120, 300, 3), colour, np.uint8)
        assert engine.detect(picture) == []
        assert engine.recognize(picture) == ""

    @pytest.mark.parametrize("shape", [(0, 0), (0, 40), (1, 1), (3, 200), (200, 3), (20, 20)])
    def test_a_picture_too_small_for_text_is_no_error(
        self, engine: OcrEngine, shape: tuple[int, int]
    ) -> None:
        assert engine.detect(np.full((*shape, 3), 255, np.uint8)) == []

    def test_boxes_lie_in_the_picture_when_text_is_cut(self, engine: OcrEngine) -> None:
        picture, _ = _draw(_LINES)
        cut = np.ascontiguousarray(picture[45:225, 60:330])
        height, width = cut.shape[:2]
        for box in engine.locate(cut):
            assert 0 <= box.left < box.right <= width
            assert 0 <= box.top < box.bottom <= height

    @pytest.mark.parametrize(
        "make",
        [
            functools.partial(np.zeros, (10, 10), np.uint8),
            functools.partial(np.zeros, (10, 10, 4), np.uint8),
            functools.partial(np.zeros, (10, 10, 3), np.float32),
        ],
        ids=["grey", "four channels", "float"],
    )
    def test_other_arrays_are_refused(self, engine: OcrEngine, make: functools.partial) -> None:
        with pytest.raises(ValueError, match="uint8 RGB"):
            engine.detect(make())
