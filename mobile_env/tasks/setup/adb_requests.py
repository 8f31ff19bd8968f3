"""AndroidEnv's AdbRequest, carried out by AndroidEnv's own AdbCallParser."""

from __future__ import annotations

import subprocess
from pathlib import Path

from android_env.components import adb_call_parser
from android_env.proto import adb_pb2

from mobile_env.tasks.setup.device import SetupDevice, StepFailed, shown


class AdbRequests:
    """Carries out requests on a device."""

    def __init__(self, device: SetupDevice):
        self._parser = adb_call_parser.AdbCallParser(_Controller(device))

    def run(self, request: adb_pb2.AdbRequest, base_dir: Path = Path()) -> adb_pb2.AdbResponse:
        """Carries out one request.

        Args:
          request: what to do.
          base_dir: what the path of an APK file is relative to.

        Raises:
          StepFailed: AndroidEnv's parser answers with another status than OK.
        """
        if request.HasField("install_apk") and request.install_apk.HasField("filesystem"):
            resolved = adb_pb2.AdbRequest()
            resolved.CopyFrom(request)
            resolved.install_apk.filesystem.path = str(base_dir / request.install_apk.filesystem.path)
            request = resolved
        response = self._parser.parse(request)
        if response.status != adb_pb2.AdbResponse.OK:
            status = adb_pb2.AdbResponse.Status.Name(response.status)
            what = request.WhichOneof("command")
            raise StepFailed(f"adb_request {what} answered {status}: {shown(response.error_message)}")
        return response

    def current_activity(self) -> str:
        """The activity in front, as `package/class`.

        Raises:
          StepFailed: the device does not tell.
        """
        request = adb_pb2.AdbRequest(get_current_activity=adb_pb2.AdbRequest.GetCurrentActivity())
        return self.run(request).get_current_activity.full_activity


class _Controller:
    """As much of AndroidEnv's AdbController as its AdbCallParser calls."""

    def __init__(self, device: SetupDevice):
        self._device = device

    def execute_command(self, args: list[str], timeout: float | None = None) -> bytes:
        answer = self._device.adb(args, timeout)
        if answer.exit_code:
            # The parser puts it into a string field, which takes UTF-8 only.
            output = answer.output.decode("utf-8", "replace")
            raise subprocess.CalledProcessError(answer.exit_code, ["adb", *args], output=output)
        return answer.output
