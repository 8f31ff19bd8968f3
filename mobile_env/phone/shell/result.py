"""What a command hands back."""

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
        """stdout, then stderr: what a host program sees that joins both."""
        return self.stdout + self.stderr
