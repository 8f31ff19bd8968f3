"""Commands that change the file tree: cp, mv, rm, mkdir, touch, chmod and their like."""

from __future__ import annotations

import contextlib
import datetime
import posixpath
import re

from mobile_env.phone.shell.call import Call, Command, CommandError
from mobile_env.phone.shell.toybox.options import Options
from mobile_env.phone.shell.users import user_id


def cp(call: Call) -> int:
    options = Options(call, "adfFHilLnpPRrsTuv")
    options.need(2)
    return _transfer(call, options, move=False)


def mv(call: Call) -> int:
    options = Options(call, "finTv")
    options.need(2)
    return _transfer(call, options, move=True)


def _transfer(call: Call, options: Options, *, move: bool) -> int:
    *sources, target = options.rest
    into = call.files.is_directory(call.path(target)) and "T" not in options
    if len(sources) > 1 and not into:
        raise CommandError(f"{call.name}: '{target}' not directory\n")
    status = 0
    for source in sources:
        old = call.path(source)
        new = call.path(target)
        if into:
            new = posixpath.join(new, posixpath.basename(source.rstrip("/")))
        try:
            follow = not move and not options.any("adPRr")
            stat = call.files.stat(old, follow=follow)
        except OSError as error:
            status = call.fail(f"bad '{source}': {error.strerror}")
            continue
        if "n" in options and call.files.exists(new):
            continue
        try:
            if move:
                call.files.move(old, new)
            elif stat.kind == "directory" and not options.any("adRr"):
                status = call.fail(f"Skipped dir '{source}'")
                continue
            else:
                _copy(call, old, new, keep=options.any("ap"))
        except OSError as error:
            status = call.fail(f"bad '{target if into is False else new}': {error.strerror}")
            continue
        if "v" in options:
            call.print(f"{call.name} '{source}'" + (f" -> '{new}'" if move else ""))
    return status


def _copy(call: Call, old: str, new: str, *, keep: bool) -> None:
    files = call.files
    source, target = files.resolve(old), files.resolve(new)
    if (target + "/").startswith(source + "/") and files.is_directory(old):
        raise OSError(22, "Invalid argument", new)
    for path in list(files.walk(source)) if files.is_directory(old) else [old]:
        copy = new + path[len(source) :] if files.is_directory(old) else new
        stat = files.stat(path, follow=files.is_file(old))
        if stat.kind == "directory":
            if not files.is_directory(copy):
                files.make_directory(copy, mode=stat.mode)
        elif stat.kind == "link":
            files.make_link(files.read_link(path), copy)
        else:
            files.write(copy, files.read(path), mtime_us=stat.mtime_us if keep else None)
            if keep:
                files.set_mode(copy, stat.mode)


def rm(call: Call) -> int:
    options = Options(call, "firRv")
    if not options.rest and "f" not in options:
        options.need(1)
    status = 0
    for name in options.rest:
        path = call.path(name)
        if name.rstrip("/") and posixpath.basename(name.rstrip("/")) in (".", ".."):
            status = call.fail(f"bad path '{name}'")
            continue
        try:
            call.files.remove(path, recursive=options.any("rR"))
        except FileNotFoundError as error:
            if "f" not in options:
                status = call.fail_os(name, error)
        except OSError as error:
            status = call.fail_os(name, error)
    return status


def mkdir(call: Call) -> int:
    options = Options(call, "pv", "m")
    options.need(1)
    status = 0
    for name in options.rest:
        try:
            call.files.make_directory(call.path(name), parents="p" in options)
            if "m" in options:
                call.files.set_mode(call.path(name), parse_mode(options.get("m"), 0o777))
        except OSError as error:
            status = call.fail(f"'{name}': {error.strerror}")
    return status


def rmdir(call: Call) -> int:
    options = Options(call, "p", "", {"ignore-fail-on-non-empty": "p"})
    options.need(1)
    status = 0
    for name in options.rest:
        try:
            call.files.remove_directory(call.path(name))
        except OSError as error:
            status = call.fail_os(name, error)
    return status


def touch(call: Call) -> int:
    options = Options(call, "acfhm", "drt", {"no-create": "c", "date": "d"})
    options.need(1)
    when = None
    if "r" in options:
        when = call.files.stat(call.path(options.get("r"))).mtime_us
    elif options.any("dt"):
        when = parse_time(call, options.get("d") or options.get("t"), touch_form="t" in options)
    status = 0
    for name in options.rest:
        path = call.path(name)
        try:
            if call.files.exists(path):
                call.files.set_mtime(path, when)
            elif "c" not in options:
                call.files.write(path, b"", mtime_us=when)
        except OSError as error:
            status = call.fail(f"'{name}': {error.strerror}")
    return status


_LONGEST_MODE = 1000
_TIMES = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m-%d")
_DIGITS = re.compile(r"(\d\d)(\d\d)(\d\d)(\d\d)(?:(\d\d)?(\d\d))?(?:\.(\d\d))?\Z")


def parse_time(call: Call, text: str, *, touch_form: bool = False) -> int:
    """Reads a time as toybox's date and touch do; returns µs since the Unix epoch.

    Args:
      call: for its name and clock.
      text: `@seconds`, `YYYY-MM-DD hh:mm[:ss]` or `MMDDhhmm[[CC]YY][.ss]` (touch: `[[CC]YY]MMDDhhmm[.ss]`).
      touch_form: whether the year comes first.
    """
    error = CommandError(f"{call.name}: bad date '{text}'\n")
    if re.fullmatch(r"@\d{1,11}(\.\d{1,6})?", text):
        return round(float(text[1:]) * 1_000_000)
    for form in _TIMES:
        try:
            moment = datetime.datetime.strptime(text.removesuffix("Z"), form)
        except ValueError:
            continue
        return round(moment.replace(tzinfo=datetime.UTC).timestamp()) * 1_000_000
    digits = text
    if touch_form:
        body, dot, seconds = text.partition(".")
        digits = body[-8:] + body[:-8] + dot + seconds
    match = _DIGITS.match(digits)
    if not match:
        raise error
    now = call.phone.state.clock.datetime()
    year = now.year
    if match[6]:
        century = int(match[5]) if match[5] else (19 if int(match[6]) > 68 else 20)
        year = century * 100 + int(match[6])
    try:
        moment = datetime.datetime(
            year,
            int(match[1]),
            int(match[2]),
            int(match[3]),
            int(match[4]),
            int(match[7] or 0),
            tzinfo=datetime.UTC,
        )
        return round(moment.timestamp()) * 1_000_000
    except ValueError:
        raise error from None


def parse_mode(text: str, old: int) -> int:
    """Permission bits from `755` or `u+x,g-w`; raises CommandError."""
    if len(text) > _LONGEST_MODE:
        raise CommandError(f"chmod: bad mode: more than {_LONGEST_MODE} characters\n")
    if re.fullmatch(r"[0-7]{1,4}", text):
        return int(text, 8)
    for clause in text.split(","):
        match = re.fullmatch(r"([ugoa]*)([-+=])([rwxXst]*)", clause)
        if not match:
            raise CommandError(f"chmod: bad mode '{text}'\n")
        who = match[1].replace("a", "ugo") or "ugo"
        bits = sum({"r": 4, "w": 2, "x": 1, "X": 1}.get(letter, 0) for letter in set(match[3]))
        for user in set(who):
            shift = {"u": 6, "g": 3, "o": 0}[user]
            if match[2] == "+":
                old |= bits << shift
            elif match[2] == "-":
                old &= ~(bits << shift)
            else:
                old = old & ~(7 << shift) | bits << shift
    return old


def _each(call: Call, options: Options, names: list[str]) -> list[str]:
    """The named paths and, with -R, all paths below them. Prints an error for missing paths."""
    paths: list[str] = []
    for name in names:
        path = call.path(name)
        paths += call.files.walk(path) if "R" in options else [path]
    return paths


def chmod(call: Call) -> int:
    args = list(call.args)
    # A mode may begin with a minus.
    mode = next((word for word in args if not re.fullmatch(r"-[Rfv]+", word)), "")
    if mode:
        args.remove(mode)
    options = Options(Call(call.shell, call.name, args, call.input, call.out, call.err), "Rfv")
    if not mode or not options.rest:
        raise CommandError('chmod: Need 2 arguments (see "chmod --help")\n')
    for path in _each(call, options, options.rest):
        call.files.set_mode(path, parse_mode(mode, call.files.stat(path).mode))
    return 0


def restorecon(call: Call) -> int:
    """Gives files the labels of their paths. Labels are not kept: the phone enforces no SELinux policy."""
    options = Options(call, "DFnrRv")
    options.need(1)
    return _need_files(call, options.rest)


def chcon(call: Call) -> int:
    """Gives files a label, which is not kept, as with `restorecon`."""
    options = Options(call, "hvR")
    options.need(2)
    return _need_files(call, options.rest[1:])


def _need_files(call: Call, names: list[str]) -> int:
    status = 0
    for name in names:
        if not call.files.exists(call.path(name)):
            status = call.fail(f"{name}: No such file or directory")
    return status


def chown(call: Call) -> int:
    options = Options(call, "Rfhv")
    options.need(2)
    user, _, group = options.rest[0].replace(".", ":", 1).partition(":")
    if call.name == "chgrp":
        user, group = "", user
    ids: list[int | None] = []
    for kind, name in (("user", user), ("group", group)):
        number = user_id(name) if name else None
        if name and number is None:
            raise CommandError(f"{call.name}: unknown {kind} '{name}'\n")
        ids.append(number)
    for path in _each(call, options, options.rest[1:]):
        call.files.set_owner(path, ids[0], ids[1])
    return 0


def ln(call: Call) -> int:
    options = Options(call, "fnsTv")
    options.need(1)
    *targets, name = options.rest if len(options.rest) > 1 else [*options.rest, "."]
    into = call.files.is_directory(call.path(name))
    status = 0
    for target in targets:
        path = posixpath.join(call.path(name), posixpath.basename(target)) if into else call.path(name)
        try:
            if "f" in options and not call.files.is_directory(path):
                with contextlib.suppress(FileNotFoundError):
                    call.files.remove(path)
            if "s" in options:
                call.files.make_link(target, path)
            else:
                # A phone's file tree has no hard links; a copy is the closest.
                call.files.write(path, call.files.read(call.path(target)))
        except OSError as error:
            status = call.fail(f"cannot create link from '{target}' to '{path}': {error.strerror}")
    return status


def truncate(call: Call) -> int:
    options = Options(call, "c", "s")
    options.need(1)
    size = options.number("s", 0)
    if not 0 <= size <= 64 << 20:
        raise CommandError(f"truncate: bad size '{options.get('s')}'\n")
    for name in options.rest:
        path = call.path(name)
        data = call.files.read(path) if call.files.exists(path) else b""
        call.files.write(path, data[:size].ljust(size, b"\0"))
    return 0


COMMANDS: dict[str, Command] = {
    "chgrp": chown,
    "chcon": chcon,
    "chmod": chmod,
    "chown": chown,
    "cp": cp,
    "ln": ln,
    "mkdir": mkdir,
    "mv": mv,
    "restorecon": restorecon,
    "rm": rm,
    "rmdir": rmdir,
    "touch": touch,
    "truncate": truncate,
}
