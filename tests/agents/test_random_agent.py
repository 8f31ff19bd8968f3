"""The random agent repeats itself for a seed and keeps to what is on the screen."""

import subprocess
import sys
from pathlib import Path

from agent_screens import HEIGHT, WIDTH, dump, node, seen

from mobile_env.agents.contract import Decision, Episode
from mobile_env.agents.random_agent import RandomAgent
from mobile_env.agents.registry import AGENTS, make_agent
from mobile_env.wrappers.vh_actions import Click, GoBack, Input, Scroll

PAGE = dump(
    node("title", (0, 0, 400, 50)),
    node("", (0, 60, 400, 100), class_="android.widget.EditText", clickable="true"),
    node("Row", (0, 100, 400, 160), clickable="true"),
    node("Row", (0, 200, 400, 260), clickable="true"),
)


def decisions(
    seed: int, task: str = "a", vocabulary: tuple[str, ...] = ("x", "y"), page: str = PAGE
) -> list[Decision]:
    agent = RandomAgent()
    agent.reset(Episode(task, Path("a"), ('Find "tails"',), vocabulary, seed, (WIDTH, HEIGHT)))
    return [agent.act(seen(page), ()) for _ in range(60)]


def test_a_seed_repeats_and_another_seed_or_task_differs() -> None:
    assert decisions(1) == decisions(1)
    assert decisions(1) != decisions(2)
    assert decisions(1) != decisions(1, "b")


def test_another_process_takes_the_same_actions() -> None:
    # String hashes differ from process to process; decisions must not.
    script = "from test_random_agent import decisions; print(decisions(3))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for _ in range(2)
    ]
    assert runs[0] == runs[1] == f"{decisions(3)}\n"


def test_it_tries_everything_that_can_be_done_and_nothing_else() -> None:
    taken = [decision.action for seed in range(4) for decision in decisions(seed)]
    assert {type(action) for action in taken} == {Click, Input, Scroll, GoBack}
    assert {action.element for action in taken if isinstance(action, Click)} == {1, 2, 3}
    assert {(action.element, action.text) for action in taken if isinstance(action, Input)} == {
        (1, "x"),
        (1, "y"),
    }
    assert len({action.direction for action in taken if isinstance(action, Scroll)}) == 4


def test_without_vocabulary_it_types_words_of_the_command() -> None:
    typed = [d.action.text for d in decisions(0, vocabulary=()) if isinstance(d.action, Input)]
    assert set(typed) == {"Find", "tails"}


def test_an_empty_screen_leaves_scrolling_and_going_back() -> None:
    assert {type(d.action) for d in decisions(0, page=dump())} == {Scroll, GoBack}


def test_every_agent_of_the_registry_can_be_made() -> None:
    assert [make_agent(name).name for name in AGENTS] == list(AGENTS)
