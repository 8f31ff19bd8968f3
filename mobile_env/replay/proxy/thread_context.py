"""Allows several mitmproxies in one process: each thread sees its own `mitmproxy.ctx`."""

from __future__ import annotations

import threading
import types
from typing import Any

from mitmproxy import ctx

_NAMES = ("master", "options", "log")
_local = threading.local()


class _ThreadContext(types.ModuleType):
    """A replacement for the class of the module `mitmproxy.ctx`, which holds one master for the whole
    process. There, each new master replaces the one before, so the first proxy's connections would be
    answered by the last proxy's addons. Here, each thread has its own master."""

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
    """Makes `mitmproxy.ctx` thread-local from now on. Calling it twice is harmless."""
    if not isinstance(ctx, _ThreadContext):
        for name in _NAMES:
            if name in vars(ctx):  # another mitmproxy is already running in this thread
                setattr(_local, name, vars(ctx).pop(name))
        ctx.__class__ = _ThreadContext
