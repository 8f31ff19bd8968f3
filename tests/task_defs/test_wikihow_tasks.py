"""Every shipped WikiHow task: solved by its demonstration and its paraphrases, left unsolved by everything else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.agents.demonstration_file import demonstration_path, read_demonstration
from mobile_env.agents.nothing import NothingAgent
from mobile_env.agents.variations import variations
from mobile_env.env import MobileEnv
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.evaluation.results import EpisodeResult
from mobile_env.loader import load
from mobile_env.tasks.discovery import find_tasks

PATHS = find_tasks(["wikihow"])
NAMES = [path.stem for path in PATHS]
SUBTASKS = (
    "home2search", "search2article", "author2article", "category2article", "article2about", "article2author",
    "article2category", "article2reference", "article2rate_no", "article2rate_yes", "article2share",
    "article2bookmark", "article2steps", "article2ingredients", "article2needed_items", "article2summary",
)  # fmt: skip


@pytest.fixture(scope="module")
def env() -> Iterator[MobileEnv]:
    with load(PATHS, "embedded:432x768@160", hierarchy=True, pixels=False) as env:
        yield env


def _play(env: MobileEnv, path: Path, agent) -> EpisodeResult:
    agent.prepare(path.stem, path)
    return EpisodePlayer(env, agent, "embedded").play(PATHS.index(path))


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_the_demonstration_solves_the_task_and_earns_every_reward(env, path):
    result = _play(env, path, DemonstrationAgent())
    assert result.error is None
    assert result.outcome == "success"
    stages = len(env.tasks[PATHS.index(path)].command)
    assert result.reward == stages


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_doing_nothing_solves_nothing(env, path):
    result = _play(env, path, NothingAgent())
    assert (result.success, result.reward) == (False, 0.0)


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_variations(env, path):
    demonstration = read_demonstration(demonstration_path(path))
    found = variations(demonstration)
    assert len(found) >= 2, "a task has at least one near miss beside the demonstration cut short"
    for variation in found:
        result = _play(env, path, DemonstrationAgent(variation.actions))
        assert result.success == variation.solves, variation.description


def test_a_question_has_paraphrases_and_wrong_answers():
    for path in PATHS:
        demonstration = read_demonstration(demonstration_path(path))
        answers = [action.answer for action in demonstration.actions if action.HasField("answer")]
        if answers:
            assert all(len(answer.paraphrases) >= 2 for answer in answers), path.stem
            assert len(demonstration.near_misses) >= 3, path.stem


def test_all_kinds_of_sub_tasks_of_the_paper_are_there(env):
    heads = "\n".join(path.read_text("utf-8").splitlines()[0] for path in PATHS)
    assert not [name for name in SUBTASKS if name not in heads]
    assert {task.kind for task in env.tasks} == {"cross-page", "in-page", "qa"}
    assert len(PATHS) >= 20
    assert {len(task.command) == 1 for task in env.tasks} == {True, False}


def test_loading_the_set_warns_of_nothing(env):
    assert not [warning for task in env.tasks for warning in task.warnings]
