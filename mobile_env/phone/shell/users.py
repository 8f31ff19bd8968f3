"""Users of the phone by uid, and the commands that ask who one is."""

from __future__ import annotations

from mobile_env.phone.shell.call import Call, Command, CommandError

_NAMES = {
    0: "root",
    1000: "system",
    1001: "radio",
    1023: "media_rw",
    1036: "logd",
    2000: "shell",
    9997: "everybody",
}
_FIRST_APP = 10000


def user_name(uid: int) -> str:
    """Android's name of a uid: `shell`, or `u0_a80` for an app."""
    if uid in _NAMES:
        return _NAMES[uid]
    return f"u0_a{uid - _FIRST_APP}" if uid >= _FIRST_APP else str(uid)


def user_id(name: str) -> int | None:
    """The uid of a name or number; None if there is no such user."""
    if name.isdecimal() and len(name) < 8:
        return int(name)
    if name.startswith("u0_a") and name[4:].isdecimal():
        return _FIRST_APP + int(name[4:])
    return next((uid for uid, known in _NAMES.items() if known == name), None)


def whoami(call: Call) -> int:
    call.print(user_name(call.shell.uid))
    return 0


def id_(call: Call) -> int:
    uid = call.shell.uid
    name = user_name(uid)
    if "-u" in call.args:
        call.print(name if "-n" in call.args else str(uid))
        return 0
    groups = "" if uid == 0 else ",1004(input),1007(log),1015(sdcard_rw),3003(inet)"
    context = "u:r:su:s0" if uid == 0 else "u:r:shell:s0"
    call.print(f"uid={uid}({name}) gid={uid}({name}) groups={uid}({name}){groups} context={context}")
    return 0


def su(call: Call) -> int:
    """Runs a command, or a script from the input, as root or another user."""
    args = list(call.args)
    child = call.shell.child()
    child.uid = 0
    if args and not args[0].startswith("-"):
        uid = user_id(args.pop(0))
        if uid is None:
            raise CommandError(f"su: invalid uid/gid '{call.args[0]}'\n")
        child.uid = uid
    while args and args[0] in ("-", "-l", "--"):
        args.pop(0)
    child.env["USER"] = child.env["LOGNAME"] = user_name(child.uid)
    if args[:1] == ["-c"]:
        if len(args) < 2:
            raise CommandError("su: -c requires an argument\n")
        return child.run_child(" ".join(args[1:]), [], call.input, call.out, call.err)
    if args:
        return child.run_command(args, call.input, call.out, call.err)
    script = call.input.read().decode("utf-8", "surrogateescape")
    return child.run_child(script, [], call.input, call.out, call.err)


COMMANDS: dict[str, Command] = {"id": id_, "su": su, "whoami": whoami}
