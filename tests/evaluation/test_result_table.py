"""The result table."""

from rich.console import Console

from mobile_env.evaluation.results import EpisodeResult
from mobile_env.evaluation.table import ALL, rich_table, rows


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


def test_the_terminal_shows_the_figures() -> None:
    console = Console(width=120, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(rich_table(RESULTS))
    text = console.export_text()
    assert "60.00" in text and "10.5" in text and "cross-page" in text
