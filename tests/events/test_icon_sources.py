"""Icon sources: what their inputs are, what they pay in whole tasks, and what is refused when a task is loaded."""

import cv2
import numpy as np
import pytest
from google.protobuf import text_format

from mobile_env.events.compiler import compile_task
from mobile_env.events.engine import EventEngine
from mobile_env.events.policy import CheckPolicy
from mobile_env.proto import task_pb2
from mobile_env.signals.contract import LogLine
from mobile_env.signals.icons.conformance import draw, show
from mobile_env.signals.icons.models import MODEL_VARIABLE

BAR = "rect { x1: 1 y1: 0.1 }"
LEFT = "rect { x1: 0.2 y1: 0.1 }"


@pytest.fixture(autouse=True)
def default_model(monkeypatch):
    monkeypatch.delenv(MODEL_VARIABLE, raising=False)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "images").mkdir()
    for name in ("arrow_back", "close"):
        pixels = cv2.cvtColor(draw(name, 96), cv2.COLOR_RGBA2BGRA)
        assert cv2.imwrite(str(tmp_path / "images" / f"{name}.png"), pixels)
    return tmp_path


def compile_text(text, base_dir=None):
    faults = []
    program = compile_task(
        text_format.Parse(text, task_pb2.Task()), lambda *fault: faults.append(fault), base_dir
    )
    return program, faults


def screen(*icons):
    """A screen with icons in its app bar, from the left."""
    pixels = np.full((640, 360, 3), (98, 0, 238), np.uint8)
    for index, name in enumerate(icons):
        left = 16 + 64 * index
        pixels[20:44, left : left + 24] = show(draw(name, 24), (255, 255, 255), (98, 0, 238), margin=0)
    return pixels


class Step:
    """Signals of one step; counts how often its pixels are taken."""

    hierarchy_version = 0
    screen_size = (360, 640)
    responses = ()

    def __init__(self, number, icons, log=()):
        self.step, self.time, self.screen_version = number, float(number), number
        self.completed = frozenset({"LIFT"})
        self.log = [LogLine(0.0, 1, 1, "D", "jd", message) for message in log]
        self.icons, self.taken = icons, 0

    def pixels(self):
        self.taken += 1
        return screen(*self.icons)


class Play:
    """Plays steps to the engine of a task with one icon source, whose values are paid."""

    def __init__(self, source, base_dir=None, repeatability="UNLIMITED"):
        text = (
            f"event_sources {{ id: 1 repeatability: {repeatability} {source} }}"
            ' event_slots { reward_listener { events { id: 1 } transformation: "y = 1 if x is True else -9" } }'
        )
        program, faults = compile_text(text, base_dir)
        assert not faults
        self._engine = EventEngine(program, CheckPolicy.parse("LIFT"))
        self._number = 0
        self._engine.reset()
        self._engine.step(Step(0, ()))

    def __call__(self, *icons):
        self._number += 1
        return self._engine.step(Step(self._number, icons)).reward


def test_recognize_pays_for_the_class_that_fills_the_rect():
    play = Play(f'icon_recognize {{ class: "back" {LEFT} }}')
    assert play("arrow_back", "close") == 1
    assert play("close", "arrow_back") == 0
    assert play() == 0


def test_recognize_pays_again_for_an_icon_that_was_away():
    play = Play(f'icon_recognize {{ class: "arrow_back" {LEFT} }}', repeatability="LAST")
    assert [play("arrow_back"), play("arrow_back"), play(), play("arrow_back")] == [1, 0, 0, 1]


def test_detect_pays_for_each_icon_of_the_class():
    play = Play(f'icon_detect {{ class: "close" {BAR} }}')
    assert play("close", "arrow_back", "close") == 2
    assert play("arrow_back") == 0


def test_match_pays_for_the_image_next_to_the_task_file(folder):
    play = Play(f'icon_match {{ path: "images/close.png" {LEFT} }}', folder)
    assert play("close", "arrow_back") == 1
    assert play("arrow_back", "close") == 0


def test_match_pays_once_an_episode_if_it_is_not_repeatable(folder):
    play = Play(f'icon_match {{ path: "images/close.png" {LEFT} }}', folder, repeatability="NONE")
    assert [play(), play("close"), play(), play("close")] == [0, 1, 0, 0]


def test_detect_match_pays_for_each_icon_like_the_image(folder):
    play = Play(f'icon_detect_match {{ path: "images/close.png" {BAR} }}', folder)
    assert play("close", "arrow_back", "close") == 2
    assert play("arrow_back") == 0


def test_an_image_may_be_given_by_its_whole_path(folder):
    source = f'icon_match {{ path: "{folder / "images" / "close.png"}" {LEFT} }}'
    assert Play(source, folder / "images")("close") == 1


def test_a_sleeping_source_takes_no_pixels_until_its_gate_opens():
    program, faults = compile_text(
        f'event_sources {{ id: 1 repeatability: UNLIMITED icon_detect {{ class: "close" {BAR} }} }}'
        ' event_sources { id: 2 log_event { filters: "jd:D" pattern: "open" } }'
        " event_slots { reward_listener { events { id: 1 } prerequisite: 3"
        ' transformation: "y = 1" } null_listener { id: 3 events { id: 2 } } }'
    )
    assert not faults
    engine = EventEngine(program, CheckPolicy.parse("LIFT"))
    engine.reset()
    engine.step(Step(0, ()))
    asleep, awake = Step(1, ("close",)), Step(2, ("close",), log=["open"])
    assert engine.step(asleep).reward == 0 and asleep.taken == 0
    assert engine.step(awake).reward == 1 and awake.taken == 1


@pytest.mark.parametrize(
    ("source", "field", "what", "mend"),
    [
        (f'icon_detect {{ class: "serch" {BAR} }}', "class", "knows no class 'serch'", "search"),
        (f'icon_recognize {{ class: "Arrow-bck" {BAR} }}', "class", "knows no class", "arrow_back"),
        (f"icon_detect {{ {BAR} }}", "class", "without a class", "search"),
        ('icon_detect { class: "search" rect { x0: 0.5 x1: 0.5 y1: 1 } }', "rect", "rect is empty", "above"),
        (
            'icon_match { path: "images/close.png" rect { x1: 2 y1: 1 } }',
            "rect",
            "outside the screen",
            "0 to 1",
        ),
        (f'icon_match {{ path: "images/none.png" {BAR} }}', "path", "cannot be read", "relative to the task"),
        (f"icon_detect_match {{ {BAR} }}", "path", "without a path", "relative to the task"),
    ],
)
def test_what_is_wrong_is_found_when_a_task_is_loaded(folder, source, field, what, mend):
    _, faults = compile_text(f"event_sources {{ id: 1 {source} }}", folder)
    ((path, found, hint),) = [fault for fault in faults if "event_sources" in fault[0]]
    assert path[0:2] == ("event_sources", 0) and field in path
    assert what in found and mend in hint


def test_a_file_that_is_no_image_is_refused(folder):
    (folder / "note.png").write_text("not an image")
    _, faults = compile_text(f'event_sources {{ id: 1 icon_match {{ path: "note.png" {BAR} }} }}', folder)
    assert any(path[-1] == "path" and "is not an image" in what for path, what, _ in faults)


def test_a_missing_model_is_refused(monkeypatch):
    monkeypatch.setenv(MODEL_VARIABLE, "none")
    _, faults = compile_text(f'event_sources {{ id: 1 icon_detect {{ class: "search" {BAR} }} }}')
    assert any("no icon model 'none'" in what and "glyph" in mend for _, what, mend in faults)


def test_icon_sources_that_are_switched_off_need_no_model(monkeypatch):
    monkeypatch.setenv(MODEL_VARIABLE, "none")
    faults = []
    message = text_format.Parse(
        f'event_sources {{ id: 1 icon_match {{ path: "none.png" {BAR} }} }}', task_pb2.Task()
    )
    compile_task(message, lambda *fault: faults.append(fault), without=("icon",))
    assert not faults
