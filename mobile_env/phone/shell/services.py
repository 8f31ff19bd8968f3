"""The system services that the phone has, by name, with the binder interface of each."""

from __future__ import annotations

from mobile_env.phone.kernel.kernel import Kernel

_UNREGISTERED: dict[str, str] = {
    "user": "android.os.IUserManager",
}


def interfaces(kernel: Kernel) -> dict[str, str]:
    """Names and binder interfaces of all services, sorted by name."""
    registered = {name: entry.interface for name, entry in kernel.entries.items()}
    return dict(sorted({**_UNREGISTERED, **registered}.items()))
