"""Instructions in other words: the shipped rewritings and patterns, draws that repeat, and a whole episode."""

import random
import re

import pytest
from extras import require_extra

from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.loader import load
from mobile_env.tasks.discovery import find_tasks
from mobile_env.tasks.parsing import parse_task
from mobile_env.wrappers.instruction_rewriting import (
    PATTERNS,
    REWRITINGS,
    InstructionRewritingWrapper,
    Rewriter,
    RewritingError,
    read_patterns,
    read_rewritings,
)

PATHS = find_tasks("wikihow")


@pytest.fixture(scope="module")
def rewriter():
    require_extra("rewriting")
    return Rewriter()


@pytest.fixture(scope="module")
def told():
    """Every command and instruction of the set."""
    found = {}
    for path in PATHS:
        message = parse_task(path).message
        for text in message.command:
            found[text] = None
        for child in message.event_slots.instruction_listener.events:
            (line,) = child.event.transformation
            found[re.fullmatch(r"y = \['(.*)'\]", line)[1].replace("\\'", "'")] = None
    return list(found)


def test_as_much_is_shipped_as_promised(rewriter):
    assert len(rewriter.rewritings) >= 40
    assert min(len(set(texts)) for texts in rewriter.rewritings.values()) >= 3
    patterns = {pattern.text for group in rewriter.patterns.groups for pattern in group.patterns}
    assert len(patterns) >= 30


def test_rewritings_are_of_instructions_that_the_set_gives(rewriter, told):
    plain = {text.removeprefix("Then, ") for text in told}
    plain |= {text[:1].upper() + text[1:] for text in plain}
    assert not [text for text in rewriter.rewritings if text not in plain]


@pytest.mark.slow
def test_every_instruction_of_the_set_can_be_said_otherwise(rewriter, told):
    for text in told:
        ways = {rewriter.rewrite(text, random.Random(seed)) for seed in range(40)}
        assert len(ways - {text}) >= 3, text
        for way in ways:
            assert not re.search(r"[{}<>|\[\]]|  | [,.?]", way), way
            assert way[-1] in '.?!"', way


def test_what_matters_survives(rewriter):
    for seed in range(60):
        chance = random.Random(seed)
        assert "Hana Vesely" in rewriter.rewrite("Check the author page of Hana Vesely, D.V.M.", chance)
        said = rewriter.rewrite("Then, answer: How long does it take?", chance)
        assert said.startswith("Then, ") and said.endswith("How long does it take?")
        assert "zebra" in rewriter.rewrite("Search an article to learn how to paint a zebra.", chance)


def test_an_unknown_instruction_stays_as_it_is(rewriter):
    assert rewriter.rewrite("Frobnicate.", random.Random(0)) == "Frobnicate."


class Told:
    """An environment as far as its words go."""

    reset_next_step = True

    def __init__(self):
        self.task_id = "a-0"

    def reset(self):
        return None

    def command(self):
        return ["Search an article to learn how to paint a zebra.", "Then, share the article."]

    def task_instructions(self, latest_only=False):
        return ["Share the article."]


def _draws(seed, episodes=6):
    wrapper = InstructionRewritingWrapper(Told(), seed=seed)
    found = []
    for _ in range(episodes):
        wrapper.reset()
        found.append((tuple(wrapper.command()), wrapper.task_instructions(latest_only=True)))
        assert found[-1][0] == tuple(wrapper.command())
    return found


@pytest.mark.needs_extra("rewriting")
def test_draws_follow_seed_and_episode():
    assert _draws(1) == _draws(1)
    assert _draws(1) != _draws(2)
    assert len(set(_draws(1))) > 1


@pytest.mark.needs_extra("rewriting")
def test_a_rewritten_episode_is_solved_as_before():
    path = next(path for path in PATHS if path.stem == "cook_filet_mignon-0")
    with load(path, "embedded:432x768@160", hierarchy=True, pixels=False) as env:
        wrapper = InstructionRewritingWrapper(env, seed=3)
        agent = DemonstrationAgent()
        agent.prepare(path.stem, path)
        said = []
        act = agent.act

        def listening(timestep, instructions):
            said.extend(instructions)
            return act(timestep, instructions)

        agent.act = listening
        result = EpisodePlayer(wrapper, agent, "embedded").play(0)
        assert result.success
        assert len(said) == 3
        assert not set(said) & {
            "Check the author page of Marco Bellini.",
            'Access the article "How to Cook Filet Mignon".',
        }
        assert wrapper.command() != env.command()


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("- instruction: A.\n  rewritings: []\n", ":1: an entry has"),
        ("- instruction: A.\n- rewritings: [B]\n", ":1: an entry has"),
        ("a: b\n", "holds no list"),
        ("", "is empty"),
        ("- [\n", "is no YAML"),
        (
            "- {instruction: A., rewritings: [B.]}\n- {instruction: A., rewritings: [C.]}\n",
            ":2: 'A.' is there twice",
        ),
    ],
)
def test_faults_of_rewritings(tmp_path, text, what):
    path = tmp_path / "r.yaml"
    path.write_text(text)
    with pytest.raises(RewritingError, match=re.escape(what)):
        read_rewritings(path)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("forms:\n- instruction: A {x}.\n  patterns:\n  - '(b'\n", ":4: at character 3"),
        ("forms:\n- instruction: A {x}.\n  patterns:\n  - 'b {y}'\n", ":4: unknown slot {y}"),
        ("forms:\n- instruction: A {x}.\n  patterns:\n  - '{<v>…}'\n", ":2: the form has no verb phrase"),
        ("- a\n", "is no mapping"),
        ("names: [A]\n", "holds no list"),
    ],
)
def test_faults_of_patterns(tmp_path, text, what):
    path = tmp_path / "p.yaml"
    path.write_text(text)
    with pytest.raises(RewritingError, match=re.escape(what)):
        read_patterns(path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(RewritingError, match=r"none\.yaml: cannot be read"):
        read_rewritings(tmp_path / "none.yaml")


def test_the_shipped_files_are_read_without_the_extra():
    assert read_rewritings(REWRITINGS)
    assert read_patterns(PATTERNS).groups
