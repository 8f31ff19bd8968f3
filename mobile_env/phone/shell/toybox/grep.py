"""grep: lines that match a pattern."""

from __future__ import annotations

import re

from mobile_env.phone.shell.call import Call, Command, CommandError, decode
from mobile_env.phone.shell.toybox.options import Options
from mobile_env.phone.shell.toybox.patterns import compile_pattern
from mobile_env.phone.shell.toybox.text import lines_of
from mobile_env.regex import Regex

_LONG = {
    "color": "a",
    "colour": "a",
    "count": "c",
    "extended-regexp": "E",
    "fixed-strings": "F",
    "ignore-case": "i",
    "invert-match": "v",
    "line-number": "n",
    "max-count": "m",
    "only-matching": "o",
    "quiet": "q",
    "recursive": "r",
    "regexp": "e",
    "word-regexp": "w",
}


# What a search costs besides the characters of its line, in bytes gone through.
_WORK_PER_SEARCH = 20


def grep(call: Call) -> int:
    """Exit code 0: a line matched, 1: none did, 2: an error."""
    options = Options(call, "abcEFHhIiLlnoqRrsvwxzP", "ABCefm", _LONG)
    patterns = options.all("e")
    if "f" in options:
        patterns = patterns + [
            decode(line) for line in lines_of(call.files.read(call.path(options.get("f"))))
        ]
    rest = list(options.rest)
    if not patterns:
        if not rest:
            raise CommandError('grep: Need 1 argument (see "grep --help")\n', 2)
        patterns = [rest.pop(0)]
    compiled = [_compile(call, options, text) for pattern in patterns for text in pattern.split("\n")]
    recursive = options.any("rR")
    names = _below(call, rest or ["."]) if recursive else rest
    contents, failed = call.read_inputs(names)
    named = ("H" in options or len(names) > 1 or recursive) and "h" not in options
    found = False
    for name, data in contents:
        matched = _search(call, options, compiled, "(standard input)" if name == "-" else name, data, named)
        found = found or matched
        if found and "q" in options:
            return 0
    return 2 if failed else int(not found)


def _compile(call: Call, options: Options, pattern: str) -> Regex:
    extended = options.any("EP") or call.name == "egrep"
    fixed = "F" in options or call.name == "fgrep"
    flags = re.IGNORECASE if "i" in options else re.NOFLAG
    around = r"\A{}\Z" if "x" in options else r"(?<!\w){}(?!\w)" if "w" in options else "{}"
    return compile_pattern(
        call, pattern, extended=extended, fixed=fixed, flags=flags, around=around, longest="o" in options
    )


def _below(call: Call, names: list[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        path = call.path(name)
        if not call.files.is_directory(path):
            found.append(name)
            continue
        base = name.rstrip("/")
        root = call.files.resolve(path)
        found += [base + full[len(root) :] for full in call.files.walk(root) if call.files.is_file(full)]
    return found


def _search(call: Call, options: Options, patterns: list[Regex], name: str, data: bytes, named: bool) -> bool:
    lines = [decode(line) for line in lines_of(data)]
    call.shell.budget.spend_work((len(data) // 16 + _WORK_PER_SEARCH * len(lines)) * (len(patterns) - 1))
    limit = options.number("m", 1 << 30)
    before = options.number("B", options.number("C", 0))
    after = options.number("A", options.number("C", 0))
    count = 0
    printed = -1
    quiet = options.any("cqlL")
    pending = 0

    def show(number: int, text: str, mark: str) -> None:
        prefix = f"{name}{mark}" if named else ""
        if "n" in options:
            prefix += f"{number + 1}{mark}"
        call.print(prefix + text)

    for number, line in enumerate(lines):
        matches = any(each.search(line) is not None for each in patterns)
        if matches == ("v" in options):
            if pending > 0 and not quiet:
                show(number, line, "-")
                printed = number
                pending -= 1
            continue
        if count >= limit:
            break
        count += 1
        if quiet:
            continue
        if "o" in options and "v" not in options:
            for pattern in patterns:
                for match in pattern.finditer(line):
                    if match[0]:
                        show(number, match[0], ":")
            continue
        start = max(printed + 1, number - before)
        if (before or after) and printed >= 0 and start > printed + 1:
            call.print("--")
        for earlier in range(start, number):
            show(earlier, lines[earlier], "-")
        show(number, line, ":")
        printed = number
        pending = after
    if "c" in options and "q" not in options:
        call.print((f"{name}:" if named else "") + str(count))
    if ("l" in options and count) or ("L" in options and not count):
        call.print(name)
    return count > 0


COMMANDS: dict[str, Command] = {"egrep": grep, "fgrep": grep, "grep": grep}
