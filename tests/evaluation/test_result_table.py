"""The result table."""

from io import StringIO

from rich.console import Console

from mobile_env.evaluation.report.table import ALL, rich_table, rows
from mobile_env.evaluation.results import EpisodeResult


def result(
    task: str, kind: str, outcome: str, reward: float, steps: int, agent: str = "x", error: str | None = None
) -> EpisodeResult:
    success = outcome == "success"
    return EpisodeResult(
        task, kind, 0, agent, "embedded", outcome, success, reward, steps, 9 * steps, 1.0, error
    )


RESULTS = [
    result("a", "qa", "failure", 1.0, 4),
    result("b", "cross-page", "success", 2.0, 6),
    result("c", "own", "success", 3.0, 2),
    result("d", "cross-page", "truncated", 1.0, 15, error="boom"),
    result("e", "", "success", 0.5, 3),
    result("a", "qa", "success", 2.0, 5, agent="other"),
]


def test_rows_average_by_agent_and_kind_in_the_papers_order() -> None:
    table = rows(RESULTS)
    assert [(row.agent, row.kind, row.episodes) for row in table] == [
        ("other", ALL, 1),
        ("other", "qa", 1),
        ("x", ALL, 5),
        ("x", "cross-page", 2),
        ("x", "qa", 1),
        ("x", "(no kind)", 1),
        ("x", "own", 1),
    ]
    all_of_x, cross_page = table[2], table[3]
    assert (all_of_x.reward, all_of_x.success_rate, all_of_x.steps) == (1.5, 60.0, 6.0)
    assert (all_of_x.failures, all_of_x.truncations, all_of_x.errors) == (1, 1, 1)
    assert (cross_page.reward, cross_page.success_rate, cross_page.steps) == (1.5, 50.0, 10.5)


def test_no_episode_no_row() -> None:
    assert rows([]) == []


def shown(results: list[EpisodeResult], width: int = 80) -> list[list[str]]:
    console = Console(width=width, file=StringIO())
    console.print(rich_table(results))
    assert isinstance(console.file, StringIO)
    return [line.split() for line in console.file.getvalue().splitlines() if line.strip(" ─")]


def test_a_terminal_of_80_columns_shows_it_whole() -> None:
    lines = shown(RESULTS[:2])
    assert lines[0] == ["kind", "episodes", "reward", "SR", "(%)", "steps", "failed", "truncated", "errors"]
    assert lines[1] == ["all", "2", "1.50", "50.00", "5.0", "1", "0", "0"]
    assert lines[2] == ["cross-page", "1", "2.00", "100.00", "6.0", "0", "0", "0"]


def test_several_agents_have_a_column() -> None:
    lines = shown(RESULTS, width=100)
    assert lines[0][0] == "agent"
    assert [line[0] for line in lines if line[0] in ("x", "other")] == ["other", "x"]
