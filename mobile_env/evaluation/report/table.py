"""The result table: reward, success rate and steps by kind of task, as in the paper (Table 2)."""

import dataclasses
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mobile_env.evaluation.results import EpisodeResult
from mobile_env.plain_text import plain

if TYPE_CHECKING:
    from rich.table import Table

# The order of columns in the paper. Other kinds follow in alphabetical order.
PAPER_KINDS = ("cross-page", "in-page", "qa")
ALL = "all"
UNNAMED = "(no kind)"


@dataclasses.dataclass(frozen=True)
class Row:
    """Averages over the episodes of one agent and one kind of task.

    Attributes:
      agent: name of the agent.
      kind: kind of task; `ALL` for the row over all kinds.
      episodes: number of episodes.
      reward: average sum of rewards.
      success_rate: share of successful episodes, in percent.
      steps: average number of the agent's actions.
      failures, truncations: number of episodes with this outcome.
      errors: number of episodes that ended in an error.
    """

    agent: str
    kind: str
    episodes: int
    reward: float
    success_rate: float
    steps: float
    failures: int
    truncations: int
    errors: int


def _row(agent: str, kind: str, results: Sequence[EpisodeResult]) -> Row:
    count = len(results)
    return Row(
        agent,
        kind,
        count,
        sum(result.reward for result in results) / count,
        100.0 * sum(result.success for result in results) / count,
        sum(result.steps for result in results) / count,
        sum(result.outcome == "failure" for result in results),
        sum(result.outcome == "truncated" for result in results),
        sum(result.error is not None for result in results),
    )


def _kind_order(kind: str) -> tuple[int, str]:
    return (PAPER_KINDS.index(kind) if kind in PAPER_KINDS else len(PAPER_KINDS), kind)


def rows(results: Iterable[EpisodeResult]) -> list[Row]:
    """The table's rows: for each agent (in alphabetical order), a row over all kinds, then one row per kind."""
    by_agent: dict[str, list[EpisodeResult]] = {}
    for result in results:
        by_agent.setdefault(result.agent, []).append(result)
    table = []
    for agent in sorted(by_agent):
        of_agent = by_agent[agent]
        table.append(_row(agent, ALL, of_agent))
        for kind in sorted({result.kind for result in of_agent}, key=_kind_order):
            of_kind = [result for result in of_agent if result.kind == kind]
            table.append(_row(agent, kind or UNNAMED, of_kind))
    return table


def rich_table(results: Iterable[EpisodeResult]) -> "Table":
    """The table for a terminal with 80 columns. It has a column for the agent only if there are several
    agents."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table_rows = rows(results)
    several = len({row.agent for row in table_rows}) > 1
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in (*(("agent",) if several else ()), "kind"):
        table.add_column(heading, no_wrap=True)
    for heading in ("episodes", "reward", "SR (%)", "steps", "failed", "truncated", "errors"):
        table.add_column(heading, justify="right", no_wrap=True)
    agent = None
    for row in table_rows:
        if agent is not None and row.agent != agent:
            table.add_section()
        table.add_row(
            # As Text, brackets are no markup.
            *((Text(plain(row.agent)) if row.agent != agent else "",) if several else ()),
            Text(plain(row.kind)),
            str(row.episodes),
            f"{row.reward:.2f}",
            f"{row.success_rate:.2f}",
            f"{row.steps:.1f}",
            str(row.failures),
            str(row.truncations),
            str(row.errors),
            style="bold" if row.kind == ALL else None,
        )
        agent = row.agent
    return table
