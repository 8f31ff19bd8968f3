"""Check policies decide in which steps the engine reads the view hierarchy and the screen."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from mobile_env.signals.contract import COMPLETED_INPUTS

CHANGE = "CHANGE"
SIGNALS = ("hierarchy", "screen")

_FORM = "any of LIFT, TEXT, KEY, CHANGE, STEP(n), TIME(seconds), joined by |"
_CALL = re.compile(r"(STEP|TIME)\s*\(\s*([0-9]*\.?[0-9]+)\s*\)")
# Tolerance for rounding errors of clocks.
_TOLERANCE_SEC = 1e-6


@dataclass(frozen=True)
class Checks:
    """Conditions for reading one signal. The signal is read if any of them is met.

    Attributes:
      inputs: `LIFT`, `TEXT`, `KEY`: in the step that completes such an input.
      change: when the signal's version has changed since the last reading.
      steps: every this many steps; 0: never.
      seconds: when this many seconds have passed since the last reading; 0: never.
    """

    inputs: frozenset[str] = frozenset()
    change: bool = False
    steps: int = 0
    seconds: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Checks:
        """Parses a text such as `LIFT|TEXT|STEP(5)`. Raises ValueError."""
        inputs: set[str] = set()
        change, steps, seconds = False, 0, 0.0
        for word in text.split("|"):
            name = word.strip().upper()
            call = _CALL.fullmatch(name)
            if name in COMPLETED_INPUTS:
                inputs.add(name)
            elif name == CHANGE:
                change = True
            elif call and call[1] == "STEP" and call[2].isdigit() and int(call[2]) > 0:
                steps = int(call[2])
            elif call and call[1] == "TIME" and float(call[2]) > 0:
                seconds = float(call[2])
            else:
                raise ValueError(f"check policy: unknown check {word.strip()!r} in {text!r} ({_FORM})")
        return cls(frozenset(inputs), change, steps, seconds)

    def due(self, completed: Collection[str], step: int, seconds_since: float) -> bool:
        """Whether to read the signal, for conditions other than `change`.

        Args:
          completed: inputs that this step completed.
          step: number of this step.
          seconds_since: seconds since the last reading.
        """
        if completed and not self.inputs.isdisjoint(completed):
            return True
        if self.steps and step % self.steps == 0:
            return True
        return self.seconds > 0 and seconds_since >= self.seconds - _TOLERANCE_SEC

    def __str__(self) -> str:
        words = [name for name in COMPLETED_INPUTS if name in self.inputs]
        if self.change:
            words.append(CHANGE)
        if self.steps:
            words.append(f"STEP({self.steps})")
        if self.seconds:
            words.append(f"TIME({self.seconds:g})")
        return "|".join(words)


@dataclass(frozen=True)
class CheckPolicy:
    """The conditions for reading each screen signal.

    Attributes:
      hierarchy: conditions for the view hierarchy.
      screen: conditions for the pixels.
    """

    hierarchy: Checks
    screen: Checks

    @classmethod
    def parse(cls, text: str) -> CheckPolicy:
        """Parses `LIFT|TEXT|STEP(5)`, for both signals, or `hierarchy=LIFT|CHANGE;screen=STEP(30)`.

        Raises:
          ValueError: a check or signal is unknown, or a signal is missing or appears twice.
        """
        if "=" not in text:
            checks = Checks.parse(text)
            return cls(checks, checks)
        found: dict[str, Checks] = {}
        for part in text.split(";"):
            name, _, value = (word.strip() for word in part.partition("="))
            if name not in SIGNALS or name in found:
                raise ValueError(
                    f"check policy: {text!r} must name each of {' and '.join(SIGNALS)} once, as in"
                    " hierarchy=LIFT|CHANGE;screen=STEP(30)"
                )
            found[name] = Checks.parse(value)
        if len(found) < len(SIGNALS):
            missing = next(name for name in SIGNALS if name not in found)
            raise ValueError(f"check policy: {text!r} says nothing of the {missing} (add ;{missing}=…)")
        return cls(**found)

    def __str__(self) -> str:
        if self.hierarchy == self.screen:
            return str(self.hierarchy)
        return f"hierarchy={self.hierarchy};screen={self.screen}"


# Versions are exact on the embedded phone. On other devices they change after every input.
EMBEDDED_POLICY = CheckPolicy.parse("LIFT|TEXT|KEY|CHANGE")
REAL_DEVICE_POLICY = CheckPolicy.parse("LIFT|TEXT|KEY|TIME(1)")
