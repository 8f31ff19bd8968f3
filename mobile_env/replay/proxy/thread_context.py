"""Several mitmproxies in one process: each thread sees its own `mitmproxy.ctx`."""

from __future__ import annotations

import threading
import types
from typing import Any

from mitmproxy import ctx

_NAMES = ("master", "options", "log")
_local = threading.local()


class _ThreadContext(types.ModuleType):
    """`mitmproxy.ctx` is a module with one master, whom each new master replaces; then the first proxy's connections
    would be answered by the last one's addons. Here the last one of the same thread counts."""

    def __getattr__(self, name: str) -> Any:
        if name in _NAMES:
            try:
                return getattr(_local, name)
            except AttributeError:
                pass
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _NAMES:
            setattr(_local, name, value)
        else:
            super().__setattr__(name, value)


def separate_threads() -> None:
    """Makes `mitmproxy.ctx` a matter of each thread, from now on; harmless when called twice."""
    if not isinstance(ctx, _ThreadContext):
        for name in _NAMES:
            if name in vars(ctx):  # a mitmproxy that somebody else runs in this thread
                setattr(_local, name, vars(ctx).pop(name))
        ctx.__class__ = _ThreadContext
