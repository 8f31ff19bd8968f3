"""Episodes on the embedded phone: results, what trajectories record, and what happens when something breaks."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import dm_env
import pytest

from mobile_env.agents.contract import AgentError, Decision, Episode
from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.agents.demonstration_file import read_demonstration
from mobile_env.agents.nothing import NothingAgent
from mobile_env.agents.variations import variations
from mobile_env.env import MobileEnv
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.evaluation.trajectory import read_trajectory
from mobile_env.loader import load

TASKS = Path(__file__).parent / "tasks"
DEVICE = "embedded:360x640@160"
SEARCH, ANSWER = 1, 0


@pytest.fixture(scope="module")
def env() -> Iterator[MobileEnv]:
    with load(TASKS, DEVICE, seed=5, hierarchy=True, pixels=False) as made:
        yield made


class ScriptedAgent:
    """Takes the given actions; raises those that are errors."""

    name = "scripted"
    step_limit: int | None = None
    pixels = False

    def __init__(self, *actions: Any) -> None:
        self.actions = actions
        self.heard: list[tuple[str, ...]] = []

    def prepare(self, task_id: str, task_path: Path) -> None:
        pass

    def reset(self, episode: Episode) -> None:
        self.episode = episode
        self.heard.clear()

    def act(self, timestep: dm_env.TimeStep, instructions: Sequence[str]) -> Decision | None:
        self.heard.append(tuple(instructions))
        if len(self.heard) > len(self.actions):
            return None
        action = self.actions[len(self.heard) - 1]
        if isinstance(action, Exception):
            raise action
        return Decision(action)


def test_a_demonstration_solves_its_task_and_everything_is_recorded(env: MobileEnv, tmp_path: Path) -> None:
    result = EpisodePlayer(env, DemonstrationAgent(), DEVICE).play(SEARCH, tmp_path / "t")
    assert (result.task, result.kind, result.seed) == ("search-lobster", "cross-page", 5)
    assert (result.agent, result.device, result.error) == ("demonstration", DEVICE, None)
    assert (result.outcome, result.success, result.reward, result.steps) == ("success", True, 2.0, 3)
    trajectory = read_trajectory(tmp_path / "t")
    steps = trajectory.steps
    assert [step.action["type"] for step in steps] == ["CLICK", "INPUT", "CLICK"]
    assert [step.reward for step in steps] == [0.0, 1.0, 1.0]
    assert [step.comment for step in steps] == ["search first", "", "the first hit"]
    assert steps[1].instructions == ('Access the article "How to Bake Lobster Tails"',)
    assert 3 in steps[1].fired and 4 in steps[2].fired and 4 not in steps[1].fired
    assert sum(len(step.primitives) for step in steps) == result.primitive_steps
    kinds = [part.action["action_type"] for part in steps[1].primitives]
    assert kinds == ["TOUCH", "TOUCH", "TOUCH", "LIFT", "TEXT", "KEY"]
    # The reward is that of the very action that caused it.
    assert [part.reward for part in steps[1].primitives] == [0, 0, 0, 0, 0, 1]
    # A touch is in the middle of its target.
    for step in steps:
        assert step.target is not None
        x, y = step.primitives[0].action["touch_position"]
        left, top, right, bottom = step.target
        assert (x * 360, y * 640) == pytest.approx(((left + right) / 2, (top + bottom) / 2), abs=0.1)
    end = trajectory.end
    assert end is not None and end.screen is not None and end.hierarchy is not None
    assert (end.outcome, end.reward, end.steps) == ("success", 2.0, 3)
    assert end.primitive_steps == result.primitive_steps
    assert end.duration_sec == result.duration_sec == pytest.approx(result.primitive_steps / 15, abs=1e-3)
    assert trajectory.head.command == ("Search an article to learn how to bake lobster tails.",)
    assert (trajectory.head.width, trajectory.head.height) == (360, 640)
    assert trajectory.frame(steps[0].screen or 0).shape == (640, 360, 3)
    assert "How to Bake Lobster Tails" in trajectory.hierarchies[end.hierarchy]


def test_the_same_episode_gives_the_same_trajectory(tmp_path: Path) -> None:
    for name in ("a", "b"):
        with load(TASKS, DEVICE, seed=5, hierarchy=True, pixels=False) as fresh:
            EpisodePlayer(fresh, DemonstrationAgent(), DEVICE).play(SEARCH, tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_variations_of_demonstrations_solve_or_do_not(env: MobileEnv) -> None:
    for index, name in ((SEARCH, "search"), (ANSWER, "answer")):
        for variation in variations(read_demonstration(TASKS / f"{name}.demo.textproto")):
            result = EpisodePlayer(env, DemonstrationAgent(variation.actions), DEVICE).play(index)
            assert result.success is variation.solves, variation.description


def test_a_wrong_answer_is_a_failure(env: MobileEnv) -> None:
    result = EpisodePlayer(env, ScriptedAgent("ANSWER(red)"), DEVICE).play(ANSWER)
    assert (result.outcome, result.success, result.reward, result.steps) == ("failure", False, 0.0, 1)


def test_limits_count_the_agents_actions(env: MobileEnv, tmp_path: Path) -> None:
    result = EpisodePlayer(env, NothingAgent(), DEVICE).play(SEARCH, tmp_path / "t")
    assert (result.outcome, result.steps, result.error) == ("truncated", 15, None)
    end = read_trajectory(tmp_path / "t").end
    assert end is not None and end.reason == "the agent took 15 steps"
    assert EpisodePlayer(env, NothingAgent(), DEVICE, max_steps=3).play(SEARCH).steps == 3
    # 0 lifts the limit: the task's own ends the episode.
    assert EpisodePlayer(env, NothingAgent(), DEVICE, max_steps=0).play(SEARCH).steps == 500


def test_an_agent_that_has_nothing_more_to_do_ends_the_episode(env: MobileEnv) -> None:
    agent = ScriptedAgent("NOTHING")
    result = EpisodePlayer(env, agent, DEVICE).play(SEARCH)
    assert (result.outcome, result.steps, result.error) == ("truncated", 1, None)
    assert agent.episode.vocabulary == ("bake", "lobster", "tails")
    assert agent.episode.seed == 5 and agent.episode.screen_size == (360, 640)


def test_instructions_reach_the_agent_once(env: MobileEnv) -> None:
    agent = ScriptedAgent("CLICK(2)", "NOTHING", "NOTHING")
    EpisodePlayer(env, agent, DEVICE).play(ANSWER)
    assert agent.heard == [()] * 4


def test_actions_that_are_none_are_recorded_and_the_episode_goes_on(env: MobileEnv, tmp_path: Path) -> None:
    agent = ScriptedAgent("DANCE", "CLICK(999)", {"action_type": "ANSWER", "response": "green"})
    result = EpisodePlayer(env, agent, DEVICE).play(ANSWER, tmp_path / "t")
    assert result.success and result.steps == 3
    dance, click, answer = read_trajectory(tmp_path / "t").steps
    assert dance.action == {"type": "INVALID", "text": "DANCE"} and "unknown action" in (dance.error or "")
    assert click.action == {"type": "CLICK", "element": 999} and "no element 999" in (click.error or "")
    assert answer.action == {"type": "DICT", "action_type": "ANSWER", "response": "green"}
    assert answer.primitives[-1].action["response"] == "green" and answer.error is None


@pytest.mark.parametrize(
    ("error", "text", "traced"),
    [
        (AgentError("no way to go"), "no way to go", False),
        (KeyError("x"), "KeyError: 'x'", True),
    ],
)
def test_an_error_becomes_the_result_and_the_next_episode_runs(
    env: MobileEnv, tmp_path: Path, error: Exception, text: str, traced: bool
) -> None:
    player = EpisodePlayer(env, ScriptedAgent("ANSWER(blue)", error), DEVICE)
    result = player.play(ANSWER, tmp_path / "t")
    assert (result.outcome, result.success, result.steps, result.error) == ("truncated", False, 1, text)
    end = read_trajectory(tmp_path / "t").end
    assert end is not None and end.error == text and (end.traceback is not None) is traced
    assert EpisodePlayer(env, ScriptedAgent("ANSWER(green)"), DEVICE).play(ANSWER).success


def test_a_target_that_is_not_there_is_the_episodes_error(env: MobileEnv) -> None:
    demonstration = read_demonstration(TASKS / "search.demo.textproto")
    result = EpisodePlayer(env, DemonstrationAgent(demonstration.actions[2:]), DEVICE).play(SEARCH)
    assert (
        result.error is not None and "text 'How to Bake Lobster Tails' is not on the screen" in result.error
    )
