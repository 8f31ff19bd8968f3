"""Runs the setup and reset steps of a task on a device: each step, then its check, until both work."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from mobile_env.proto import task_pb2
from mobile_env.signals.state import DeviceState, StateError
from mobile_env.tasks.parameters.expression import ExpressionError
from mobile_env.tasks.parameters.moments import TaskClock
from mobile_env.tasks.setup.adb_calls import AdbCalls
from mobile_env.tasks.setup.adb_requests import AdbRequests
from mobile_env.tasks.setup.device import SetupDevice, StepFailed
from mobile_env.tasks.setup.step import SetupError, Step
from mobile_env.tasks.setup.success import SuccessChecks

LEAST_TRIES: Final = 3
# A device that was not ready gets a moment before it is asked again.
RETRY_PAUSE_SECONDS: Final = 0.5


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

    def set_clock(self, clock: TaskClock) -> None:
        """Puts a task's date, time and zone on the device; a task without a clock leaves the device's.

        Raises:
          StateError: the device refuses.
        """
        if clock.now is not None:
            self._state().set_clock(clock.now, clock.zone)

    def _run_step(self, step: Step) -> None:
        tries = max(LEAST_TRIES, step.message.success_condition.num_retries)
        if self._device.embedded and step.state_step is not None:
            # What the embedded phone refuses once, it refuses again.
            tries = 1
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
        if step.state_step is not None:
            try:
                step.write(self._state())
            except (StateError, ExpressionError) as error:
                raise StepFailed(str(error)) from None
        elif kind == "sleep":
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

    def _state(self) -> DeviceState:
        state = getattr(self._device, "state", None)
        if state is None:
            raise StepFailed("this device cannot have its state written")
        return state
