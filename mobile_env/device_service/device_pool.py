"""The devices that a service has, and which of them are taken."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Final

from mobile_env.device_service.faults import exhausted
from mobile_env.simulators.contract import Simulator
from mobile_env.simulators.device_spec import DeviceSpec, make_simulator, parse_device_spec

MakeSimulator = Callable[[DeviceSpec, int], Simulator]
"""Makes the simulator of a device spec with a seed; it is not launched yet."""

MOST_SESSIONS: Final = 64


class DevicePool:
    """Gives devices to sessions: an embedded phone to each that asks, any other device to one at a time.

    Args:
      devices: device specs, in the order in which they are given away.
      make: makes a simulator; by default embedded phones are offline.
      most_sessions: how many there may be at a time.

    Raises:
      DeviceSpecError: a spec is malformed.
      ValueError: there is none, a device that is not embedded is named twice, or one is remote itself.
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
        """How many sessions there may be at a time."""
        return self._most

    @property
    def specs(self) -> tuple[DeviceSpec, ...]:
        """All devices."""
        return tuple(self._specs)

    def take(self) -> DeviceSpec:
        """Takes a device.

        Raises:
          Fault: all are taken.
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
        """Makes the simulator of a device that was taken."""
        return self._make(spec, seed)

    def give_back(self, spec: DeviceSpec) -> None:
        """Gives a device back."""
        with self._lock:
            self._taken.remove(spec.text)
