"""RapidOCR keeps the contract of OCR engines, reads small print and never looks for models elsewhere."""

import socket

import cv2
import numpy as np
import pytest

from mobile_env.signals.ocr import rapidocr
from mobile_env.signals.ocr.conformance import OcrConformance
from mobile_env.signals.ocr.contract import OcrUnavailable
from mobile_env.signals.ocr.engines import load_engine
from mobile_env.signals.ocr.rapidocr import RapidOcrEngine

pytestmark = pytest.mark.needs_extra("ocr")


class TestRapidOcr(OcrConformance):
    def make_engine(self):
        return load_engine("rapidocr")


def picture(text, scale=1.3, shape=(80, 700)):
    image = np.full((*shape, 3), 255, np.uint8)
    cv2.putText(image, text, (20, shape[0] - 30), cv2.FONT_HERSHEY_DUPLEX, scale, (0, 0, 0), 2, cv2.LINE_AA)
    return image


def test_spaces_digits_and_marks_are_kept():
    assert load_engine().recognize(picture("41,446 views: 2 years ago!")) == "41,446 views: 2 years ago!"


def test_a_line_lower_than_the_detector_cell_is_found():
    band = np.ascontiguousarray(picture("Search")[18:58])
    assert load_engine().recognize(band) == "Search"


def test_a_large_screen_is_searched_at_reduced_size_and_boxes_are_in_its_own_pixels():
    screen = np.full((1920, 1080, 3), 255, np.uint8)
    screen[1500:1580, 300:1000] = picture("Settings")
    (text,) = load_engine().detect(screen)
    assert text.text == "Settings"
    rows, columns = np.nonzero((screen < 128).all(axis=2))
    assert abs(text.box.left - columns.min()) <= 2 and abs(text.box.bottom - 1 - rows.max()) <= 2


def test_loading_asks_no_network(monkeypatch):
    def refuse(*_arguments, **_options):
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert RapidOcrEngine().recognize(picture("Search")) == "Search"


def test_a_model_that_is_missing_is_told(tmp_path):
    with pytest.raises(OcrUnavailable, match=r"\*det\*\.onnx") as caught:
        rapidocr._model(tmp_path, "*det*.onnx")
    assert "pip install" in caught.value.mend
