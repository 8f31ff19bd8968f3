"""The kernel: all that a service, a system window or an app's framework holds of the phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, Protocol, TypeVar, cast

from mobile_env.phone.kernel.agenda import Agenda, Due
from mobile_env.phone.kernel.events import Booted, Event, TimeSet, subscriptions
from mobile_env.phone.kernel.permissions import Permissions
from mobile_env.phone.kernel.processes import Processes
from mobile_env.phone.kernel.service import Entry
from mobile_env.phone.kernel.versions import Versions
from mobile_env.phone.state.clock import LATEST_US, Clock
from mobile_env.phone.state.counters import Counters
from mobile_env.phone.state.logcat import LogBuffer
from mobile_env.phone.state.part import Part
from mobile_env.phone.state.phone_state import PhoneState
from mobile_env.phone.state.tasks import Tasks

P = TypeVar("P", bound=Part)
T = TypeVar("T")

MOST_DUE: Final = 10_000
"""Entries of the agenda that one advance carries out; then the log says who never ends."""


class Attached(Protocol):
    """What `Kernel.attach` takes: a name for the agenda's entries; methods marked `@on` hear events."""

    @property
    def name(self) -> str: ...

    def due(self, entry: Due) -> None:
        """An entry that this service put into the agenda is due."""


class Kernel:
    """The phone's state, its services by class, time, processes, permissions, events, chance.

    Parts are asked for at each use and never kept: a restore exchanges them.

    Attributes:
      state: the parts of the phone as it is now.
      processes: pids, logs in the name of a package, crashes.
      permissions: what packages may do.
      versions: what is shown, and whether it still is so.
      entries: registrations of the services, by name on Android.
      tools: registrations by the programs of the shell that they bring.
    """

    def __init__(self, state: PhoneState) -> None:
        self.state = state
        self.processes = Processes(self)
        self.permissions = Permissions(self)
        self.versions = Versions(self)
        self._attached: dict[type, Any] = {}
        self._by_name: dict[str, Attached] = {}
        self._subscribers: dict[type[Event], list[Callable[[Any], None]]] = {}
        self._lent: dict[type, Callable[[], Any]] = {}
        self.entries: dict[str, Entry] = {}
        self.tools: dict[str, Entry] = {}

    # State.

    def part(self, kind: type[P]) -> P:
        """The part of a class; LookupError if the phone has none."""
        return self.state.part(kind)

    @property
    def clock(self) -> Clock:
        return self.state.part(Clock)

    @property
    def agenda(self) -> Agenda:
        return self.state.part(Agenda)

    @property
    def log(self) -> LogBuffer:
        return self.state.part(LogBuffer)

    # Services, and what the process that the phone runs in lends it.

    def attach(self, service: Attached) -> None:
        """Adds a service; its subscriptions come after those of services attached before."""
        self._attached[type(service)] = service
        self._by_name[service.name] = service
        for kind, method in subscriptions(service):
            self._subscribers.setdefault(kind, []).append(method)

    def service(self, kind: type[T]) -> T:
        """The service of a class; LookupError if the phone has none."""
        try:
            return cast(T, self._attached[kind])
        except KeyError:
            raise LookupError(f"the phone has no service {kind.__name__}") from None

    def register(self, entry: Entry) -> None:
        """Adds a service by its registration, with its state where the phone has none of it yet."""
        for part in entry.parts:
            if part not in self.state:
                self.state.add(part())
        if entry.service is not None:
            self.attach(entry.service(self))
        for each in (entry, *entry.also):
            self.entries[each.name] = each
        self.tools.update(dict.fromkeys(entry.tools, entry))

    def tool(self, name: str) -> Callable[[Any], int] | None:
        """The program of the shell of that name that a service brings; None if none does."""
        entry = self.tools.get(name)
        return entry.load(entry.tools[name]) if entry is not None else None

    def rows(self, name: str) -> Sequence[Mapping[str, Any]] | None:
        """The rows of a service's list; None if no service keeps a list of that name."""
        for entry in self.entries.values():
            if name in entry.lists and entry.service is not None:
                return entry.lists[name](self.service(entry.service))
        return None

    def lend(self, kind: type[T], get: Callable[[], T]) -> None:
        """Lends what is no state but of the process, such as the screen that paints; `get` gives the present one."""
        self._lent[kind] = get

    def lent(self, kind: type[T]) -> T:
        """What was lent under a class; LookupError if nothing was."""
        if kind not in self._lent:
            raise LookupError(f"nothing is lent to the phone as {kind.__name__}")
        return cast(T, self._lent[kind]())

    # Events and apps' code.

    def emit(self, event: Event) -> None:
        """Tells an event to those who subscribed to its class."""
        for subscriber in self._subscribers.get(type(event), ()):
            subscriber(event)

    def run(self, package: str, function: Callable[..., Any], *args: Any, default: Any = None) -> Any:
        """Runs an app's code, which nobody may call otherwise.

        What it throws becomes the app's crash, and the phone goes on; then `default` is returned.
        """
        try:
            return function(*args)
        except Exception as error:  # an app may throw anything
            self.processes.crash(package, error)
            return default
        finally:
            self.part(Tasks).touch()  # code of apps changes its records in place

    # Time.

    def advance(self, seconds: float) -> None:
        """Moves the clock forward; what becomes due on the way is done at its own time.

        Raises:
          ValueError: `seconds` is negative or not a finite number.
        """
        clock, agenda = self.clock, self.agenda
        end_us = clock.after(seconds) - clock.boot_us
        done = 0
        while (entry := agenda.pop(clock, clock.boot_us + end_us)) is not None:
            at_us = entry.when_us + (clock.boot_us if entry.base == "elapsed" else 0)
            clock.now_us = max(clock.now_us, at_us)
            self._by_name[entry.owner].due(entry)
            done += 1
            if done == MOST_DUE:
                text = f"the agenda was left after {done} entries, the last of {entry.owner}: {entry.what}"
                self.processes.log_system("W", "AlarmManager", text)
                break
        clock.now_us = min(max(clock.now_us, clock.boot_us + end_us), LATEST_US)

    def set_time(self, now_us: int) -> None:
        """Sets the wall clock, as `date` does; entries of the agenda that are over by then are done at once."""
        old_us = self.clock.now_us
        self.clock.set(now_us)
        self.emit(TimeSet(old_us, self.clock.now_us))
        self.advance(0)

    def reboot(self) -> None:
        """Drops what a reboot does not leave, and boots."""
        self.state.after_boot()
        self.emit(Booted(again=True))

    # Numbers.

    def next_id(self) -> int:
        """A number never given before on this phone."""
        return self.part(Counters).next_id()

    def random(self, stream: str) -> Random:
        """Chance, decided by the phone's seed, the name of the stream and how often it was asked before."""
        counters = self.part(Counters)
        return Random(f"{counters.seed}/{stream}/{counters.next_draw(stream)}")
