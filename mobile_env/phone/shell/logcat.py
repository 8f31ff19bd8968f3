"""`logcat`: selects and formats entries of the log, for the shell and for clients that follow the log over adb."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from mobile_env.phone.shell.call import Call, Command, CommandError, encode
from mobile_env.phone.shell.toybox.patterns import compile_python
from mobile_env.phone.shell.users import user_name
from mobile_env.phone.state.logcat import (
    BUFFERS,
    DEFAULT_BUFFERS,
    FORMATS,
    MODIFIERS,
    LogBuffer,
    LogEntry,
    LogFilter,
    format_entry,
)
from mobile_env.regex import Regex

_BUFFER_SIZES = {"main": 256, "system": 256, "crash": 256, "radio": 256, "events": 256, "kernel": 256}
_LONG = {
    "clear": "c",
    "dump": "d",
    "buffer": "b",
    "format": "v",
    "tail": "t",
    "regex": "e",
    "max-count": "m",
    "buffer-size": "g",
    "file": "f",
    "last": "L",
    "statistics": "S",
    "dividers": "D",
    "prune": "p",
    "binary": "B",
    "wrap": "W",
    "help": "h",
}
_WITH_VALUE = "bvtTemfnrGPp"
# --buffer-size and --prune take a value only in the `--name=value` form.
_OPTIONAL = ("g", "p")


@dataclass
class LogcatQuery:
    """A parsed logcat command line.

    Attributes:
      dump: whether it ends after what is there (`-d`, `-t`, `-g`, `-c`); otherwise it follows the log.
      clear: `-c`.
      buffers: the buffers it reads.
      form: the format's name; `modifiers` go with it.
      filters: by tag and level.
      tail: only so many entries from the end; None for all.
      since_us: only entries from that time on; None for all.
      pattern: only messages that match.
      pid: only entries of that process.
      limit: at most so many entries; None for all.
    """

    dump: bool = False
    clear: bool = False
    sizes: bool = False
    statistics: bool = False
    help: bool = False
    dividers: bool = False
    buffers: tuple[str, ...] = DEFAULT_BUFFERS
    form: str = "threadtime"
    modifiers: set[str] = field(default_factory=set)
    filters: LogFilter = field(default_factory=LogFilter)
    tail: int | None = None
    since_us: int | None = None
    pattern: Regex | None = None
    pid: int | None = None
    uids: frozenset[int] | None = None
    limit: int | None = None
    file: str | None = None

    def accepts(self, entry: LogEntry) -> bool:
        """Whether the entry matches the query, ignoring `tail` and `limit`."""
        return (
            entry.buffer in self.buffers
            and self.filters.accepts(entry)
            and (self.pid is None or entry.pid == self.pid)
            and (self.since_us is None or entry.time_us >= self.since_us)
            and (self.pattern is None or self.pattern.search(entry.message) is not None)
        )

    def select(self, entries: Iterable[LogEntry]) -> list[LogEntry]:
        """Returns the entries that match the query, in order."""
        chosen = [entry for entry in entries if self.accepts(entry)]
        if self.tail is not None:
            chosen = chosen[-self.tail :] if self.tail else []
        return chosen if self.limit is None else chosen[: self.limit]

    def render(self, entries: Sequence[LogEntry], *, boot_us: int = 0, seen: set[str] | None = None) -> str:
        """The entries as text, with `--------- beginning of …` before the first of each buffer.

        Args:
          entries: what `select` returned.
          boot_us: when the phone booted, for the format modifier `monotonic`.
          seen: the buffers that were begun before; those begun now are added.
        """
        begun = set() if seen is None else seen
        last = ""
        out: list[str] = []
        for entry in entries:
            if entry.buffer not in begun:
                out.append(f"--------- beginning of {entry.buffer}\n")
                begun.add(entry.buffer)
            elif self.dividers and last and entry.buffer != last:
                out.append(f"--------- switch to {entry.buffer}\n")
            last = entry.buffer
            out.append(format_entry(entry, self.form, self.modifiers, uid=user_name(2000), boot_us=boot_us))
        return "".join(out)


def parse_logcat(args: Sequence[str], *, default_filters: str = "", now_year: int = 2023) -> LogcatQuery:
    """Reads the words after `logcat`; raises CommandError for bad ones.

    Args:
      args: the words.
      default_filters: filterspecs that stand in where the words have none (the variable ANDROID_LOG_TAGS).
      now_year: the year of times that are given without one.
    """
    query = LogcatQuery()
    specs: list[str] = []
    buffers: list[str] = []
    silent = False
    for letter, value in _options(args, specs):
        if letter == "b":
            buffers += _buffers(value)
        elif letter == "v":
            _set_format(query, value)
        elif letter in "tT":
            _set_start(query, value, now_year)
            query.dump = query.dump or letter == "t"
        elif letter == "e":
            query.pattern = compile_python("logcat", value)
        elif letter == "m":
            query.limit = _count(value)
        elif letter == "pid":
            query.pid = _count(value)
        elif letter == "f":
            query.file = value
        elif letter == "s":
            silent = True
        elif letter in "dL":
            query.dump = True
        elif letter == "c":
            query.clear = query.dump = True
        elif letter == "g":
            query.sizes = query.dump = True
        elif letter == "S":
            query.statistics = query.dump = True
        elif letter == "D":
            query.dividers = True
        elif letter == "h":
            query.help = query.dump = True
        elif letter == "B":
            raise CommandError("logcat: binary output (-B) is not supported: use -v to name a text format\n")
    if buffers:
        query.buffers = tuple(name for name in BUFFERS if name in buffers)
    try:
        query.filters = LogFilter(specs or default_filters.split(), default="S" if silent else "V")
    except ValueError as error:
        raise CommandError(f"{error}\n") from None
    return query


def _options(args: Sequence[str], specs: list[str]) -> Iterable[tuple[str, str]]:
    """Yields options and their values. Words that are not options are appended to `specs`."""
    words = list(args)[::-1]
    while words:
        word = words.pop()
        if word.startswith("--") and len(word) > 2:
            name, equals, value = word[2:].partition("=")
            letter = "pid" if name in ("pid", "uid") else _LONG.get(name, "")
            if not letter:
                raise CommandError(f"logcat: unrecognized option '{word}'\n")
            if (letter == "pid" or letter in _WITH_VALUE) and letter not in _OPTIONAL and not equals:
                value = _value(words, word)
            if name != "uid":
                yield letter, value
        elif word.startswith("-") and len(word) > 1 and word != "--":
            for at, letter in enumerate(word[1:], 1):
                if letter in _WITH_VALUE and letter not in _OPTIONAL:
                    yield letter, word[at + 1 :] or _value(words, f"-{letter}")
                    break
                if letter not in "cdghsSDLBWp":
                    raise CommandError(f"logcat: invalid option -- {letter}\n")
                yield letter, ""
        elif word != "--":
            specs.append(word)


def _value(words: list[str], name: str) -> str:
    if not words:
        raise CommandError(f"logcat: option requires an argument -- {name.lstrip('-')}\n")
    return words.pop()


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise CommandError(f"logcat: {text} out of range\n")
    return int(text)


def _buffers(text: str) -> list[str]:
    found: list[str] = []
    for name in text.split(","):
        if name == "all":
            found += BUFFERS
        elif name == "default":
            found += DEFAULT_BUFFERS
        elif name in BUFFERS:
            found.append(name)
        elif name not in ("security", "stats"):
            raise CommandError(f"logcat: Unknown -b buffer '{name}'\n")
    return found


def _set_format(query: LogcatQuery, text: str) -> None:
    for name in re.split(r"[,\s]+", text.strip()):
        if name in FORMATS:
            query.form = name
        elif name in MODIFIERS or name == "UTC":
            query.modifiers.add(name)
        elif name not in ("help",):
            raise CommandError(f'logcat: Invalid parameter "{name}" to -v\n')


def _set_start(query: LogcatQuery, text: str, now_year: int) -> None:
    if text.isdecimal():
        query.tail = max(1, _count(text))
        return
    match = re.fullmatch(r"([0-9]{1,11})\.([0-9]{1,9})", text)
    if match:
        query.since_us = int(match[1]) * 1_000_000 + int(match[2].ljust(6, "0")[:6])
        return
    for form in ("%Y-%m-%d %H:%M:%S.%f", "%m-%d %H:%M:%S.%f", "%Y-%m-%d %H:%M:%S", "%m-%d %H:%M:%S"):
        full = text if form.startswith("%Y") else f"{now_year}-{text}"
        try:
            moment = datetime.datetime.strptime(full, "%Y-" + form.removeprefix("%Y-"))
        except ValueError:
            continue
        epoch = moment.replace(tzinfo=datetime.UTC) - datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
        query.since_us = epoch // datetime.timedelta(microseconds=1)
        return
    raise CommandError(f'logcat: -t "{text}" not in "%m-%d %H:%M:%S.%q" format\n')


def logcat(call: Call) -> int:
    """Prints the log and ends. It ends without -d, too, because nothing is logged while a command runs."""
    clock = call.phone.state.clock
    query = parse_logcat(
        call.args,
        default_filters=call.shell.variable("ANDROID_LOG_TAGS"),
        now_year=clock.datetime().year,
    )
    if query.pattern is not None:
        call.search_time = query.pattern.time
    log: LogBuffer = call.phone.state.log
    if query.help:
        call.print("Usage: logcat [options] [filterspecs]")
        return 0
    if query.clear:
        log.clear(query.buffers)
        return 0
    if query.sizes:
        for name in query.buffers:
            size = _BUFFER_SIZES[name]
            state = "(0 B consumed, 0 B readable), max entry is 5120 B, max payload is 4068 B"
            call.print(f"{name}: ring buffer is {size} KiB {state}")
        return 0
    entries, _ = log.read()
    if query.statistics:
        for name in query.buffers:
            call.print(f"{name}: {sum(entry.buffer == name for entry in entries)} entries")
        return 0
    text = encode(query.render(query.select(entries), boot_us=clock.boot_us))
    if query.file is not None:
        call.files.append(call.path(query.file), text)
    else:
        call.out.write(text)
    return 0


def log(call: Call) -> int:
    """`log -p i -t tag message`: writes an entry."""
    args = list(call.args)
    level, tag = "I", "log"
    while len(args) > 1 and args[0] in ("-p", "-t"):
        if args[0] == "-p":
            level = args[1][:1].upper()
        else:
            tag = args[1]
        args = args[2:]
    if level not in "VDIWEF" or not level:
        raise CommandError("log: bad -p\n")
    call.phone.state.log.write(level, tag, " ".join(args), pid=2371)
    return 0


COMMANDS: dict[str, Command] = {"log": log, "logcat": logcat}
