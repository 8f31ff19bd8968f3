"""The agents that the command line knows, by name."""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mobile_env.agents.contract import Agent

# A new agent is one file and one line here; nothing is imported before it is asked for.
AGENTS = {
    "demonstration": "mobile_env.agents.demonstration:DemonstrationAgent",
    "random": "mobile_env.agents.random_agent:RandomAgent",
    "nothing": "mobile_env.agents.nothing:NothingAgent",
}


def make_agent(name: str) -> "Agent":
    """Makes an agent.

    Raises:
      ValueError: there is none of that name.
    """
    if name not in AGENTS:
        raise ValueError(f"unknown agent {name!r} (there are: {', '.join(AGENTS)})")
    module, _, kind = AGENTS[name].partition(":")
    agent: Agent = getattr(importlib.import_module(module), kind)()
    return agent
