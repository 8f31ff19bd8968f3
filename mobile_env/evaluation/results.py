"""Results of episodes: a file to which one JSON object per line is appended, so that a killed run can be
resumed."""

import dataclasses
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

FILE_NAME = "episodes.jsonl"


class ResultsFileError(ValueError):
    """A results file cannot be read. The text names the line and says how to fix it."""


class EpisodeKey(NamedTuple):
    """Identifies an episode. A run does not repeat an episode whose key is in its results."""

    task: str
    seed: int
    agent: str
    device: str


@dataclasses.dataclass(frozen=True)
class EpisodeResult:
    """The outcome of one episode, one line of `episodes.jsonl`.

    Attributes:
      task: id of the task.
      kind: kind of the task, for tables ("" if it has none).
      seed: seed of the device and the agent.
      agent: name of the agent.
      device: device spec, as on the command line.
      outcome: "success", "failure" or "truncated".
      success: whether the outcome is "success".
      reward: sum of the episode's rewards.
      steps: number of the agent's actions.
      primitive_steps: number of primitive actions (steps of the environment).
      duration_sec: seconds on the task's clock: the phone's on the embedded phone, wall time elsewhere.
      error: the error that ended the episode, or None.
      values: the parameters of the instance that the seed drew, by name; empty for a task without parameters.
      judgement: how the goal was judged, as `Judgement.as_plain` gives it; None for a task without a goal.
      side_effects: names of the facts that changed beside what the checks read, such as `setting/global/wifi_on`;
        None on devices that do not tell.
    """

    task: str
    kind: str
    seed: int
    agent: str
    device: str
    outcome: str
    success: bool
    reward: float
    steps: int
    primitive_steps: int
    duration_sec: float
    error: str | None = None
    values: dict[str, Any] = dataclasses.field(default_factory=dict)
    judgement: dict[str, Any] | None = None
    side_effects: list[str] | None = None

    @property
    def grade(self) -> float | None:
        """The grade of the goal, 0 to 1; None for a task without a goal."""
        return None if self.judgement is None else float(self.judgement.get("grade", 0))

    @property
    def violations(self) -> int:
        """Steps after which something forbidden held."""
        return len((self.judgement or {}).get("violations", ()))

    @property
    def key(self) -> EpisodeKey:
        """The key of this episode."""
        return EpisodeKey(self.task, self.seed, self.agent, self.device)

    def to_json(self) -> str:
        """Returns the line of the results file, without a line end."""
        return json.dumps(dataclasses.asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, line: str) -> Self:
        """Reads a line of a results file. Ignores fields of later versions.

        Raises:
          ValueError: not JSON, not an object, or a field is missing.
        """
        try:
            record = json.loads(line)
        except RecursionError:
            raise ValueError("nested too deeply") from None
        if not isinstance(record, dict):
            raise ValueError(f"expected an object, found {type(record).__name__}")
        fields = dataclasses.fields(cls)
        missing = [field.name for field in fields if field.name not in record and field.name not in _OPTIONAL]
        if missing:
            raise ValueError(f"field missing: {', '.join(missing)}")
        known: dict[str, Any] = {field.name: record[field.name] for field in fields if field.name in record}
        for name, value in known.items():
            if not isinstance(value, _TYPES[name]):
                raise ValueError(f"field {name}: {type(value).__name__} found")
        return cls(**known)


_TYPES: dict[str, tuple[type, ...]] = {
    "task": (str,),
    "kind": (str,),
    "seed": (int,),
    "agent": (str,),
    "device": (str,),
    "outcome": (str,),
    "success": (bool,),
    "reward": (int, float),
    "steps": (int,),
    "primitive_steps": (int,),
    "duration_sec": (int, float),
    "error": (str, type(None)),
    "values": (dict,),
    "judgement": (dict, type(None)),
    "side_effects": (list, type(None)),
}
# Results of earlier versions lack them.
_OPTIONAL = frozenset({"error", "values", "judgement", "side_effects"})


def plain_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Drawn values as JSON data."""
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _lines(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """Yields the complete lines of a file: number, offset of the end, content. Skips an incomplete last
    line."""
    with path.open("rb") as stream:
        end = 0
        for number, line in enumerate(stream, start=1):
            if not line.endswith(b"\n"):
                return
            end += len(line)
            yield number, end, line


def _parse(path: Path) -> tuple[list[EpisodeResult], int]:
    """Returns the results of a file, and the offset at which its valid part ends."""
    results: list[EpisodeResult] = []
    sound = 0
    fault: tuple[int, ValueError] | None = None
    for number, end, line in _lines(path):
        if fault is not None:
            # A kill can only damage the last line. Damage elsewhere has another cause.
            raise ResultsFileError(
                f"{path}:{fault[0]}: not an episode's result: {fault[1]} "
                "(delete the line, or move the file away)"
            )
        if not line.strip():
            sound = end
            continue
        try:
            results.append(EpisodeResult.from_json(line.decode("utf-8")))
        except ValueError as error:
            fault = number, error
        else:
            sound = end
    return results, sound


def read_results(path: Path) -> list[EpisodeResult]:
    """Reads a results file, in the order of its lines. Skips an incomplete last line.

    An episode that was repeated after an error has several lines. Its last line is used, in the place of its first.

    Raises:
      ResultsFileError: a line other than the last is not a result.
    """
    by_key: dict[EpisodeKey, EpisodeResult] = {}
    for result in _parse(path)[0]:
        by_key[result.key] = result
    return list(by_key.values())


class ResultsWriter:
    """Appends results to a file. A result is on disk when `append` returns.

    An existing file is continued: its results are in `earlier`, and an incomplete last line is removed.
    """

    def __init__(self, path: Path) -> None:
        """Opens or creates the file.

        Raises:
          ResultsFileError: the file is not a results file.
          OSError: the file cannot be written.
        """
        self.path = path
        self.earlier: list[EpisodeResult] = []
        if path.exists():
            self.earlier, sound = _parse(path)
            if sound != path.stat().st_size:
                os.truncate(path, sound)
        self._stream = path.open("a", encoding="utf-8")

    def append(self, result: EpisodeResult) -> None:
        """Writes one result."""
        self._stream.write(result.to_json() + "\n")
        self._stream.flush()
        os.fsync(self._stream.fileno())

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
