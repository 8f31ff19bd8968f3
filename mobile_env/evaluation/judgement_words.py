"""A goal's judgement in words, for traces and reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

MOST_ROWS: Final = 3
_LONGEST: Final = 160


def judgement_lines(judgement: Mapping[str, Any] | None) -> list[str]:
    """One line for each check of a goal: whether it holds, why not, and the rows that it looked at."""
    if not judgement:
        return []
    lines = [f"grade {judgement.get('grade', 0):g}"]
    for check in judgement.get("checks", ()):
        lines += _check_lines(check, "")
    for name, holds in (judgement.get("also") or {}).items():
        lines.append(f"also {name}: {'holds' if holds else 'does not hold'}")
    violations = judgement.get("violations", ())
    if violations:
        lines.append(f"something forbidden held after {_steps(violations)}")
    return lines


def value_lines(values: Mapping[str, Any]) -> list[str]:
    """One line for each parameter of an instance."""
    return [f"{name} = {_short(_told(value))}" for name, value in values.items()]


def _check_lines(check: Mapping[str, Any], indent: str) -> Iterator[str]:
    why = f": {check['why']}" if check.get("why") else ""
    yield f"{indent}{'holds' if check['holds'] else 'does not hold'}  {check['name']}{why}"
    rows = check.get("rows", ())
    for row in rows[:MOST_ROWS]:
        yield f"{indent}  row  {_short(_told(row))}"
    if len(rows) > MOST_ROWS:
        yield f"{indent}  and {len(rows) - MOST_ROWS} more"
    for part in check.get("parts", ()):
        yield from _check_lines(part, f"{indent}  ")


def _steps(numbers: Sequence[int]) -> str:
    told = ", ".join(map(str, numbers[:5])) + (", …" if len(numbers) > 5 else "")
    return f"step{'' if len(numbers) == 1 else 's'} {told}"


def _told(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_told(part)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        return f"[{'; '.join(_told(part) for part in value)}]"
    return repr(value) if isinstance(value, str) else str(value)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
