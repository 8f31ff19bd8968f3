"""AndroidEnv's AdbController for the embedded phone. Commands run inside this process."""

from collections.abc import Callable, Sequence

from android_env.components import adb_controller, config_classes, errors

from mobile_env.simulators.contract import AdbResult


class EmbeddedAdbController(adb_controller.AdbController):
    """Runs adb commands on a phone in this process, without an adb program, server or port.

    Args:
      run: runs `adb <args>` for the phone.
    """

    def __init__(self, run: Callable[[Sequence[str]], AdbResult]) -> None:
        super().__init__(config_classes.AdbControllerConfig(adb_path="adb", device_name="embedded"))
        self._run = run

    def init_server(self, timeout: float | None = None) -> None:
        """Does nothing, because there is no server."""

    def execute_command(
        self, args: list[str], timeout: float | None = None, device_specific: bool = True
    ) -> bytes:
        """Runs a command and returns its output, including standard error.

        After a nonzero exit code, AndroidEnv restarts the adb server and tries again. Here, the same command
        would give the same result, so the error is raised at once.

        Raises:
          AdbControllerError: the command's exit code is not 0.
        """
        result = self._run(args)
        if result.exit_code:
            shown = result.output.decode("utf-8", "replace").strip()
            raise errors.AdbControllerError(
                f"Error executing adb command: [adb {' '.join(args)}]\nexit code {result.exit_code}: {shown}"
            )
        return result.output
