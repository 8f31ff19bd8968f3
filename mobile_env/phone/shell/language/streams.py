"""Input and output of a command, and the bounds of what one command line may do."""

from __future__ import annotations

import time
from collections.abc import Callable

from mobile_env.phone.state.files import FileTree

MAX_BYTES = 128 << 20
MAX_COMMANDS = 20_000
# Bytes read, written, searched and expanded; what costs more than going through a byte counts as several.
MAX_WORK = 512 << 20
MAX_DEPTH = 40
# Processor time after which no further command begins: what the other bounds let through, such as searches that
# nearly run away, ends here.
MAX_SECONDS = 60.0


class LimitError(Exception):
    """A command line does more than the shell allows: too much output, too many commands, too deep nesting."""


class Budget:
    """Counts what one `Shell.run` uses up, its subshells included.

    Args:
      interrupted: whether somebody asked the command line to end.
    """

    def __init__(self, interrupted: Callable[[], bool] = lambda: False) -> None:
        self._interrupted = interrupted
        self._bytes = MAX_BYTES
        self._commands = MAX_COMMANDS
        self._work = MAX_WORK
        self._end = time.thread_time() + MAX_SECONDS
        self.weight = 1
        self.depth = 0

    def spend_bytes(self, count: int) -> None:
        """Raises LimitError when more than MAX_BYTES were written in all."""
        self._bytes -= count
        if self._bytes < 0:
            raise LimitError(f"more than {MAX_BYTES >> 20} MiB of output")

    def spend_command(self) -> None:
        """Raises LimitError after MAX_COMMANDS commands or MAX_SECONDS, and after an interruption."""
        if self._interrupted():
            raise LimitError("interrupted")
        self._commands -= 1
        if self._commands < 0:
            raise LimitError(f"more than {MAX_COMMANDS} commands in one command line")
        if time.thread_time() > self._end:
            raise LimitError(f"more than {MAX_SECONDS:g} s of processor time")

    def spend_seconds(self, seconds: float) -> None:
        """Spends processor time of a process that works for a command."""
        self._end -= seconds

    def spend_work(self, count: int) -> None:
        """Spends work, measured in bytes. Each byte counts `weight` times; the weight is set by the command that runs.

        Raises LimitError when it was more than MAX_WORK in all.
        """
        self._work -= count * self.weight
        if self._work < 0:
            raise LimitError(f"more work than going through {MAX_WORK >> 20} MiB")

    def enter(self) -> None:
        """Goes one level deeper. Raises LimitError below MAX_DEPTH levels."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.depth -= 1
            raise LimitError(f"more than {MAX_DEPTH} commands in each other")

    def leave(self) -> None:
        """Goes back up one level."""
        self.depth -= 1


class Input:
    """Bytes that can be read once, as a whole or line by line.

    Attributes:
      budget: pays for what is read, if there is one.
    """

    def __init__(self, data: bytes = b"") -> None:
        self._data = data
        self._at = 0
        self.budget: Budget | None = None

    def _spend(self, count: int) -> None:
        if self.budget is not None:
            self.budget.spend_work(count)

    def read(self) -> bytes:
        """Returns all that is left."""
        self._spend(len(self._data) - self._at)
        data = self._data[self._at :]
        self._at = len(self._data)
        return data

    def read_line(self) -> bytes | None:
        """Returns the next line with its line feed; None at the end."""
        if self._at >= len(self._data):
            return None
        end = self._data.find(b"\n", self._at)
        end = len(self._data) if end < 0 else end + 1
        self._spend(end - self._at)
        line = self._data[self._at : end]
        self._at = end
        return line


class Output:
    """Collects bytes in memory."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._chunks: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Adds bytes; raises LimitError when the budget is used up."""
        self._budget.spend_bytes(len(data))
        self._chunks.append(data)

    def value(self) -> bytes:
        """Returns everything that was written."""
        return b"".join(self._chunks)

    def close(self) -> None:
        """Called when the command that writes here has ended."""


class FileOutput(Output):
    """Collects bytes for a file of the phone, which gets them when the output is closed."""

    def __init__(self, budget: Budget, files: FileTree, path: str, *, append: bool) -> None:
        super().__init__(budget)
        self._files = files
        self._path = path
        if append and files.exists(path):
            files.append(path, b"")
        else:
            # Truncated before the command runs, as in any shell.
            files.write(path, b"")

    def close(self) -> None:
        if self._chunks:
            self._files.append(self._path, self.value())
            self._chunks.clear()


class NullOutput(Output):
    """Discards its input, as /dev/null does."""

    def write(self, data: bytes) -> None:
        self._budget.spend_bytes(len(data) // 64)
