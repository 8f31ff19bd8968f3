"""The error of a signal that needs software which is not installed."""

from __future__ import annotations


class SignalUnavailable(RuntimeError):
    """An engine or model is unknown, or its package, program or weights are not installed.

    Attributes:
      mend: how to install it.
    """

    def __init__(self, what: str, mend: str):
        super().__init__(what)
        self.mend = mend
