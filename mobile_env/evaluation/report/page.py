"""The report of a run: one self-contained HTML file with the screens of all steps and the actions drawn on
them."""

import base64
import dataclasses
import hashlib
import importlib.resources
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import cv2
import jinja2
import numpy as np

from mobile_env.evaluation.judgement_words import judgement_lines, value_lines
from mobile_env.evaluation.report import table
from mobile_env.evaluation.report.action_words import action_text
from mobile_env.evaluation.report.event_picture import BOX_HEIGHT, BOX_WIDTH, Picture, draw
from mobile_env.evaluation.report.gestures import Gesture, gestures
from mobile_env.evaluation.report.moments import Moment, moments
from mobile_env.evaluation.report.shortfall import shortfall
from mobile_env.evaluation.results import EpisodeResult
from mobile_env.evaluation.trace import STATE_WORDS
from mobile_env.evaluation.trajectory import (
    AgentStep,
    Box,
    Trajectory,
    TrajectoryError,
    decode_image,
    file_name,
    read_trajectory,
)
from mobile_env.simulators.orientation import upright_position
from mobile_env.version import __version__

FILE_NAME = "report.html"
# Shorter side of a screen in the report, in pixels.
SCREEN_WIDTH = 270
# Keeps a report of 150 episodes with ten steps below 30 MB.
WEBP_QUALITY = 55


@dataclasses.dataclass(frozen=True)
class Mark:
    """A gesture in pixels of the screen on which it is drawn."""

    kind: str
    x: float
    y: float
    to_x: float
    to_y: float


@dataclasses.dataclass(frozen=True)
class Card:
    """One screen of an episode, and what happened there."""

    title: str
    number: str
    screen: str | None
    width: int
    height: int
    target: Box | None = None
    marks: tuple[Mark, ...] = ()
    label: str = ""
    comment: str = ""
    reward: float = 0.0
    fired: tuple[int, ...] = ()
    instructions: tuple[str, ...] = ()
    primitives: int = 0
    error: str | None = None


@dataclasses.dataclass(frozen=True)
class Section:
    """One episode of the report.

    `instructions` and `fired` belong to the reset; `events` describes events by id; `missing` lists events
    that never fired, and why; `task_notes` contains the notes on the task file; `values` are the parameters of the
    instance, and `judgement` says how each check of the goal was judged;
    `side_effects` names what else the episode changed.
    """

    result: EpisodeResult
    command: tuple[str, ...] = ()
    instructions: tuple[str, ...] = ()
    fired: tuple[int, ...] = ()
    events: Mapping[int, str] = dataclasses.field(default_factory=dict)
    cards: tuple[Card, ...] = ()
    reason: str = ""
    note: str = ""
    picture: Picture | None = None
    moments: tuple[Moment, ...] = ()
    missing: tuple[str, ...] = ()
    task_notes: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    judgement: tuple[str, ...] = ()
    side_effects: tuple[str, ...] = ()


class _Screens:
    """The images of a report, each stored once, as classes of its style sheet."""

    def __init__(self) -> None:
        self.images: dict[str, str] = {}  # class name -> data URI

    def add(self, data: bytes) -> tuple[str, int, int]:
        """Adds an encoded screen. Returns its class, and its width and height before it is scaled down."""
        pixels = decode_image(data)
        height, width = pixels.shape[:2]
        name = f"s{hashlib.blake2b(data, digest_size=8).hexdigest()}"
        if name not in self.images:
            self.images[name] = _data_uri(pixels)
        return name, width, height


def _data_uri(pixels: np.ndarray) -> str:
    height, width = pixels.shape[:2]
    scale = min(1.0, SCREEN_WIDTH / min(width, height))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(
        ".webp", cv2.cvtColor(small, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY]
    )
    if not done:
        raise ValueError(f"a screen of shape {pixels.shape} cannot be encoded")
    return "data:image/webp;base64," + base64.b64encode(data.tobytes()).decode("ascii")


def _label(step: AgentStep) -> str:
    """The label on a screen: the part of an action that the drawn gesture does not show."""
    text = step.action.get("text")
    kind = str(step.action["type"])
    if text:
        return f"{kind}: {text}"
    return "" if kind in ("CLICK", "LONG_CLICK", "SCROLL") else action_text(step.action)


def _mark(gesture: Gesture, orientation: int, width: int, height: int) -> Mark:
    x, y = upright_position(*gesture.start, orientation)
    to_x, to_y = upright_position(*gesture.end, orientation)
    return Mark(
        gesture.kind,
        round(x * width, 1),
        round(y * height, 1),
        round(to_x * width, 1),
        round(to_y * height, 1),
    )


def _cards(trajectory: Trajectory, screens: _Screens) -> tuple[Card, ...]:
    def shown(number: int | None) -> tuple[str | None, int, int]:
        if number is None or number not in trajectory.screens:
            return None, trajectory.head.width or 9, trajectory.head.height or 16
        return screens.add(trajectory.screens[number])

    cards = []
    for number, step in enumerate(trajectory.steps, start=1):
        screen, width, height = shown(step.screen)
        marks = (
            _mark(gesture, step.orientation, width, height)
            for gesture in gestures(part.action for part in step.primitives)
        )
        cards.append(
            Card(
                title=action_text(step.action),
                number=str(number),
                screen=screen,
                width=width,
                height=height,
                target=step.target,
                marks=tuple(marks),
                label=_label(step),
                comment=step.comment,
                reward=step.reward,
                fired=step.fired,
                instructions=step.instructions,
                primitives=len(step.primitives),
                error=step.error,
            )
        )
    end = trajectory.end
    if end is not None:
        screen, width, height = shown(end.screen)
        cards.append(Card("end", "■", screen, width, height, label="", error=end.error))
    return tuple(cards)


def _section(result: EpisodeResult, folder: Path, screens: _Screens) -> Section:
    path = folder / file_name(result.key)
    try:
        trajectory = read_trajectory(path)
    except FileNotFoundError:
        return Section(result, note=f"{path.name} is missing: no steps to show")
    except (TrajectoryError, OSError) as error:
        return Section(result, note=str(error))
    head, end = trajectory.head, trajectory.end
    return Section(
        result,
        command=head.command,
        instructions=head.instructions,
        fired=head.fired,
        events=head.events,
        cards=_cards(trajectory, screens),
        reason=end.reason if end is not None else "",
        note="" if end is not None else "the trajectory ends in the middle of the episode",
        picture=draw(head.tree) if head.tree else None,
        moments=moments(trajectory),
        task_notes=head.notes,
        values=tuple(value_lines(head.values)),
        judgement=tuple(judgement_lines(result.judgement)),
        side_effects=tuple(result.side_effects or ()),
        missing=() if result.success else tuple(shortfall(head.tree, trajectory.traces)),
    )


def _resource(name: str) -> str:
    return (
        importlib.resources.files("mobile_env.evaluation.report").joinpath(name).read_text(encoding="utf-8")
    )


def write_report(path: Path, results: Sequence[EpisodeResult], trajectories: Path, title: str) -> None:
    """Writes the report of a run.

    Args:
      path: the HTML file; it is replaced only when the new one is complete.
      results: the episodes, in the order to show.
      trajectories: directory of the trajectory files; the report mentions missing files.
      title: heading of the page.

    Raises:
      OSError: the file cannot be written.
    """
    screens = _Screens()
    sections = [_section(result, trajectories, screens) for result in results]
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    environment.filters["reward"] = lambda value: f"{value:+g}" if value else "0"
    template = environment.from_string(_resource("page.html.jinja"))
    page = template.stream(
        title=title,
        version=__version__,
        style=_resource("page.css"),
        script=_resource("page.js"),
        images=screens.images,
        rows=table.rows(results),
        all_kinds=table.ALL,
        sections=sections,
        box_width=BOX_WIDTH,
        box_height=BOX_HEIGHT,
        states=STATE_WORDS,
        kinds=_distinct(result.kind for result in results),
        outcomes=_distinct(result.outcome for result in results),
        agents=_distinct(result.agent for result in results),
        devices=_distinct(result.device for result in results),
        seeds=_distinct(str(result.seed) for result in results),
    )
    page.enable_buffering(64)
    draft = path.with_name(path.name + ".part")
    with draft.open("wb") as stream:
        page.dump(stream, encoding="utf-8")
    os.replace(draft, path)


def _distinct(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))
