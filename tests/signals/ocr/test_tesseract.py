"""Tesseract keeps the contract of OCR engines (where its program is installed)."""

import shutil

import pytest

from mobile_env.signals.ocr.conformance import OcrConformance
from mobile_env.signals.ocr.contract import OcrUnavailable
from mobile_env.signals.ocr.engines import load_engine
from mobile_env.signals.ocr.tesseract import TesseractEngine


@pytest.mark.skipif(not shutil.which("tesseract"), reason="the program tesseract is not installed")
class TestTesseract(OcrConformance):
    def make_engine(self):
        return load_engine("tesseract")


def test_a_program_that_is_missing_is_told():
    with pytest.raises(OcrUnavailable, match="no-such-program") as caught:
        TesseractEngine("no-such-program")
    assert "tesseract-ocr" in caught.value.mend
