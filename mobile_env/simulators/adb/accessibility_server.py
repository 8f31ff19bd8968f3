"""The gRPC server that an accessibility forwarder sends to, and which of its forests are newer than an action."""

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
    """A forest, and the earliest moment (`time.monotonic`) at which the device began to make it."""

    forest: AndroidAccessibilityForest
    began: float


class ForestServer(a11y_pb2_grpc.A11yServiceServicer):
    """Takes forests and events on a port of loopback.

    Forests bear no time, and none can be asked for. But the forwarder makes one only after it has the answer to
    the one before. So a forest was begun after that answer left here, and shows whatever the device did until then.
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
        """Takes a forest."""
        with self._changed:
            # The service leaves threads behind when it is bound anew: theirs are empty, and bar no other's way.
            if active_window(request) is not None:
                if self._answered is not None:
                    self._latest = ReceivedForest(request, self._answered)
                now = time.monotonic()
                # A forwarder that waited too long gave up, and began its next forest without an answer.
                self._answered = now if context.is_active() else None
                self._changed.notify_all()
        return a11y_pb2.ForestResponse()

    def SendEvent(
        self, request: a11y_pb2.EventRequest, context: grpc.ServicerContext
    ) -> a11y_pb2.EventResponse:
        """Takes an event: something on the screen is changing."""
        with self._changed:
            self._event = time.monotonic()
        return a11y_pb2.EventResponse()

    def wait_for_forest(
        self, since: float, quiet: float, timeout: float
    ) -> AndroidAccessibilityForest | None:
        """A forest that was begun after a moment, once the screen is at rest.

        Args:
          since: the moment (`time.monotonic`).
          quiet: how many seconds there must be no event before the forest is begun, also after `since`.
          timeout: most seconds to wait. After that, a forest of a screen that never rests will do.

        Returns:
          The forest; None if none came that was begun after `since`.
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
        """Stops listening; harmless when called twice."""
        self._server.stop(None).wait()
