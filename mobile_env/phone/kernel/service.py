"""A system service: what it does, and the one registration by which all others know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from mobile_env.phone.kernel.agenda import Due
from mobile_env.phone.state.part import Part

if TYPE_CHECKING:
    from mobile_env.phone.kernel.kernel import Kernel


class Service:
    """The behaviour of a system service.

    A service has no fields of its own but the kernel: what it remembers is a `Part`. Methods marked `@on(Event)`
    hear of events.
    """

    name: ClassVar[str]
    """As the service's `Entry` says; entries of the agenda bear it."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel

    def due(self, entry: Due) -> None:
        """An entry that this service put into the agenda is due."""
        raise NotImplementedError(f"the service {self.name} put nothing into the agenda: {entry}")


@dataclass(frozen=True)
class Entry:
    """The registration of a service: the `SERVICE` of the package `services/<name>/`.

    Code is named as text, "module:function" of the service's own package, and imported when it is first used.

    Attributes:
      name: the service's name on Android, as `service list` prints it.
      interface: its binder interface; "" for none.
      service: the class of its behaviour.
      parts: classes of its state; each is made without arguments when a phone is.
      needs: services that it calls; they stand before it.
      cmd: what `cmd <name>` runs, a `Command`; "" for nothing.
      dump: what `dumpsys <name>` runs, a function of a `Call` and its words; "" for nothing.
      tools: programs of the shell that are its own (`am`, `pm`), by name.
      calls: what `service call <name> <code>` runs, a function of a `Call` and the words after the code, by code.
      providers: its content providers by authority, "module:Class" of a `RowProvider` made from the kernel.
      lists: what tasks may judge of it, by the list's name: a method of the service that gives rows.
      also: further names that Android gives to parts of the same service.
      folder: import path of the package; filled in by who finds it.
    """

    name: str
    interface: str = ""
    service: type[Service] | None = None
    parts: tuple[type[Part], ...] = ()
    needs: tuple[type[Service], ...] = ()
    cmd: str = ""
    dump: str = ""
    tools: Mapping[str, str] = field(default_factory=dict)
    calls: Mapping[int, str] = field(default_factory=dict)
    providers: Mapping[str, str] = field(default_factory=dict)
    lists: Mapping[str, Callable[[Any], Sequence[Mapping[str, Any]]]] = field(default_factory=dict)
    also: tuple[Entry, ...] = ()
    folder: str = ""

    def load(self, reference: str) -> Callable[..., Any]:
        """The function that "module:function" names."""
        module, _, function = reference.partition(":")
        return getattr(import_module(f"{self.folder}.{module}"), function)
