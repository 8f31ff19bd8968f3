"""Drawn pictures: every subject can be drawn, and each picture is its own."""

import cv2
import numpy as np

from mobile_env.replay.articles import Illustration
from mobile_env.replay.illustrations import LARGE, THUMBNAIL, TILE, portrait, scene
from mobile_env.replay.reading import SUBJECT_NAMES
from mobile_env.replay.subjects import SUBJECTS


def decoded(data: bytes) -> np.ndarray:
    return cv2.cvtColor(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)


def test_front_matter_may_name_exactly_what_can_be_drawn():
    assert sorted(SUBJECTS) == sorted(SUBJECT_NAMES)


def test_every_subject_fills_a_good_part_of_its_scene():
    plain = decoded(scene("same", Illustration("fish", "#808080"), TILE)).astype(int)
    for name in SUBJECTS:
        image = decoded(scene("same", Illustration(name, "#808080"), TILE)).astype(int)
        assert image.shape == (240, 320, 3)
        if name != "fish":
            differs = np.abs(image - plain).max(axis=2) > 40
            assert 0.05 < differs.mean() < 0.7, name


def test_background_colour_and_name_show():
    pale = decoded(scene("Bake-Lobster-Tails", Illustration("pan", "#F5E6D3"), THUMBNAIL))
    assert pale.shape == (180, 240, 3)
    blue = decoded(scene("Bake-Lobster-Tails", Illustration("pan", "#2040C0"), THUMBNAIL))
    assert blue[..., 2].mean() > blue[..., 0].mean() + 30
    assert pale[..., 0].mean() > pale[..., 2].mean()
    other = scene("Braise-Chicken", Illustration("pan", "#F5E6D3"), THUMBNAIL)
    assert other != scene("Bake-Lobster-Tails", Illustration("pan", "#F5E6D3"), THUMBNAIL)


def test_companion_changes_the_scene():
    shown = Illustration("pan", "#F5E6D3")
    assert scene("A-Method-1", shown, LARGE, companion=True) != scene("A-Method-1", shown, LARGE)


def test_portraits_differ_by_name():
    assert len({portrait(name) for name in ("Ada", "Bo", "Cy", "Di")}) == 4
