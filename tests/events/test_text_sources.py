"""Screen-text sources: what their inputs are, how they match, and what is refused when a task is loaded."""

import importlib.util

import cv2
import numpy as np
import pytest

from mobile_env.events.sources import SOURCES
from mobile_env.proto import task_pb2
from mobile_env.signals import embeddings
from mobile_env.signals.ocr.engines import ENGINE_VARIABLE

pytestmark = pytest.mark.needs_extra("ocr")

WHOLE = {"x0": 0, "y0": 0, "x1": 1, "y1": 1}
UPPER = {"x0": 0, "y0": 0, "x1": 1, "y1": 0.5}


@pytest.fixture(autouse=True)
def default_engine(monkeypatch):
    monkeypatch.delenv(ENGINE_VARIABLE, raising=False)


class Screen:
    """A step whose signals are pixels alone."""

    def __init__(self, *lines):
        self._pixels = np.full((640, 720, 3), 255, np.uint8)
        for text, left, baseline in lines:
            cv2.putText(
                self._pixels, text, (left, baseline), cv2.FONT_HERSHEY_DUPLEX, 1.2, (0, 0, 0), 2, cv2.LINE_AA
            )
        self.signals = self

    def pixels(self):
        return self._pixels


SCREEN = Screen(("Bake Lobster", 60, 120), ("41 views", 60, 220), ("Settings", 60, 500))


def compile_source(kind, faults=None, **fields):
    rect = fields.pop("rect", UPPER)
    message = task_pb2.TextEvent(rect=task_pb2.Rect(**rect) if rect else None, **fields)
    found = []
    source = SOURCES[kind].compile(message, lambda *fault: found.append(fault), lambda *_: None)
    if faults is None:
        assert not found
    else:
        faults += found
    return source


def test_recognize_has_one_input_the_texts_inside_joined_by_spaces():
    source = compile_source("text_recognize", expect=r"Bake (\w+) (\d+)")
    assert source.signal == "screen"
    assert source.inputs(SCREEN) == ["Bake Lobster 41 views"]
    assert source.match("Bake Lobster 41 views") == ("Lobster", "41")
    assert source.match("Settings") is None


def test_detect_has_an_input_for_each_text():
    source = compile_source("text_detect", expect=r"^\d+ views$")
    assert source.inputs(SCREEN) == ["Bake Lobster", "41 views"]
    assert [source.match(text) for text in source.inputs(SCREEN)] == [None, ()]
    assert compile_source("text_detect", expect="x", rect=WHOLE).inputs(SCREEN) == [
        "Bake Lobster",
        "41 views",
        "Settings",
    ]


def test_where_there_is_no_text():
    blank = Screen()
    assert compile_source("text_recognize", expect="x").inputs(blank) == [""]
    assert compile_source("text_detect", expect="x").inputs(blank) == []


@pytest.mark.parametrize(
    "mode, threshold, near, far",
    [("DIFFLIB", 0.8, "Bake Lobsters", "Settings"), ("FUZZ", 80, "Bake Lobsters", "Settings")],
)
def test_scores(mode, threshold, near, far):
    source = compile_source("text_detect", expect="Bake Lobster", mode=mode, threshold=threshold)
    assert threshold <= source.match(near)
    assert source.match(far) is None


@pytest.mark.needs_extra("semantic")
def test_meaning():
    source = compile_source("text_detect", expect="How to cook a lobster", mode="SBERT", threshold=0.4)
    scores = [source.match(text) for text in compile_source("text_detect", expect="x").inputs(SCREEN)]
    assert scores[0] >= 0.4 and scores[1] is None


@pytest.mark.parametrize("kind", ["text_recognize", "text_detect"])
@pytest.mark.parametrize(
    "fields, path, what",
    [
        ({"rect": None}, ("rect",), "rect is empty"),
        ({"rect": {"x0": 0, "y0": 0, "x1": 1.2, "y1": 1}}, ("rect", "x1"), "outside the screen"),
        ({"rect": {"x0": -0.1, "y0": 0, "x1": 1, "y1": 1}}, ("rect", "x0"), "outside the screen"),
        ({"rect": {"x0": float("nan"), "y0": 0, "x1": 1, "y1": 1}}, ("rect", "x0"), "outside the screen"),
        ({"rect": {"x0": 0.5, "y0": 0, "x1": 0.5, "y1": 1}}, ("rect",), "rect is empty"),
        ({"rect": {"x0": 0, "y0": 0.9, "x1": 1, "y1": 0.2}}, ("rect",), "rect is empty"),
        ({"expect": "("}, ("expect",), "regular expression"),
        ({"mode": "SBERT"}, ("threshold",), "needs a threshold"),
        ({"mode": "FUZZ", "threshold": 0.8}, ("threshold",), "0, 100"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(kind, fields, path, what):
    faults = []
    assert compile_source(kind, faults, **{"expect": "x", **fields}) is None
    assert {found for found, *_ in faults} == {path}
    assert all(what in found and mend for _, found, mend in faults)


def test_all_faults_are_told_at_once():
    faults = []
    compile_source("text_detect", faults, expect="(", rect={"x0": 2, "y0": 3, "x1": 1, "y1": 1})
    assert [path for path, *_ in faults] == [("rect", "x0"), ("expect",)]


def test_a_missing_ocr_engine_is_a_fault_with_the_command_to_install_it(monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "rapidocr" else find(name))
    faults = []
    assert compile_source("text_detect", faults, expect="x") is None
    assert faults == [
        (
            (),
            "screen text cannot be read: OCR engine rapidocr needs rapidocr",
            "pip install 'mobile-env[ocr]'",
        )
    ]


@pytest.mark.needs_extra("semantic")
def test_a_missing_model_of_meaning_is_a_fault_of_the_mode(monkeypatch):
    monkeypatch.setenv(embeddings.MODEL_VARIABLE, "/nowhere")
    faults = []
    assert compile_source("text_detect", faults, expect="x", mode="SBERT", threshold=0.5) is None
    ((path, what, mend),) = faults
    assert path == ("mode",) and "/nowhere" in what and "pip install" in mend


def test_loading_a_task_loads_no_engine(monkeypatch):
    from mobile_env.signals.ocr import engines

    def load(_name):
        raise AssertionError("loaded too early")

    monkeypatch.setattr(engines, "load_engine", load)
    compile_source("text_detect", expect="x")
