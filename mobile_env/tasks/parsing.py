"""Reads a task file into a message, together with the places of its fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mobile_env.proto import task_pb2
from mobile_env.tasks import androidenv
from mobile_env.tasks.bases import Place, closest, read_with_bases
from mobile_env.tasks.errors import Fault, FieldPath, TaskFileError, in_order

# Names that earlier versions of the format, or other tools, gave to what the format has.
_HINTS = {
    ("ViewHierarchyEvent", "view_hierarchy_path"): "nodes are named by a CSS `selector` now",
    ("Property", "boolean"): 'attributes are text: write pattern: "true"',
    ("SuccessCondition", "timeout_sec"): "it belongs into the check",
    ("SuccessCondition", "app_screen"): "it belongs into `wait_for_app_screen`",
    ("InstallApk", "path"): "it belongs into `filesystem`",
    ("EventSource", "pattern"): "it belongs into `log_event` or `response_event`",
    ("EventSource", "filters"): "it belongs into `log_event`",
    ("EventSource", "selector"): "it belongs into `view_hierarchy_event`",
    ("EventSource", "prerequisite"): "sources have none; give it to the node that uses the source",
    ("Task", "reward_listener"): "it belongs into `event_slots`",
    ("Task", "episode_end_listener"): "it belongs into `event_slots`",
    ("Task", "instruction_listener"): "it belongs into `event_slots`",
    ("Task", "score_listener"): "it belongs into `event_slots`",
}


@dataclass(frozen=True)
class ParsedTask:
    """A task file as it was read, its base files merged.

    Attributes:
      message: the task; AndroidEnv's own fields are already put into ours.
      path: the file.
      places: where each field that is written stands.
      origins: for fields made out of AndroidEnv's, the fields as they were written.
    """

    message: task_pb2.Task
    path: Path
    places: Mapping[FieldPath, Place]
    origins: Mapping[FieldPath, FieldPath] = field(default_factory=dict)

    @property
    def base_dir(self) -> Path:
        """The folder that relative paths in the message start from."""
        return self.path.parent

    def locate(self, field_path: Sequence[str | int]) -> Place:
        """Where a field of `message` stands, or the closest one around it that is written.

        Args:
          field_path: names of fields, and indices into repeated ones:
            `("event_sources", 3, "view_hierarchy_event", "selector", 0)`.
        """
        path = tuple(field_path)
        while path:
            if path in self.origins:
                return self.locate_written(self.origins[path] + tuple(field_path)[len(path) :])
            if path in self.places:
                break
            path = path[:-1]
        return self.locate_written(tuple(field_path))

    def locate_written(self, field_path: FieldPath) -> Place:
        """As `locate`, of a field as it is written in the file."""
        return closest(self.places, field_path) or Place(self.path, 1, 1)

    def fault(self, field_path: Sequence[str | int], what: str, mend: str = "") -> Fault:
        """A fault of a field, with its place."""
        place = self.locate(field_path)
        return Fault(place.path, place.line, place.column, what, mend)


def parse_task(path: str | Path) -> ParsedTask:
    """Reads one task file, together with its base files.

    Raises:
      TaskFileError: it cannot be read, says no `Task`, or what it says in AndroidEnv's words has no meaning.
    """
    path = Path(path)
    merged = read_with_bases(path, _HINTS)
    faults: list[Fault] = []

    def report(field_path: FieldPath, what: str, mend: str) -> None:
        place = closest(merged.places, field_path) or Place(path, 1, 1)
        faults.append(Fault(place.path, place.line, place.column, what, mend))

    origins = androidenv.translate(merged.message, report)
    if faults:
        raise TaskFileError(in_order(faults))
    return ParsedTask(merged.message, path, merged.places, origins)
