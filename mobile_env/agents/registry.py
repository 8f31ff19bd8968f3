"""Agents for the command line: agents of Mobile-Env by name, other agents as module:Class."""

import importlib
import traceback
from typing import TYPE_CHECKING

from mobile_env.suggestions import closest

if TYPE_CHECKING:
    from mobile_env.agents.contract import Agent

# A new agent is one file and one line here. Its module is imported only when the agent is requested.
AGENTS = {
    "demonstration": "mobile_env.agents.demonstration:DemonstrationAgent",
    "random": "mobile_env.agents.random_agent:RandomAgent",
    "nothing": "mobile_env.agents.nothing:NothingAgent",
}


def make_agent(name: str) -> "Agent":
    """Makes an agent.

    Args:
      name: one of `AGENTS`, or `module:Class` of an importable module. Instead of a class, it may name a
        function that returns an agent.

    Raises:
      ValueError: the name is unknown, the agent cannot be made, or the object is not an `Agent`.
    """
    if ":" in name:
        return _made_elsewhere(name)
    if name not in AGENTS:
        close = closest(name, AGENTS)
        hint = f"did you mean `{close}`?" if close else f"there are: {', '.join(AGENTS)}"
        raise ValueError(f"unknown agent {name!r} ({hint}; write one of your own as module:Class)")
    module, _, kind = AGENTS[name].partition(":")
    agent: Agent = getattr(importlib.import_module(module), kind)()
    return agent


def _made_elsewhere(given: str) -> "Agent":
    module, _, kind = given.partition(":")
    try:
        agent = getattr(importlib.import_module(module), kind)()
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        here = place.filename in (__file__, importlib.__file__) or place.filename.startswith("<frozen")
        where = "" if here else f", {place.filename}:{place.lineno}"
        raise ValueError(
            f"the agent {given!r} cannot be made: {type(error).__name__}: {error}{where} "
            "(write it as module:Class, my_agent:MyAgent for a class of my_agent.py; it is called without arguments)"
        ) from error
    from mobile_env.agents.contract import Agent

    members = ("name", "step_limit", "pixels", "prepare", "reset", "act")
    missing = [member for member in members if not hasattr(agent, member)]
    # The `act` of the protocol class itself returns no decision.
    if "act" not in missing and getattr(type(agent), "act", None) is Agent.act:
        missing.append("act")
    if missing:
        raise ValueError(
            f"the agent {given!r} is no agent: it lacks {', '.join(missing)} "
            "(derive it from mobile_env.agents.contract.Agent, and give it name and act)"
        )
    # Results are identified by the agent's name, so another agent must not use a name of `AGENTS`.
    if not isinstance(agent.name, str) or not agent.name.strip() or agent.name in AGENTS:
        raise ValueError(
            f"the agent {given!r} calls itself {agent.name!r} (a name is a text, and none of {', '.join(AGENTS)})"
        )
    found: Agent = agent
    return found
