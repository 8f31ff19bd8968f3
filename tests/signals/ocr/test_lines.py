"""Boxes of lines shrink to their ink and come in reading order; lines seen before are not read again."""

import numpy as np
import pytest

from mobile_env.signals.ocr.contract import Box
from mobile_env.signals.ocr.lines import LineOcrEngine, in_reading_order, ink_box, shrunk


def paper(height=100, width=200, colour=255):
    return np.full((height, width, 3), colour, np.uint8)


def test_a_box_shrinks_to_its_ink():
    image = paper()
    image[40:60, 50:120] = 0
    assert ink_box(image, Box(30, 30, 150, 70)) == Box(50, 40, 120, 60)
    assert ink_box(image, Box(-20, 30, 500, 70)) == Box(50, 40, 120, 60)


def test_faint_fringes_are_no_ink():
    image = paper()
    image[40:60, 50:120] = 0
    image[40:60, 49] = image[40:60, 120] = 220
    assert ink_box(image, Box(30, 30, 150, 70)) == Box(50, 40, 120, 60)


def test_light_ink_on_a_dark_ground():
    image = paper(colour=20)
    image[40:60, 50:120] = 230
    assert ink_box(image, Box(30, 30, 150, 70)) == Box(50, 40, 120, 60)


def test_a_strip_of_a_neighbouring_line_is_cut_off():
    image = paper()
    image[40:60, 50:120] = 0
    image[30:33, 60:64] = 0
    assert ink_box(image, Box(30, 30, 150, 70)) == Box(50, 40, 120, 60)


def test_a_dot_inside_the_box_belongs_to_its_line():
    image = paper()
    image[40:60, 50:120] = 0
    image[33:36, 60:64] = 0
    assert ink_box(image, Box(30, 30, 150, 70)) == Box(50, 33, 120, 60)


@pytest.mark.parametrize("box", [Box(0, 0, 50, 20), Box(300, 0, 320, 20), Box(10, 10, 10, 20)])
def test_a_box_without_ink_is_none(box):
    assert ink_box(paper(), box) is None


def test_reading_order_groups_boxes_that_stand_on_one_line():
    left, right, below = Box(10, 12, 50, 32), Box(80, 10, 120, 30), Box(0, 40, 40, 60)
    assert in_reading_order([below, right, left]) == [left, right, below]


def test_a_small_picture_is_not_shrunk_and_a_large_one_only_so_far():
    assert shrunk(paper(100, 100), 20_000, 0.5)[1] == 1
    picture, scale = shrunk(paper(200, 200), 30_000, 0.5)
    assert (picture.shape[0], round(scale, 3)) == (173, 0.866)
    assert shrunk(paper(400, 400), 10_000, 0.5)[1] == 0.5


class Bars(LineOcrEngine):
    """Finds one box and 'reads' the mean colour; counts its readings."""

    name = "bars"

    def __init__(self, box):
        super().__init__()
        self.box, self.readings = box, 0

    def _find(self, image):
        return [self.box, self.box]

    def _read_line(self, line):
        self.readings += 1
        return f"  height {line.shape[0]}  ", 0.5


def test_a_line_is_read_once_wherever_it_stands_and_its_text_is_trimmed():
    image = paper()
    image[40:60, 50:120] = 0
    engine = Bars(Box(30, 30, 150, 70))
    assert [text.text for text in engine.detect(image)] == ["height 28"]
    engine.box = Box(30, 40, 150, 80)
    assert engine.recognize(np.roll(image, 10, axis=0)) == "height 28"
    assert engine.readings == 1
