"""Questions of the WikiHow set judged by meaning: solved by right answers in other words, unsolved by others."""

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.agents.demonstration_file import demonstration_path, read_demonstration
from mobile_env.agents.nothing import NothingAgent
from mobile_env.agents.variations import variations
from mobile_env.env import MobileEnv
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.loader import load
from mobile_env.tasks.discovery import find_tasks
from mobile_env.tasks.parsing import parse_task

pytestmark = [pytest.mark.slow, pytest.mark.needs_extra("semantic")]

PATHS = find_tasks("wikihow_sbert")
NAMES = [path.stem for path in PATHS]


@pytest.fixture(scope="module")
def env() -> Iterator[MobileEnv]:
    # One text at a time: more threads than workers only wait for one another.
    importlib.import_module("torch").set_num_threads(1)
    with load(PATHS, "embedded:432x768@160", hierarchy=True, pixels=False) as env:
        yield env


@pytest.mark.parametrize("path", PATHS, ids=NAMES)
def test_demonstration_and_controls(env: MobileEnv, path: Path):
    index = PATHS.index(path)

    def play(agent):
        agent.prepare(path.stem, path)
        return EpisodePlayer(env, agent, "embedded").play(index)

    result = play(DemonstrationAgent())
    assert (result.error, result.outcome, result.reward) == (None, "success", len(env.tasks[index].command))
    assert not play(NothingAgent()).success
    for variation in variations(read_demonstration(demonstration_path(path))):
        assert play(DemonstrationAgent(variation.actions)).success == variation.solves, variation.description


def test_every_question_is_judged_by_meaning_at_the_measured_threshold():
    assert len(PATHS) == 40
    for path in PATHS:
        message = parse_task(path).message
        answers = [
            source.response_event for source in message.event_sources if source.HasField("response_event")
        ]
        (meaning,) = [answer for answer in answers if answer.mode == 3]
        assert meaning.threshold == 0.55
        assert len(answers) == 2
        assert message.kind == "qa-sbert"


def test_it_is_the_wikihow_set_in_another_form():
    plain = {path.stem for path in find_tasks("wikihow") if parse_task(path).message.kind == "qa"}
    assert {name.removesuffix("-sbert") for name in NAMES} == plain
