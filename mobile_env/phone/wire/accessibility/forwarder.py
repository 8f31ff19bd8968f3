"""AndroidEnv's AccessibilityForwarder: sends what accessibility services see of the phone to a gRPC server."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import grpc

from mobile_env.phone.apps.accessibility_forwarder.flags import PACKAGE, SERVICE, ForwarderFlags, read_flags
from mobile_env.phone.state.touch import Clicks
from mobile_env.phone.ui.accessibility_events import AccessibilityEvent, events_between
from mobile_env.phone.wire.accessibility.guest_sockets import HOST_LOOPBACK, UnreachableError
from mobile_env.phone.wire.accessibility.messages import event_message, forest_message
from mobile_env.phone.wire.phone_thread import PhoneGoneError, PhoneThread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mobile_env.phone.phone import Phone
    from mobile_env.phone.ui.accessibility import AccessibilityWindow

_log = logging.getLogger(__name__)

PERIOD_SECONDS: Final = 0.1
"""How long the forwarder waits between two forests (its LogFlags.a11yTreePeriodMs)."""
CALL_SECONDS: Final = 1.0
_RETRY_SECONDS: Final = 1.0
_TAG: Final = "AndroidRLTask"
_COMPONENT: Final = f"{PACKAGE}/{SERVICE}"
_MOST_EVENTS: Final = 1000
# A server that is gone and comes back is found at once, and no proxy of this machine is asked.
_OPTIONS: Final = (
    ("grpc.enable_http_proxy", 0),
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.max_send_message_length", -1),
)


class AccessibilityForwarder:
    """Plays the forwarder's role while the forwarder is installed, enabled and has a server to send to.

    Events are sent as they happen, forests ten times per second of wall-clock time. Each forest is made after the
    answer to the previous one has arrived, so it shows everything that happened on the phone until then.

    Args:
      thread: where the phone lives.
      address: finds the address of this machine for one that the phone names; UnreachableError if there is none.
      period_seconds: pause between two forests.
    """

    def __init__(
        self,
        thread: PhoneThread,
        address: Callable[[str, int], str],
        *,
        period_seconds: float = PERIOD_SECONDS,
    ) -> None:
        self._thread = thread
        self._address = address
        self._period = period_seconds
        self._stop_watching: Callable[[], None] | None = None
        self._wake = threading.Event()
        self._closed = False
        self._worker: threading.Thread | None = None
        # Told by the phone's thread to the worker.
        self._flags = ForwarderFlags()
        self._events: list[bytes] = []
        # Of the phone's thread alone.
        self._seen: tuple[int, int] | None = None
        self._windows: Sequence[AccessibilityWindow] | None = None
        self._forest: bytes | None = None

    def start(self) -> None:
        """Starts watching the phone. This costs almost nothing while the forwarder is disabled."""
        self._stop_watching = self._thread.watch(self._watch)

    def close(self) -> None:
        """Stops sending; harmless when called twice."""
        self._closed = True
        if self._stop_watching is not None:
            self._stop_watching()
        self._wake.set()
        if self._worker is not None:
            self._worker.join()

    # On the phone's thread.

    def _watch(self, phone: Phone) -> None:
        flags = _flags_of(phone)
        if flags != self._flags:
            self._windows = self._forest = self._seen = None
            self._events = []
            self._flags = flags
            self._wake.set()
        if flags.port <= 0 or self._closed:
            return
        if self._worker is None:
            self._worker = threading.Thread(target=self._send, name="accessibility-forwarder", daemon=True)
            self._worker.start()
        messages = self._messages(phone)
        if messages:
            self._events = [*self._events, *messages][-_MOST_EVENTS:]
            self._wake.set()

    def _messages(self, phone: Phone) -> list[bytes]:
        """Messages for the events on the screen since the last call."""
        events = self._look(phone)
        clock, scale = phone.state.clock, phone.display.scale
        time_ms = (clock.now_us - clock.boot_us) // 1000
        return [event_message(event, time_ms, scale).SerializeToString() for event in events]

    def _look(self, phone: Phone) -> list[AccessibilityEvent]:
        """Reads the screen if it has changed. Returns the events since the last reading."""
        clicks = phone.state.part(Clicks)
        seen = (phone.screen.pixels_version, clicks.version)
        if seen == self._seen:
            return []
        before, known = self._windows, self._seen[1] if self._seen is not None else seen[1]
        self._seen, self._windows, self._forest = seen, phone.screen.accessibility_windows(), None
        events = [clicks.last] if clicks.last is not None and known != seen[1] else []
        return events + events_between(before, self._windows) if before is not None else events

    def _made_forest(self, phone: Phone) -> bytes:
        self._watch(phone)
        if self._forest is None:
            self._forest = forest_message(self._windows or ()).SerializeToString()
        return self._forest

    def _taken_events(self) -> list[bytes]:
        taken, self._events = self._events, []
        return taken

    # On the worker's.

    def _send(self) -> None:
        # Settings for which sending has failed; this is logged once.
        failed: ForwarderFlags | None = None
        while not self._closed:
            self._wake.clear()
            flags = self._flags
            if flags.port <= 0:
                self._wake.wait()
                continue
            try:
                self._send_to(flags)
                failed = None
            except PhoneGoneError:
                return
            except (grpc.RpcError, UnreachableError) as error:
                if failed is not flags:
                    self._complain(error)
                failed = flags
                # Whatever is new does not make it come back.
                self._wake.wait(_RETRY_SECONDS)

    def _send_to(self, flags: ForwarderFlags) -> None:
        """Sends until the flags change.

        Raises:
          RpcError: the server does not answer.
          UnreachableError: there is no way to it.
        """
        if self._thread.call(_offline) and flags.host == HOST_LOOPBACK:
            raise UnreachableError("the phone is in airplane mode")
        with grpc.insecure_channel(self._address(flags.host, flags.port), options=_OPTIONS) as channel:
            send_event = channel.unary_unary("/android_env.A11yService/SendEvent")
            send_forest = channel.unary_unary("/android_env.A11yService/SendForest")
            while not self._closed and self._flags is flags:
                self._wake.clear()
                for event in self._thread.call(lambda _: self._taken_events()):
                    send_event(event, timeout=CALL_SECONDS)
                if flags.trees:
                    send_forest(self._thread.call(self._made_forest), timeout=CALL_SECONDS)
                self._wake.wait(self._period if flags.trees else None)
                if self._thread.call(_offline) and flags.host == HOST_LOOPBACK:
                    raise UnreachableError("the phone is in airplane mode")

    def _complain(self, error: Exception) -> None:
        """Logs an error on the phone, in words for which AndroidEnv's users filter."""
        reason = error.code().name if isinstance(error, grpc.Call) else str(error)
        _log.info("the accessibility forwarder cannot send: %s", reason)
        self._thread.call(
            lambda phone: phone.processes.log(
                PACKAGE,
                "W",
                _TAG,
                f"gRPC StatusException; are you sure networking is turned on? {reason}",
            )
        )


def _flags_of(phone: Phone) -> ForwarderFlags:
    enabled = _COMPONENT in phone.accessibility.enabled()
    return read_flags(phone.state.processes.memory(PACKAGE)) if enabled else ForwarderFlags()


def _offline(phone: Phone) -> bool:
    return phone.state.settings.get("global", "airplane_mode_on") == "1"
