"""The devices of a service, and which of them are in use."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final

from mobile_env.device_service.faults import exhausted
from mobile_env.simulators.contract import Simulator
from mobile_env.simulators.device_spec import DeviceSpec, make_simulator, parse_device_spec

MakeSimulator = Callable[[DeviceSpec, int], Simulator]
"""Makes the simulator of a device spec with a seed, without launching it."""

MOST_SESSIONS: Final = 64


class DevicePool:
    """Assigns devices to sessions. Each session gets its own embedded phone; any other device serves one
    session at a time.

    Args:
      devices: device specs, in the order of assignment.
      make: makes a simulator; by default embedded phones are offline.
      most_sessions: maximum number of sessions at a time.

    Raises:
      DeviceSpecError: a spec is malformed.
      ValueError: there is no device, a device that is not embedded appears twice, or a device is remote.
    """

    def __init__(
        self,
        devices: Sequence[str],
        make: MakeSimulator | None = None,
        most_sessions: int = MOST_SESSIONS,
    ) -> None:
        self._specs = [parse_device_spec(text) for text in devices]
        if not self._specs:
            raise ValueError("a device service needs a device")
        for spec in self._specs:
            if spec.kind == "remote":
                raise ValueError(f"device {spec.text!r}: a device service serves devices of its own machine")
            if spec.kind != "embedded" and devices.count(spec.text) > 1:
                raise ValueError(f"device {spec.text!r} is named twice")
        if most_sessions < 1:
            raise ValueError(f"a device service needs at least one session, not {most_sessions}")
        self._make = make or (lambda spec, seed: make_simulator(spec, seed=seed))
        self._most = most_sessions
        self._lock = threading.Lock()
        self._taken: list[str] = []

    @property
    def most_sessions(self) -> int:
        """Maximum number of sessions at a time."""
        return self._most

    @property
    def specs(self) -> tuple[DeviceSpec, ...]:
        """All devices."""
        return tuple(self._specs)

    def take(self) -> DeviceSpec:
        """Assigns a free device.

        Raises:
          Fault: all devices are in use.
        """
        with self._lock:
            if len(self._taken) >= self._most:
                raise exhausted(f"all {self._most} sessions are taken: wait, or serve more with --sessions")
            for spec in self._specs:
                if spec.kind == "embedded" or spec.text not in self._taken:
                    self._taken.append(spec.text)
                    return spec
        raise exhausted(
            f"all devices are taken ({', '.join(self._taken)}): wait, or serve more with --device"
        )

    def make(self, spec: DeviceSpec, seed: int) -> Simulator:
        """Makes the simulator of an assigned device."""
        return self._make(spec, seed)

    def give_back(self, spec: DeviceSpec) -> None:
        """Marks a device as free again."""
        with self._lock:
            self._taken.remove(spec.text)
