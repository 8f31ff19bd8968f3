"""Commands about the system as a whole: date, uname, ps, kill, getprop, service, svc, ime, reboot."""

from __future__ import annotations

import re

from mobile_env.phone.shell.call import Call, Command, CommandError
from mobile_env.phone.shell.services import interfaces
from mobile_env.phone.shell.toybox.file_changes import parse_time
from mobile_env.phone.shell.toybox.options import Options
from mobile_env.phone.shell.users import user_name

_KERNEL = "5.15.41-android13-8-00055-g4f5025129fe8-ab8949913"


def date(call: Call) -> int:
    options = Options(call, "uI", "dDrsR", {"date": "d", "set": "s"})
    clock = call.phone.state.clock
    form = next((word[1:] for word in options.rest if word.startswith("+")), None)
    new = options.get("s") or next((word for word in options.rest if not word.startswith("+")), "")
    if new:
        call.phone.kernel.set_time(parse_time(call, new))
    moment = clock.datetime()
    if "d" in options:
        moment = type(clock)(parse_time(call, options.get("d"))).datetime()
    elif "r" in options:
        moment = type(clock)(call.files.stat(call.path(options.get("r"))).mtime_us).datetime()
    if form is None:
        day = f"{moment.day:2d}"
        call.print(moment.strftime(f"%a %b {day} %H:%M:%S {'UTC' if 'u' in options else 'GMT'} %Y"))
        return 0
    fields = {
        "N": f"{moment.microsecond * 1000:09d}",
        "s": str(int(moment.timestamp())),
        "e": f"{moment.day:2d}",
        "Z": "GMT",
        "n": "\n",
        "t": "\t",
        "%": "%",
    }
    form = re.sub(r"%(?:([1-9])N|(.))", lambda m: _date_field(m, fields, moment), form)
    call.print(form)
    return 0


def _date_field(match: re.Match[str], fields: dict[str, str], moment: object) -> str:
    if match[1]:
        return fields["N"][: int(match[1])]
    letter = match[2]
    if letter in fields:
        return fields[letter]
    if letter in "aAbBcCdDFgGhHIjklmMpPrRSTuUVwWxXyYz":
        return moment.strftime("%" + letter)  # type: ignore[attr-defined]
    return match[0]


def uname(call: Call) -> int:
    options = Options(call, "asnrvmo")
    fields = {
        "s": "Linux",
        "n": "localhost",
        "r": _KERNEL,
        "v": "#1 SMP PREEMPT Thu Aug 11 22:19:48 UTC 2022",
        "m": "x86_64",
        "o": "Toybox",
    }
    letters = "snrvmo" if "a" in options else [letter for letter in fields if letter in options] or ["s"]
    call.print(" ".join(fields[letter] for letter in letters))
    return 0


def uptime(call: Call) -> int:
    clock = call.phone.state.clock
    minutes = int(clock.elapsed // 60)
    span = f"{minutes} min" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02d}"
    call.print(clock.datetime().strftime(f" %H:%M:%S up {span},  0 users,  load average: 0.00, 0.00, 0.00"))
    return 0


def hostname(call: Call) -> int:
    call.print("localhost")
    return 0


def ps(call: Call) -> int:
    """Lists all processes, also without -A: a real `ps` then lists only those of the shell."""
    options = Options(call, "AaefTwZlM", "opuUkG")
    processes = list(call.phone.state.processes.list())
    if "p" in options:
        wanted = set(options.get("p").split(","))
        processes = [process for process in processes if str(process.pid) in wanted]
    columns = [name.partition("=")[0] for word in options.all("o") for name in word.split(",")]
    if columns:
        titles = {"PID": "PID", "NAME": "NAME", "ARGS": "ARGS", "CMD": "CMD", "USER": "USER", "PPID": "PPID"}
        shown = [titles.get(name.upper(), name.upper()) for name in columns]
        call.print(" ".join(shown))
        for process in processes:
            values = {
                "PID": str(process.pid),
                "PPID": str(process.ppid),
                "USER": user_name(process.uid),
                "UID": str(process.uid),
            }
            call.print(" ".join(values.get(name, process.name) for name in shown))
        return 0
    call.print(f"{'USER':<12} {'PID':>6} {'PPID':>6} {'VSZ':>8} {'RSS':>6} {'WCHAN':<16} {'ADDR':>8} S NAME")
    for process in processes:
        user = user_name(process.uid)
        call.print(
            f"{user:<12} {process.pid:>6} {process.ppid:>6} {13_500_000:>8} {98_304:>6} "
            f"{'do_epoll_wait':<16} {0:>8} S {process.name}"
        )
    return 0


def pidof(call: Call) -> int:
    names = [word for word in call.args if not word.startswith("-")]
    pids = [process.pid for process in call.phone.state.processes.list() if process.name in names]
    if not pids:
        return 1
    call.print(" ".join(map(str, pids[::-1])))
    return 0


def pgrep(call: Call) -> int:
    options = Options(call, "flnovx")
    options.need(1)
    found = [p for p in call.phone.state.processes.list() if options.rest[0] in p.name]
    for process in found:
        call.print(f"{process.pid} {process.name}" if "l" in options else str(process.pid))
    return int(not found)


def getprop(call: Call) -> int:
    properties = call.phone.state.properties
    words = [word for word in call.args if not word.startswith("-")]
    if words:
        call.print(properties.get(words[0], words[1] if len(words) > 1 else ""))
        return 0
    for name, value in properties.list():
        call.print(f"[{name}]: [{value}]")
    return 0


def setprop(call: Call) -> int:
    if len(call.args) != 2:
        raise CommandError('setprop: Need 2 arguments (see "setprop --help")\n')
    name, value = call.args
    if call.phone.state.properties.set(name, value):
        return 0
    call.complain(f"Failed to set property '{name}' to '{value}'.\nSee dmesg for error reason.")
    return 1


def service(call: Call) -> int:
    args = call.args
    if args[:1] == ["list"]:
        call.print(f"Found {len(interfaces(call.kernel))} services:")
        for number, (name, interface) in enumerate(interfaces(call.kernel).items()):
            call.print(f"{number}\t{name}: [{interface}]")
        return 0
    if args[:1] == ["check"] and len(args) > 1:
        call.print(f"Service {args[1]}: {'found' if args[1] in interfaces(call.kernel) else 'not found'}")
        return 0
    if args[:1] == ["call"] and len(args) > 2:
        if args[1] in interfaces(call.kernel):
            entry = call.kernel.entries.get(args[1])
            code = int(args[2]) if args[2].isdecimal() else 0
            if entry is not None and code in entry.calls:
                entry.load(entry.calls[code])(call, _call_arguments(args[3:]))
            # The answer of a void method; methods that reach no code here give it too.
            call.print("Result: Parcel(00000000    '....')")
            return 0
        call.complain(f"service: Service {args[1]} does not exist")
        return 10
    call.complain("Usage: service [-h|-?]\n       service list\n       service check SERVICE")
    return 0 if args[:1] in (["-h"], ["-?"]) else 10


def _call_arguments(words: list[str]) -> list[str]:
    """The values among the "type value" pairs of `service call`; `null` stands alone."""
    values, rest = [], words[::-1]
    while rest:
        kind = rest.pop()
        values.append("" if kind == "null" or not rest else rest.pop())
    return values


COMMANDS: dict[str, Command] = {
    "date": date,
    "getprop": getprop,
    "hostname": hostname,
    "pgrep": pgrep,
    "pidof": pidof,
    "ps": ps,
    "service": service,
    "setprop": setprop,
    "uname": uname,
    "uptime": uptime,
}
