"""Plans: requirements and steps. A dry run prints them; otherwise they are checked and carried out."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

HOST_SECONDS: Final = 600.0
_SHOWN: Final = 400


class TrustError(Exception):
    """A plan cannot be made or carried out. The text says what failed and how to fix it."""


class AdbAnswer(Protocol):
    """The output of an adb command, and its exit code."""

    @property
    def output(self) -> bytes:
        """Standard output and error."""

    @property
    def exit_code(self) -> int:
        """0 if the command worked."""


class Device(Protocol):
    """The part of a simulator that plans use."""

    def adb(self, args: Sequence[str], timeout: float | None = None) -> AdbAnswer:
        """Runs `adb <args>` for the device."""


class Step(Protocol):
    """One step of a plan."""

    @property
    def what(self) -> str:
        """The purpose of the step, in words."""

    @property
    def shown(self) -> str:
        """The step as a user would carry it out: a command line, or words."""

    def carry_out(self, device: Device) -> None:
        """Carries the step out.

        Raises:
          TrustError: the step failed.
        """


@dataclass(frozen=True)
class AdbStep:
    """An adb command.

    Attributes:
      what: purpose of the command.
      args: arguments of adb.
      expects: text that the output must contain; "" accepts any output.
      mend: advice if the command fails.
    """

    what: str
    args: tuple[str, ...]
    expects: str = ""
    mend: str = ""

    @property
    def shown(self) -> str:
        """The command line."""
        return shlex.join(("adb", *self.args))

    def carry_out(self, device: Device) -> None:
        """Runs the command on the device."""
        output = run_adb(device, self.args, self.mend)
        if self.expects not in output:
            raise TrustError(
                f"`{self.shown}` should say {self.expects!r}, and says {_short(output)!r}{_mend(self.mend)}"
            )


@dataclass(frozen=True)
class HostStep:
    """A program of this machine.

    Attributes:
      what: purpose of the program.
      command: the command line.
    """

    what: str
    command: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The command line."""
        return shlex.join(self.command)

    def carry_out(self, device: Device) -> None:
        """Runs the program."""
        try:
            done = subprocess.run(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=HOST_SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise TrustError(f"`{self.shown}` does not work: {error}") from None
        if done.returncode:
            said = done.stdout.decode("utf-8", "replace")
            raise TrustError(f"`{self.shown}` ended with exit code {done.returncode}: {_short(said)!r}")


@dataclass(frozen=True)
class FileStep:
    """A change of files on this machine.

    Attributes:
      what: purpose of the change.
      shown: the change, in words.
      write: makes the change.
    """

    what: str
    shown: str
    write: Callable[[], None]

    def carry_out(self, device: Device) -> None:
        """Makes the change."""
        try:
            self.write()
        except OSError as error:
            raise TrustError(f"{self.shown}: {error}") from None


@dataclass(frozen=True)
class Need:
    """A requirement of a plan.

    Attributes:
      what: the required thing.
      met: whether it is available; None if this is only known when the plan is carried out.
      mend: how to get it.
    """

    what: str
    met: bool | None
    mend: str = ""


@dataclass(frozen=True)
class Plan:
    """A way to make apps trust a certificate authority.

    Attributes:
      name: the plan's name on the command line.
      summary: what the plan does and for which apps it works, in one sentence.
      needs: the requirements.
      steps: the steps in order; () if nothing is left to do.
      afterwards: what the user should know afterwards.
    """

    name: str
    summary: str
    needs: tuple[Need, ...]
    steps: tuple[Step, ...]
    afterwards: str = field(default="")


def print_plan(plan: Plan, tell: Callable[[str], None]) -> None:
    """Prints what a plan would do, line by line."""
    tell(f"Plan {plan.name}: {plan.summary}")
    tell("Needs:")
    for need in plan.needs:
        state = {True: "found", False: "MISSING", None: "seen when it is carried out"}[need.met]
        tell(f"  - {need.what}: {state}" + (f" ({need.mend})" if need.mend and not need.met else ""))
    tell("Steps:" if plan.steps else "Nothing is left to do.")
    for number, step in enumerate(plan.steps, 1):
        tell(f"  {number}. {step.what}")
        tell(f"       {step.shown}")
    if plan.afterwards:
        tell(f"Afterwards: {plan.afterwards}")


def carry_out(plan: Plan, device: Device, tell: Callable[[str], None]) -> None:
    """Carries a plan out.

    Raises:
      TrustError: a requirement is missing, and nothing was done; or a step failed.
    """
    missing = [f"{need.what} ({need.mend})" for need in plan.needs if need.met is False]
    if missing:
        raise TrustError(f"plan {plan.name} needs what is not here: {'; '.join(missing)}")
    for number, step in enumerate(plan.steps, 1):
        tell(f"{number}/{len(plan.steps)} {step.what}")
        try:
            step.carry_out(device)
        except TrustError as error:
            raise TrustError(f"step {number} of plan {plan.name} ({step.what}): {error}") from None
    tell(f"Done. {plan.afterwards}".rstrip())


def run_adb(device: Device, args: Sequence[str], mend: str = "") -> str:
    """Runs an adb command and returns its output.

    Raises:
      TrustError: the command failed.
    """
    try:
        answer = device.adb(list(args))
    except TimeoutError as error:
        raise TrustError(f"`{shlex.join(('adb', *args))}` takes too long: {error}") from None
    output = answer.output.decode("utf-8", "replace")
    if answer.exit_code:
        raise TrustError(
            f"`{shlex.join(('adb', *args))}` answers {_short(output)!r} (exit code {answer.exit_code}){_mend(mend)}"
        )
    return output


def program(name: str, mend: str) -> Need:
    """The requirement that a program is on this machine's PATH."""
    return Need(f"the program {name}", shutil.which(name) is not None, mend)


def _short(output: str) -> str:
    text = " / ".join(line.strip() for line in output.splitlines() if line.strip())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def _mend(mend: str) -> str:
    return f" ({mend})" if mend else ""
