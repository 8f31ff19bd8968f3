"""Commands that belong to the shell itself: its directory, variables, flow and tests."""

from __future__ import annotations

import posixpath
import re

from mobile_env.phone.shell.call import (
    Call,
    Command,
    CommandError,
    decode,
    encode,
    spend_on_replacing,
)
from mobile_env.phone.shell.language.formatting import format_arguments, unescape
from mobile_env.phone.shell.language.sh import BINARY_DIRECTORIES, ExitShell, LoopControl

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def _status(call: Call, default: int) -> int:
    if not call.args:
        return default
    if not call.args[0].lstrip("-").isdecimal() or len(call.args[0]) > 9:
        raise CommandError(f"/system/bin/sh: {call.name}: {call.args[0]}: bad number\n")
    return int(call.args[0])


def cd(call: Call) -> int:
    target = call.args[0] if call.args else call.shell.env.get("HOME", "/")
    if target == "-":
        target = call.shell.env.get("OLDPWD", call.shell.cwd)
    path = call.path(target)
    try:
        call.files.list(path)
        resolved = call.files.resolve(path) if ".." in path.split("/") else posixpath.normpath(path)
    except OSError as error:
        call.complain(f"/system/bin/sh: cd: {target}: {error.strerror}")
        return 2
    call.shell.env["OLDPWD"] = call.shell.cwd
    call.shell.cwd = resolved if resolved != "//" else "/"
    return 0


def pwd(call: Call) -> int:
    call.print(call.files.resolve(call.shell.cwd) if "-P" in call.args else call.shell.cwd)
    return 0


def export(call: Call) -> int:
    for word in call.args:
        name, equals, value = word.partition("=")
        if word.startswith("-"):
            continue
        if not _NAME.match(name):
            raise CommandError(f"/system/bin/sh: {call.name}: {name}: is not an identifier\n")
        if equals:
            call.shell.env[name] = value
    if not call.args:
        for name, value in sorted(call.shell.env.items()):
            call.print(f"export {name}={value}")
    return 0


def unset(call: Call) -> int:
    for name in call.args:
        call.shell.env.pop(name, None)
    return 0


def set_(call: Call) -> int:
    if call.args[:1] == ["--"]:
        call.shell.parameters = call.args[1:]
    elif not call.args:
        for name, value in sorted(call.shell.env.items()):
            call.print(f"{name}={value}")
    elif not call.args[0].startswith(("-", "+")):
        call.shell.parameters = list(call.args)
    return 0


def shift(call: Call) -> int:
    count = _status(call, 1)
    if not 0 <= count <= len(call.shell.parameters):
        raise CommandError(f"/system/bin/sh: shift: {count}: bad number\n")
    del call.shell.parameters[:count]
    return 0


def exit_(call: Call) -> int:
    raise ExitShell(_status(call, call.shell.status))


def break_(call: Call) -> int:
    raise LoopControl(call.name == "continue", max(1, _status(call, 1)))


def eval_(call: Call) -> int:
    return call.shell.run_script(" ".join(call.args), call.input, call.out, call.err)


def exec_(call: Call) -> int:
    if not call.args:
        return 0
    raise ExitShell(call.shell.run_command(call.args, call.input, call.out, call.err))


def source(call: Call) -> int:
    if not call.args:
        raise CommandError("/system/bin/sh: .: missing argument\n")
    try:
        text = decode(call.files.read(call.path(call.args[0])))
    except OSError as error:
        call.complain(f"/system/bin/sh: .: {call.args[0]}: {error.strerror}")
        return 1
    return call.shell.run_script(text, call.input, call.out, call.err)


def sh(call: Call) -> int:
    args = list(call.args)
    while args and args[0].startswith("-") and args[0] != "-c":
        args.pop(0)
    if not args:
        return call.shell.run_child(decode(call.input.read()), [], call.input, call.out, call.err)
    if args[0] == "-c":
        if len(args) < 2:
            raise CommandError("/system/bin/sh: -c requires an argument\n")
        name = args[2] if len(args) > 2 else "/system/bin/sh"
        return call.shell.run_child(args[1], args[3:], call.input, call.out, call.err, name=name)
    try:
        text = decode(call.files.read(call.path(args[0])))
    except OSError as error:
        call.complain(f"/system/bin/sh: {args[0]}: can't open: {error.strerror}")
        return 127
    return call.shell.run_child(text, args[1:], call.input, call.out, call.err, name=args[0])


def read(call: Call) -> int:
    names = [name for name in call.args if not name.startswith("-")] or ["REPLY"]
    line = call.input.read_line()
    if line is None:
        for name in names:
            call.shell.env[name] = ""
        return 1
    text = decode(line).removesuffix("\n").strip(" \t")
    pieces = text.split(None, len(names) - 1) if len(names) > 1 else [text]
    for number, name in enumerate(names):
        call.shell.env[name] = pieces[number] if number < len(pieces) else ""
    return 0


def command(call: Call) -> int:
    if call.args[:1] in (["-v"], ["-V"]):
        return which(Call(call.shell, "which", call.args[1:], call.input, call.out, call.err))
    if not call.args:
        return 0
    return call.shell.run_command(call.args, call.input, call.out, call.err)


def which(call: Call) -> int:
    from mobile_env.phone.shell.registry import find

    status = 0
    for name in call.args:
        directory, base = posixpath.split(name)
        if find(call.kernel, base) and (not directory or directory in BINARY_DIRECTORIES):
            call.print(f"/system/bin/{base}")
        else:
            status = 1
    return status


def type_(call: Call) -> int:
    from mobile_env.phone.shell.registry import find

    status = 0
    for name in call.args:
        if name in COMMANDS_HERE:
            call.print(f"{name} is a shell builtin")
        elif find(call.kernel, name):
            call.print(f"{name} is /system/bin/{name}")
        else:
            call.print(f"{name} not found")
            status = 1
    return status


def true(call: Call) -> int:
    return 0


def false(call: Call) -> int:
    return 1


def echo(call: Call) -> int:
    args = list(call.args)
    newline, escapes = True, False
    while args and re.fullmatch(r"-[neE]+", args[0]):
        newline = newline and "n" not in args[0]
        escapes = "e" in args[0] or (escapes and "E" not in args[0])
        args.pop(0)
    text = " ".join(args)
    stop = False
    if escapes:
        text, stop = unescape(text)
    call.write(text + ("\n" if newline and not stop else ""))
    return 0


def printf(call: Call) -> int:
    if not call.args:
        raise CommandError("/system/bin/sh: usage: printf format [arguments ...]\n")
    text, complaints = format_arguments(call.args[0], call.args[1:])
    call.write(text)
    for complaint in complaints:
        call.fail(complaint)
    return int(bool(complaints))


def test(call: Call) -> int:
    args = list(call.args)
    if call.name == "[":
        if not args or args[-1] != "]":
            raise CommandError("/system/bin/sh: [: missing ]\n", 2)
        args.pop()
    return int(not _Test(call, args).result())


class _Test:
    """Recursive descent over the arguments of `test`."""

    def __init__(self, call: Call, args: list[str]) -> None:
        self._call = call
        self._words = args[::-1]

    def result(self) -> bool:
        if not self._words:
            return False
        value = self._or(0)
        if self._words:
            raise self._error(f"{self._words[-1]}: unexpected operator/operand")
        return value

    def _error(self, text: str) -> CommandError:
        return CommandError(f"/system/bin/sh: {self._call.name}: {text}\n", 2)

    def _or(self, depth: int) -> bool:
        value = self._and(depth)
        while self._words and self._words[-1] == "-o":
            self._words.pop()
            value = self._and(depth) or value
        return value

    def _and(self, depth: int) -> bool:
        value = self._primary(depth)
        while self._words and self._words[-1] == "-a":
            self._words.pop()
            value = self._primary(depth) and value
        return value

    def _primary(self, depth: int) -> bool:
        if depth > 50 or not self._words:
            raise self._error("argument expected")
        words = self._words
        if len(words) >= 3 and words[-2] in _BINARY:
            left, operator, right = words.pop(), words.pop(), words.pop()
            return self._compare(left, operator, right)
        word = words.pop()
        if word == "!" and words:
            return not self._primary(depth + 1)
        if word == "(" and words:
            value = self._or(depth + 1)
            if not words or words.pop() != ")":
                raise self._error("missing )")
            return value
        if word in _UNARY and words:
            return self._unary(word, words.pop())
        return word != ""

    def _compare(self, left: str, operator: str, right: str) -> bool:
        if operator in ("=", "=="):
            return left == right
        if operator == "!=":
            return left != right
        if operator in ("<", ">"):
            return left < right if operator == "<" else left > right
        if operator in ("-nt", "-ot"):
            files, path = self._call.files, self._call.path
            if not (files.exists(path(left)) and files.exists(path(right))):
                return files.exists(path(left if operator == "-nt" else right))
            newer = files.stat(path(left)).mtime_us - files.stat(path(right)).mtime_us
            return newer > 0 if operator == "-nt" else newer < 0
        a, b = self._number(left), self._number(right)
        return {
            "-eq": a == b,
            "-ne": a != b,
            "-lt": a < b,
            "-le": a <= b,
            "-gt": a > b,
            "-ge": a >= b,
        }[operator]

    def _number(self, text: str) -> int:
        if not re.fullmatch(r"\s*[-+]?[0-9]{1,18}\s*", text):
            raise self._error(f"{text}: bad number")
        return int(text)

    def _unary(self, operator: str, word: str) -> bool:
        if operator in "-n-z":
            return (word != "") == (operator == "-n")
        if operator == "-t":
            return False
        files, path = self._call.files, self._call.path(word)
        if operator in ("-L", "-h"):
            try:
                return files.stat(path, follow=False).kind == "link"
            except OSError:
                return False
        if not files.exists(path):
            return False
        stat = files.stat(path)
        bits = {"-r": 0o444, "-w": 0o222, "-x": 0o111}
        if operator in bits:
            return bool(stat.mode & bits[operator])
        return {
            "-e": True,
            "-a": True,
            "-f": stat.kind == "file",
            "-d": stat.kind == "directory",
            "-s": stat.size > 0,
        }[operator]


_BINARY = frozenset(["=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot"])
_UNARY = frozenset(["-n", "-z", "-e", "-f", "-d", "-s", "-r", "-w", "-x", "-L", "-h", "-t"])


def env(call: Call) -> int:
    args = list(call.args)
    child = call.shell.child()
    while args:
        if args[0] in ("-i", "-"):
            child.env.clear()
        elif args[0] == "-u" and len(args) > 1:
            child.env.pop(args.pop(1), None)
        elif "=" in args[0]:
            name, _, value = args[0].partition("=")
            child.env[name] = value
        else:
            break
        args.pop(0)
    if args:
        return child.run_command(args, call.input, call.out, call.err)
    for name, value in sorted(child.env.items()):
        call.print(f"{name}={value}")
    return 0


def xargs(call: Call) -> int:
    args = list(call.args)
    per_call, replace, null = 5000, None, False
    while args and args[0].startswith("-"):
        flag = args.pop(0)
        if flag == "-n" and args and args[0].isdecimal() and int(args[0]) > 0:
            per_call = int(args.pop(0))
        elif flag == "-I" and args:
            replace, per_call = args.pop(0), 1
        elif flag == "-0":
            null = True
        elif flag != "-r":
            raise CommandError(f"xargs: Unknown option '{flag.lstrip('-')}' (see \"xargs --help\")\n")
    text = decode(call.input.read())
    if null:
        items = [item for item in text.split("\0") if item]
    else:
        items = [line for line in text.split("\n") if line] if replace else text.split()
    words = args or ["echo"]
    status = 0
    for start in range(0, len(items), per_call):
        batch = items[start : start + per_call]
        if replace:
            spend_on_replacing(call, words, replace, batch[0])
            line = [word.replace(replace, batch[0]) for word in words]
        else:
            line = words + batch
        call.shell.budget.spend_command()
        if call.shell.run_command(line, call.input, call.out, call.err):
            status = 123
    return status


def sleep(call: Call) -> int:
    if not call.args:
        raise CommandError('sleep: Need 1 argument (see "sleep --help")\n')
    total = 0.0
    for word in call.args:
        match = re.fullmatch(r"([0-9]{0,9}\.?[0-9]{0,9})([smhd]?)", word)
        if not match or not match[1].strip("."):
            raise CommandError(f"sleep: bad number '{word}'\n")
        total += float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[match[2]]
    # A year at most: nothing on a phone waits longer, and the calendar ends.
    call.phone.advance(min(total, 366 * 86400.0))
    return 0


def nothing(call: Call) -> int:
    """Accepts commands that have nothing to do here: there are no jobs, signals or terminals."""
    return 0


def toybox(call: Call) -> int:
    from mobile_env.phone.shell.registry import find, names

    if not call.args:
        call.print(" ".join(names(call.kernel)))
        return 0
    if not find(call.kernel, call.args[0]):
        raise CommandError(f'toybox: Unknown command {call.args[0]} (see "toybox --help")\n', 127)
    return call.shell.run_command(call.args, call.input, call.out, call.err)


def tee(call: Call) -> int:
    append = "-a" in call.args
    data = call.input.read()
    call.out.write(data)
    status = 0
    for path in (word for word in call.args if not word.startswith("-")):
        full = call.path(path)
        try:
            if append:
                call.files.append(full, data)
            else:
                call.files.write(full, data)
        except OSError as error:
            status = call.fail_os(path, error)
    return status


def yes(call: Call) -> int:
    # Endless on a phone; here as much as a pipe holds.
    line = encode((" ".join(call.args) or "y") + "\n")
    call.out.write((line * (65536 // len(line) + 1))[:65536])
    return 0


COMMANDS: dict[str, Command] = {
    ".": source,
    ":": true,
    "[": test,
    "break": break_,
    "cd": cd,
    "command": command,
    "continue": break_,
    "echo": echo,
    "env": env,
    "eval": eval_,
    "exec": exec_,
    "exit": exit_,
    "export": export,
    "false": false,
    "printf": printf,
    "pwd": pwd,
    "read": read,
    "readonly": export,
    "return": exit_,
    "set": set_,
    "sh": sh,
    "shift": shift,
    "sleep": sleep,
    "source": source,
    "sync": nothing,
    "tee": tee,
    "test": test,
    "toybox": toybox,
    "trap": nothing,
    "true": true,
    "type": type_,
    "ulimit": nothing,
    "umask": nothing,
    "unset": unset,
    "wait": nothing,
    "which": which,
    "xargs": xargs,
    "yes": yes,
}
COMMANDS_HERE = frozenset(COMMANDS) - {"env", "sh", "sleep", "sync", "tee", "toybox", "which", "xargs", "yes"}
