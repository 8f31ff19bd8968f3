"""`pm`, the package manager's command: list, install, remove, clear, permissions."""

from __future__ import annotations

from collections.abc import Callable

from mobile_env.phone.services.package.dump import dump_package
from mobile_env.phone.services.package.service import InstallError, PackageService
from mobile_env.phone.shell.call import Call, CommandError, java_error
from mobile_env.phone.shell.intent_options import parse_intent
from mobile_env.phone.state.intents import short_component
from mobile_env.phone.state.packages import Package

_SESSIONS = "/data/app"
_FEATURES = (
    "android.hardware.faketouch",
    "android.hardware.location",
    "android.hardware.microphone",
    "android.hardware.screen.landscape",
    "android.hardware.screen.portrait",
    "android.hardware.touchscreen",
    "android.hardware.touchscreen.multitouch",
    "android.hardware.wifi",
    "android.software.app_widgets",
    "android.software.home_screen",
    "android.software.input_methods",
    "android.software.webview",
)
_LIBRARIES = (
    "android.ext.shared",
    "android.test.base",
    "android.test.mock",
    "android.test.runner",
    "javax.obex",
)

# Options of install commands that are followed by a value.
_INSTALL_VALUES = (
    "-i",
    "-S",
    "--user",
    "--abi",
    "--install-location",
    "--originating-uri",
    "--referrer",
    "--pkg",
    "-p",
)


def pm(call: Call) -> int:
    """Runs a verb of `pm`; also reached as `cmd package`."""
    if not call.args or call.args[0] in ("help", "-h"):
        call.print("Package manager (package) commands:\n  help\n    Print this help text.")
        for verb in sorted(_VERBS):
            call.print(f"  {verb}")
        return 0 if call.args else 255
    found = _VERBS.get(call.args[0])
    if found is None:
        call.complain(f"Unknown command: {call.args[0]}")
        return 255
    return found(call, call.args[0], call.args[1:])


def _split(
    verb: str, args: list[str], values: tuple[str, ...] = ("--user",)
) -> tuple[dict[str, str], list[str]]:
    """Options (with the value of those in `values`) and the other words."""
    options: dict[str, str] = {}
    rest: list[str] = []
    words = args[::-1]
    while words:
        word = words.pop()
        if word == "-" or not word.startswith("-"):
            rest.append(word)
        elif word in values:
            if not words:
                raise java_error(verb, "IllegalArgumentException", f'Argument expected after "{word}"')
            options[word] = words.pop()
        else:
            options[word] = ""
    return options, rest


def _required(verb: str, rest: list[str], count: int = 1) -> list[str]:
    if len(rest) < count:
        raise java_error(
            verb, "IllegalArgumentException", f'Argument expected after "{(rest or [verb])[-1]}"'
        )
    return rest


def _known(call: Call, verb: str, name: str) -> Package:
    package = call.service(PackageService).get(name)
    if package is None:
        raise java_error(verb, "IllegalArgumentException", f"Unknown package: {name}")
    return package


def _list(call: Call, verb: str, args: list[str]) -> int:
    options, rest = _split(verb, args, ("--user", "--uid"))
    kind = rest[0] if rest else ""
    if kind == "packages":
        return _list_packages(call, options, rest[1:])
    if kind in ("features", "libraries"):
        prefix, names = ("feature", _FEATURES) if kind == "features" else ("library", _LIBRARIES)
        for name in names:
            call.print(f"{prefix}:{name}")
    elif kind == "permissions":
        call.print("All Permissions:\n")
        for name in sorted(
            {name for package in call.service(PackageService).list() for name in package.permissions}
        ):
            call.print(f"permission:{name}")
    elif kind == "permission-groups":
        for name in ("CALENDAR", "CAMERA", "CONTACTS", "LOCATION", "MICROPHONE", "PHONE", "SMS", "STORAGE"):
            call.print(f"permission group:android.permission-group.{name}")
    elif kind == "users":
        call.print("Users:\n\tUserInfo{0:Owner:4c13} running")
    elif kind != "instrumentation":
        call.complain(
            f"Error: unknown list type '{kind}'" if kind else "Error: didn't specify type of data to list"
        )
        return 255
    return 0


def _list_packages(call: Call, options: dict[str, str], rest: list[str]) -> int:
    for package in call.service(PackageService).list():
        if rest and rest[0] not in package.name:
            continue
        if ("-s" in options and not package.system) or ("-3" in options and package.system):
            continue
        if ("-e" in options and not package.enabled) or ("-d" in options and package.enabled):
            continue
        line = f"package:{package.apk_path}={package.name}" if "-f" in options else f"package:{package.name}"
        if "--show-versioncode" in options:
            line += f" versionCode:{package.version_code}"
        if "-i" in options:
            line += "  installer=null"
        if "-U" in options:
            line += f" uid:{package.uid}"
        call.print(line)
    return 0


def _path(call: Call, verb: str, args: list[str]) -> int:
    package = call.service(PackageService).get(_required(verb, _split(verb, args)[1])[0])
    if package is None:
        return 1
    call.print(f"package:{package.apk_path}")
    return 0


def _clear(call: Call, verb: str, args: list[str]) -> int:
    name = _required(verb, _split(verb, args, ("--user", "-f"))[1])[0]
    if call.service(PackageService).get(name) is None:
        call.complain("Failed")
        return 1
    call.service(PackageService).clear(name)
    call.print("Success")
    return 0


def _grant(call: Call, verb: str, args: list[str]) -> int:
    name, permission = _required(verb, _split(verb, args)[1], 2)[:2]
    _known(call, verb, name)
    change = call.service(PackageService).grant if verb == "grant" else call.service(PackageService).revoke
    try:
        change(name, permission)
    except ValueError as error:
        raise java_error(verb, "SecurityException", str(error)) from error
    return 0


def _install(call: Call, verb: str, args: list[str]) -> int:
    options, rest = _split(verb, args, _INSTALL_VALUES)
    if rest and rest[0] != "-":
        try:
            contents = call.files.read(call.path(rest[0]))
        except OSError:
            call.complain(
                f"Error: Unable to open file: {rest[0]}\nConsider using a file under /data/local/tmp/"
            )
            call.complain(f"Error: Can't open file: {rest[0]}")
            return 255
        return install_contents(call, contents, rest[0], grant="-g" in options)
    if "-S" not in options:
        call.complain("Error: must either specify a package size or an APK file")
        return 1
    contents = call.input.read()
    if options["-S"].isdecimal() and len(contents) != int(options["-S"]):
        call.print(
            f"Failure [INSTALL_FAILED_INVALID_APK: expected {options['-S']} bytes, got {len(contents)}]"
        )
        return 1
    return install_contents(call, contents, "base.apk", grant="-g" in options)


def install_contents(call: Call, contents: bytes, name: str, *, grant: bool) -> int:
    """Installs an APK and prints `Success` or `Failure […]`; with `grant` all permissions it asks for are given."""
    try:
        package = call.service(PackageService).install_apk(contents, name)
    except InstallError as error:
        call.print(f"Failure [{error}]")
        return 1
    if grant:
        for permission in package.permissions:
            call.service(PackageService).grant(package.name, permission)
    call.print("Success")
    return 0


def _session(call: Call, number: str) -> str:
    path = f"{_SESSIONS}/vmdl{number}.tmp"
    if not number.isdecimal() or not call.files.is_directory(path):
        raise java_error("install-write", "SecurityException", f"Caller has no access to session {number}")
    return path


def _install_create(call: Call, verb: str, args: list[str]) -> int:
    options, _ = _split(verb, args, _INSTALL_VALUES)
    number = 1_000_000
    while call.files.exists(f"{_SESSIONS}/vmdl{number}.tmp"):
        number += 1
    path = f"{_SESSIONS}/vmdl{number}.tmp"
    call.files.make_directory(path)
    if "-g" in options:
        call.files.write(f"{path}/.grant", b"")
    call.print(f"Success: created install session [{number}]")
    return 0


def _install_write(call: Call, verb: str, args: list[str]) -> int:
    _, rest = _split(verb, args, _INSTALL_VALUES)
    number, name, *source = _required(verb, rest, 2)
    path = _session(call, number)
    contents = call.files.read(call.path(source[0])) if source and source[0] != "-" else call.input.read()
    if "/" in name or name.startswith("."):
        raise java_error(verb, "IllegalArgumentException", f"Invalid name: {name}")
    call.files.write(f"{path}/{name}", contents)
    call.print(f"Success: streamed {len(contents)} bytes")
    return 0


def _install_commit(call: Call, verb: str, args: list[str]) -> int:
    path = _session(call, _required(verb, _split(verb, args)[1])[0])
    names = call.files.list(path)
    grant = ".grant" in names
    apks = [name for name in names if name != ".grant"]
    # Of an APK in parts, the base comes first whatever it is called.
    apks.sort(key=lambda name: (not name.startswith("base"), name))
    contents = call.files.read(f"{path}/{apks[0]}") if apks else b""
    call.files.remove(path, recursive=True)
    return install_contents(call, contents, apks[0] if apks else "base.apk", grant=grant)


def _install_abandon(call: Call, verb: str, args: list[str]) -> int:
    call.files.remove(_session(call, _required(verb, _split(verb, args)[1])[0]), recursive=True)
    call.print("Success")
    return 0


def _install_existing(call: Call, verb: str, args: list[str]) -> int:
    name = _required(verb, _split(verb, args)[1])[0]
    if not call.service(PackageService).available(name):
        call.complain(
            f"android.content.pm.PackageManager$NameNotFoundException: Package {name} doesn't exist"
        )
        return 1
    call.service(PackageService).install(name)
    call.print(f"Package {name} installed for user: 0")
    return 0


def _uninstall(call: Call, verb: str, args: list[str]) -> int:
    options, rest = _split(verb, args, ("--user", "--versionCode"))
    name = _required(verb, rest)[0]
    if call.service(PackageService).get(name) is None:
        call.print("Failure [not installed for 0]")
        return 1
    try:
        call.service(PackageService).uninstall(name, keep_data="-k" in options)
    except InstallError as error:
        call.print(f"Failure [{error.code}]")
        return 1
    call.print("Success")
    return 0


_STATES = {
    "enable": "enabled",
    "disable": "disabled",
    "disable-user": "disabled-user",
    "default-state": "default",
}


def _enable(call: Call, verb: str, args: list[str]) -> int:
    name = _required(verb, _split(verb, args)[1])[0].partition("/")[0]
    _known(call, verb, name)
    call.service(PackageService).set_enabled(name, verb in ("enable", "default-state"))
    call.print(f"Package {name} new state: {_STATES[verb]}")
    return 0


def _dump(call: Call, verb: str, args: list[str]) -> int:
    name = _required(verb, args)[0]
    return dump_package(call, [name])


def _resolve(call: Call, verb: str, args: list[str]) -> int:
    brief = "--brief" in args
    query = verb.startswith("query")
    words = [word for word in args if word not in ("--brief", "--components", "--query-flags")]
    found = call.service(PackageService).resolve(parse_intent(verb, words))
    if not query:
        found = found[:1]
    if "--components" in args:
        for component in found:
            call.print(short_component(component))
    elif not found:
        call.print("No activities found" if query else "No activity found")
    else:
        if query:
            call.print(f"{len(found)} activities found:")
        for number, component in enumerate(found):
            indent = "  " if query else ""
            if query:
                call.print(f"  Activity #{number}:")
            call.print(f"{indent}priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true")
            name, _, cls = component.partition("/")
            if brief:
                call.print(f"{indent}{short_component(component)}")
            else:
                call.print(f"{indent}ActivityInfo:\n{indent}  name={cls}\n{indent}  packageName={name}")
    return 0


def _has_feature(call: Call, verb: str, args: list[str]) -> int:
    there = _required(verb, args)[0] in _FEATURES
    call.print(str(there).lower())
    return int(not there)


def _says(text: str) -> Callable[[Call, str, list[str]], int]:
    def verb(call: Call, name: str, args: list[str]) -> int:
        if text:
            call.print(text)
        return 0

    return verb


_VERBS: dict[str, Callable[[Call, str, list[str]], int]] = {
    "clear": _clear,
    "default-state": _enable,
    "disable": _enable,
    "disable-user": _enable,
    "dump": _dump,
    "enable": _enable,
    "get-install-location": _says("0[auto]"),
    "get-max-users": _says("Maximum supported users: 4"),
    "grant": _grant,
    "has-feature": _has_feature,
    "install": _install,
    "install-abandon": _install_abandon,
    "install-commit": _install_commit,
    "install-create": _install_create,
    "install-existing": _install_existing,
    "install-write": _install_write,
    "list": _list,
    "path": _path,
    "query-activities": _resolve,
    "reset-permissions": _says(""),
    "resolve-activity": _resolve,
    "revoke": _grant,
    "set-install-location": _says(""),
    "set-permission-enforced": _says(""),
    "trim-caches": _says(""),
    "uninstall": _uninstall,
}


def run_as(call: Call) -> int:
    """Runs a command as a package, in its data directory."""
    if not call.args:
        raise CommandError("run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]\n")
    name, args = call.args[0], call.args[1:]
    package = call.service(PackageService).get(name)
    if package is None:
        raise CommandError(f"run-as: unknown package: {name}\n")
    if args[:1] == ["--user"]:
        args = args[2:]
    child = call.shell.child()
    child.uid, child.cwd = package.uid, f"/data/data/{name}"
    if args:
        return child.run_command(args, call.input, call.out, call.err)
    return child.run_child(
        call.input.read().decode("utf-8", "surrogateescape"), [], call.input, call.out, call.err
    )
