"""The common form of benchmarks, and the printing of what they measured.

A benchmark is a module of this folder with a `TITLE` and a function `rows() -> list[Row]`.
A row gives its figure in its `unit`, and the budget it is held against, if any; smaller is better unless
`more_is_better`. To run one module alone, end it with

    if __name__ == "__main__":
        table.main(TITLE, rows)
"""

import dataclasses
import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path


@dataclasses.dataclass(frozen=True)
class Row:
    """One measurement.

    Attributes:
      what: what was measured, in words.
      figure: the measurement, usually a median.
      unit: its unit ("ms", "µs", "MB", "1/s").
      budget: the most (the least, if `more_is_better`) that it may be, in the same unit.
      baseline: what it is compared with: the same figure of the original, or of a plain implementation.
      more_is_better: whether a larger figure is better.
      note: circumstances worth knowing.
    """

    what: str
    figure: float
    unit: str
    budget: float | None = None
    baseline: float | None = None
    more_is_better: bool = False
    note: str = ""

    @property
    def budget_used(self) -> float | None:
        """Share of the budget that is used: above 1, the budget is broken."""
        if self.budget is None or not self.figure or not self.budget:
            return None
        return self.budget / self.figure if self.more_is_better else self.figure / self.budget

    @property
    def gain(self) -> float | None:
        """How many times better than the baseline."""
        if self.baseline is None or not self.figure or not self.baseline:
            return None
        return self.figure / self.baseline if self.more_is_better else self.baseline / self.figure


def median_seconds(action: Callable[[], object], repeats: int, warm_up: int = 3) -> float:
    """Median duration of a call in seconds, after some calls that are not counted."""
    for _ in range(warm_up):
        action()
    durations = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        durations.append(time.perf_counter() - start)
    return statistics.median(durations)


def machine() -> str:
    """Name, processor, cores and Python of the machine that measures."""
    processor = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        names = [line for line in information.read_text().splitlines() if line.startswith("model name")]
        if names:
            processor = names[0].partition(":")[2].strip()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{platform.node()}: {processor}, {os.cpu_count()} cores, {platform.system()}, {python}"


def _number(value: float) -> str:
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def print_rows(title: str, rows: Sequence[Row]) -> None:
    """Prints the measurements of one benchmark."""
    from rich.console import Console
    from rich.table import Table

    baselines = any(row.baseline is not None for row in rows)
    notes = any(row.note for row in rows)
    table = Table(title=title, title_justify="left")
    table.add_column("what")
    for heading in ("figure", "unit", "budget", "of budget", *(("baseline", "gain") if baselines else ())):
        table.add_column(heading, justify="left" if heading == "unit" else "right")
    if notes:
        table.add_column("note")
    for row in rows:
        used = row.budget_used
        share = "" if used is None else f"{100 * used:.0f} %"
        cells = [row.what, _number(row.figure), row.unit]
        cells.append("" if row.budget is None else _number(row.budget))
        cells.append(f"[red]{share}[/red]" if used is not None and used > 1 else share)
        if baselines:
            cells.append("" if row.baseline is None else _number(row.baseline))
            cells.append("" if row.gain is None else f"{_number(row.gain)}×")
        if notes:
            cells.append(row.note)
        table.add_row(*cells)
    Console(width=None if Console().is_terminal else 140).print(table)


def main(title: str, rows: Callable[[], Sequence[Row]]) -> None:
    """Runs one benchmark alone."""
    print(machine())
    print_rows(title, rows())
