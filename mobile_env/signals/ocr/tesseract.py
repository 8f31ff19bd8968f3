"""Tesseract, through its command-line program: no Python package, one process per call."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess

import cv2
import numpy as np

from mobile_env.signals.ocr.contract import Box, Image, OcrUnavailable
from mobile_env.signals.ocr.lines import LineOcrEngine

# Page segmentation modes of the program: a sparse page, and a single line.
_SPARSE, _LINE = "11", "7"

# Margin around a line in pixels; without a margin, the program finds nothing.
_BORDER = 12

# A picture of a screen has no resolution, and the program guesses badly.
_DPI = "160"


class TesseractEngine(LineOcrEngine):
    """Reads English. Slow, because it starts a program for every line."""

    name = "tesseract"

    def __init__(self, program: str = "tesseract") -> None:
        """Raises OcrUnavailable if the program is not on the search path."""
        super().__init__()
        path = shutil.which(program)
        if path is None:
            raise OcrUnavailable(
                f"the OCR program {program} is not installed",
                "install it with the system's packages (Debian: apt-get install tesseract-ocr)",
            )
        self._program = path

    def _run(self, image: Image, segmentation: str) -> list[dict[str, str]]:
        """Rows of the program's output table that are words."""
        _, picture = cv2.imencode(".png", np.ascontiguousarray(image[:, :, ::-1]))
        # More threads make the program slower on small pictures.
        environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
        command = [self._program, "stdin", "stdout", "-l", "eng", "--dpi", _DPI, "--psm", segmentation, "tsv"]
        done = subprocess.run(command, input=picture.tobytes(), capture_output=True, env=environment)
        if done.returncode:
            message = done.stderr.decode(errors="replace").strip()
            raise OcrUnavailable(
                f"tesseract failed: {message}", "install its English data (tesseract-ocr-eng)"
            )
        table = io.StringIO(done.stdout.decode("utf-8", errors="replace"))
        rows = csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in rows if row["level"] == "5" and row["text"].strip()]

    def _find(self, image: Image) -> list[Box]:
        lines: dict[tuple[str, ...], Box] = {}
        for row in self._run(image, _SPARSE):
            left, top = int(row["left"]), int(row["top"])
            right, bottom = left + int(row["width"]), top + int(row["height"])
            key = row["block_num"], row["par_num"], row["line_num"]
            seen = lines.get(key, Box(left, top, right, bottom))
            lines[key] = Box(
                min(left, seen.left), min(top, seen.top), max(right, seen.right), max(bottom, seen.bottom)
            )
        return list(lines.values())

    def _read_line(self, line: Image) -> tuple[str, float]:
        bordered = cv2.copyMakeBorder(line, _BORDER, _BORDER, _BORDER, _BORDER, cv2.BORDER_REPLICATE).astype(
            np.uint8, copy=False
        )
        words = self._run(bordered, _LINE)
        if not words:
            return "", 0.0
        return " ".join(row["text"] for row in words), min(float(row["conf"]) for row in words) / 100
