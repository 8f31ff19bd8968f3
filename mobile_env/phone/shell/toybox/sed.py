"""sed, the part that scripts for phones use: s///, d, p, q with line numbers and patterns as addresses."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mobile_env.phone.shell.call import Call, Command, CommandError, decode, encode
from mobile_env.phone.shell.language.streams import Budget
from mobile_env.phone.shell.toybox.options import Options
from mobile_env.phone.shell.toybox.patterns import compile_pattern
from mobile_env.regex import Regex, RegexMatch

# What it costs to try an instruction on a line, in bytes gone through.
_WORK_PER_INSTRUCTION = 3
# Copying so many characters costs no more than searching one.
_CHARACTERS_PER_BYTE = 16

_Address = int | str | Regex | None


@dataclass
class _Instruction:
    first: _Address
    last: _Address
    negated: bool
    kind: str
    pattern: Regex | None = None
    # Texts, and numbers of groups whose text stands there.
    replacement: tuple[str | int, ...] = ()
    everywhere: bool = False
    occurrence: int = 1
    prints: bool = False
    # Whether a range of lines has begun and not ended.
    within: bool = False


class _Script:
    """Reads a script character by character."""

    def __init__(self, call: Call, text: str, extended: bool) -> None:
        self._call = call
        self._text = text
        self._at = 0
        self._extended = extended

    def instructions(self) -> list[_Instruction]:
        found: list[_Instruction] = []
        while True:
            while self._peek() in (" ", "\t", "\n", ";") and self._peek():
                self._at += 1
            if not self._peek():
                return found
            found.append(self._instruction())

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _error(self) -> CommandError:
        return CommandError(f"sed: bad pattern '{self._text}'@{self._at} (unsupported or malformed)\n")

    def _instruction(self) -> _Instruction:
        first = self._address()
        last: _Address = None
        if self._peek() == ",":
            self._at += 1
            last = self._address()
            if last is None:
                raise self._error()
        negated = self._peek() == "!"
        self._at += negated
        kind = self._peek()
        self._at += 1
        instruction = _Instruction(first, last, negated, kind)
        if kind == "s":
            self._substitute(instruction)
        elif kind not in ("d", "p", "q") or not kind:
            self._at -= 1
            raise self._error()
        return instruction

    def _address(self) -> _Address:
        match = re.compile(r"[0-9]{1,9}").match(self._text, self._at)
        if match:
            self._at = match.end()
            return int(match[0])
        if self._peek() == "$":
            self._at += 1
            return "$"
        if self._peek() == "/":
            return compile_pattern(self._call, self._delimited("/"), extended=self._extended)
        return None

    def _delimited(self, delimiter: str) -> str:
        """Reads the text between the delimiter at the cursor and the next one; the cursor is then behind the second."""
        out: list[str] = []
        self._at += 1
        while self._peek() != delimiter:
            if not self._peek():
                raise self._error()
            if self._peek() == "\\" and self._text[self._at + 1 : self._at + 2] == delimiter:
                self._at += 1
            elif self._peek() == "\\":
                out.append("\\")
                self._at += 1
            out.append(self._peek())
            self._at += 1
        self._at += 1
        return "".join(out)

    def _substitute(self, instruction: _Instruction) -> None:
        delimiter = self._peek()
        if not delimiter or delimiter in "\n\\":
            raise self._error()
        pattern = self._delimited(delimiter)
        self._at -= 1
        instruction.replacement = _pieces(self._delimited(delimiter))
        flags = re.NOFLAG
        while self._peek() and self._peek() not in " ;\n}":
            letter = self._peek()
            if letter == "g":
                instruction.everywhere = True
            elif letter in "iI":
                flags = re.IGNORECASE
            elif letter == "p":
                instruction.prints = True
            elif letter.isdecimal() and letter != "0":
                instruction.occurrence = int(letter)
            else:
                raise self._error()
            self._at += 1
        instruction.pattern = compile_pattern(
            self._call, pattern, extended=self._extended, flags=flags, longest=True
        )


def sed(call: Call) -> int:
    options = Options(call, "EinrsuZz", "ef", {"quiet": "n", "in-place": "i", "expression": "e"})
    rest = list(options.rest)
    scripts = options.all("e")
    if not scripts:
        if not rest:
            raise CommandError('sed: Need 1 argument (see "sed --help")\n')
        scripts = [rest.pop(0)]
    script = "\n".join(scripts)
    extended = options.any("Er")
    contents, status = call.read_inputs(rest)
    if "i" in options:
        for name, data in contents:
            call.files.write(
                call.path(name),
                _run(call, _Script(call, script, extended).instructions(), data, "n" in options),
            )
        return status
    call.out.write(
        _run(
            call,
            _Script(call, script, extended).instructions(),
            b"".join(d for _, d in contents),
            "n" in options,
        )
    )
    return status


def _run(call: Call, script: list[_Instruction], data: bytes, quiet: bool) -> bytes:
    budget = call.shell.budget
    text = decode(data)
    lines = text.split("\n")
    ended = lines[-1] == ""
    if ended:
        lines.pop()
    out: list[str] = []
    for number, original in enumerate(lines, 1):
        line: str | None = original
        stop = False
        budget.spend_work(_WORK_PER_INSTRUCTION * len(script))
        for instruction in script:
            if line is None or not _selects(instruction, number, line, number == len(lines)):
                continue
            if instruction.kind == "d":
                line = None
            elif instruction.kind == "p":
                budget.spend_work(len(line) // _CHARACTERS_PER_BYTE)
                out.append(line)
            elif instruction.kind == "q":
                stop = True
                break
            else:
                changed = _substituted(budget, instruction, line)
                if changed is not None:
                    line = changed
                    if instruction.prints:
                        out.append(line)
        if line is not None and not quiet:
            out.append(line)
        if stop:
            break
    return encode("\n".join(out) + ("\n" if out and (ended or len(out) != len(lines)) else ""))


def _meets(address: _Address, number: int, line: str, last: bool) -> bool:
    if isinstance(address, int):
        return number == address
    if isinstance(address, Regex):
        return bool(address.search(line))
    return last


def _selects(instruction: _Instruction, number: int, line: str, last: bool) -> bool:
    if instruction.first is None:
        chosen = True
    elif instruction.last is None:
        chosen = _meets(instruction.first, number, line, last)
    elif instruction.within:
        chosen = True
        instruction.within = not _meets(instruction.last, number, line, last)
    else:
        chosen = _meets(instruction.first, number, line, last)
        ends_here = isinstance(instruction.last, int) and instruction.last <= number
        instruction.within = chosen and not ends_here
    return chosen != instruction.negated


def _substituted(budget: Budget, instruction: _Instruction, line: str) -> str | None:
    """The line after s///; None if the pattern did not match."""
    assert instruction.pattern is not None
    out: list[str] = []
    at = count = 0
    for match in instruction.pattern.finditer(line):
        count += 1
        if count < instruction.occurrence:
            continue
        out += [line[at : match.start()], _expand(budget, instruction.replacement, match)]
        at = match.end()
        if not instruction.everywhere:
            break
    return "".join(out) + line[at:] if out else None


def _pieces(replacement: str) -> tuple[str | int, ...]:
    """Splits the right side of `s///` into texts and numbers of groups; 0 is the whole match."""
    pieces: list[str | int] = []
    for part in re.findall(r"\\.|&|[^\\&]+|\\", replacement, re.DOTALL):
        if part == "&":
            pieces.append(0)
        elif len(part) == 2 and part[0] == "\\":
            pieces.append(
                int(part[1]) if part[1] in "0123456789" else {"n": "\n", "t": "\t"}.get(part[1], part[1])
            )
        else:
            pieces.append(part)
    return tuple(pieces)


def _expand(budget: Budget, replacement: tuple[str | int, ...], match: RegexMatch) -> str:
    caught = (match[0], *match.groups())
    texts = [
        piece if isinstance(piece, str) else (caught[piece] or "") if piece < len(caught) else ""
        for piece in replacement
    ]
    budget.spend_work(sum(map(len, texts)) // _CHARACTERS_PER_BYTE)
    return "".join(texts)


COMMANDS: dict[str, Command] = {"sed": sed}
