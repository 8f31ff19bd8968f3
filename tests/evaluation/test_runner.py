"""Runs: every task with every seed, results as they come, and taking up where a run was stopped."""

import dataclasses
import os
from collections.abc import Sequence
from pathlib import Path

import dm_env
import pytest

from mobile_env.agents.contract import Decision, Episode
from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.evaluation.results import EpisodeKey, EpisodeResult, read_results
from mobile_env.evaluation.runner import Plan, Runner
from mobile_env.evaluation.trajectory import read_trajectory
from mobile_env.tasks.errors import TaskFileError
from mobile_env.wrappers.vh_actions import Answer

TASK = Path(__file__).parent / "tasks" / "answer.textproto"
DEVICE = "embedded:360x640@160"


class GuessingAgent:
    """Answers green, but is interrupted, or breaks, in chosen episodes."""

    name = "guessing"
    step_limit: int | None = 3
    pixels = False

    def __init__(self, interrupted: int | None = None, broken: int | None = None) -> None:
        self.interrupted, self.broken = interrupted, broken
        self.seeds: list[int] = []

    def prepare(self, task_id: str, task_path: Path) -> None:
        pass

    def reset(self, episode: Episode) -> None:
        self.seeds.append(episode.seed)

    def act(self, timestep: dm_env.TimeStep, instructions: Sequence[str]) -> Decision:
        if self.seeds[-1] == self.interrupted:
            raise KeyboardInterrupt
        if self.seeds[-1] == self.broken:
            raise RuntimeError("broken")
        return Decision(Answer("green"))


def run(plan: Plan) -> list[EpisodeResult]:
    """Runs a plan; returns all of its results."""
    runner = Runner(plan)
    try:
        runner.run(lambda key: None, lambda result: None)
        return runner.results
    finally:
        runner.close()


def plan(
    folder: Path, agent: GuessingAgent, seeds: Sequence[int] = (0, 1, 2), retry_errors: bool = False
) -> Plan:
    return Plan([TASK], agent, DEVICE, seeds, folder, retry_errors=retry_errors)


def test_every_seed_is_played_and_written(tmp_path: Path) -> None:
    agent = GuessingAgent()
    results = run(plan(tmp_path / "out", agent))
    assert agent.seeds == [0, 1, 2]
    assert [(result.task, result.seed, result.success) for result in results] == [
        ("answer-colour", seed, True) for seed in range(3)
    ]
    assert read_results(tmp_path / "out" / "episodes.jsonl") == results
    files = sorted((tmp_path / "out" / "trajectories").iterdir())
    assert [read_trajectory(path).head.seed for path in files] == [0, 1, 2]


def test_observers_hear_of_each_episode_when_its_result_is_on_disk(tmp_path: Path) -> None:
    heard: list[EpisodeKey | int] = []
    runner = Runner(plan(tmp_path, GuessingAgent(), seeds=(4, 7)))
    path = tmp_path / "episodes.jsonl"
    runner.run(heard.append, lambda result: heard.append(len(read_results(path))))
    runner.close()
    keys = [EpisodeKey("answer-colour", seed, "guessing", DEVICE) for seed in (4, 7)]
    assert heard == [keys[0], 1, keys[1], 2]


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(plan(tmp_path, GuessingAgent(interrupted=1)))
    assert [result.seed for result in read_results(tmp_path / "episodes.jsonl")] == [0]
    agent = GuessingAgent()
    assert [result.seed for result in run(plan(tmp_path, agent))] == [0, 1, 2]
    assert agent.seeds == [1, 2]


def test_a_torn_result_is_played_again(tmp_path: Path) -> None:
    run(plan(tmp_path, GuessingAgent()))
    path = tmp_path / "episodes.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    agent = GuessingAgent()
    assert len(run(plan(tmp_path, agent))) == 3
    assert agent.seeds == [2]
    assert [result.seed for result in read_results(path)] == [0, 1, 2]


def test_other_episodes_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    run(plan(tmp_path, GuessingAgent(), seeds=(0, 1)))
    assert [result.seed for result in run(plan(tmp_path, GuessingAgent(), seeds=(1, 2)))] == [1, 2]
    assert [result.seed for result in read_results(tmp_path / "episodes.jsonl")] == [0, 1, 2]


def test_an_error_is_a_result_and_can_be_tried_again(tmp_path: Path) -> None:
    results = run(plan(tmp_path, GuessingAgent(broken=1)))
    assert [result.error for result in results] == [None, "RuntimeError: broken", None]
    agent = GuessingAgent()
    run(plan(tmp_path, agent))
    assert agent.seeds == []
    results = run(plan(tmp_path, agent, retry_errors=True))
    assert agent.seeds == [1]
    assert (
        [result.error for result in results]
        == [None] * 3
        == [r.error for r in read_results(tmp_path / "episodes.jsonl")]
    )


def test_nothing_runs_if_a_task_or_demonstration_is_unsound(tmp_path: Path) -> None:
    folder = tmp_path / "tasks"
    folder.mkdir()
    (folder / "a.textproto").write_text(TASK.read_text())
    out = tmp_path / "out"
    with pytest.raises(TaskFileError, match=r"a\.demo\.textproto"):
        Runner(Plan([folder], DemonstrationAgent(), DEVICE, folder=out))
    (folder / "b.textproto").write_text('id: "b" kond: "x"')
    with pytest.raises(TaskFileError, match=r"b\.textproto:1:9: "):
        Runner(Plan([folder], GuessingAgent(), DEVICE, folder=out))
    assert not out.exists()


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    first = Runner(plan(tmp_path, GuessingAgent()))
    try:
        first.run(lambda key: None, lambda result: None)
        # Not even to drop what the first one has done.
        with pytest.raises(ValueError, match=f"another run: process {os.getpid()} on "):
            Runner(dataclasses.replace(plan(tmp_path, GuessingAgent()), fresh=True))
        assert len(read_results(tmp_path / "episodes.jsonl")) == 3
    finally:
        first.close()
    again = Runner(dataclasses.replace(plan(tmp_path, GuessingAgent()), fresh=True))
    assert again.results == []
    again.close()
