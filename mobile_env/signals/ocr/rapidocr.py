"""RapidOCR, the default engine: PaddleOCR's small models on ONNX Runtime, contained in the `rapidocr` wheel."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from mobile_env.signals.ocr.contract import Box, Image, OcrUnavailable
from mobile_env.signals.ocr.lines import LineOcrEngine, ground_colour, shrunk

# Size at which lines are detected: the smallest text on a phone (11 sp) is still found at half size.
_MOST_PIXELS = 300_000
_LEAST_SCALE = 0.5

# Pixels; the detector's smallest input is two of its cells of 32. A narrower picture is padded.
_LEAST_SIDE = 64

# A line is scaled to a height of 48 and padded to a multiple of this width before it is read.
_LINE_SHAPE = [3, 48, 96]

_LEAST_SCORE = 0.5


def _model(folder: Path, pattern: str) -> str:
    """Path of a model in the wheel. It is passed explicitly, because RapidOCR would otherwise download
    models."""
    found = sorted(folder.glob(pattern))
    if not found:
        raise OcrUnavailable(
            f"the rapidocr package carries no model {pattern} in {folder}",
            "reinstall it: pip install --force-reinstall rapidocr",
        )
    return str(found[-1])


class RapidOcrEngine(LineOcrEngine):
    """Reads Latin and Chinese script. Lines are cached."""

    name = "rapidocr"

    def __init__(self) -> None:
        """Loads the models (0.5 s). Raises OcrUnavailable if a package or model is missing."""
        super().__init__()
        try:
            package = importlib.import_module("rapidocr")
            importlib.import_module("onnxruntime")
        except ImportError as error:
            raise OcrUnavailable(
                f"the OCR engine rapidocr is not installed ({error})", "pip install 'mobile-env[ocr]'"
            ) from None
        models = Path(str(package.__file__)).parent / "models"
        self._engine: Any = package.RapidOCR(
            params={
                "Global.log_level": "error",
                "Global.text_score": 0.0,
                "Det.model_path": _model(models, "*det*.onnx"),
                "Rec.model_path": _model(models, "*rec*.onnx"),
                "Rec.rec_img_shape": _LINE_SHAPE,
                # Pictures are scaled down before.
                "Det.limit_type": "max",
                "Det.limit_side_len": 4096,
                "Global.max_side_len": 4096,
            }
        )

    def _find(self, image: Image) -> list[Box]:
        picture, scale = shrunk(image, _MOST_PIXELS, _LEAST_SCALE)
        below, beside = max(0, _LEAST_SIDE - picture.shape[0]), max(0, _LEAST_SIDE - picture.shape[1])
        left, top = beside // 2, below // 2
        if below or beside:
            colour = ground_colour(picture).tolist()
            picture = cv2.copyMakeBorder(
                picture, top, below - top, left, beside - left, cv2.BORDER_CONSTANT, value=colour
            ).astype(np.uint8, copy=False)
        found = self._engine(
            np.ascontiguousarray(picture[:, :, ::-1]), use_det=True, use_cls=False, use_rec=False
        )
        if found.boxes is None:
            return []
        # Corners of rotated rectangles. Their bounding box is used, because text on a phone is upright.
        corners = (np.asarray(found.boxes, np.float64) - (left, top)) / scale
        lows, highs = np.floor(corners.min(axis=1)), np.ceil(corners.max(axis=1))
        return [
            Box(int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1)
            for low, high in zip(lows, highs, strict=True)
        ]

    def _read_line(self, line: Image) -> tuple[str, float]:
        picture = np.ascontiguousarray(line[:, :, ::-1])
        read = self._engine(picture, use_det=False, use_cls=False, use_rec=True)
        if not read.txts or read.scores[0] < _LEAST_SCORE:
            return "", 0.0
        return read.txts[0], read.scores[0]
