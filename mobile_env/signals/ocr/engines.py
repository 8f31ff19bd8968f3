"""The OCR engines that can be used, by name."""

from __future__ import annotations

import functools
import importlib

from mobile_env.signals.ocr.contract import OcrEngine, OcrUnavailable

DEFAULT_ENGINE = "rapidocr"

# Name → module and class. Nothing is imported before an engine is used.
ENGINES: dict[str, tuple[str, str]] = {
    "easyocr": ("mobile_env.signals.ocr.easyocr", "EasyOcrEngine"),
    "rapidocr": ("mobile_env.signals.ocr.rapidocr", "RapidOcrEngine"),
    "tesseract": ("mobile_env.signals.ocr.tesseract", "TesseractEngine"),
}


@functools.cache
def load_engine(name: str = DEFAULT_ENGINE) -> OcrEngine:
    """The engine of that name; its models are loaded once a process.

    Raises:
      OcrUnavailable: there is no such engine, or it is not installed; `mend` says how to install it.
    """
    if name not in ENGINES:
        raise OcrUnavailable(
            f"there is no OCR engine {name!r}", f"choose one of {', '.join(sorted(ENGINES))}"
        )
    module, engine = ENGINES[name]
    return getattr(importlib.import_module(module), engine)()
