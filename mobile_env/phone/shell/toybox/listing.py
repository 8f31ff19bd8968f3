"""Commands that look at the file tree: ls, stat, find, du, df, realpath and their like."""

from __future__ import annotations

import fnmatch
import posixpath
import re

from mobile_env.phone.shell.call import Call, Command, CommandError, decode, spend_on_replacing
from mobile_env.phone.shell.toybox.find_expression import FindError, Parsed, Term, holds, parse_find
from mobile_env.phone.shell.toybox.options import Options
from mobile_env.phone.shell.users import user_name
from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.files import Stat

_TYPE_LETTERS = {"file": "-", "directory": "d", "link": "l"}
_BLOCK = 4096
# What the system has taken of the data partition, in KiB.
_SYSTEM_BLOCKS = 1_500_000


def mode_string(stat: Stat) -> str:
    """`-rw-rw----` and the like."""
    letters = "".join(letter if stat.mode >> (8 - at) & 1 else "-" for at, letter in enumerate("rwxrwxrwx"))
    return _TYPE_LETTERS[stat.kind] + letters


def _human(size: int) -> str:
    value = float(size)
    for unit in ("", "K", "M", "G"):
        if value < 1024 or unit == "G":
            break
        value /= 1024
    return f"{size}" if not unit else f"{value:.1f}{unit}" if value < 10 else f"{value:.0f}{unit}"


def _blocks(stat: Stat) -> int:
    """Size on disk in KiB."""
    return -(-stat.size // _BLOCK) * (_BLOCK // 1024) if stat.kind != "link" else 0


def _minute(mtime_us: int) -> str:
    return Clock(mtime_us).datetime().strftime("%Y-%m-%d %H:%M")


def _full_time(mtime_us: int) -> str:
    """A time with nine digits of a second, and the zone."""
    return Clock(mtime_us).datetime().strftime("%Y-%m-%d %H:%M:%S.%f") + "000 +0000"


def ls(call: Call) -> int:
    options = Options(call, "1aAbCdfFghHiklLmnNopqQrRsStuxZcU")
    status = 0
    single: list[tuple[str, str]] = []
    folders: list[tuple[str, str]] = []
    for name in options.rest or ["."]:
        path = call.path(name)
        try:
            follow = "d" not in options and ("l" not in options or name.endswith("/"))
            kind = call.files.stat(path, follow=follow or "L" in options).kind
        except FileNotFoundError as error:
            try:
                kind = call.files.stat(path, follow=False).kind
            except OSError:
                status = call.fail_os(name, error)
                continue
        except OSError as error:
            status = call.fail_os(name, error)
            continue
        (folders if kind == "directory" and "d" not in options else single).append((name, path))
    _print_entries(call, options, single)
    headed = "R" in options or len(folders) + len(single) > 1
    queue = folders[::-1]
    first = not single
    while queue:
        name, path = queue.pop()
        names = call.files.list(path)
        if "a" in options:
            names = [".", "..", *names]
        elif "A" not in options:
            names = [entry for entry in names if not entry.startswith(".")]
        entries = [(entry, posixpath.join(path, entry)) for entry in names]
        if headed:
            call.print(("" if first else "\n") + f"{name}:")
        first = False
        if "l" in options or "s" in options:
            total = sum(_blocks(call.files.stat(full, follow=False)) for _, full in entries)
            call.print(f"total {total}")
        _print_entries(call, options, entries)
        if "R" in options:
            deeper = [
                (posixpath.join(name, entry), full)
                for entry, full in entries
                if entry not in (".", "..") and call.files.stat(full, follow=False).kind == "directory"
            ]
            queue += deeper[::-1]
    return status


def _print_entries(call: Call, options: Options, entries: list[tuple[str, str]]) -> None:
    shown = [(name, path, call.files.stat(path, follow="L" in options)) for name, path in entries]
    if "S" in options:
        shown.sort(key=lambda entry: -entry[2].size)
    if "t" in options:
        shown.sort(key=lambda entry: -entry[2].mtime_us)
    if "r" in options:
        shown.reverse()
    rows: list[tuple[str, ...]] = []
    for name, path, stat in shown:
        label = name
        if "F" in options or "p" in options:
            label += {"directory": "/", "link": "@" if "F" in options else "", "file": ""}[stat.kind]
        if not options.any("lgon"):
            blocks = f"{_blocks(stat)} " if "s" in options else ""
            call.print(blocks + label)
            continue
        if stat.kind == "link":
            label += f" -> {call.files.read_link(path)}"
        count = len(call.files.list(path)) + 2 if stat.kind == "directory" else 1
        numeric = "n" in options
        owner = str(stat.owner) if numeric else user_name(stat.owner)
        group = str(stat.group) if numeric else user_name(stat.group)
        size = _human(stat.size) if "h" in options else str(stat.size)
        # Storage is mounted noatime: reading leaves all times alone, so -u and -c show the one that there is.
        when = _full_time(stat.mtime_us) if options.times("l") > 1 else _minute(stat.mtime_us)
        rows.append((mode_string(stat), str(count), owner, group, size, when, label))
    if rows:
        widths = [max(len(row[column]) for row in rows) for column in range(5)]
        for mode, links, owner, group, size, when, label in rows:
            call.print(
                f"{mode:<{widths[0]}} {links:>{widths[1]}} {owner:<{widths[2]}} {group:<{widths[3]}} "
                f"{size:>{widths[4]}} {when} {label}"
            )


def stat(call: Call) -> int:
    options = Options(call, "fLt", "c", {"format": "c"})
    options.need(1)
    status = 0
    for name in options.rest:
        try:
            found = call.files.stat(call.path(name), follow="L" in options)
        except OSError as error:
            status = call.fail(f"'{name}': {error.strerror}")
            continue
        if "c" in options:
            pieces = re.split(r"%(.)", options.get("c"))
            pieces[1::2] = [_stat_field(letter, name, found) for letter in pieces[1::2]]
            call.print("".join(pieces))
            continue
        kind = {"file": "regular file", "directory": "directory", "link": "symbolic link"}[found.kind]
        when = Clock(found.mtime_us).datetime().strftime("%Y-%m-%d %H:%M:%S.%f") + "000 +0000"
        call.print(f"  File: {name}")
        call.print(f"  Size: {found.size}\t Blocks: {_blocks(found) * 2}\t IO Blocks: 512\t{kind}")
        owner, group = user_name(found.owner), user_name(found.group)
        call.print(
            f"Access: ({found.mode:04o}/{mode_string(found)})\tUid: ({found.owner:5d}/{owner:>8})"
            f"\tGid: ({found.group:5d}/{group:>8})"
        )
        for label in ("Access", "Modify", "Change"):
            call.print(f"{label}: {when}")
    return status


def _stat_field(letter: str, name: str, found: Stat) -> str:
    seconds = found.mtime_us // 1_000_000
    when = Clock(found.mtime_us).datetime().strftime("%Y-%m-%d %H:%M:%S.%f") + "000 +0000"
    kind = {"file": "regular file", "directory": "directory", "link": "symbolic link"}[found.kind]
    fields: dict[str, str | int] = {
        "a": f"{found.mode:o}",
        "A": mode_string(found),
        "b": _blocks(found) * 2,
        "B": 512,
        "F": "regular empty file" if kind == "regular file" and not found.size else kind,
        "g": found.group,
        "G": user_name(found.group),
        "h": 1,
        "n": name,
        "N": f"'{name}'",
        "s": found.size,
        "u": found.owner,
        "U": user_name(found.owner),
        "x": when,
        "X": seconds,
        "y": when,
        "Y": seconds,
        "z": when,
        "Z": seconds,
        "%": "%",
    }
    return str(fields.get(letter, "?"))


# What a term of `find` costs for a file, in bytes gone through.
_WORK_PER_TERM = 500


def find(call: Call) -> int:
    args = list(call.args)
    follow = False
    while args and args[0] in ("-H", "-L", "-P"):
        follow = args.pop(0) != "-P"
    starts: list[str] = []
    while args and not args[0].startswith(("-", "!", "(")):
        starts.append(args.pop(0))
    try:
        parsed = parse_find(args)
    except FindError as error:
        raise CommandError(f"find: {error}\n") from None
    status = 0
    for start in starts or ["."]:
        path = call.path(start)
        try:
            path = call.files.resolve(path) if follow else path
            found = list(call.files.walk(path))
        except OSError as error:
            status = call.fail_os(start, error)
            continue
        base = path.rstrip("/")
        for full in found[::-1] if parsed.depth_first else found:
            relative = full[len(base) :] if full != path else ""
            if parsed.least <= relative.count("/") <= parsed.most:
                shown = (start.rstrip("/") + relative) or "/"
                status = _find_one(call, parsed, shown, full) or status
    return status


def _find_one(call: Call, parsed: Parsed, shown: str, full: str) -> int:
    """Evaluates the expression on one file. Returns 1 if an action failed, else 0."""
    stat = call.files.stat(full, follow=False)
    status = 0

    def ask(term: Term) -> bool:
        nonlocal status
        call.shell.budget.spend_work(_WORK_PER_TERM)
        if term.name in ("true", "false"):
            return term.name == "true"
        if term.name not in ("delete", "exec", "print", "print0"):
            return _find_matches(call, term.name, term.words[0] if term.words else "", shown, stat)
        done = _find_act(call, term, shown, full, stat)
        status = status or int(not done and term.name == "delete")
        return done

    if holds(parsed.expression, ask) and not parsed.acts:
        call.print(shown)
    return status


def _find_matches(call: Call, test: str, value: str, shown: str, stat: Stat) -> bool:
    if test in ("name", "iname"):
        name = posixpath.basename(shown.rstrip("/")) or "/"
        return (
            fnmatch.fnmatchcase(name, value)
            if test == "name"
            else fnmatch.fnmatchcase(name.lower(), value.lower())
        )
    if test in ("path", "ipath"):
        return (
            fnmatch.fnmatchcase(shown, value)
            if test == "path"
            else fnmatch.fnmatchcase(shown.lower(), value.lower())
        )
    if test == "type":
        return {"file": "f", "directory": "d", "link": "l"}[stat.kind] in value.split(",")
    if test == "empty":
        return stat.kind == "file" and stat.size == 0
    if test in ("user", "group"):
        return value in (user_name(stat.owner if test == "user" else stat.group), str(stat.owner))
    if test == "perm":
        return re.fullmatch(r"[-/+]?[0-7]{1,4}", value) is not None and _permitted(stat.mode, value)
    if test == "newer":
        return stat.mtime_us > call.files.stat(call.path(value)).mtime_us
    match = re.fullmatch(r"([-+]?)([0-9]{1,15})([ckMG]?)", value)
    if not match:
        raise CommandError(f"find: bad number '{value}'\n")
    number = int(match[2])
    if test == "mtime":
        actual = (call.phone.state.clock.now_us - stat.mtime_us) // 86_400_000_000
    else:
        unit = {"c": 1, "": 512, "k": 1 << 10, "M": 1 << 20, "G": 1 << 30}[match[3]]
        actual = -(-stat.size // unit)
    return actual > number if match[1] == "+" else actual < number if match[1] == "-" else actual == number


def _permitted(mode: int, value: str) -> bool:
    wanted = int(value.lstrip("-/+"), 8)
    if value[0] == "-":
        return mode & wanted == wanted
    return bool(mode & wanted) if value[0] in "/+" else mode == wanted


def _find_act(call: Call, term: Term, shown: str, full: str, stat: Stat) -> bool:
    """Carries out an action on a file; returns whether it went well."""
    if term.name == "delete":
        if shown == ".":
            return True
        try:
            if stat.kind == "directory":
                call.files.remove_directory(full)
            else:
                call.files.remove(full)
        except OSError as error:
            call.fail_os(shown, error)
            return False
        return True
    if term.name == "exec":
        spend_on_replacing(call, term.words, "{}", shown)
        words = [word.replace("{}", shown) for word in term.words]
        call.shell.budget.spend_command()
        return call.shell.run_command(words, call.input, call.out, call.err) == 0
    call.write(shown + ("\0" if term.name == "print0" else "\n"))
    return True


def du(call: Call) -> int:
    options = Options(call, "abcdhHkKLmsx", "d", {"max-depth": "d"})
    most = 0 if "s" in options else options.number("d", 1 << 30)
    status = 0
    for name in options.rest or ["."]:
        path = call.path(name)
        try:
            entries = list(call.files.walk(path))
        except OSError as error:
            status = call.fail_os(name, error)
            continue
        sizes: dict[str, int] = {}
        for full in entries[::-1]:
            stat = call.files.stat(full, follow=False)
            sizes[full] = sizes.get(full, 0) + (stat.size if "b" in options else _blocks(stat))
            if full != path:
                parent = posixpath.dirname(full)
                sizes[parent] = sizes.get(parent, 0) + sizes[full]
            relative = full[len(path.rstrip("/")) :] if full != path else ""
            listed = "a" in options or stat.kind == "directory" or full == path
            if listed and relative.count("/") <= most:
                size = sizes[full]
                shown = (
                    _human(size * 1024) if options.any("hH") else str(size >> 10 if "m" in options else size)
                )
                call.print(f"{shown}\t{(name.rstrip('/') + relative) or '/'}")
    return status


def df(call: Call) -> int:
    options = Options(call, "ahHkiPm", "t")
    used = _SYSTEM_BLOCKS + call.files.used_bytes // 1024
    data = _SYSTEM_BLOCKS + call.files.quota // 1024
    rows = [
        ("/dev/block/dm-0", 812_480, 809_980, "/"),
        ("tmpfs", 1_012_288, 1_064, "/dev"),
        ("/dev/block/dm-5", data, used, "/data"),
        ("/dev/fuse", data, used, "/storage/emulated"),
    ]
    wanted = [call.files.resolve(call.path(name)) for name in options.rest]
    if wanted:
        rows = [max((r for r in rows if _under(path, r[3])), key=lambda r: len(r[3])) for path in wanted]
    human = options.any("hH")
    total_title, free_title = ("Size", "Avail") if human else ("1K-blocks", "Available")
    call.print(f"{'Filesystem':<15} {total_title:>9} {'Used':>8} {free_title:>9} Use% Mounted on")
    for device, total, taken, mount in rows:
        free = max(0, total - taken)
        cells = [_human(value * 1024) if human else str(value) for value in (total, taken, free)]
        percent = -(-100 * taken // total)
        call.print(f"{device:<15} {cells[0]:>9} {cells[1]:>8} {cells[2]:>9} {percent:>3}% {mount}")
    return 0


def _under(path: str, mount: str) -> bool:
    return mount == "/" or path == mount or path.startswith(mount + "/")


def basename(call: Call) -> int:
    options = Options(call, "a", "s")
    options.need(1)
    names = options.rest if options.any("as") else options.rest[:1]
    suffix = options.get("s") or (options.rest[1] if len(options.rest) > 1 and "a" not in options else "")
    for name in names:
        base = posixpath.basename(name.rstrip("/")) or ("/" if name else "")
        call.print(base.removesuffix(suffix) if base != suffix else base)
    return 0


def dirname(call: Call) -> int:
    options = Options(call)
    options.need(1)
    for name in options.rest:
        call.print(posixpath.dirname(name.rstrip("/")) or ("/" if name.startswith("/") else "."))
    return 0


def realpath(call: Call) -> int:
    options = Options(call, "zLPsm")
    options.need(1)
    status = 0
    for name in options.rest:
        try:
            call.print(call.files.resolve(call.path(name)))
        except OSError as error:
            status = call.fail_os(name, error)
    return status


def readlink(call: Call) -> int:
    options = Options(call, "femnqz")
    options.need(1)
    for name in options.rest:
        try:
            path = call.path(name)
            target = call.files.resolve(path) if options.any("fem") else call.files.read_link(path)
        except OSError:
            return 1
        call.write(target + ("" if "n" in options else "\n"))
    return 0


def file(call: Call) -> int:
    status = 0
    for name in call.args:
        try:
            stat = call.files.stat(call.path(name), follow=False)
            data = call.files.read(call.path(name)) if stat.kind == "file" else b""
        except OSError:
            call.print(f"{name}: cannot open")
            continue
        call.print(f"{name}: {_describe(stat, data)}")
    return status


def _describe(stat: Stat, data: bytes) -> str:
    if stat.kind != "file":
        return {"directory": "directory", "link": "symbolic link"}[stat.kind]
    magics = {
        b"\x89PNG": "PNG image data",
        b"\xff\xd8\xff": "JPEG image data",
        b"PK\x03\x04": "Zip archive data",
        b"SQLite format 3": "SQLite 3.x database",
        b"\x7fELF": "ELF executable",
    }
    for magic, text in magics.items():
        if data.startswith(magic):
            return text
    if not data:
        return "empty"
    return (
        "ASCII text"
        if data.isascii() and b"\0" not in data
        else "data"
        if max(decode(data)) >= "\udc80"
        else "UTF-8 text"
    )


COMMANDS: dict[str, Command] = {
    "basename": basename,
    "df": df,
    "dirname": dirname,
    "du": du,
    "file": file,
    "find": find,
    "ls": ls,
    "readlink": readlink,
    "realpath": realpath,
    "stat": stat,
}
