"""The log that apps and the system write: a bounded ring of entries, shown as logcat shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.part import Kind, Part, Parts
from mobile_env.phone.state.pids import SYSTEM_SERVER

Format = Literal["brief", "process", "tag", "thread", "raw", "time", "threadtime", "long"]

# From least to most important; S (silent) is above all that can be written.
LEVELS = "VDIWEFS"
BUFFERS = ("main", "system", "radio", "events", "crash", "kernel")
# Those that logcat reads when none is named.
DEFAULT_BUFFERS = ("main", "system", "crash")
FORMATS = ("brief", "long", "process", "raw", "tag", "thread", "threadtime", "time")
MODIFIERS = ("color", "descriptive", "epoch", "monotonic", "printable", "uid", "usec", "UTC", "year", "zone")

# What logd keeps of one message (LOGGER_ENTRY_MAX_PAYLOAD).
MAX_MESSAGE = 4068
CAPACITY = 8192


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One message: level is a letter of LEVELS, time is in µs since the Unix epoch."""

    time_us: int
    pid: int
    tid: int
    level: str
    tag: str
    message: str
    buffer: str = "main"


class LogFilter:
    """Filterspecs `tag:level`, of which `*` stands for all tags that are not named.

    Raises:
      ValueError: a spec has no tag or a priority that is none of VDIWEFS.
    """

    def __init__(self, specs: Iterable[str] = (), *, default: str = "V") -> None:
        self._default = LEVELS.index(default)
        self._tags: dict[str, int] = {}
        for text in specs:
            for spec in text.replace(",", " ").split():
                tag, _, letter = spec.partition(":")
                # logcat: a bare tag means tag:V, a bare * means *:D.
                letter = letter or ("D" if tag == "*" else "V")
                if letter == "*":
                    letter = "V"
                level = LEVELS.find(letter.upper())
                if not tag or level < 0 or len(letter) != 1:
                    raise ValueError(f"Invalid filter expression '{spec}'")
                if tag == "*":
                    self._default = level
                else:
                    self._tags[tag] = level

    def accepts(self, entry: LogEntry) -> bool:
        """Whether the entry's level is at least what its tag asks for."""
        return LEVELS.index(entry.level) >= self._tags.get(entry.tag, self._default)


class LogBuffer(Part):
    """The newest entries of all buffers, in the order in which they were written.

    A cursor is the number of entries ever written before a point; it stays valid while entries drop out.

    Args:
      clock: gives the time of an entry that is written without one.
      capacity: how many entries are kept.
    """

    kind = Kind.TRACE

    def __init__(self, clock: Clock, capacity: int = CAPACITY) -> None:
        super().__init__()
        self.clock = clock
        self.capacity = capacity
        self._entries: list[LogEntry] = []
        # Cursor of _entries[0].
        self._first = 0

    def write(
        self,
        level: str,
        tag: str,
        message: str,
        *,
        pid: int = SYSTEM_SERVER,
        tid: int | None = None,
        time_us: int | None = None,
        buffer: str = "main",
    ) -> None:
        """Appends an entry; raises ValueError for a level outside VDIWEF or an unknown buffer."""
        if len(level) != 1 or level not in "VDIWEF":
            raise ValueError(f"log level {level!r} is not one of V, D, I, W, E, F")
        if buffer not in BUFFERS:
            raise ValueError(f"log buffer {buffer!r} is not one of {', '.join(BUFFERS)}")
        time_us = self.clock.now_us if time_us is None else time_us
        entry = LogEntry(time_us, pid, pid if tid is None else tid, level, tag, message[:MAX_MESSAGE], buffer)
        self._entries.append(entry)
        # Trimmed by a quarter at a time: dropping one by one would move the whole list each time.
        if len(self._entries) > self.capacity + self.capacity // 4:
            drop = len(self._entries) - self.capacity
            del self._entries[:drop]
            self._first += drop

    @property
    def cursor(self) -> int:
        """The cursor after the newest entry."""
        return self._first + len(self._entries)

    def read(self, cursor: int = 0) -> tuple[Sequence[LogEntry], int]:
        """Returns the entries since the cursor (0: all that are kept) and the cursor for the next read."""
        return self._entries[max(0, cursor - self._first) :], self.cursor

    def clear(self, buffers: Collection[str] | None = None) -> None:
        """Drops the entries of some buffers, or of all."""
        end = self.cursor
        kept = [] if buffers is None else [e for e in self._entries if e.buffer not in buffers]
        self._entries = kept
        self._first = end - len(kept)

    def after_boot(self) -> None:
        self.clear()

    def copy_into(self, parts: Parts) -> LogBuffer:
        return self.copy(parts.part(Clock))

    def copy(self, clock: Clock | None = None) -> LogBuffer:
        """Returns an independent buffer with the same entries."""
        log = LogBuffer(clock or self.clock, self.capacity)
        log._entries = self._entries.copy()
        log._first = self._first
        log.version = self.version
        return log


def format_entry(
    entry: LogEntry,
    form: str = "threadtime",
    modifiers: Collection[str] = (),
    *,
    uid: str = "",
    boot_us: int = 0,
) -> str:
    """Returns the entry as `logcat -v form` prints it, final newline included, a line for each of its lines.

    Follows android_log_formatLogLine (system/logging/liblog/logprint.cpp). The phone's time zone is UTC.

    Args:
      entry: what to print.
      form: one of FORMATS.
      modifiers: any of MODIFIERS; `color` and `descriptive` change nothing here.
      uid: user shown by the modifier `uid`.
      boot_us: when the phone booted, for the modifier `monotonic`.
    """
    time = _format_time(entry.time_us, modifiers, boot_us)
    user = f"{uid:>5}:" if "uid" in modifiers and uid else ""
    tag = f"{entry.tag:<8}"
    pid, tid, level = f"{entry.pid:5d}", f"{entry.tid:5d}", entry.level
    suffix = "\n"
    if form == "raw":
        prefix = ""
    elif form == "brief":
        prefix = f"{level}/{tag}({user}{pid}): "
    elif form == "tag":
        prefix = f"{level}/{tag}: "
    elif form == "process":
        prefix, suffix = f"{level}({user}{pid}) ", f"  ({entry.tag})\n"
    elif form == "thread":
        prefix = f"{level}({user}{pid}:{tid}) "
    elif form == "time":
        prefix = f"{time} {level}/{tag}({user}{pid}): "
    elif form == "threadtime":
        prefix = f"{time} {user.replace(':', ' ')}{pid} {tid} {level} {tag}: "
    elif form == "long":
        return f"[ {time} {user}{pid}:{tid} {level}/{tag} ]\n{entry.message.removesuffix(chr(10))}\n\n"
    else:
        raise ValueError(f"unknown log format {form!r} (known: {', '.join(FORMATS)})")
    lines = entry.message.removesuffix("\n").split("\n")
    return "".join(f"{prefix}{line}{suffix}" for line in lines)


def _format_time(time_us: int, modifiers: Collection[str], boot_us: int) -> str:
    shown_us = time_us - boot_us if "monotonic" in modifiers else time_us
    seconds, micros = divmod(shown_us, 1_000_000)
    fraction = f"{micros:06d}" if "usec" in modifiers else f"{micros // 1000:03d}"
    if "monotonic" in modifiers:
        return f"{seconds:6d}.{fraction}"
    if "epoch" in modifiers:
        # Nineteen wide: readers such as AndroidEnv's LogcatThread expect the spaces.
        return f"{seconds:19d}.{fraction}"
    form = "%Y-%m-%d %H:%M:%S" if "year" in modifiers else "%m-%d %H:%M:%S"
    text = Clock(time_us).datetime().strftime(form) + "." + fraction
    return text + " +0000" if "zone" in modifiers or "UTC" in modifiers else text
