"""Runs the setup and reset steps of a task on a device: each step, then its check, until both work."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mobile_env.proto import task_pb2
from mobile_env.tasks.adb_calls import AdbCalls
from mobile_env.tasks.adb_requests import AdbRequests
from mobile_env.tasks.device import AdbAnswer, SetupDevice, StepFailed
from mobile_env.tasks.success import SuccessChecks

__all__ = ["LEAST_TRIES", "AdbAnswer", "SetupDevice", "SetupError", "SetupRunner", "Step"]

LEAST_TRIES = 3
# A device that was not ready gets a moment before it is asked again.
RETRY_PAUSE_SECONDS = 0.5


@dataclass(frozen=True)
class Step:
    """One setup or reset step, ready to run.

    Attributes:
      message: what to do.
      name: what it is, for a person: `reset step 2 (start_activity)`.
      place: where it stands: `file:line:col`.
      base_dir: what paths in it are relative to.
      stand_ins: packages that the embedded phone installs instead of an APK file that is missing.
    """

    message: task_pb2.SetupStep
    name: str
    place: str
    base_dir: Path
    stand_ins: tuple[str, ...] = ()


class SetupError(Exception):
    """A step kept failing.

    Attributes:
      step: the step.
      reason: what its last try failed of.
      tries: how often it was tried.
    """

    def __init__(self, step: Step, reason: str, tries: int):
        super().__init__(f"{step.place}: {step.name} failed {tries} times: {reason}")
        self.step = step
        self.reason = reason
        self.tries = tries


class SetupRunner:
    """Runs steps on one device.

    Args:
      device: where.
      seed: of the choices of `start_random_activity`.
    """

    def __init__(self, device: SetupDevice, *, seed: int = 0):
        self._device = device
        self._requests = AdbRequests(device)
        self._calls = AdbCalls(device, self._requests, random.Random(seed))
        self._checks = SuccessChecks(device, self._calls, self._requests)

    def run(self, steps: Iterable[Step]) -> None:
        """Runs steps one after another.

        Raises:
          SetupError: a step did not work in all its tries. The steps after it were not run.
        """
        for step in steps:
            self._run_step(step)

    def _run_step(self, step: Step) -> None:
        tries = max(LEAST_TRIES, step.message.success_condition.num_retries)
        for remaining in range(tries - 1, -1, -1):
            try:
                self._try_step(step)
                return
            except StepFailed as failure:
                if not remaining:
                    raise SetupError(step, str(failure), tries) from failure
            self._device.sleep(RETRY_PAUSE_SECONDS)

    def _try_step(self, step: Step) -> None:
        message = step.message
        self._checks.begin(message.success_condition)
        kind = message.WhichOneof("step")
        if kind == "sleep":
            self._device.sleep(message.sleep.time_sec)
        elif kind == "adb_call":
            activity = self._calls.run(message.adb_call, step.base_dir, step.stand_ins)
            if activity:
                screen = task_pb2.AppScreen(activity=activity)
                seconds = message.adb_call.start_random_activity.timeout_sec
                self._checks.wait_for_app_screen(
                    task_pb2.WaitForAppScreen(app_screen=screen, timeout_sec=seconds)
                )
        elif kind == "adb_request":
            self._run_request(step)
        self._checks.run(message.success_condition)

    def _run_request(self, step: Step) -> None:
        request = step.message.adb_request
        if step.stand_ins and self._device.embedded:
            self._calls.install_existing(step.stand_ins)
        else:
            self._requests.run(request, step.base_dir)
