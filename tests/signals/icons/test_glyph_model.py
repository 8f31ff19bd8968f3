"""The built-in icon model: conformance, names of icons, images, and where it must say that it does not know."""

import cv2
import numpy as np
import pytest
from extras import skip_for

from benchmarks.icon_renderings import Rendering, foreign_icons, random_rendering, render
from benchmarks.icon_screens import compare, scenes
from mobile_env.signals.icons.classes import CLASSES
from mobile_env.signals.icons.conformance import IconConformance, draw, show
from mobile_env.signals.icons.contract import MATCHES, cut_out
from mobile_env.signals.icons.drawings import paint
from mobile_env.signals.icons.models import load_model
from mobile_env.signals.icons.training import material_icons

MODEL = load_model("glyph")
ICONS = material_icons(("filled", "outlined", "two-tone"))


class TestGlyphModel(IconConformance):
    def make_model(self):
        return MODEL


def named(picture):
    found = MODEL.classify(picture)
    return found and found.name


def test_it_knows_more_than_a_hundred_material_names():
    assert len(MODEL.classes) >= 100
    assert set(MODEL.classes) == set(CLASSES)
    assert all(("filled", name) in ICONS for name in MODEL.classes)


def test_held_out_renderings_are_named():
    random = np.random.default_rng(11)
    names = sorted(MODEL.classes)
    pictures = render([ICONS["filled", name] for name in names], [random_rendering(random) for _ in names])
    right = sum(named(picture) == name for name, picture in zip(names, pictures, strict=True))
    assert right >= 0.95 * len(names)


def test_a_style_that_was_not_learnt_is_named():
    random = np.random.default_rng(12)
    names = [name for name in sorted(MODEL.classes) if ("two-tone", name) in ICONS]
    pictures = render([ICONS["two-tone", name] for name in names], [random_rendering(random) for _ in names])
    right = sum(named(picture) == name for name, picture in zip(names, pictures, strict=True))
    assert right >= 0.88 * len(names)


def test_icons_of_another_package_are_named():
    sets = foreign_icons()
    if "lucide" not in sets:
        skip_for("test", "no justmyresource-lucide")
    random = np.random.default_rng(13)
    names = sorted(sets["lucide"])
    assert len(names) >= 40
    pictures = render([sets["lucide"][name] for name in names], [random_rendering(random) for _ in names])
    right = sum(named(picture) == name for name, picture in zip(names, pictures, strict=True))
    assert right >= 0.7 * len(names)


def test_filled_and_outlined_bookmark_are_told_apart():
    sources = [
        ICONS["filled", name] for name in ("bookmark", "bookmark_border", "favorite", "favorite_border")
    ]
    pictures = render(sources, [Rendering(24)] * 4)
    assert [named(picture) for picture in pictures] == [
        "bookmark",
        "bookmark_border",
        "favorite",
        "favorite_border",
    ]


def test_an_icon_that_is_none_of_the_classes_is_not_named():
    strangers = ["anchor", "agriculture", "casino", "g_translate", "sports_soccer"]
    assert not set(strangers) & set(CLASSES)
    pictures = render([ICONS["filled", name] for name in strangers], [Rendering(32)] * len(strangers))
    assert [named(picture) for picture in pictures] == [None] * len(strangers)


@pytest.mark.parametrize("ground", [(250, 250, 250), (18, 18, 18)])
def test_an_icon_on_a_disc_is_named_and_matched(ground):
    picture = np.full((120, 120, 3), ground, np.uint8)
    cv2.circle(picture, (60, 60), 50, (98, 0, 238), -1, cv2.LINE_AA)
    picture[36:84, 36:84] = show(draw("close"), (255, 222, 3), (98, 0, 238), margin=0)
    assert named(picture) == "close"
    assert MODEL.match(picture, draw("close")) >= MATCHES
    assert MODEL.match(picture, draw("arrow_back")) < MATCHES


def test_images_match_their_icons_and_no_others():
    random = np.random.default_rng(14)
    every = sorted({source: key for key, source in sorted(ICONS.items()) if key[0] == "filled"}.values())
    keys = [every[index] for index in random.choice(len(every), 60, replace=False)]
    references = paint([ICONS[key] for key in keys], 48)
    pictures = render([ICONS[key] for key in keys], [random_rendering(random) for _ in keys])
    matches = np.array(
        [[MODEL.match(picture, reference) >= MATCHES for reference in references] for picture in pictures]
    )
    others = ~np.eye(len(keys), dtype=bool)
    assert matches.diagonal().mean() >= 0.98
    assert matches[others].mean() <= 0.01


def test_a_coloured_image_matches_on_another_ground():
    reference = np.zeros((64, 64, 4), np.uint8)
    cv2.circle(reference, (32, 32), 30, (200, 30, 30, 255), -1)
    cv2.rectangle(reference, (18, 26), (46, 38), (255, 255, 255, 255), -1)
    share = reference[..., 3:] / 255
    for ground in ((255, 255, 255), (230, 240, 250), (30, 30, 30)):
        picture = np.round(reference[..., :3] * share + np.array(ground) * (1 - share)).astype(np.uint8)
        picture = cv2.copyMakeBorder(picture, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=ground)
        assert MODEL.match(picture, reference) >= MATCHES
        assert MODEL.match(picture, draw("close")) < MATCHES


def test_icons_of_bars_lists_and_buttons_are_found():
    hits = misses = extra = 0
    for scene in scenes(12, seed=3):
        hit, missed, others = compare(MODEL.detect(scene.pixels), scene.icons)
        hits, misses, extra = hits + len(hit), misses + len(missed), extra + len(others)
    assert hits >= 0.8 * (hits + misses)
    assert hits >= 0.65 * (hits + extra)


def test_a_line_of_text_is_no_icon():
    picture = np.full((80, 500, 3), 255, np.uint8)
    cv2.putText(
        picture, "Bake Lobster Tails", (10, 50), cv2.FONT_HERSHEY_DUPLEX, 1.2, (0, 0, 0), 2, cv2.LINE_AA
    )
    assert MODEL.detect(picture) == []


def test_a_floating_button_is_found_by_what_is_on_it():
    picture = np.full((200, 200, 3), 255, np.uint8)
    cv2.circle(picture, (100, 100), 56, (3, 218, 197), -1, cv2.LINE_AA)
    picture[76:124, 76:124] = show(draw("close"), (0, 0, 0), (3, 218, 197), margin=0)
    (box,) = MODEL.detect(picture)
    assert abs(box.left - 86) <= 3 and abs(box.right - 114) <= 3
    assert named(cut_out(picture, box)) == "close"
