"""The gRPC server to which an accessibility forwarder sends, and the rule for which forests are newer than
an action."""

from __future__ import annotations

import threading
import time
from concurrent import futures
from dataclasses import dataclass
from typing import Final

import grpc
from android_env.proto.a11y import a11y_pb2, a11y_pb2_grpc
from android_env.proto.a11y.android_accessibility_forest_pb2 import AndroidAccessibilityForest

from mobile_env.simulators.adb.accessibility_forest import active_window

_THREADS: Final = 4
_OPTIONS: Final = (("grpc.max_receive_message_length", 64 << 20), ("grpc.so_reuseport", 0))


@dataclass(frozen=True)
class ReceivedForest:
    """A forest, and a time (`time.monotonic`) before which the device cannot have begun it."""

    forest: AndroidAccessibilityForest
    began: float


class ForestServer(a11y_pb2_grpc.A11yServiceServicer):
    """Receives forests and events on a loopback port.

    Forests have no timestamp and cannot be requested. But the forwarder begins a forest only after it has
    received the answer to the one before. A forest was therefore begun after that answer was sent, and shows
    everything that the device did before then.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._latest: ReceivedForest | None = None
        self._answered: float | None = None
        self._event: float = float("-inf")
        self._server = grpc.server(futures.ThreadPoolExecutor(_THREADS, "accessibility"), options=_OPTIONS)
        a11y_pb2_grpc.add_A11yServiceServicer_to_server(self, self._server)
        self.port: int = self._server.add_insecure_port("127.0.0.1:0")
        """The TCP port."""
        self._server.start()

    def SendForest(
        self, request: AndroidAccessibilityForest, context: grpc.ServicerContext
    ) -> a11y_pb2.ForestResponse:
        """Receives a forest."""
        with self._changed:
            # A rebound service leaves old threads behind, which send empty forests. Ignore these.
            if active_window(request) is not None:
                if self._answered is not None:
                    self._latest = ReceivedForest(request, self._answered)
                now = time.monotonic()
                # A forwarder that waited too long has given up and begun its next forest without an answer.
                self._answered = now if context.is_active() else None
                self._changed.notify_all()
        return a11y_pb2.ForestResponse()

    def SendEvent(
        self, request: a11y_pb2.EventRequest, context: grpc.ServicerContext
    ) -> a11y_pb2.EventResponse:
        """Receives an event, which means that the screen is changing."""
        with self._changed:
            self._event = time.monotonic()
        return a11y_pb2.EventResponse()

    def wait_for_forest(
        self, since: float, quiet: float, timeout: float
    ) -> AndroidAccessibilityForest | None:
        """Waits for a forest that was begun after a given time, when the screen is at rest.

        Args:
          since: the time (`time.monotonic`).
          quiet: seconds without events, after `since` and before the forest is begun.
          timeout: longest time to wait in seconds. After that, a forest of a changing screen is accepted.

        Returns:
          The forest; None if no forest begun after `since` arrived.
        """
        deadline = time.monotonic() + timeout
        with self._changed:
            while True:
                latest = self._latest
                new = latest is not None and latest.began >= since
                if latest is not None and new and latest.began >= max(since, self._event) + quiet:
                    return latest.forest
                left = deadline - time.monotonic()
                if left <= 0:
                    return latest.forest if latest is not None and new else None
                self._changed.wait(left)

    def close(self) -> None:
        """Stops the server. Calling it twice is harmless."""
        self._server.stop(None).wait()
