"""What setup and reset steps need of a device. Every simulator of `mobile_env.simulators` has it."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from typing import Protocol


class AdbAnswer(Protocol):
    """What an adb command printed, and its exit code."""

    @property
    def output(self) -> bytes:
        """Standard output and error, as they come."""

    @property
    def exit_code(self) -> int:
        """0 if the command worked."""


class LoggedMessage(Protocol):
    """A line of the device's log."""

    @property
    def message(self) -> str:
        """What follows time, process, thread, level and tag."""


class SetupDevice(Protocol):
    """A device that steps are run on."""

    @property
    def embedded(self) -> bool:
        """Whether this is the embedded phone: its clock moves by `sleep` alone, its apps come with it."""

    def adb(self, args: Sequence[str], timeout: float | None = None) -> AdbAnswer:
        """What `adb <args>` answers for this device. A nonzero exit is an answer, not an exception."""

    def sleep(self, seconds: float) -> None:
        """Lets time pass on the device's clock."""

    def clock(self) -> float:
        """Seconds on that clock."""

    def drain_log(self) -> Sequence[LoggedMessage]:
        """Log lines written since the last call, oldest first."""


class StepFailed(Exception):
    """One try of a step or of its check failed; the text says why."""


def run_adb(device: SetupDevice, args: Sequence[str], timeout: float | None = None) -> str:
    """Runs an adb command that must work.

    Returns:
      What it printed.

    Raises:
      StepFailed: it took too long, or ended with another exit code than 0.
    """
    try:
        answer = device.adb(list(args), timeout)
    except (TimeoutError, subprocess.TimeoutExpired):
        raise StepFailed(f"`adb {' '.join(args)}` took too long") from None
    output = answer.output.decode("utf-8", "replace")
    if answer.exit_code:
        raise StepFailed(f"`adb {' '.join(args)}` answered {shown(output)} (exit code {answer.exit_code})")
    return output


def shown(output: str) -> str:
    """Output of a command for an error message: on one line, and not too much of it."""
    text = " / ".join(line.strip() for line in output.splitlines() if line.strip())
    return repr(text if len(text) <= 300 else f"{text[:297]}...")
