"""Mobile-Env's AdbCall, carried out as adb commands: one method a call, and a line in `_HANDLERS`."""

from __future__ import annotations

import random
import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from android_env.proto import adb_pb2

from mobile_env.proto import task_pb2
from mobile_env.tasks.setup.adb_requests import AdbRequests
from mobile_env.tasks.setup.device import SetupDevice, StepFailed, run_adb, shown

Orientation = task_pb2.AdbCall.Rotate.Orientation

_KEYS = {
    task_pb2.AdbCall.PressButton.HOME: "KEYCODE_HOME",
    task_pb2.AdbCall.PressButton.BACK: "KEYCODE_BACK",
}
_ANIMATION_SCALES = ("window_animation_scale", "transition_animation_scale", "animator_duration_scale")
_QUOTED = re.compile(r"(['\"]).*\1\Z", re.DOTALL)


class AdbCalls:
    """Carries out calls on a device.

    Args:
      device: where.
      requests: AndroidEnv's way to do what both do alike.
      choices: chooses random activities.
    """

    def __init__(self, device: SetupDevice, requests: AdbRequests, choices: random.Random):
        self._device = device
        self._requests = requests
        self._choices = choices
        self._random_activity = ""

    def run(self, call: task_pb2.AdbCall, base_dir: Path, stand_ins: Sequence[str] = ()) -> str:
        """Carries out one call.

        Args:
          call: what to do.
          base_dir: what the path of an APK file is relative to.
          stand_ins: packages of the embedded phone to install when the APK file is missing.

        Returns:
          The activity that must come to the front before the step is done: the one that was chosen at
          random; else "".

        Raises:
          StepFailed: a command did not work.
        """
        kind = call.WhichOneof("command")
        if kind is None:
            raise StepFailed("an adb_call without a call")
        if kind == "install_apk":
            self._install_apk(base_dir / call.install_apk.filesystem.path, stand_ins)
        else:
            _HANDLERS[kind](self, getattr(call, kind))
        return self._random_activity if kind == "start_random_activity" else ""

    def is_installed(self, package: str) -> bool:
        """Whether the device has a package.

        Raises:
          StepFailed: the device does not tell.
        """
        lines = self._shell("pm", "list", "packages").splitlines()
        return f"package:{package}" in (line.strip() for line in lines)

    def install_existing(self, packages: Sequence[str]) -> None:
        """Installs packages that the device carries, for its user.

        Raises:
          StepFailed: the device does not carry one of them.
        """
        for package in packages:
            _refuse(self._shell("cmd", "package", "install-existing", package), "Error", "Failure")

    # -- one method a call

    def _install_apk(self, path: Path, stand_ins: Sequence[str]) -> None:
        if path.is_file():
            _refuse(run_adb(self._device, ["install", "-r", "-t", "-g", str(path)]), "Failure", "adb: failed")
        elif self._device.embedded and stand_ins:
            self.install_existing(stand_ins)
        else:
            raise StepFailed(f"there is no APK file {path}")

    def _start_activity(self, call: task_pb2.AdbCall.StartActivity) -> None:
        self._start(call.full_activity, call.extra_args, _start_options(call.flag))

    def _start_random_activity(self, call: task_pb2.AdbCall.StartRandomActivity) -> None:
        self._random_activity = self._choices.choice(list(call.activity_list))
        self._start(self._random_activity, call.extra_args)

    def _start(self, activity: str, extra_args: Sequence[str], options: Sequence[str] = ()) -> None:
        # Extra arguments go as they are: authors quote them for the device's shell themselves.
        words = ["am", "start", "-S", "-W", *options, "-n", _word(activity), *extra_args]
        _refuse(self._shell(*words), "Error")

    def _start_intent(self, call: task_pb2.AdbCall.StartIntent) -> None:
        words = ["am", "start"]
        if call.action:
            words += ["-a", _word(call.action)]
        if call.data_uri:
            words += ["-d", _word(call.data_uri)]
        if call.package_name:
            words.append(_word(call.package_name))
        _refuse(self._shell(*words), "Error")

    def _force_stop(self, call: task_pb2.AdbCall.ForceStop) -> None:
        self._shell("am", "force-stop", call.package_name)

    def _clear_cache(self, call: task_pb2.AdbCall.ClearCache) -> None:
        _refuse(self._shell("pm", "clear", call.package_name), "Failed")

    def _force_stop_random_activity(self, call: task_pb2.AdbCall.ForceStopRandomActivity) -> None:
        if self._random_activity:
            self._shell("am", "force-stop", self._random_activity.partition("/")[0])

    def _clear_cache_random_activity(self, call: task_pb2.AdbCall.ClearCacheRandomActivity) -> None:
        if self._random_activity:
            _refuse(self._shell("pm", "clear", self._random_activity.partition("/")[0]), "Failed")

    def _grant_permissions(self, call: task_pb2.AdbCall.GrantPermissions) -> None:
        for permission in call.permissions:
            self._shell("pm", "grant", call.package_name, permission)

    def _tap(self, call: task_pb2.AdbCall.Tap) -> None:
        self._shell("input", "tap", str(call.x), str(call.y))

    def _press_button(self, call: task_pb2.AdbCall.PressButton) -> None:
        self._shell("input", "keyevent", _KEYS[call.button])

    def _rotate(self, call: task_pb2.AdbCall.Rotate) -> None:
        # As long as the accelerometer decides, user_rotation has no effect.
        self._shell("settings", "put", "system", "accelerometer_rotation", "0")
        self._shell("settings", "put", "system", "user_rotation", str(int(call.orientation)))

    def _start_accessibility_service(self, call: task_pb2.AdbCall.StartAccessibilityService) -> None:
        service = _word(call.full_service)
        self._shell("settings", "put", "secure", "enabled_accessibility_services", service)
        self._shell("settings", "put", "secure", "accessibility_enabled", "1")

    def _start_screen_pinning(self, call: task_pb2.AdbCall.StartScreenPinning) -> None:
        pinning = adb_pb2.AdbRequest.StartScreenPinning(full_activity=full_name(call.full_activity))
        self._requests.run(adb_pb2.AdbRequest(start_screen_pinning=pinning))

    def _disable_animations(self, call: task_pb2.AdbCall.DisableAnimations) -> None:
        for scale in _ANIMATION_SCALES:
            self._shell("settings", "put", "global", scale, "0.0")

    def _uninstall_package(self, call: task_pb2.AdbCall.UninstallPackage) -> None:
        if self.is_installed(call.package_name):
            _refuse(run_adb(self._device, ["uninstall", call.package_name]), "Failure")

    def _shell_command(self, call: task_pb2.AdbCall.Command) -> None:
        self._shell(*call.command)

    def _adb_command(self, call: task_pb2.AdbCall.Command) -> None:
        run_adb(self._device, call.command)

    def _shell(self, *words: str) -> str:
        return run_adb(self._device, ["shell", *words])


_HANDLERS: dict[str, Callable[[AdbCalls, Any], None]] = {
    "start_activity": AdbCalls._start_activity,
    "force_stop": AdbCalls._force_stop,
    "clear_cache": AdbCalls._clear_cache,
    "grant_permissions": AdbCalls._grant_permissions,
    "tap": AdbCalls._tap,
    "press_button": AdbCalls._press_button,
    "rotate": AdbCalls._rotate,
    "start_accessibility_service": AdbCalls._start_accessibility_service,
    "start_screen_pinning": AdbCalls._start_screen_pinning,
    "start_random_activity": AdbCalls._start_random_activity,
    "force_stop_random_activity": AdbCalls._force_stop_random_activity,
    "clear_cache_random_activity": AdbCalls._clear_cache_random_activity,
    "disable_animations": AdbCalls._disable_animations,
    "start_intent": AdbCalls._start_intent,
    "uninstall_package": AdbCalls._uninstall_package,
    "shell_command": AdbCalls._shell_command,
    "adb_command": AdbCalls._adb_command,
}


def full_name(activity: str) -> str:
    """The long form of an activity's name: `pkg/.Main` is `pkg/pkg.Main`."""
    package, slash, name = activity.partition("/")
    return f"{package}/{package}{name}" if slash and name.startswith(".") else activity


def _start_options(flag: str) -> list[str]:
    """Options of `am start`; a bare value is that of its flags option."""
    words = flag.split()
    return words if not words or words[0].startswith("-") else ["-f", *words]


def _word(text: str) -> str:
    """One word for the device's shell, unless the author quoted it already."""
    return text if _QUOTED.match(text) else shlex.quote(text)


def _refuse(output: str, *beginnings: str) -> None:
    """Some commands end with exit code 0 and say in words that they failed."""
    if any(line.strip().startswith(beginnings) for line in output.splitlines()):
        raise StepFailed(f"the device answered {shown(output)}")
