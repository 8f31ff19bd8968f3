"""Reads extras from log messages of AndroidEnv's apps: a named Python literal, or a JSON object.

Extras come from the app, so an unreadable extra is ignored and is not a fault of the task (like in AndroidEnv's
`task_manager`, which logs it and continues).
"""

from __future__ import annotations

import json
from typing import Any

from mobile_env.events.slots import Extras
from mobile_env.events.transformation_functions import literal
from mobile_env.events.work_budget import WorkBudget, WorkError
from mobile_env.regex import RegexMatch

# The value of an extra without a value.
FLAG = 1


def literal_extra(match: RegexMatch) -> Extras | None:
    """The extra of the groups `name` and `extra`; None if the value is not a Python literal."""
    name, text = match["name"], match["extra"]
    if not text:
        return {name: [FLAG]}
    try:
        return {name: [literal(WorkBudget(), text)]}
    except (ValueError, TypeError, RecursionError, WorkError):
        return None


def json_extras(match: RegexMatch) -> Extras | None:
    """The extras of the group `json_extra`, one value each; None if it is neither a JSON object nor a list
    of pairs."""
    try:
        read: dict[str, Any] = dict(json.loads(match["json_extra"] or ""))
    except (ValueError, TypeError, RecursionError):
        return None
    # In a list, because a slot takes a list for several values.
    return {name: [value] for name, value in read.items()}
