"""What is said of a signal that this machine lacks the means to get."""

from __future__ import annotations


class SignalUnavailable(RuntimeError):
    """An engine or model is unknown, or its package, program or weights are not on this machine.

    Attributes:
      mend: how to install it.
    """

    def __init__(self, what: str, mend: str):
        super().__init__(what)
        self.mend = mend
