"""Setup and reset steps: the runner, the calls of adb, and the steps that write the device's state, one kind a file."""

from mobile_env.tasks.setup.device import AdbAnswer, SetupDevice
from mobile_env.tasks.setup.runner import LEAST_TRIES, SetupRunner
from mobile_env.tasks.setup.step import SetupError, Step

__all__ = ["LEAST_TRIES", "AdbAnswer", "SetupDevice", "SetupError", "SetupRunner", "Step"]
