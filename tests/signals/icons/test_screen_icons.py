"""Icons of a part of the screen: what lies inside, and what is not looked at twice."""

import numpy as np
import pytest

from mobile_env.signals.icons.conformance import draw, show
from mobile_env.signals.icons.contract import IconModelUnavailable
from mobile_env.signals.icons.models import MODEL_VARIABLE, load_model, register_model, screen_icons
from mobile_env.signals.icons.screen_icons import ScreenIcons

WIDTH, HEIGHT = 360, 640
BAR = (0.0, 0.0, 1.0, 0.1)


class CountingModel:
    """The built-in model, and how often it was asked."""

    def __init__(self):
        self.asked = []
        self._model = load_model("glyph")
        self.name, self.classes, self.canonical = "counting", self._model.classes, self._model.canonical

    def __getattr__(self, name):
        def ask(*arguments):
            self.asked.append(name)
            return getattr(self._model, name)(*arguments)

        return ask


def screen(*icons, mark=None):
    pixels = np.full((HEIGHT, WIDTH, 3), 250, np.uint8)
    for name, left, top in icons:
        pixels[top : top + 24, left : left + 24] = show(draw(name, 24), margin=0)
    if mark:
        pixels[mark] = 0
    return pixels


TWO = screen(("arrow_back", 16, 20), ("close", 320, 20), ("close", 100, 400))


def test_recognize_names_the_icon_that_fills_a_rect():
    icons = ScreenIcons(load_model("glyph"))
    assert icons.recognize(TWO, (0.0, 0.0, 0.2, 0.1)).name == "arrow_back"
    assert icons.recognize(TWO, (0.8, 0.0, 1.0, 0.1)).name == "close"
    assert icons.recognize(TWO, (0.3, 0.3, 0.6, 0.5)) is None


def test_detect_names_the_icons_inside_with_their_places():
    found = ScreenIcons(load_model("glyph")).detect(TWO, BAR)
    assert [icon.recognition.name for icon in found] == ["arrow_back", "close"]
    assert abs(found[1].box.left - 324) <= 3 and abs(found[1].box.top - 25) <= 3


def test_an_icon_that_crosses_the_edge_is_left_out():
    icons = ScreenIcons(load_model("glyph"))
    assert len(icons.detect(TWO, (0.0, 0.0, 332 / WIDTH, 0.1))) == 1
    assert icons.detect(TWO, (0.0, 0.0, 1.0, 30 / HEIGHT)) == ()


def test_match_is_about_the_rect_and_detect_match_about_each_icon_in_it():
    icons = ScreenIcons(load_model("glyph"))
    assert icons.match(TWO, (0.0, 0.0, 0.2, 0.1), draw("arrow_back"))
    assert not icons.match(TWO, (0.0, 0.0, 0.2, 0.1), draw("close"))
    assert icons.detect_match(TWO, BAR, draw("close")) == (False, True)
    assert icons.detect_match(TWO, (0.0, 0.2, 1.0, 0.4), draw("close")) == ()


def test_unchanged_regions_are_not_looked_at_again():
    model = CountingModel()
    icons = ScreenIcons(model)
    first = icons.detect(TWO, BAR), icons.recognize(TWO, (0.0, 0.0, 0.2, 0.1))
    asked = list(model.asked)
    assert asked == ["detect", "classify", "classify", "classify"]
    elsewhere = TWO.copy()
    elsewhere[500:520, 200:220] = 0
    assert (icons.detect(elsewhere, BAR), icons.recognize(elsewhere, (0.0, 0.0, 0.2, 0.1))) == first
    assert model.asked == asked


def test_a_change_inside_is_seen():
    icons = ScreenIcons(load_model("glyph"))
    assert len(icons.detect(TWO, BAR)) == 2
    assert len(icons.detect(screen(("arrow_back", 16, 20)), BAR)) == 1


def test_sources_of_one_rect_share_the_finding():
    model = CountingModel()
    icons = ScreenIcons(model)
    icons.detect_match(TWO, BAR, draw("close"))
    icons.detect_match(TWO, BAR, draw("arrow_back"))
    icons.detect(TWO, BAR)
    assert model.asked.count("detect") == 1


def test_an_empty_rect_holds_nothing():
    icons = ScreenIcons(load_model("glyph"))
    assert icons.recognize(TWO, (0.5, 0.5, 0.5001, 0.5001)) is None
    assert icons.detect(TWO, (0.5, 0.5, 0.5001, 0.5001)) == ()
    assert not icons.match(TWO, (0.5, 0.5, 0.5001, 0.5001), draw("close"))


def test_what_is_no_picture_is_refused():
    with pytest.raises(ValueError, match="uint8 RGB"):
        ScreenIcons(load_model("glyph")).recognize(TWO[..., 0], BAR)


def test_a_model_of_ones_own_is_chosen_by_name(monkeypatch):
    monkeypatch.setenv(MODEL_VARIABLE, "mine")
    with pytest.raises(IconModelUnavailable, match="no icon model 'mine'") as caught:
        load_model()
    assert "glyph" in caught.value.mend
    own = CountingModel()
    monkeypatch.setattr("mobile_env.signals.icons.models._MODELS", {})
    register_model("mine", lambda: own)
    assert load_model() is own
    assert screen_icons().model is own
    with pytest.raises(ValueError, match="choose another name"):
        register_model("mine", CountingModel)


def test_a_model_is_imported_by_its_class(monkeypatch):
    monkeypatch.setenv(MODEL_VARIABLE, "mobile_env.signals.icons.glyph_model:GlyphIconModel")
    assert load_model().name == "glyph"
    monkeypatch.setenv(MODEL_VARIABLE, "no.such.module:Model")
    with pytest.raises(IconModelUnavailable, match=r"no\.such\.module"):
        load_model()
