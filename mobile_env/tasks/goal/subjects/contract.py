"""What a subject of checks is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mobile_env.tasks.errors import FieldPath, Report
from mobile_env.tasks.goal.situation import Situation
from mobile_env.tasks.parameters.moments import TaskClock

Row = Mapping[str, Any]
Rows = Sequence[Row]


class Subject(Protocol):
    """Something of the phone, or of its screen, that rows are read of.

    Attributes:
      needs_state: whether it reads the device's state; the screen is there on every device.
      same: columns that make two rows the same one for `added` and `removed`; None: all.
      touches: globs of the facts that it reads, such as `setting/global/wifi_on`; changes of others are
        side effects.
    """

    @property
    def needs_state(self) -> bool: ...

    @property
    def same(self) -> Sequence[str] | None: ...

    @property
    def touches(self) -> Sequence[str]: ...

    def read(self, situation: Situation) -> Mapping[str, Rows]:
        """The rows, by what they are judged with: one group, or for documents one a file.

        Raises:
          CheckError: they cannot be read.
        """
        ...


@dataclass(frozen=True)
class SubjectCompiler:
    """What compiling a subject needs.

    Attributes:
      path: the place of the subject's field.
      report: takes faults.
      known: names that SQL may bind.
      names: values of the instance's parameters.
      clock: the task's clock.
    """

    path: FieldPath
    report: Report
    known: Collection[str]
    names: Mapping[str, Any]
    clock: TaskClock

    def need(self, message: Any, *fields: str) -> bool:
        """Reports each of the fields that is empty; whether none was."""
        missing = [field for field in fields if not getattr(message, field)]
        for field in missing:
            self.report(self.path, f"`{self.path[-1]}` has no `{field}`", f"give its {field}")
        return not missing
