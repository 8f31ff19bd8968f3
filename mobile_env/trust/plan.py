"""What a plan is made of: needs and steps, which are printed by a dry run and carried out by a real one."""

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
    """A plan cannot be made or carried out; the text says what failed and how to mend it."""


class AdbAnswer(Protocol):
    """What an adb command printed, and its exit code."""

    @property
    def output(self) -> bytes:
        """Standard output and error."""

    @property
    def exit_code(self) -> int:
        """0 if the command worked."""


class Device(Protocol):
    """As much of a simulator as plans use."""

    def adb(self, args: Sequence[str], timeout: float | None = None) -> AdbAnswer:
        """What `adb <args>` answers for the device."""


class Step(Protocol):
    """One thing to do."""

    @property
    def what(self) -> str:
        """What it is for, for a person."""

    @property
    def shown(self) -> str:
        """What is done, as a person would do it: a command line, or words."""

    def carry_out(self, device: Device) -> None:
        """Does it.

        Raises:
          TrustError: it did not work.
        """


@dataclass(frozen=True)
class AdbStep:
    """An adb command.

    Attributes:
      what: what it is for.
      args: the words after `adb`.
      expects: what its output must hold; "" for anything.
      mend: what to do if it does not work.
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
        """Runs it on the device."""
        output = run_adb(device, self.args, self.mend)
        if self.expects not in output:
            raise TrustError(
                f"`{self.shown}` should say {self.expects!r}, and says {_short(output)!r}{_mend(self.mend)}"
            )


@dataclass(frozen=True)
class HostStep:
    """A program of this machine.

    Attributes:
      what: what it is for.
      command: its command line.
    """

    what: str
    command: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The command line."""
        return shlex.join(self.command)

    def carry_out(self, device: Device) -> None:
        """Runs it."""
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
      what: what it is for.
      shown: what is written where.
      write: does it.
    """

    what: str
    shown: str
    write: Callable[[], None]

    def carry_out(self, device: Device) -> None:
        """Writes."""
        try:
            self.write()
        except OSError as error:
            raise TrustError(f"{self.shown}: {error}") from None


@dataclass(frozen=True)
class Need:
    """What a plan cannot do without.

    Attributes:
      what: what it is.
      met: whether it is there; None if that shows only when the plan is carried out.
      mend: how to get it.
    """

    what: str
    met: bool | None
    mend: str = ""


@dataclass(frozen=True)
class Plan:
    """A way to make apps trust a certificate authority.

    Attributes:
      name: what it is called on the command line.
      summary: what it does and which apps it helps, in a sentence.
      needs: what it needs.
      steps: what it does, in order; () if everything is as it should be already.
      afterwards: what a person should know once it is done.
    """

    name: str
    summary: str
    needs: tuple[Need, ...]
    steps: tuple[Step, ...]
    afterwards: str = field(default="")


def print_plan(plan: Plan, tell: Callable[[str], None]) -> None:
    """Tells what a plan would do, line by line."""
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
    """Does what a plan says.

    Raises:
      TrustError: something that it needs is missing, and nothing was done; or a step did not work.
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
    """What an adb command prints that must work.

    Raises:
      TrustError: it does not.
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
    """The need of a program on this machine's PATH."""
    return Need(f"the program {name}", shutil.which(name) is not None, mend)


def _short(output: str) -> str:
    text = " / ".join(line.strip() for line in output.splitlines() if line.strip())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def _mend(mend: str) -> str:
    return f" ({mend})" if mend else ""
