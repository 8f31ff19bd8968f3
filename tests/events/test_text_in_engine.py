"""Screen text in whole tasks: the screen is read only for sources that are awake, and can be switched off."""

import cv2
import numpy as np
import pytest
from event_steps import ONE, Play, Signals, answer_source, compile_text, log_source, reward, slot

from mobile_env.events.engine import EventEngine
from mobile_env.signals.ocr import engines
from mobile_env.signals.ocr.screen_text import ScreenText


class TextSignals(Signals):
    """Signals with a screen that says the texts of its hierarchy, one a line."""

    def pixels(self):
        self._fetches.append(("pixels", self.step))
        image = np.full((960, 720, 3), 255, np.uint8)
        for index, node in enumerate(super().hierarchy().children):
            self._fetches.pop()
            text = node.attributes["text"]
            place = (60, 80 + 96 * index)
            cv2.putText(image, text, place, cv2.FONT_HERSHEY_DUPLEX, 1.2, (0, 0, 0), 2, cv2.LINE_AA)
        return image


@pytest.fixture(autouse=True)
def drawn_screens(monkeypatch):
    monkeypatch.setattr("event_steps.Signals", TextSignals)
    monkeypatch.delenv(engines.ENGINE_VARIABLE, raising=False)


@pytest.fixture
def located(monkeypatch):
    """Counts regions that the engine searched for text, from an empty reader on."""
    engine, found = engines.load_engine(), []
    locate = engine.locate
    monkeypatch.setattr(engine, "locate", lambda image: found.append(image.shape) or locate(image))
    reader = ScreenText(engine)
    monkeypatch.setattr("mobile_env.events.sources.text_event.screen_text", lambda _name: reader)
    return found


def seen(id_, expect, kind="text_detect", repeatability="UNLIMITED", rect="x1: 1 y1: 1", extra=""):
    return (
        f"event_sources {{ id: {id_} repeatability: {repeatability} {kind} {{"
        f' expect: "{expect}" rect {{ {rect} }} {extra} }} }}\n'
    )


@pytest.mark.needs_extra("ocr")
def test_groups_of_a_text_on_the_screen_are_paid():
    play = Play(
        seen(1, r"^(\\d+) views$") + reward('events { id: 1 } transformation: "y = float(x[0])"'),
    )
    play.reset()
    assert play(show=["Bake Lobster", "41 views"]).reward == 41


@pytest.mark.needs_extra("ocr")
def test_recognize_joins_the_lines():
    play = Play(
        seen(1, "^Bake Lobster 41 views$", kind="text_recognize") + reward(f"events {{ id: 1 }} {ONE}")
    )
    play.reset()
    assert play(show=["Bake Lobster"]).reward == 0
    assert play(show=["Bake Lobster", "41 views"]).reward == 1


@pytest.mark.needs_extra("ocr")
def test_a_text_that_comes_again_fires_again_under_last_and_not_under_none():
    for repeatability, expected in (("LAST", [1, 0, 0, 1]), ("NONE", [1, 0, 0, 0])):
        play = Play(
            seen(1, "Settings", kind="text_recognize", repeatability=repeatability)
            + reward(f"events {{ id: 1 }} {ONE}")
        )
        play.reset()
        screens = (["Settings"], None, [], ["Settings"])
        assert [play(show=show).reward for show in screens] == expected


@pytest.mark.needs_extra("ocr")
def test_an_unchanged_screen_is_neither_fetched_nor_read_again(located):
    play = Play(seen(1, "Settings") + reward(f"events {{ id: 1 }} {ONE}"))
    play.reset(show=["Settings"])
    assert play().reward == 0
    assert play(completed=["LIFT"]).reward == 1
    assert len(located) == 1 and len(play.fetches) == 1


@pytest.mark.needs_extra("ocr")
def test_sources_with_the_same_rect_share_what_is_read(located):
    play = Play(
        seen(1, "Settings")
        + seen(2, "Settings", kind="text_recognize")
        + seen(3, "Search", rect="x1: 1 y1: 0.3")
        + reward(f"type: OR events {{ id: 1 }} events {{ id: 2 }} events {{ id: 3 }} {ONE}")
    )
    play.reset()
    located.clear()
    assert play(show=["Settings", "Search"]).reward == 3
    assert len(located) == 2


@pytest.mark.needs_extra("ocr")
def test_a_source_that_sleeps_is_not_read_and_is_read_in_the_step_in_which_it_wakes(located):
    play = Play(
        log_source(1, "open")
        + seen(2, "Settings")
        + reward(f"events {{ event {{ events {{ id: 2 }} prerequisite: 1 }} }} {ONE}")
    )
    play.reset(show=["Settings"])
    play(completed=["LIFT"])
    assert located == [] and play.fetches == []
    assert play("open").reward == 1
    assert len(located) == 1 and play.fetches == [("pixels", 2)]


@pytest.mark.needs_extra("semantic")
def test_an_answer_is_judged_by_meaning():
    play = Play(
        answer_source(1, "About once a month.", extra="mode: SBERT threshold: 0.55")
        + slot("episode_end_listener", 'events { id: 1 } transformation: "y = True"')
    )
    play.reset()
    assert play(say=["Place it near a window facing south."]).end is None
    assert play(say=["Roughly one time each month."]).end is True


@pytest.mark.parametrize("kind", ["text_detect", "text_recognize"])
def test_sources_that_are_switched_off_never_fire_and_need_nothing(monkeypatch, kind):
    from google.protobuf import text_format

    from mobile_env.events.compiler import compile_task
    from mobile_env.proto import task_pb2

    monkeypatch.setenv(engines.ENGINE_VARIABLE, "not-installed")
    text = seen(1, ".*", kind=kind) + log_source(2, "open")
    text += reward(f"type: OR events {{ id: 1 }} events {{ id: 2 }} {ONE}")
    assert compile_text(text)[1], "refused as long as it is on"
    faults = []
    message = text_format.Parse(text, task_pb2.Task())
    program = compile_task(message, lambda *fault: faults.append(fault), without=("text", "icon"))
    assert faults == []
    play = Play(log_source(2, "open") + reward(f"events {{ id: 2 }} {ONE}"))
    play.engine = EventEngine(program)
    play.reset(show=["Settings"])
    assert play("open", say=["x"], show=["Search"], completed=["LIFT"]).reward == 1
    assert play.fetches == []


def test_an_unknown_switch_is_refused():
    from mobile_env.events.compiler import compile_task
    from mobile_env.proto import task_pb2

    with pytest.raises(ValueError, match="without 'sound'"):
        compile_task(task_pb2.Task(), lambda *_: None, without=("sound",))
