"""Trajectories: what an agent saw and did and the rewards, one file per episode (docs/trajectory-format.md)."""

import base64
import dataclasses
import gzip
import hashlib
import json
import re
import zlib
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import cv2
import numpy as np

from mobile_env.evaluation.event_tree import TreeEvent, read_tree
from mobile_env.evaluation.results import EpisodeKey
from mobile_env.evaluation.trace import Trace, read_trace
from mobile_env.inflating import CutShortError, members
from mobile_env.phone.ui import images

FORMAT = 1
# Directory of trajectories in the directory of a run.
FOLDER = "trajectories"
# JPEG quality at which text stays sharp enough for OCR.
JPEG_QUALITY = 90
SUFFIX = ".trajectory.jsonl.gz"

Box = tuple[int, int, int, int]


class TrajectoryError(ValueError):
    """A trajectory file cannot be read. The text names the line."""


@dataclasses.dataclass(frozen=True)
class PrimitiveStep:
    """One step of the environment.

    Attributes:
      action: the primitive action as JSON data: `action_type` is the name of its type, and its other fields.
      reward: reward of this step.
      instructions: the task's instructions in this step.
      fired: ids of the event nodes and sources that fired.
      trace: what the events did; None if nothing was evaluated.
    """

    action: dict[str, Any]
    reward: float
    instructions: tuple[str, ...] = ()
    fired: tuple[int, ...] = ()
    trace: Trace | None = None


@dataclasses.dataclass(frozen=True)
class AgentStep:
    """One action of the agent.

    Attributes:
      action: the action as JSON data: `type` is its name (CLICK, INPUT, ...), and its other fields.
      comment: the agent's reasoning, if given.
      target: box of the action's target, in pixels (left, top, right, bottom).
      screen: number of the frame before the action; None if no frame was recorded.
      hierarchy: number of the view hierarchy before the action.
      orientation: quarter turns of the screen; frames and boxes are upright, primitive actions are not.
      primitives: the action's steps of the environment.
      error: why the action could not be carried out.
    """

    action: dict[str, Any]
    comment: str
    target: Box | None
    screen: int | None
    hierarchy: int | None
    primitives: tuple[PrimitiveStep, ...]
    orientation: int = 0
    error: str | None = None

    @property
    def reward(self) -> float:
        """Sum of the primitive steps' rewards."""
        return sum((step.reward for step in self.primitives), 0.0)

    @property
    def instructions(self) -> tuple[str, ...]:
        """The task's instructions during the action."""
        return tuple(text for step in self.primitives for text in step.instructions)

    @property
    def fired(self) -> tuple[int, ...]:
        """Ids of the events that fired, without repetitions, in order of their first firing."""
        return tuple(dict.fromkeys(number for step in self.primitives for number in step.fired))


@dataclasses.dataclass(frozen=True)
class EpisodeHead:
    """Data about an episode before the first action.

    Attributes:
      task, kind, seed, agent, device: as in the results file.
      command: the goal, one string per line.
      instructions: instructions that came with the first observation.
      fired: ids of the events that fired at reset.
      width, height: size of the screen in pixels; 0 if it was never rendered.
      events: descriptions of the events, by id.
      tree: the events, by number.
      trace: what the events did at reset.
      notes: warnings about the task file, and the sources that are switched off.
      values: the parameters of the instance, by name.
    """

    task: str
    kind: str
    seed: int
    agent: str
    device: str
    command: tuple[str, ...]
    instructions: tuple[str, ...] = ()
    fired: tuple[int, ...] = ()
    width: int = 0
    height: int = 0
    events: dict[int, str] = dataclasses.field(default_factory=dict)
    tree: tuple[TreeEvent, ...] = ()
    trace: Trace | None = None
    notes: tuple[str, ...] = ()
    values: dict[str, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class EpisodeEnd:
    """The end of an episode.

    Attributes:
      outcome: "success", "failure" or "truncated".
      reason: why, in words.
      reward, steps, primitive_steps, duration_sec, error: as in the results file.
      screen, hierarchy: numbers of the last frame and view hierarchy.
      traceback: where an unexpected error came from.
      judgement: how the goal was judged, as in the results file.
    """

    outcome: str
    reason: str
    reward: float
    steps: int
    primitive_steps: int
    duration_sec: float
    error: str | None = None
    screen: int | None = None
    hierarchy: int | None = None
    traceback: str | None = None
    judgement: dict[str, Any] | None = None


@dataclasses.dataclass
class Trajectory:
    """One episode, read back.

    Attributes:
      head: data before the first action.
      steps: the agent's actions.
      end: the end; None if the run was killed before.
      screens: encoded images (PNG, JPEG or WebP), by number.
      hierarchies: view hierarchies as XML, by number.
    """

    head: EpisodeHead
    steps: list[AgentStep]
    end: EpisodeEnd | None
    screens: dict[int, bytes]
    hierarchies: dict[int, str]

    @property
    def traces(self) -> list[Trace]:
        """All traces, beginning with the reset. Steps in which nothing was evaluated have none."""
        found = [self.head.trace, *(part.trace for step in self.steps for part in step.primitives)]
        return [trace for trace in found if trace is not None]

    def frame(self, number: int) -> np.ndarray:
        """The pixels of a frame: uint8 (H, W, 3), RGB."""
        return decode_image(self.screens[number])


MOST_BYTES = 1 << 30
"""An episode that unpacks to more is not read."""

_WRONG_LINES = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)


def decode_image(data: bytes) -> np.ndarray:
    """Decodes an image to uint8 (H, W, 3), RGB.

    Raises:
      ValueError: not a PNG, JPEG, GIF or WebP, or one of more than `images.MOST_PIXELS` pixels.
    """
    image = images.decoded(data, cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("not an image, or too large")
    return cv2.cvtColor(image, cv2.COLOR_BGR2RGB)


def file_name(key: EpisodeKey) -> str:
    """Name of an episode's file: readable, valid on every file system, and unique."""
    # Device specs contain colons, which Windows forbids.
    plain = "--".join((key.task, key.agent, f"seed{key.seed}", key.device.replace(":", "_")))
    name = re.sub(r"[^A-Za-z0-9._@-]+", "_", plain)
    if name != plain or len(name) > 180:
        name = f"{name[:170]}-{hashlib.sha256(plain.encode()).hexdigest()[:8]}"
    return name + SUFFIX


class TrajectoryWriter:
    """Writes one episode while it is played.

    Each line is a separate gzip member and is flushed, so that after a kill all complete lines can be read.
    """

    def __init__(self, path: Path) -> None:
        """Creates the file. Replaces a file of a killed run."""
        self._stream: BinaryIO = path.open("wb")
        self._screen: np.ndarray | None = None
        self._screens: dict[bytes, int] = {}
        self._hierarchies: dict[str, int] = {}
        self._last_screen = 0

    def head(self, head: EpisodeHead) -> None:
        """Writes the first line."""
        self._write({"line": "episode", "format": FORMAT, **dataclasses.asdict(head)})

    def screen(self, pixels: np.ndarray) -> int:
        """Writes a frame, unless an equal frame was written before.

        Args:
          pixels: uint8 (H, W, 3), RGB.

        Returns:
          The number of the frame.
        """
        if pixels is self._screen:  # the action changed nothing, so no digest is needed
            return self._last_screen
        digest = hashlib.blake2b(np.ascontiguousarray(pixels).data, digest_size=16).digest()
        number = self._screens.get(digest)
        if number is None:
            number = self._screens[digest] = len(self._screens)
            # A 1080×1920 page with pictures: 4 ms and 200 kB; PNG 55 ms and 550 kB, WebP 95 ms and 60 kB.
            done, data = cv2.imencode(
                ".jpg", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
            )
            if not done:
                raise ValueError(f"a frame of shape {pixels.shape} cannot be encoded")
            text = base64.b64encode(data.tobytes()).decode("ascii")
            self._write({"line": "screen", "number": number, "media_type": "image/jpeg", "base64": text})
        self._screen, self._last_screen = pixels, number
        return number

    def hierarchy(self, xml: str) -> int:
        """Writes a view hierarchy, unless it was written before. Returns its number."""
        number = self._hierarchies.get(xml)
        if number is None:
            number = self._hierarchies[xml] = len(self._hierarchies)
            self._write({"line": "hierarchy", "number": number, "xml": xml})
        return number

    def step(self, step: AgentStep) -> None:
        """Writes one action of the agent."""
        self._write({"line": "step", **dataclasses.asdict(step)})

    def end(self, end: EpisodeEnd) -> None:
        """Writes the last line."""
        self._write({"line": "end", **dataclasses.asdict(end)})

    def close(self) -> None:
        """Closes the file."""
        self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, record: dict[str, Any]) -> None:
        line = json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
        # mtime=0, so that the same episode gives the same bytes.
        self._stream.write(gzip.compress(line.encode("utf-8"), compresslevel=3, mtime=0))
        self._stream.flush()


def _whole_lines(path: Path) -> list[str]:
    """The lines of a file that may end in the middle of a gzip member."""
    text = bytearray()
    try:
        for part in members(path.read_bytes()):
            text += part
            if len(text) > MOST_BYTES:
                raise TrajectoryError(f"{path}: unpacks to more than {MOST_BYTES >> 20} MiB")
    except CutShortError:
        pass  # the program was killed: what is there counts
    except zlib.error as error:
        raise TrajectoryError(f"{path}: not a gzip file, or damaged ({error})") from error
    return [line.decode("utf-8") for line in bytes(text).split(b"\n")[:-1]]


def _step(record: dict[str, Any]) -> AgentStep:
    primitives = tuple(
        PrimitiveStep(
            part["action"],
            float(part["reward"]),
            tuple(part["instructions"]),
            tuple(part["fired"]),
            read_trace(part.get("trace")),
        )
        for part in record["primitives"]
    )
    target = record["target"]
    return AgentStep(
        record["action"],
        record["comment"],
        tuple(target) if target is not None else None,
        record["screen"],
        record["hierarchy"],
        primitives,
        record["orientation"],
        record["error"],
    )


def _fields(kind: type[Any], record: dict[str, Any]) -> dict[str, Any]:
    names = {field.name for field in dataclasses.fields(kind)}
    return {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in record.items()
        if key in names
    }


def read_trajectory(path: Path) -> Trajectory:
    """Reads an episode. If the run was killed, reads the complete lines.

    Raises:
      TrajectoryError: the file is not a trajectory, is damaged, or has a later format.
      OSError: the file cannot be read.
    """
    head: EpisodeHead | None = None
    end: EpisodeEnd | None = None
    steps: list[AgentStep] = []
    screens: dict[int, bytes] = {}
    hierarchies: dict[int, str] = {}
    for number, line in enumerate(_whole_lines(path), start=1):
        try:
            record = json.loads(line)
            kind = record["line"]
            if kind == "episode":
                if record["format"] > FORMAT:
                    raise ValueError(f"format {record['format']}; this version reads up to {FORMAT}")
                head = EpisodeHead(**_fields(EpisodeHead, record))
                # Keys of JSON objects are strings.
                events = {int(number): str(words) for number, words in head.events.items()}
                tree = read_tree(record.get("tree", ()))
                head = dataclasses.replace(
                    head, events=events, tree=tree, trace=read_trace(record.get("trace"))
                )
            elif kind == "screen":
                screens[record["number"]] = base64.b64decode(record["base64"], validate=True)
            elif kind == "hierarchy":
                hierarchies[record["number"]] = record["xml"]
            elif kind == "step":
                steps.append(_step(record))
            elif kind == "end":
                end = EpisodeEnd(**_fields(EpisodeEnd, record))
        except _WRONG_LINES as error:
            raise TrajectoryError(f"{path}: line {number}: not a trajectory's line: {error}") from error
    if head is None:
        raise TrajectoryError(f"{path}: no episode in it")
    return Trajectory(head, steps, end, screens, hierarchies)
