"""An Android Emulator that AndroidEnv's launcher starts and that is shut down with the simulator."""

from __future__ import annotations

import contextlib
import logging
import math
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import weakref
from pathlib import Path
from typing import Any, Final

import grpc
from android_env.components import config_classes, errors
from android_env.components.simulators.emulator import emulator_simulator
from android_env.proto import emulator_controller_pb2
from google.protobuf import empty_pb2

from mobile_env.simulators.adb.client import AdbClient
from mobile_env.simulators.adb.signals import CONNECT_SECONDS
from mobile_env.simulators.emulator.attached import Emulator
from mobile_env.simulators.emulator.options import NO_KVM, AvdOptions
from mobile_env.simulators.emulator.ports import EmulatorPorts
from mobile_env.simulators.emulator.sdk import find_installation

SHUTDOWN_SECONDS: Final = 30.0
"""How long an emulator may take to shut down, in seconds. AndroidEnv's launcher waits equally long."""
_TERMINATE_SECONDS: Final = 5.0
_POLL_SECONDS: Final = 0.1
_CALL_SECONDS: Final = 10.0
_LAST_LINES: Final = 12

logger = logging.getLogger(__name__)


class LaunchedEmulator(Emulator):
    """An emulator that `launch` starts or restarts. Touches and frames use gRPC, everything else uses adb.

    AndroidEnv's `EmulatorLauncher` owns the process. The process ends on `close`, when a launch fails, and at
    the end of the program.

    Args:
      options: the AVD and its launch options.
      server_port: port of the adb server; by default the one in the environment.

    Raises:
      AvdError: a requirement is missing or a port is in use; nothing was started.
      SimulatorError: there is no adb program, or the adb server does not start.
    """

    def __init__(self, options: AvdOptions, *, server_port: int | None = None) -> None:
        installation = find_installation(options)
        if os.fspath(options.kvm) == NO_KVM:
            logger.warning("AVD %s is launched without KVM: it will be many times slower", options.avd)
        self._options = options
        self._folder = work_folder()
        self._ports = EmulatorPorts(options, self._folder)
        # Releases the ports also when the object is dropped without `close`.
        self._released = weakref.finalize(self, self._ports.release)
        self._process_end: weakref.finalize[Any, Any] | None = None
        # During a launch: the time by which the emulator must have booted. Otherwise None.
        self._boot_end: float | None = None
        self._is_new = False
        adb_path = os.fspath(Path(options.adb).expanduser().absolute()) if options.adb else None
        self._prepare(
            AdbClient(self._serial(), server_port=server_port, adb_path=adb_path),
            config_classes.EmulatorLauncherConfig(
                emulator_path=os.fspath(installation.emulator),
                android_sdk_root=os.fspath(installation.sdk),
                avd_name=options.avd,
                android_avd_home=os.fspath(installation.avd_home),
                snapshot_name=options.snapshot,
                kvm_device="/dev/kvm" if os.fspath(options.kvm) == NO_KVM else os.fspath(options.kvm),
                tmp_dir=os.fspath(self._folder),
                gpu_mode=options.gpu,
                run_headless=options.headless,
                restrict_network=options.restrict_network,
            ),
        )
        self._set_ports()

    @property
    def log_path(self) -> Path:
        """File with the output of the last emulator process that ended."""
        return self._folder / f"{self._options.avd}-{self._ports.console}.log"

    # AndroidEnv's EmulatorSimulator.

    def launch(self) -> None:
        """Starts the emulator and waits until it has booted. Shuts down a running emulator first.

        Raises:
          SimulatorError: the emulator did not boot. The text gives the cause, the last lines of output, and
            the file with the whole output.
        """
        if self._is_new:
            # `screen_size` has already booted the emulator, and nothing has changed since.
            self._is_new = False
            return
        self._boot_end = time.monotonic() + self._options.boot_timeout
        try:
            super().launch()
        except BaseException as error:
            said = self._last_words()
            self._shutdown_emulator()
            if not isinstance(error, errors.AndroidEnvError):
                raise
            raise errors.SimulatorError(
                f"AVD {self._options.avd!r} was not launched: {error}\n{said}\n"
                f"All that the emulator said is in {self.log_path}"
            ) from None
        finally:
            self._boot_end = None

    @property
    def screen_size(self) -> tuple[int, int]:
        """Width and height in pixels, in the emulator's natural orientation. Boots the emulator if necessary.

        Raises:
          SimulatorError: the emulator did not boot.
        """
        if self._size is None:
            self.launch()
            self._is_new = True
        return super().screen_size

    def get_logs(self) -> str:
        """The output of the emulator's process; "" during a launch."""
        if self._boot_end is not None:
            # For a failed launch, AndroidEnv would log thousands of lines. The error already contains the last
            # lines.
            return ""
        return _read(self._output_path())

    def close(self) -> None:
        """Shuts the emulator down. Calling it twice is harmless."""
        super().close()
        self._released()

    def _launch_impl(self) -> None:
        self._shutdown_emulator()
        self._is_new = False
        if not self._ports.ready():
            self._set_ports()
        super()._launch_impl()
        logger.info(
            "AVD %s is %s, gRPC on port %d", self._options.avd, self.adb_device_name(), self._ports.grpc
        )

    def _connect_to_emulator(self, grpc_port: int, timeout_sec: int = 100) -> Any:
        end = self._boot_end or time.monotonic() + self._connect_seconds
        process = self._process
        if process is not None and self._process_end is None:
            # The emulator ends with the program that launched it, unless the program is killed.
            self._process_end = weakref.finalize(self, _end, process, self._abandons)
        # Stop waiting for a channel from time to time, to check whether the process is still running.
        patience = 1
        while True:
            self._see_alive()
            left = end - time.monotonic()
            if left <= 0:
                raise errors.SimulatorError(
                    f"nothing answers at the emulator's gRPC port {grpc_port}{self._in_time()}"
                )
            if not _listens(grpc_port):
                time.sleep(_POLL_SECONDS)
                continue
            with contextlib.suppress(emulator_simulator.EmulatorBootError):
                # Skip Emulator's version, which tries only once.
                return super(Emulator, self)._connect_to_emulator(grpc_port, min(math.ceil(left), patience))
            patience *= 2

    def _confirm_booted(self, startup_wait_time_sec: int = 300) -> None:
        """Waits until Android has booted. AndroidEnv's own method would continue with an emulator that has
        not booted."""
        assert self._emulator_stub is not None
        end = self._boot_end or time.monotonic() + startup_wait_time_sec
        while True:
            self._see_alive()
            with contextlib.suppress(grpc.RpcError):
                if self._emulator_stub.getStatus(empty_pb2.Empty(), timeout=_CALL_SECONDS).booted:
                    return
            if time.monotonic() >= end:
                raise errors.SimulatorError(f"Android did not boot{self._in_time()}")
            time.sleep(_POLL_SECONDS)

    def _adb_seconds(self) -> float:
        left = (self._boot_end or 0.0) - time.monotonic()
        return max(left, min(CONNECT_SECONDS, self._options.boot_timeout))

    def _shutdown_emulator(self) -> None:
        """Ends the process: through gRPC, as AndroidEnv does, if the emulator answers, else by signals.
        Keeps the output."""
        process = self._process
        if process is None:
            return
        if process.poll() is None and self._emulator_stub is not None:
            states = emulator_controller_pb2.VmRunState
            down = states(state=states.TERMINATE if self._abandons else states.SHUTDOWN)
            # A stub of an earlier launch has a closed channel and raises ValueError.
            with contextlib.suppress(grpc.RpcError, ValueError):
                self._emulator_stub.setVmState(down, timeout=_CALL_SECONDS)
                self._channel.close()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(SHUTDOWN_SECONDS)
        if self._process_end is not None:
            self._process_end.detach()
            self._process_end = None
        _end(process, self._abandons)
        launcher = self._launcher
        assert launcher is not None
        launcher.confirm_shutdown()
        with contextlib.suppress(OSError):
            shutil.move(launcher.logfile_path(), self.log_path)

    @property
    def _abandons(self) -> bool:
        """Whether the emulator must end without saving.

        An emulator that was started from a snapshot saves its state into the snapshot when it shuts down
        normally. The next launch would then begin with the state of the last episode.
        """
        return bool(self._options.snapshot)

    # Ports and the process.

    def _serial(self) -> str:
        return f"emulator-{self._ports.console}"

    def _set_ports(self) -> None:
        """Sets the ports in all settings.

        If the settings contained all three ports from the beginning, AndroidEnv would attach to a running emulator
        instead of launching one. The ports that AndroidEnv chooses itself are in a range where `adb emu` does
        not find the console.
        """
        launcher = self._config.emulator_launcher
        launcher.emulator_console_port = self._ports.console
        launcher.adb_port = self._ports.adb
        launcher.grpc_port = self._ports.grpc
        # Existing adb controllers read the name from here.
        self._config.adb_controller.device_name = self.adb_device_name()
        self._client.serial = self._serial()

    @property
    def _process(self) -> subprocess.Popen[bytes] | None:
        # The launcher has no method to check whether its process is running.
        return None if self._launcher is None else self._launcher._emulator

    def _see_alive(self) -> None:
        process = self._process
        if process is None:
            raise errors.SimulatorError("the emulator is not running")
        code = process.poll()
        if code is not None:
            end = f"was ended by {_signal_name(-code)}" if code < 0 else f"ended with exit code {code}"
            if self._boot_end is None:
                self._shutdown_emulator()  # the process has ended, so this only keeps its output
                end += f"; its output is in {self.log_path}"
            raise errors.SimulatorError(f"the emulator {end}")

    def _in_time(self) -> str:
        return "" if self._boot_end is None else f" within {self._options.boot_timeout:g} s (boot_timeout)"

    def _output_path(self) -> Path:
        running = Path(self._launcher.logfile_path()) if self._launcher is not None else self.log_path
        return running if running.exists() else self.log_path

    def _last_words(self) -> str:
        lines = (
            [line for line in _read(self._output_path()).splitlines() if line.strip()]
            if self._process
            else []
        )
        if not lines:
            return "The emulator said nothing."
        return "\n".join(
            ["The last that the emulator said:", *(f"  {line}" for line in lines[-_LAST_LINES:])]
        )


def work_folder() -> Path:
    """Directory for temporary files of this user's launched emulators, their last output, and claims of
    ports."""
    folder = Path(tempfile.gettempdir(), f"mobile-env-emulators-{os.getuid()}")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("localhost", port), timeout=1.0).close()
    except OSError:
        return False
    return True


def _end(process: subprocess.Popen[bytes], at_once: bool) -> None:
    """Ends a process. Kills it at once, or if it does not terminate in time."""
    if process.poll() is None:
        if at_once:
            process.kill()
        else:
            process.terminate()
        try:
            process.wait(_TERMINATE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
