"""What compiling a parameter needs: checked expressions and texts, files of values, and a report of faults."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, Protocol

from mobile_env.events.work_budget import WorkBudget
from mobile_env.tasks.errors import FieldPath, Report, TaskFileError
from mobile_env.tasks.parameters.draws import Draws
from mobile_env.tasks.parameters.expression import Expression, ExpressionError, TransformationFault
from mobile_env.tasks.parameters.moments import MomentError, TaskClock
from mobile_env.tasks.parameters.texts import Text, TextFault
from mobile_env.tasks.textproto import read_text

MOST_RECORDS: Final = 10_000
"""Records of one parameter, and values of one list or file."""

MOST_WORK: Final = 10_000_000
"""Steps of drawing one instance, all its attempts included: some seconds. Lists of lists and attempts multiply."""

_SHIPPED: Final = "@"
# A longer row of digits is a text.
_LONGEST_NUMBER: Final = 300
# Made of the lists of given and family names, so that the three lists agree.
_FULL_NAMES: Final = "@full_names"


class DrawError(Exception):
    """A parameter cannot be drawn: an expression failed, a list is empty, an end lies before its beginning."""


@dataclass(frozen=True)
class Scope:
    """What a generator goes by.

    Attributes:
      names: values of the parameters drawn so far, of `now`, and inside rows of `row` and `index`.
      clock: the task's clock.
      work: the budget of all that is drawn for the instance.
    """

    names: Mapping[str, Any]
    clock: TaskClock
    work: WorkBudget = field(default_factory=lambda: WorkBudget(MOST_WORK), compare=False)

    def with_names(self, **names: Any) -> Scope:
        return Scope({**self.names, **names}, self.clock, self.work)


class Generator(Protocol):
    """Draws the values of one parameter.

    Attributes:
      reads: names of the parameters that have to be drawn before.
      is_random: whether drawing again can give another value.
    """

    @property
    def reads(self) -> frozenset[str]: ...

    @property
    def is_random(self) -> bool: ...

    def draw(self, draws: Draws, scope: Scope) -> Any:
        """One value. Raises DrawError or ExpressionError if there is none."""
        ...


class Compiler:
    """Checks the fields of parameters, and reports each fault with its place."""

    def __init__(
        self,
        report: Report,
        base_dir_of: Callable[[FieldPath], Path],
        known: Collection[str],
        columns_of: Mapping[str, Any] | None = None,
    ):
        """Prepares compiling.

        Args:
          report: takes faults.
          base_dir_of: the folder that paths written at a place are relative to.
          known: names that expressions may read.
          columns_of: the messages of the `rows` parameters, by name.
        """
        self.report = report
        self.rows: Mapping[str, Any] = columns_of or {}
        self._base_dir_of = base_dir_of
        self._known = frozenset(known)

    def knowing(self, *more: str) -> Compiler:
        """The same, with more names known."""
        return Compiler(self.report, self._base_dir_of, self._known | {*more}, columns_of=self.rows)

    def inside_rows(self, *more: str) -> Compiler:
        """The same, for the columns of rows: `row` and `index` are known, too."""
        return self.knowing("row", "index", *more)

    def expression(self, path: FieldPath, source: str) -> Expression | None:
        """A checked expression; None after a fault."""
        try:
            return Expression(source, self._known)
        except TransformationFault as fault:
            self.report(path, str(fault), fault.mend)
            return None

    def text(self, path: FieldPath, source: str) -> Text | None:
        """A checked text with parameters; None after a fault."""
        try:
            return Text(source, self._known)
        except (TransformationFault, TextFault) as fault:
            self.report(path, str(fault), fault.mend)
            return None

    def lines(self, path: FieldPath, name: str) -> Sequence[Any] | None:
        """The values of a file: its lines, or records if it is a `.csv` with a heading; None after a fault."""
        try:
            return _values(name) if name.startswith(_SHIPPED) else _file(self._base_dir_of(path) / name)
        except TaskFileError as error:
            fault = error.faults[0]
            self.report(path, f"the file {name}: {fault.what}", fault.mend)
        except DrawError as error:
            self.report(path, str(error), f"shipped lists are {', '.join(shipped_lists())}")
        return None


class MomentSource:
    """A moment as authors give it: a text such as `today+2d 08:00`, or an expression."""

    def __init__(self, source: str, expression: Expression | None):
        self.source = source
        self._expression = expression

    @property
    def reads(self) -> frozenset[str]:
        return self._expression.reads if self._expression else frozenset()

    def __call__(self, scope: Scope) -> int:
        if self._expression is None:
            try:
                return scope.clock.moment(self.source)
            except MomentError as error:
                raise DrawError(str(error)) from None
        return whole_number(self._expression(scope.names, scope.clock, scope.work), self.source)


def moment_source(compiler: Compiler, path: FieldPath, source: str) -> MomentSource | None:
    """Reads a moment's text or expression; None after a fault."""
    try:
        # Any moment will do to see whether the text is one.
        TaskClock(0).moment(source)
    except MomentError:
        expression = compiler.expression(path, source)
        return MomentSource(source, expression) if expression else None
    return MomentSource(source, None)


def whole_number(value: Any, source: str) -> int:
    """A drawn value as an integer; DrawError if it is none."""
    if isinstance(value, bool) or not (isinstance(value, int) or _is_whole(value)):
        raise DrawError(f"{source!r} gives {value!r:.60}, not a whole number")
    return int(value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, float) and value.is_integer()


def shipped_lists() -> list[str]:
    """Names of the lists of values that ship, such as `@given_names`."""
    folder = resources.files("mobile_env.tasks.parameters").joinpath("lists")
    files = [entry.name for entry in folder.iterdir() if entry.name.endswith(".txt")]
    return sorted([_FULL_NAMES, *(f"{_SHIPPED}{Path(name).stem}" for name in files)])


@lru_cache(maxsize=64)
def _values(name: str) -> tuple[Any, ...]:
    if name == _FULL_NAMES:
        given, family = _values("@given_names"), _values("@family_names")
        pairs = range(2 * len(given))
        return tuple(f"{given[pair % len(given)]} {family[pair * 7 % len(family)]}" for pair in pairs)
    if name not in shipped_lists():
        raise DrawError(f"there is no shipped list {name}")
    folder = resources.files("mobile_env.tasks.parameters").joinpath("lists")
    return _lines(folder.joinpath(f"{name.removeprefix(_SHIPPED)}.txt").read_text(encoding="utf-8"))


def _file(path: Path) -> tuple[Any, ...]:
    text = read_text(path)
    values = _records(path, text) if path.suffix == ".csv" else _lines(text)
    if not values:
        raise DrawError(f"the file {path.name} has no values")
    if len(values) > MOST_RECORDS:
        raise DrawError(f"the file {path.name} has more than {MOST_RECORDS} values")
    return values


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def _records(path: Path, text: str) -> tuple[dict[str, Any], ...]:
    try:
        rows = list(csv.reader(io.StringIO(text), strict=True))
    except csv.Error as error:
        raise DrawError(f"the file {path.name} is no CSV: {error}") from None
    heading, *records = rows or [[]]
    heading = [cell.strip() for cell in heading]
    for number, record in enumerate(records, start=2):
        if record and len(record) != len(heading):
            raise DrawError(
                f"the file {path.name} has {len(record)} cells in row {number}, its heading {len(heading)}"
            )
    return tuple(
        {name: _cell(cell) for name, cell in zip(heading, record, strict=True)}
        for record in records
        if record
    )


def _cell(cell: str) -> Any:
    """A cell's number where it reads as one (`007` and `1e5` stay texts), else its text."""
    cell = cell.strip()
    digits = cell.removeprefix("-")
    whole, _, fraction = digits.partition(".")
    if not (whole.isdecimal() and whole.isascii()) or (len(whole) > 1 and whole.startswith("0")):
        return cell
    if len(cell) > _LONGEST_NUMBER:
        return cell
    if "." not in digits:
        return int(cell)
    return float(cell) if fraction.isdecimal() and fraction.isascii() else cell


__all__ = [
    "MOST_RECORDS",
    "Compiler",
    "DrawError",
    "ExpressionError",
    "Generator",
    "MomentSource",
    "Scope",
    "moment_source",
    "shipped_lists",
    "whole_number",
]
