"""The report: self-contained, every step in it, and honest about what is missing."""

import base64
import dataclasses
import re
import shutil
import subprocess
from pathlib import Path

import cv2
import lxml.html
import numpy as np
import pytest

from mobile_env.evaluation.event_tree import TreeEvent
from mobile_env.evaluation.report.action_words import action_text
from mobile_env.evaluation.report.page import SCREEN_WIDTH, write_report
from mobile_env.evaluation.results import EpisodeResult
from mobile_env.evaluation.trace import Trace
from mobile_env.evaluation.trajectory import (
    AgentStep,
    EpisodeEnd,
    EpisodeHead,
    PrimitiveStep,
    TrajectoryWriter,
    file_name,
)

WIDTH, HEIGHT = 540, 960
EVENTS = {4: "log_event: <Tips>", 7: "reward: 4"}
RESULT = EpisodeResult("first", "qa", 0, "demonstration", "embedded", "success", True, 2.0, 3, 20, 1.3)
LIFT = PrimitiveStep({"action_type": "LIFT"}, 1.0, ('Open "<b>Tips</b>"',), (4, 7))


def touches(*positions: tuple[float, float]) -> tuple[PrimitiveStep, ...]:
    return tuple(
        PrimitiveStep({"action_type": "TOUCH", "touch_position": list(position)}, 0.0)
        for position in positions
    )


TAP = (*touches((0.5, 0.25), (0.5, 0.25), (0.5, 0.25)), LIFT)
SWIPE = (*touches((0.5, 0.8), (0.5, 0.5), (0.5, 0.2)), PrimitiveStep({"action_type": "LIFT"}, 0.0))
STEPS = (
    AgentStep({"type": "CLICK", "element": 3}, "the <best> hit", (100, 200, 440, 280), 0, 0, TAP),
    AgentStep({"type": "SCROLL", "direction": "DOWN"}, "", None, 1, 0, SWIPE),
    AgentStep(
        {"type": "ANSWER", "text": "4 hours & more"}, "", None, 1, 0, (dataclasses.replace(LIFT, fired=()),)
    ),
)


def frame(number: int) -> np.ndarray:
    pixels = np.full((HEIGHT, WIDTH, 3), 240, np.uint8)
    pixels[100 * number + 40 : 100 * number + 90] = (30, 120, 60)
    return pixels


def write_episode(folder: Path, result: EpisodeResult, steps: tuple[AgentStep, ...] = STEPS) -> None:
    folder.mkdir(exist_ok=True)
    with TrajectoryWriter(folder / file_name(result.key)) as writer:
        head = (result.task, result.kind, result.seed, result.agent, result.device)
        writer.head(EpisodeHead(*head, ("Find <it>",), ("Told at first",), (9,), WIDTH, HEIGHT, EVENTS))
        for number in range(3):
            writer.screen(frame(number))
        writer.hierarchy("<hierarchy/>")
        for step in steps:
            writer.step(step)
        writer.end(EpisodeEnd(result.outcome, "event 7 held", 2.0, 3, 20, 1.3, None, 2, 0))


@pytest.fixture
def page(tmp_path: Path) -> lxml.html.HtmlElement:
    other = dataclasses.replace(RESULT, task="second", kind="in-page", outcome="failure", success=False)
    for result in (RESULT, other):
        write_episode(tmp_path / "t", result)
    write_report(tmp_path / "report.html", [RESULT, other], tmp_path / "t", "A <run>")
    return lxml.html.fromstring((tmp_path / "report.html").read_text(encoding="utf-8"))


def test_nothing_is_loaded_from_elsewhere(page: lxml.html.HtmlElement) -> None:
    source = lxml.html.tostring(page, encoding="unicode")
    assert not page.xpath("//link | //iframe | //script[@src] | //img | //object | //*[@href]")
    assert {uri.partition(",")[0] for uri in re.findall(r"url\(([^)]*)\)", source)} == {
        "data:image/webp;base64"
    }
    assert not re.search(r"https?://|@import", source)
    policy = page.xpath("string(//meta[@http-equiv='Content-Security-Policy']/@content)")
    assert "default-src 'none'" in policy


def test_every_episode_and_step_is_there_with_its_words(page: lxml.html.HtmlElement) -> None:
    episodes = page.cssselect("details.episode")
    assert [(e.get("data-task"), e.get("data-outcome")) for e in episodes] == [
        ("first", "success"),
        ("second", "failure"),
    ]
    steps = episodes[0].cssselect("li.step")
    assert [step.get("data-step") for step in steps] == ["1", "2", "3", "■"]
    assert [step.cssselect("code")[0].text for step in steps[:3]] == [
        "CLICK(3)",
        "SCROLL(DOWN)",
        "ANSWER(4 hours & more)",
    ]
    first, _, third, last = steps
    assert first.cssselect(".comment")[0].text == "the <best> hit"
    assert first.cssselect(".instruction")[0].text == 'Open "<b>Tips</b>"'
    assert first.cssselect(".reward")[0].text == "reward +1"
    fired = [(event.text, event.get("title")) for event in first.cssselect(".event")]
    assert fired == [("4", "log_event: <Tips>"), ("7", "reward: 4")]
    assert [e.text for e in episodes[0].cssselect(".legend dd")] == ["log_event: <Tips>", "reward: 4"]
    assert third.cssselect(".label")[0].text == "ANSWER: 4 hours & more"
    assert "event 7 held" in last.text_content()
    head = episodes[0].cssselect(".head")[0].text_content()
    assert "Find <it>" in head and "Told at first" in head and "20 primitive steps" in head
    assert page.cssselect("h1")[0].text == "A <run>"


def test_actions_are_drawn_where_they_happened(page: lxml.html.HtmlElement) -> None:
    click, scroll = page.cssselect("li.step")[:2]
    box = click.cssselect("rect.target")[0]
    assert [box.get(name) for name in ("x", "y", "width", "height")] == ["100", "200", "340", "80"]
    circle = click.cssselect(".tap circle")[0]
    assert (circle.get("cx"), circle.get("cy")) == ("270.0", "240.0")
    assert not click.cssselect(".swipe") and not scroll.cssselect(".tap")
    assert scroll.cssselect(".swipe path")[0].get("d").startswith("M270.0 768.0L270.0 192.0")


def test_screens_are_small_and_each_stored_once(page: lxml.html.HtmlElement) -> None:
    style = page.cssselect("style")[0].text
    images = dict(re.findall(r"\.(s\w+)\{background-image:url\(data:image/webp;base64,([^)]*)\)\}", style))
    assert len(images) == 3  # two episodes show the same three
    for data in images.values():
        image = cv2.imdecode(np.frombuffer(base64.b64decode(data), np.uint8), cv2.IMREAD_COLOR)
        assert image is not None and image.shape == (SCREEN_WIDTH * HEIGHT // WIDTH, SCREEN_WIDTH, 3)
    for screen in page.cssselect("div.screen"):
        assert set(screen.get("class").split()) & set(images)


TREE = (
    TreeEvent("4", "log_event", "<Tips>", "NONE"),
    TreeEvent("7", "SINGLE", "y = 4", "UNLIMITED", (0,), slot="reward"),
)


@pytest.fixture
def traced(tmp_path: Path) -> Path:
    """A report of an episode that has traces."""
    result = dataclasses.replace(RESULT, outcome="truncated", success=False)
    with TrajectoryWriter(tmp_path / file_name(result.key)) as writer:
        head = (result.task, result.kind, result.seed, result.agent, result.device)
        asleep = Trace("S-", inputs={0: ("'<other>'",)}, waiting={})
        writer.head(EpisodeHead(*head, (), width=WIDTH, height=HEIGHT, tree=TREE, trace=asleep))
        fired = Trace("FF", {0: ("'a'",), 1: ("4",)}, paid={"reward": "4.0"})
        writer.step(
            dataclasses.replace(STEPS[0], primitives=(*TAP[:3], dataclasses.replace(LIFT, trace=fired)))
        )
        writer.end(EpisodeEnd("truncated", "over", 4.0, 1, 4, 1.0))
    write_report(tmp_path / "report.html", [result], tmp_path, "x")
    return tmp_path / "report.html"


def test_the_tree_of_events_and_its_moments(traced: Path) -> None:
    tree = lxml.html.parse(str(traced)).getroot().cssselect("details.tree")[0]
    boxes = [(box.get("data-event"), box.cssselect(".name")[0].text) for box in tree.cssselect("svg .box")]
    assert sorted(boxes) == [("0", "4 · log"), ("1", "reward")]
    first, second = tree.cssselect(".moments > li")
    assert first.get("data-states") == "S-" and "saw '<other>'" in first.text_content()
    assert second.get("data-states") == "FF" and second.get("data-step") == "1"
    assert second.cssselect("b")[0].text == "step 1 · CLICK(3) · LIFT"
    assert second.cssselect(".paid")[0].text == "reward +1"


@pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed")
def test_the_tree_is_lit_in_a_browser(traced: Path) -> None:
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", traced.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    page = lxml.html.fromstring(done.stdout)
    boxes = [box.get("class").split() for box in page.cssselect("svg .box")]
    assert all("fired" in classes for classes in boxes) and len(boxes) == 2
    (now,) = page.cssselect(".moments > li.now")
    assert now.get("data-states") == "FF"
    (scrub,) = page.cssselect(".scrub")
    assert scrub.get("hidden") is None and scrub.cssselect("input")[0].get("max") == "1"


def test_touches_on_a_turned_screen_are_drawn_upright(tmp_path: Path) -> None:
    step = dataclasses.replace(STEPS[0], orientation=2, target=None)
    write_episode(tmp_path / "t", RESULT, (step,))
    write_report(tmp_path / "report.html", [RESULT], tmp_path / "t", "x")
    circle = lxml.html.parse(str(tmp_path / "report.html")).getroot().cssselect(".tap circle")[0]
    assert (circle.get("cx"), circle.get("cy")) == ("270.0", "720.0")


def test_missing_damaged_and_torn_trajectories_are_said_in_place(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    results = [dataclasses.replace(RESULT, task=name) for name in ("missing", "damaged", "torn")]
    write_episode(folder, results[2])
    torn = folder / file_name(results[2].key)
    torn.write_bytes(torn.read_bytes()[:-120])
    (folder / file_name(results[1].key)).write_bytes(b"junk")
    write_report(tmp_path / "report.html", results, folder, "x")
    page = lxml.html.parse(str(tmp_path / "report.html")).getroot()
    notes = [e.cssselect(".error")[0].text for e in page.cssselect("details.episode")]
    assert "missing: no steps to show" in notes[0]
    assert "not a gzip file" in notes[1]
    assert "in the middle of the episode" in notes[2]


def test_a_run_without_episodes_has_a_report_too(tmp_path: Path) -> None:
    write_report(tmp_path / "report.html", [], tmp_path, "empty")
    assert "0 episodes" in (tmp_path / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ({"type": "GOBACK"}, "GOBACK"),
        ({"type": "INPUT", "element": 4, "text": "hide gauges"}, "INPUT(4, hide gauges)"),
        ({"type": "CLICK", "element": None}, "CLICK"),
    ],
)
def test_actions_are_written_as_agents_write_them(action: dict[str, object], text: str) -> None:
    assert action_text(action) == text


def test_how_the_goal_was_judged_and_what_else_changed(tmp_path: Path) -> None:
    check = {"name": "files: /sdcard/*", "holds": False, "why": "no rows", "rows": [{"path": "/sdcard/a"}]}
    judged = dataclasses.replace(
        RESULT,
        success=False,
        outcome="failure",
        judgement={"grade": 0.5, "checks": [check], "violations": [3]},
        side_effects=["setting/global/wifi_on"],
    )
    (tmp_path / "trajectories").mkdir()
    write_episode(tmp_path / "trajectories", judged)
    write_report(tmp_path / "report.html", [judged], tmp_path / "trajectories", "run")
    page = lxml.html.fromstring((tmp_path / "report.html").read_bytes())
    assert [" ".join(line.text.split()) for line in page.cssselect(".lines li")] == [
        "does not hold files: /sdcard/*: no rows",
        "row path: '/sdcard/a'",
        "something forbidden held after step 3",
        "setting/global/wifi_on",
    ]
