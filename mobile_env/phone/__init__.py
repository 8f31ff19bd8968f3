"""The embedded phone: Android-compatible, inside the Python process, booted in milliseconds."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mobile_env.phone.network import Fetcher, NetworkError, Response
    from mobile_env.phone.phone import PRIMITIVE_SECONDS, Phone, Snapshot
    from mobile_env.phone.ui.display import Display

__all__ = ["PRIMITIVE_SECONDS", "Display", "Fetcher", "NetworkError", "Phone", "Response", "Snapshot"]

_MODULES = {
    "Display": "ui.display",
    "Fetcher": "network",
    "NetworkError": "network",
    "Response": "network",
    "PRIMITIVE_SECONDS": "phone",
    "Phone": "phone",
    "Snapshot": "phone",
}


def __getattr__(name: str) -> object:
    # Imported on demand: a module that needs a phone's types only does not pay for its screen.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
