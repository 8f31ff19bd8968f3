"""Agents by name, and agents of somebody's own as module:Class."""

import os
import sys

import pytest

from mobile_env.agents.registry import AGENTS, make_agent
from mobile_env.cli import main
from mobile_env.evaluation.results import read_results

AGENT = """
from mobile_env.agents.contract import Agent, Decision


class Greeter(Agent):
    name = "greeter 1/2"
    pixels = True

    def act(self, timestep, instructions):
        assert timestep.observation["pixels"].ndim == 3
        return Decision("ANSWER(red)", "the first guess")


class Silent(Agent):
    name = "silent"


class Impostor(Greeter):
    name = "random"


class Nameless:
    step_limit, pixels = 3, False


def broken():
    return 1 / 0
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A current folder with a module of agents; the module's name is this test's own."""
    module = f"agents_of_{tmp_path.name}"
    (tmp_path / f"{module}.py").write_text(AGENT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return module


def test_agents_are_made_by_name():
    for name in AGENTS:
        assert make_agent(name).name == name


def test_an_agent_of_the_current_folder_is_run(folder, tmp_path):
    task = tmp_path / "red.textproto"
    task.write_text(
        'id: "red"\ncommand: "Say a colour."\nevent_sources { id: 1 response_event { pattern: "red" } }\n'
        'event_slots { episode_end_listener { events { id: 1 } transformation: "y = True" } }\n'
    )
    device = ("--device", "embedded:360x640@160", "--no-report")
    assert main(["run", str(task), "--agent", f"{folder}:Greeter", *device]) == 0
    (result,) = read_results(tmp_path / "runs" / "greeter_1_2-1" / "episodes.jsonl")
    assert (result.agent, result.outcome, result.steps) == ("greeter 1/2", "success", 1)


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (
            "genius",
            "unknown agent 'genius' (there are: demonstration, random, nothing; write one of your own as",
        ),
        ("no_such_module_here:Agent", "No module named 'no_such_module_here' (write it as module:Class"),
        ("{folder}:Gone", "has no attribute 'Gone' (write it as module:Class"),
        ("{folder}:broken", "ZeroDivisionError: division by zero, "),
        ("{folder}:Silent", "is no agent: it lacks act (derive it from mobile_env.agents.contract.Agent"),
        ("{folder}:Nameless", "it lacks name, prepare, reset, act"),
        (
            "{folder}:Impostor",
            "calls itself 'random' (a name is a text, and none of demonstration, random, nothing)",
        ),
        (":Agent", "cannot be made"),
    ],
)
def test_what_is_wrong_with_an_agent_is_said(folder, agent, said):
    sys.path.append(os.getcwd())
    with pytest.raises(ValueError) as error:
        make_agent(agent.format(folder=folder))
    assert said in str(error.value)


def test_the_place_of_a_mistake_in_an_agent_is_said(folder, tmp_path):
    sys.path.append(os.getcwd())
    line = AGENT.splitlines().index("    return 1 / 0") + 1
    with pytest.raises(ValueError, match=f"{folder}.py:{line}"):
        make_agent(f"{folder}:broken")
