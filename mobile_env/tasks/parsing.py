"""Reads a task file into a message, together with the places of its fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mobile_env.proto import task_pb2
from mobile_env.tasks import androidenv
from mobile_env.tasks.errors import Fault, FieldPath, TaskFileError, in_order
from mobile_env.tasks.textproto import Document, parse_textproto_file

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
    """A task file as it was read.

    Attributes:
      message: the task; AndroidEnv's own fields are already put into ours.
      path: the file.
      document: the places of what is written.
      origins: where that stands which was made out of AndroidEnv's fields.
    """

    message: task_pb2.Task
    path: Path
    document: Document[task_pb2.Task]
    origins: Mapping[FieldPath, FieldPath] = field(default_factory=dict)

    @property
    def base_dir(self) -> Path:
        """The folder that paths in the file are relative to."""
        return self.path.parent

    def locate(self, field_path: Sequence[str | int]) -> tuple[int, int]:
        """Line and column (from 1) of a field of `message`, or of the closest one around it that is written.

        Args:
          field_path: names of fields, and indices into repeated ones:
            `("event_sources", 3, "view_hierarchy_event", "selector", 0)`.
        """
        path = tuple(field_path)
        for length in range(len(path), 0, -1):
            if path[:length] in self.origins:
                return self.document.locate(self.origins[path[:length]] + path[length:])
            if path[:length] in self.document.positions:
                break
        return self.document.locate(path)

    def fault(self, field_path: Sequence[str | int], what: str, mend: str = "") -> Fault:
        """A fault of a field, with its place."""
        return Fault(self.path, *self.locate(field_path), what, mend)


def parse_task(path: str | Path) -> ParsedTask:
    """Reads one task file.

    Raises:
      TaskFileError: it cannot be read, says no `Task`, or what it says in AndroidEnv's words has no meaning.
    """
    path = Path(path)
    document = parse_textproto_file(path, task_pb2.Task, _HINTS)
    faults: list[Fault] = []

    def report(field_path: FieldPath, what: str, mend: str) -> None:
        faults.append(Fault(path, *document.locate(field_path), what, mend))

    origins = androidenv.translate(document.message, report)
    if faults:
        raise TaskFileError(in_order(faults))
    return ParsedTask(document.message, path, document, origins)
