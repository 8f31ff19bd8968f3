"""Engines by name: one is chosen without loading it, and what is missing is told with how to install it."""

import importlib.util

import pytest

from mobile_env.signals.ocr import engines
from mobile_env.signals.ocr.contract import OcrUnavailable
from mobile_env.signals.ocr.engines import (
    ENGINE_VARIABLE,
    chosen_engine,
    engine_names,
    load_engine,
    register_engine,
    screen_text,
)


@pytest.mark.needs_extra("ocr")
def test_the_default_is_rapidocr(monkeypatch):
    monkeypatch.delenv(ENGINE_VARIABLE, raising=False)
    assert chosen_engine() == "rapidocr"


def test_an_unknown_engine_names_those_there_are(monkeypatch):
    monkeypatch.setenv(ENGINE_VARIABLE, "abbyy")
    for choose in (chosen_engine, lambda: load_engine("abbyy")):
        with pytest.raises(OcrUnavailable, match="no OCR engine 'abbyy'") as caught:
            choose()
        assert all(name in caught.value.mend for name in engine_names())


@pytest.mark.needs_extra("ocr")
def test_a_missing_package_is_told_with_its_extra(monkeypatch):
    monkeypatch.delenv(ENGINE_VARIABLE, raising=False)
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "onnxruntime" else find(name)
    )
    with pytest.raises(OcrUnavailable, match="needs onnxruntime") as caught:
        chosen_engine()
    assert caught.value.mend == "pip install 'mobile-env[ocr]'"


def test_a_missing_program_is_told(monkeypatch):
    monkeypatch.setenv(ENGINE_VARIABLE, "tesseract")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(OcrUnavailable, match="needs tesseract"):
        chosen_engine()


def test_an_engine_of_the_users_own(monkeypatch):
    monkeypatch.setattr(engines, "_ENGINES", dict(engines._ENGINES))
    own = object()
    register_engine("own", lambda: own)
    monkeypatch.setenv(ENGINE_VARIABLE, "own")
    assert load_engine(chosen_engine()) is own
    with pytest.raises(ValueError, match="already"):
        register_engine("rapidocr", lambda: own)


@pytest.mark.needs_extra("ocr")
def test_an_engine_and_its_reader_are_made_once():
    assert load_engine() is load_engine()
    assert screen_text("rapidocr") is screen_text("rapidocr")
