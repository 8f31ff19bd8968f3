"""The result of a shell command."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ShellResult:
    """Output of a command line and its exit code, 0–255."""

    stdout: bytes = b""
    stderr: bytes = b""
    exit_code: int = 0

    @property
    def output(self) -> bytes:
        """stdout followed by stderr."""
        return self.stdout + self.stderr
