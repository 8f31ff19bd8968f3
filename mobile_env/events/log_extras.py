"""Extras in log messages as AndroidEnv's apps write them: a named Python literal, or a JSON object.

They come from the app: what cannot be read is passed over, and is no fault of the task (AndroidEnv's
`task_manager` logs it and goes on).
"""

from __future__ import annotations

import json
from typing import Any

from mobile_env.events.slots import Extras
from mobile_env.events.transformation_functions import literal
from mobile_env.events.work_budget import WorkBudget, WorkError
from mobile_env.regex import RegexMatch

# What stands for an extra without a value.
FLAG = 1


def literal_extra(match: RegexMatch) -> Extras | None:
    """The extra of the groups `name` and `extra`; None if its value is no Python literal."""
    name, text = match["name"], match["extra"]
    if not text:
        return {name: [FLAG]}
    try:
        return {name: [literal(WorkBudget(), text)]}
    except (ValueError, TypeError, RecursionError, WorkError):
        return None


def json_extras(match: RegexMatch) -> Extras | None:
    """The extras of the group `json_extra`, one value each; None if it is no JSON object, nor a list of pairs."""
    try:
        read: dict[str, Any] = dict(json.loads(match["json_extra"] or ""))
    except (ValueError, TypeError, RecursionError):
        return None
    # In a list: a slot takes a list for several values.
    return {name: [value] for name, value in read.items()}
