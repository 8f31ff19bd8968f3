"""The checks that follow a setup step: is the app in front, is the package there, was the message logged."""

from __future__ import annotations

from collections.abc import Callable

from android_env.components import app_screen_checker
from android_env.proto import adb_pb2

from mobile_env.proto import task_pb2
from mobile_env.regex import Regex, RunawayRegexError
from mobile_env.tasks.setup.adb_calls import AdbCalls, full_name
from mobile_env.tasks.setup.adb_requests import AdbRequests
from mobile_env.tasks.setup.device import SetupDevice, StepFailed

POLL_SECONDS = 0.1
# Above the lines of a view hierarchy, `dumpsys activity` has those of task, activity and state.
_LEVELS_ABOVE_VIEWS = 3

# What is missing, or "" if the check holds.
_Test = Callable[[], str]


class SuccessChecks:
    """Checks whether a step of a device did what it should."""

    def __init__(self, device: SetupDevice, calls: AdbCalls, requests: AdbRequests):
        self._device = device
        self._calls = calls
        self._requests = requests

    def begin(self, condition: task_pb2.SuccessCondition) -> None:
        """Prepares for a check, before its step runs: messages count from here."""
        if condition.HasField("wait_for_message"):
            self._device.drain_log()

    def run(self, condition: task_pb2.SuccessCondition) -> None:
        """Waits until a check holds, as long as it says; makes it once if it says nothing.

        Raises:
          StepFailed: it does not hold.
        """
        kind = condition.WhichOneof("check")
        if kind == "wait_for_app_screen":
            self.wait_for_app_screen(condition.wait_for_app_screen)
        elif kind == "check_install":
            package = condition.check_install.package_name
            self._wait(lambda: self._missing_package(package), condition.check_install.timeout_sec)
        elif kind == "wait_for_message":
            pattern = Regex(condition.wait_for_message.message)
            self._wait(lambda: self._missing_message(pattern), condition.wait_for_message.timeout_sec)

    def wait_for_app_screen(self, check: task_pb2.WaitForAppScreen) -> None:
        """Waits until an app is in front, and shows certain views.

        Raises:
          StepFailed: it does not come.
        """
        patterns = [Regex(pattern, anchored=True) for pattern in check.app_screen.view_hierarchy_path]
        activity = full_name(check.app_screen.activity)
        self._wait(lambda: self._missing_screen(activity, patterns), check.timeout_sec)

    def _wait(self, test: _Test, timeout: float) -> None:
        start = self._device.clock()
        slept = 0.0
        while missing := _tested(test):
            # A clock that stands still must not keep us here.
            left = timeout - max(self._device.clock() - start, slept)
            if left <= 1e-9:
                raise StepFailed(f"{missing} (waited {timeout:g} s)" if timeout > 0 else missing)
            pause = min(POLL_SECONDS, left)
            self._device.sleep(pause)
            slept += pause

    def _missing_package(self, package: str) -> str:
        return "" if self._calls.is_installed(package) else f"package {package} is not installed"

    def _missing_message(self, pattern: Regex) -> str:
        if any(pattern.search(line.message) for line in self._device.drain_log()):
            return ""
        return f"no message was logged that matches {pattern.pattern.pattern!r}"

    def _missing_screen(self, activity: str, patterns: list[Regex]) -> str:
        try:
            front = self._requests.current_activity()
        except StepFailed as error:
            return f"no activity is in front: {error}"
        if front != activity:
            return f"{front} is in front, not {activity}"
        if not patterns:
            return ""
        package = activity.partition("/")[0]
        dump = adb_pb2.AdbRequest.DumpsysRequest(service="activity", args=[package, package])
        output = self._requests.run(adb_pb2.AdbRequest(dumpsys=dump)).dumpsys.output.decode(
            "utf-8", "replace"
        )
        return _missing_view(output, patterns) if output else ""


def _tested(test: _Test) -> str:
    try:
        return test()
    except RunawayRegexError as error:
        raise StepFailed(str(error)) from None


def _missing_view(dump: str, patterns: list[Regex]) -> str:
    """Which pattern no view matches; AndroidEnv's `matches_path`, without its error log at every poll."""
    root = app_screen_checker.build_tree_from_dumpsys_output(dump)
    node = root.find_child(lambda child: child.data.startswith("View Hierarchy"), _LEVELS_ABOVE_VIEWS)
    if node is None:
        return "the dump of the activity has no view hierarchy"
    for level, pattern in enumerate(patterns):
        node = next((child for child in node.children if pattern.search(child.data)), None)
        if node is None:
            return f"no view matches {pattern.pattern.pattern!r}, level {level + 1} of view_hierarchy_path"
    return ""
