"""The process that searches with Python's `re` where a search in this process could not be ended."""

from __future__ import annotations

import atexit
import json
import os
import selectors
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

# What a machine that is very busy may need for a search of a second.
_WALL_SECONDS = 30.0


class NoAnswerError(Exception):
    """The process ended, or had to be ended."""


class Worker:
    """The process that searches. It is started on the first request, and again after it has ended."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def ask(self, request: dict[str, Any]) -> Any:
        """Raises NoAnswerError."""
        with self._lock:
            process = self._running()
            try:
                assert process.stdin is not None and process.stdout is not None
                process.stdin.write(json.dumps(request).encode() + b"\n")
                process.stdin.flush()
                with selectors.DefaultSelector() as selector:
                    selector.register(process.stdout, selectors.EVENT_READ)
                    line = process.stdout.readline() if selector.select(_WALL_SECONDS) else b""
            except OSError:
                line = b""
            except BaseException:
                # An answer that nobody read would be taken for that of the next request.
                self._end()
                raise
            if not line:
                self._end()
                raise NoAnswerError
            return json.loads(line)

    def _running(self) -> subprocess.Popen[bytes]:
        # After a fork the process belongs to the parent.
        if self._process is None or self._owner != os.getpid():
            script = str(Path(__file__).with_name("worker_script.py"))
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            self._owner = os.getpid()
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        process.kill()
        for stream in (process.stdin, process.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                # What was still to be written has nowhere to go.
                continue
        process.wait()

    def renew_lock(self) -> None:
        """Replaces the lock after a fork, because a thread of the parent may have held it."""
        self._lock = threading.Lock()


WORKER = Worker()
atexit.register(WORKER._end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WORKER.renew_lock)
