"""The embedded phone's log as AndroidEnv's LogStream, synchronised with the phone."""

import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from typing import Final

from android_env.components import log_stream

from mobile_env.phone.state.logcat import DEFAULT_BUFFERS, LogEntry, LogFilter, format_entry

_PATIENCE_SECONDS: Final = 5.0
"""How long to wait for a reader that has received lines and does not ask for more."""


class PhoneLogStream(log_stream.LogStream):
    """Lines in the format of `logcat -v epoch <filters>`, from the creation of the stream on.

    AndroidEnv reads the log on a thread and gives rewards to the step that is running when the thread reads
    the line. Here, `poll` passes new lines to the reader and waits until the reader has processed them. So the
    lines of an action are read before the action returns.

    Args:
      read: returns the entries since a cursor, and the cursor for the next call.
      cursor: start position.
    """

    def __init__(self, read: Callable[[int], tuple[Sequence[LogEntry], int]], cursor: int) -> None:
        super().__init__()
        self._read = read
        self._cursor = cursor
        self._lines: deque[str] = deque()
        self._changed = threading.Condition()
        self._reader: threading.Thread | None = None
        self._waiting = False
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether the stream was stopped."""
        return self._closed

    def poll(self) -> None:
        """Passes new log lines to the reader, and waits until they have been read."""
        entries, self._cursor = self._read(self._cursor)
        if self._closed:
            return
        chosen = LogFilter(self._filters)
        with self._changed:
            for entry in entries:
                if entry.buffer in DEFAULT_BUFFERS and chosen.accepts(entry):
                    self._lines.extend(format_entry(entry, "threadtime", ("epoch",)).splitlines())
            self._settle()

    def pause_stream(self) -> None:
        """Drops lines that are logged from now on."""
        self.poll()
        super().pause_stream()

    def resume_stream(self) -> None:
        """Yields lines that are logged from now on. Lines of the pause are lost."""
        with self._changed:
            # A reader's thread may have just been started. Wait until it exists.
            self._changed.wait_for(lambda: self._reader is not None, timeout=0.5)
        self.poll()
        super().resume_stream()

    def stop_stream(self) -> None:
        """Ends the stream and the reader's iteration."""
        with self._changed:
            self._closed = True
            self._lines.clear()
            self._changed.notify_all()

    def _settle(self) -> None:
        self._changed.notify_all()
        if self._reader is None or self._reader is threading.current_thread():
            return
        self._changed.wait_for(
            lambda: self._closed or self._reader is None or (self._waiting and not self._lines),
            timeout=_PATIENCE_SECONDS,
        )

    def _get_stream_output(self) -> Generator[str, None, None]:
        with self._changed:
            self._reader = threading.current_thread()
            self._changed.notify_all()
        try:
            while (line := self._next()) is not None:
                yield line
        finally:
            with self._changed:
                self._reader = None
                self._changed.notify_all()

    def _next(self) -> str | None:
        with self._changed:
            self._waiting = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._closed or bool(self._lines))
            self._waiting = False
            return self._lines.popleft() if self._lines else None
