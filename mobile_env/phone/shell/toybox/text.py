"""Commands that read text and write text: cat, head, tail, wc, sort, uniq, cut, tr, seq, base64 and digests."""

from __future__ import annotations

import base64 as _base64
import binascii
import functools
import hashlib
import re

from mobile_env.phone.shell.call import Call, Command, CommandError, decode, encode
from mobile_env.phone.shell.language.formatting import unescape
from mobile_env.phone.shell.toybox.options import Options

MAX_SEQUENCE = 1_000_000
# What sorting a line by one more key costs, in bytes read.
_WORK_PER_KEY = 30
# Characters of one set of tr: more than Unicode has letters.
MAX_SET = 1 << 18


def lines_of(data: bytes) -> list[bytes]:
    """The lines of a file, line feeds dropped."""
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return lines


def cat(call: Call) -> int:
    options = Options(call, "etuvnA")
    contents, status = call.read_inputs(options.rest)
    for _, data in contents:
        if "n" in options:
            for number, line in enumerate(lines_of(data), 1):
                call.out.write(b"%6d\t%s\n" % (number, line))
        else:
            call.out.write(data)
    return status


def _with_counts(call: Call) -> tuple[Options, int]:
    """head and tail take `-5` for `-n 5`."""
    args = [f"-n{word[1:]}" if re.fullmatch(r"-[0-9]+", word) else word for word in call.args]
    fixed = Call(call.shell, call.name, args, call.input, call.out, call.err)
    options = Options(fixed, "fFqvs", "cn")
    count = options.number("c", 10) if "c" in options else options.number("n", 10)
    return options, count


def head(call: Call) -> int:
    options, count = _with_counts(call)
    contents, status = call.read_inputs(options.rest)
    for number, (name, data) in enumerate(contents):
        _header(call, options, contents, number, name)
        if "c" in options:
            call.out.write(data[:count])
        else:
            call.out.write(_first_lines(data, count))
    return status


def _first_lines(data: bytes, count: int) -> bytes:
    lines = data.split(b"\n")
    if count < 0:
        whole = lines_of(data)
        return b"".join(line + b"\n" for line in whole[:count])
    return data if len(lines) <= count else b"\n".join(lines[:count]) + (b"\n" if count else b"")


def tail(call: Call) -> int:
    options, count = _with_counts(call)
    text = options.get("c") or options.get("n")
    contents, status = call.read_inputs(options.rest)
    for number, (name, data) in enumerate(contents):
        _header(call, options, contents, number, name)
        if "c" in options:
            start = count - 1 if text.startswith("+") else len(data) - abs(count)
            call.out.write(data[max(0, start) :])
            continue
        lines = re.findall(rb"[^\n]*\n|[^\n]+", data)
        start = count - 1 if text.startswith("+") else len(lines) - abs(count)
        call.out.write(b"".join(lines[max(0, start) :]))
    return status


def _header(call: Call, options: Options, contents: list[tuple[str, bytes]], number: int, name: str) -> None:
    if (len(contents) > 1 and "q" not in options) or "v" in options:
        call.print(("\n" if number else "") + f"==> {name} <==")


def wc(call: Call) -> int:
    options = Options(call, "mcwlL")
    contents, status = call.read_inputs(options.rest)
    letters = [letter for letter in "lwcm" if letter in options] or ["l", "w", "c"]
    totals = dict.fromkeys(letters, 0)
    width = 0 if len(letters) == 1 and len(contents) == 1 else 7
    for name, data in contents:
        counts = {"l": data.count(b"\n"), "w": len(data.split()), "c": len(data), "m": len(decode(data))}
        for letter in letters:
            totals[letter] += counts[letter]
        _print_counts(call, [counts[letter] for letter in letters], width, "" if name == "-" else name)
    if len(contents) > 1:
        _print_counts(call, list(totals.values()), width, "total")
    return status


def _print_counts(call: Call, counts: list[int], width: int, name: str) -> None:
    text = " ".join(f"{count:>{width}}" for count in counts)
    call.print(f"{text} {name}" if name else text)


def sort(call: Call) -> int:
    options = Options(call, "bcCdfghiMnrsuVxz", "kto")
    contents, status = call.read_inputs(options.rest)
    lines = [decode(line) for _, data in contents for line in lines_of(data)]
    keys = [_sort_key(call, spec) for spec in options.all("k")] or [(0, None, "")]
    separator = options.get("t") or None

    def key_of(line: str, first: int, last: int | None, letters: str) -> tuple[float, str]:
        text = line
        if first:
            fields = line.split(separator)
            text = (separator or " ").join(fields[first - 1 : last])
        if "f" in letters or "f" in options:
            text = text.upper()
        if "n" in letters or "n" in options or "g" in options:
            match = re.match(r"\s*-?[0-9]*\.?[0-9]+", text)
            return (float(match[0]) if match else 0.0, "")
        return (0.0, text)

    call.shell.budget.spend_work(_WORK_PER_KEY * len(lines) * (len(keys) - 1))
    # Sorting is stable, so the last key goes first; the whole line settles what is equal by the keys.
    if "s" not in options:
        lines.sort(reverse="r" in options)
    for first, last, letters in keys[::-1]:
        key = functools.partial(key_of, first=first, last=last, letters=letters)
        lines.sort(key=key, reverse="r" in letters or "r" in options)
    if "u" in options:
        seen: set[tuple[tuple[float, str], ...]] = set()
        unique = []
        for line in lines:
            mark = tuple(key_of(line, *parts) for parts in keys)
            if mark not in seen:
                seen.add(mark)
                unique.append(line)
        lines = unique
    data = encode("".join(line + "\n" for line in lines))
    if "o" in options:
        call.files.write(call.path(options.get("o")), data)
    else:
        call.out.write(data)
    return status


def _sort_key(call: Call, spec: str) -> tuple[int, int | None, str]:
    match = re.fullmatch(
        r"([1-9][0-9]{0,3})(?:\.[0-9]+)?([a-z]*)(?:,([1-9][0-9]{0,3})(?:\.[0-9]+)?([a-z]*))?", spec
    )
    if not match:
        raise CommandError(f"sort: bad -k '{spec}'\n")
    return int(match[1]), int(match[3]) if match[3] else None, match[2] + (match[4] or "")


def uniq(call: Call) -> int:
    options = Options(call, "cdiuz", "fsw")
    contents, status = call.read_inputs(options.rest[:1])
    groups: list[tuple[str, int]] = []
    for _, data in contents:
        for raw in lines_of(data):
            line = decode(raw)
            same = groups and (
                groups[-1][0].lower() == line.lower() if "i" in options else groups[-1][0] == line
            )
            if same:
                groups[-1] = (groups[-1][0], groups[-1][1] + 1)
            else:
                groups.append((line, 1))
    for line, count in groups:
        if ("d" in options and count < 2) or ("u" in options and count > 1):
            continue
        call.print(f"{count:7d} {line}" if "c" in options else line)
    return status


def cut(call: Call) -> int:
    options = Options(call, "DnsF", "bcdfO")
    kind = next((letter for letter in "cbf" if letter in options), None)
    if kind is None:
        raise CommandError('cut: Need -f, -c or -b (see "cut --help")\n')
    ranges = _merged([_cut_range(part) for part in options.get(kind).split(",")])
    separator = options.get("d", "\t")
    contents, status = call.read_inputs(options.rest)
    for _, data in contents:
        for raw in lines_of(data):
            line = decode(raw)
            if kind == "f" and separator not in line:
                if "s" not in options:
                    call.print(line)
                continue
            items = line.split(separator) if kind == "f" else list(line)
            chosen: list[str] = []
            for first, last in ranges:
                if first > len(items):
                    break
                chosen += items[max(0, first - 1) : last]
            call.print((separator if kind == "f" else "").join(chosen))
    return status


def _merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same numbers as ranges in order that do not overlap."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        elif first <= last:
            merged.append((first, last))
    return merged


def _cut_range(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{0,9})(-?)([0-9]{0,9})", text)
    if not match or not (match[1] or match[3]):
        raise CommandError(f"cut: bad range '{text}'\n")
    first = int(match[1] or 1)
    last = int(match[3]) if match[3] else (1 << 30 if match[2] else first)
    return first, last


_TR_CLASSES = {
    "[:upper:]": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "[:lower:]": "abcdefghijklmnopqrstuvwxyz",
    "[:digit:]": "0123456789",
    "[:space:]": " \t\n\r\f\v",
    "[:blank:]": " \t",
    "[:punct:]": "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
}
_TR_CLASSES["[:alpha:]"] = _TR_CLASSES["[:upper:]"] + _TR_CLASSES["[:lower:]"]
_TR_CLASSES["[:alnum:]"] = _TR_CLASSES["[:alpha:]"] + _TR_CLASSES["[:digit:]"]


def _tr_set(text: str) -> str:
    for name, letters in _TR_CLASSES.items():
        text = text.replace(name, letters)
    text = unescape(text)[0]
    ranges = re.findall(r"(.)-(.)", text, re.DOTALL)
    if len(text) + sum(max(0, ord(last) - ord(first)) for first, last in ranges) > MAX_SET:
        raise CommandError(f"tr: a set of more than {MAX_SET} characters\n")
    return re.sub(
        r"(.)-(.)",
        lambda m: "".join(map(chr, range(ord(m[1]), ord(m[2]) + 1))) if m[1] <= m[2] else m[0],
        text,
        flags=re.DOTALL,
    )


def tr(call: Call) -> int:
    options = Options(call, "cCdst")
    options.need(1)
    first = _tr_set(options.rest[0])
    second = _tr_set(options.rest[1]) if len(options.rest) > 1 else ""
    text = decode(call.input.read())
    inverted = options.any("cC")
    members = frozenset(first)

    def within(char: str) -> bool:
        return (char in members) != inverted

    if "d" in options:
        text = "".join(char for char in text if not within(char))
    elif second:
        last = second[-1]
        table = {char: second[min(at, len(second) - 1)] for at, char in reversed(list(enumerate(first)))}
        text = "".join((last if inverted else table[char]) if within(char) else char for char in text)
    if "s" in options:
        squeezed = set(second) if second else None
        out: list[str] = []
        for char in text:
            member = char in squeezed if squeezed is not None else within(char)
            if not (out and member and out[-1] == char):
                out.append(char)
        text = "".join(out)
    call.write(text)
    return 0


def seq(call: Call) -> int:
    options = Options(call, "w", "fs")
    numbers: list[float] = []
    for word in options.rest:
        if not re.fullmatch(r"-?[0-9]{0,12}\.?[0-9]{0,9}", word) or not word.strip("-."):
            raise CommandError(f"seq: bad number '{word}'\n")
        numbers.append(float(word))
    if not 1 <= len(numbers) <= 3:
        raise CommandError('seq: Need 1 argument (see "seq --help")\n')
    first = numbers[0] if len(numbers) > 1 else 1.0
    step = numbers[1] if len(numbers) == 3 else 1.0
    last = numbers[-1]
    if step == 0:
        raise CommandError("seq: step of 0\n")
    count = int((last - first) / step + 1e-9) + 1 if (last - first) / step >= 0 else 0
    if count > MAX_SEQUENCE:
        raise CommandError(f"seq: more than {MAX_SEQUENCE} numbers\n")
    places = max((len(word.partition(".")[2]) for word in options.rest), default=0)
    values = [f"{first + step * number:.{places}f}" for number in range(count)]
    if "w" in options and values:
        width = max(map(len, values))
        values = [value.zfill(width) for value in values]
    separator = options.get("s", "\n")
    call.shell.budget.spend_work(len(separator) * len(values))
    if values:
        call.print(separator.join(values))
    return 0


def base64(call: Call) -> int:
    options = Options(call, "di", "w")
    contents, status = call.read_inputs(options.rest)
    for _, data in contents:
        if "d" in options:
            try:
                call.out.write(_base64.b64decode(data))
            except (binascii.Error, ValueError):
                status = call.fail("bad input")
            continue
        text = _base64.b64encode(data).decode()
        width = options.number("w", 76)
        if width > 0:
            text = "\n".join(text[at : at + width] for at in range(0, len(text), width))
        call.write(text + "\n" if text and width > 0 else text)
    return status


def digest(call: Call) -> int:
    options = Options(call, "bcs")
    contents, status = call.read_inputs(options.rest)
    for name, data in contents:
        value = hashlib.new(call.name.removesuffix("sum"), data).hexdigest()
        call.print(value if "b" in options else f"{value}  {name}")
    return status


def rev(call: Call) -> int:
    contents, status = call.read_inputs(Options(call).rest)
    for _, data in contents:
        for line in lines_of(data):
            call.print(decode(line)[::-1])
    return status


def tac(call: Call) -> int:
    contents, status = call.read_inputs(Options(call).rest)
    for _, data in contents:
        for line in lines_of(data)[::-1]:
            call.out.write(line + b"\n")
    return status


COMMANDS: dict[str, Command] = {
    "base64": base64,
    "cat": cat,
    "cut": cut,
    "head": head,
    "md5sum": digest,
    "rev": rev,
    "seq": seq,
    "sha1sum": digest,
    "sha256sum": digest,
    "sort": sort,
    "tac": tac,
    "tail": tail,
    "tr": tr,
    "uniq": uniq,
    "wc": wc,
}
