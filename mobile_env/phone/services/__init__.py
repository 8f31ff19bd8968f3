"""The system services, each a package with one registration, `SERVICE`: found by folder, ordered by what they need."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib import import_module

from mobile_env.phone.kernel.service import Entry, Service


@cache
def shipped() -> tuple[Entry, ...]:
    """The services that phones have, those first that others need; of others the order is that of names."""
    found = []
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        if module.ispkg:
            folder = f"{__name__}.{module.name}"
            entry: Entry = import_module(folder).SERVICE
            also = tuple(replace(other, folder=folder) for other in entry.also)
            found.append(replace(entry, folder=folder, also=also))
    return ordered(found)


def ordered(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Entries so that each comes after those it needs.

    Raises:
      ValueError: services need each other in a circle, or one that is not there.
    """
    left = list(entries)
    there: set[type[Service]] = set()
    result: list[Entry] = []
    while left:
        ready = next((entry for entry in left if set(entry.needs) <= there), None)
        if ready is None:
            stuck = "; ".join(
                f"{entry.name} needs {', '.join(need.__name__ for need in entry.needs if need not in there)}"
                for entry in left
            )
            raise ValueError(f"services that cannot be put in order: {stuck}")
        left.remove(ready)
        result.append(ready)
        if ready.service is not None:
            there.add(ready.service)
    return tuple(result)
