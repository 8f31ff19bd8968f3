"""EasyOCR keeps the contract of OCR engines (where it and a matching torch are installed)."""

import importlib.util

import pytest

from mobile_env.signals.ocr.conformance import OcrConformance
from mobile_env.signals.ocr.contract import OcrUnavailable
from mobile_env.signals.ocr.engines import load_engine

_INSTALLED = all(importlib.util.find_spec(package) for package in ("easyocr", "easyocr_en_models"))


@pytest.mark.skipif(not _INSTALLED, reason="the extra 'easyocr' is not installed: several GB of torch")
@pytest.mark.easyocr
@pytest.mark.filterwarnings("ignore")
class TestEasyOcr(OcrConformance):
    def make_engine(self):
        return load_engine("easyocr")


@pytest.mark.skipif(_INSTALLED, reason="the extra 'easyocr' is installed")
def test_a_missing_package_is_told():
    with pytest.raises(OcrUnavailable, match="easyocr") as caught:
        load_engine("easyocr")
    assert "pip install 'mobile-env[easyocr]'" in caught.value.mend
