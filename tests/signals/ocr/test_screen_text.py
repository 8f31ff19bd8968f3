"""Texts of a region: wholly inside or not at all, read once for the same pixels, whatever was read before."""

import cv2
import numpy as np
import pytest

from mobile_env.signals.ocr.contract import Box
from mobile_env.signals.ocr.engines import load_engine
from mobile_env.signals.ocr.screen_text import ScreenText

pytestmark = pytest.mark.needs_extra("ocr")

WIDTH, HEIGHT = 720, 1280


class CountingEngine:
    """An engine that counts what it is asked."""

    name = "counting"

    def __init__(self):
        self.engine, self.located, self.read_boxes = load_engine(), [], 0

    def locate(self, image):
        self.located.append(image.shape[:2])
        return self.engine.locate(image)

    def read(self, image, boxes):
        self.read_boxes += len(boxes)
        return self.engine.read(image, boxes)

    def detect(self, image):
        raise AssertionError("a region is located first and read where needed")

    recognize = detect


def blank():
    return np.full((HEIGHT, WIDTH, 3), 255, np.uint8)


def write(screen, text, left, baseline):
    """Draws a text; returns the box of its ink."""
    before = screen.copy()
    cv2.putText(screen, text, (left, baseline), cv2.FONT_HERSHEY_DUPLEX, 1.2, (0, 0, 0), 2, cv2.LINE_AA)
    # Half-black and darker: the fringe is no ink.
    rows, columns = np.nonzero((screen < 128).any(axis=2) & (before > 128).all(axis=2))
    return Box(int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1)


def rect(left, top, right, bottom):
    return left / WIDTH, top / HEIGHT, right / WIDTH, bottom / HEIGHT


@pytest.fixture
def screen():
    """A screen with a title, and its box."""
    pixels = blank()
    return pixels, write(pixels, "Baking Bread", 200, 400)


def said(reader, pixels, region):
    return [text.text for text in reader.texts(pixels, region)]


def test_a_text_wholly_inside_is_read_with_its_place_on_the_screen(screen):
    pixels, box = screen
    (text,) = ScreenText(load_engine()).texts(
        pixels, rect(box.left - 3, box.top - 3, box.right + 3, box.bottom + 3)
    )
    assert text.text == "Baking Bread"
    for side in ("left", "top", "right", "bottom"):
        assert abs(getattr(text.box, side) - getattr(box, side)) <= 2


@pytest.mark.parametrize(
    "inset",
    [(12, -9, -9, -9), (-9, 12, -9, -9), (-9, -9, 12, -9), (-9, -9, -9, 12)],
    ids=["left", "top", "right", "bottom"],
)
def test_a_text_that_crosses_an_edge_is_left_out(screen, inset):
    pixels, box = screen
    left, top, right, bottom = inset
    region = rect(box.left + left, box.top + top, box.right - right, box.bottom - bottom)
    assert said(ScreenText(load_engine()), pixels, region) == []


def test_an_edge_between_two_words_cuts_the_text(screen):
    pixels, _ = screen
    # "Baking" ends before x = 350, "Bread" begins after it.
    gap = [x for x in range(300, 400) if (pixels[350:420, x - 4 : x + 4] == 255).all()]
    middle = gap[len(gap) // 2]
    assert said(ScreenText(load_engine()), pixels, rect(150, 330, middle, 450)) == []


def test_texts_come_in_reading_order():
    pixels = blank()
    write(pixels, "Third", 60, 700)
    write(pixels, "Second", 450, 300)
    write(pixels, "First", 60, 306)
    assert said(ScreenText(load_engine()), pixels, (0, 0, 1, 1)) == ["First", "Second", "Third"]


def test_the_same_pixels_are_read_once_though_the_rest_of_the_screen_changes(screen):
    pixels, _ = screen
    engine = CountingEngine()
    reader, region = ScreenText(engine), (0, 0.2, 1, 0.4)
    first = reader.texts(pixels, region)
    changed = pixels.copy()
    write(changed, "Elsewhere", 60, 1000)
    assert reader.texts(changed, region) is first
    assert len(engine.located) == 1
    write(changed, "Here", 60, 330)
    assert len(reader.texts(changed, region)) == 2
    assert len(engine.located) == 2


def test_only_the_region_and_a_margin_are_looked_at_and_only_texts_inside_are_read(screen):
    pixels, box = screen
    write(pixels, "Elsewhere", 60, 1000)
    engine = CountingEngine()
    assert ScreenText(engine).texts(pixels, rect(box.left + 30, box.top - 9, 700, box.bottom + 9)) == ()
    assert engine.read_boxes == 0
    ((height, _),) = engine.located
    assert height < 150


def test_a_region_answers_the_same_whatever_was_read_before(screen):
    pixels, box = screen
    regions = [(0, 0, 1, 1), (0, 0.2, 1, 0.5), rect(box.left - 5, box.top - 5, 700, box.bottom + 5)]
    together = ScreenText(load_engine())
    shared = [together.texts(pixels, region) for region in regions]
    assert shared == [ScreenText(load_engine()).texts(pixels, region) for region in regions]
    assert all(len(texts) == 1 for texts in shared)


@pytest.mark.parametrize("region", [(0.5, 0.5, 0.5, 0.5), (0, 0, 0.0001, 0.0001)])
def test_a_region_without_room_has_no_text(screen, region):
    assert ScreenText(load_engine()).texts(screen[0], region) == ()


def test_pixels_of_another_form_are_refused():
    with pytest.raises(ValueError, match="uint8 RGB"):
        ScreenText(load_engine()).texts(np.zeros((10, 10), np.uint8), (0, 0, 1, 1))
