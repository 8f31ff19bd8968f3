"""Every shipped WikiHow task: solved by its demonstration and its paraphrases, left unsolved by everything else."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.agents.demonstration_file import demonstration_path, read_demonstration
from mobile_env.agents.nothing import NothingAgent
from mobile_env.agents.variations import near_misses, paraphrases, variations
from mobile_env.env import MobileEnv
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.evaluation.results import EpisodeResult
from mobile_env.loader import load
from mobile_env.tasks.discovery import find_tasks, shipped_sets
from mobile_env.tasks.parsing import parse_task
from mobile_env.tasks.templates.configs import ConfigFolder

pytestmark = pytest.mark.slow

ROOT = shipped_sets()["wikihow"]
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
    written = {
        variation.description for variation in (*near_misses(demonstration), *paraphrases(demonstration))
    }
    for variation in found:
        result = _play(env, path, DemonstrationAgent(variation.actions))
        assert result.success == variation.solves, variation.description
        if variation.description in written:
            # A mistake that cannot be made on the screen shows nothing.
            assert result.error is None, variation.description


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


def test_loading_the_set_warns_of_nothing(env):
    assert not [warning for task in env.tasks for warning in task.warnings]


def test_the_set_is_as_large_as_the_papers(env):
    """Table 1 and appendix C.3."""
    assert len(env.tasks) == 150
    assert Counter(task.kind for task in env.tasks) == {"cross-page": 59, "in-page": 51, "qa": 40}
    stages = [len(_head(path).split(" > ")) for path in PATHS]
    assert stages == [len(task.command) for task in env.tasks]
    assert round(sum(stages) / len(stages), 2) == 2.68


def test_tasks_differ():
    seen = Counter()
    for path in PATHS:
        message = parse_task(path).message
        seen[(*message.command, *(str(step) for step in message.reset_steps))] += 1
    assert [task for task, count in seen.items() if count > 1] == []


def test_the_kind_is_that_of_the_last_sub_task():
    in_page = {
        "article2reference",
        "article2rate_no",
        "article2rate_yes",
        "article2share",
        "article2bookmark",
    }
    questions = {"article2steps", "article2ingredients", "article2needed_items", "article2summary"}
    for path in PATHS:
        last = _head(path).split(" > ")[-1]
        kind = "in-page" if last in in_page else "qa" if last in questions else "cross-page"
        assert parse_task(path).message.kind == kind, path.stem


def test_ids_are_slugs_with_a_number():
    assert not [name for name in NAMES if not re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*-\d", name)]


def test_answers_are_in_words_of_their_own():
    """The reference, and what a pattern or a likeness of letters is made from, is never repeated."""
    configs = {
        name: config
        for name, config in ConfigFolder(ROOT / "configs").instances().items()
        if "reference" in config.entries
    }
    assert len(configs) == 40
    for name, config in configs.items():
        references = [_plain(config.entries["reference"][0].text)]
        if config.entries["mode"][0].text != "REGEX":
            references.append(_plain(config.entries["pattern"][0].text))
        for entry in (*config.entries["answer"], *config.entries["paraphrases"]):
            assert not [text for text in references if text in _plain(entry.text)], (name, entry.text)


def _head(path: Path) -> str:
    return path.read_text("utf-8").splitlines()[0].removeprefix("# ")


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
