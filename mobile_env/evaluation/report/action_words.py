"""The text form of an agent's actions."""

from typing import Any


def action_text(action: dict[str, Any]) -> str:
    """Returns the text form of an action: `INPUT(4, lobster tails)`."""
    values = [str(value) for name, value in action.items() if name != "type" and value is not None]
    return f"{action['type']}({', '.join(values)})" if values else str(action["type"])
