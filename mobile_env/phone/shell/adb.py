"""Runs `adb <args>` for this phone, without a server or a connection."""

from __future__ import annotations

import errno
import os
import posixpath
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from mobile_env.phone.shell.call import encode
from mobile_env.phone.shell.language.sh import Shell
from mobile_env.phone.shell.result import ShellResult
from mobile_env.phone.state.files import QUOTA

if TYPE_CHECKING:
    from mobile_env.phone.phone import Phone

SERIAL = "emulator-5554"
_ROOT = "service.adb.root"
# Options of adb itself that come before its command, and those of them with a value.
_GLOBAL = {"-a": 0, "-d": 0, "-e": 0, "-s": 1, "-t": 1, "-H": 1, "-P": 1, "-L": 1, "--exit-on-write-error": 0}

Verb = Callable[["Phone", list[str], bytes], ShellResult]


def run_adb(phone: Phone, args: list[str], stdin: bytes = b"") -> ShellResult:
    """Runs an adb command line.

    Args:
      phone: the phone that adb talks to.
      args: the words after `adb`; -s, -P and the like are skipped.
      stdin: what adb's own input holds.

    Returns:
      Output and exit code as adb's. Only push, install and pull touch files of the host: those they name.
    """
    words = list(args)
    while words and words[0] in _GLOBAL:
        words = words[1 + _GLOBAL[words[0]] :]
    if not words:
        return _failure("adb: usage: adb [global options] command")
    verb = _VERBS.get(words[0])
    if verb is None:
        return _failure(f"adb: unknown command {words[0]}")
    return verb(phone, words[1:], stdin)


def _success(text: str = "") -> ShellResult:
    return ShellResult(encode(text))


def _failure(text: str, stdout: str = "") -> ShellResult:
    return ShellResult(encode(stdout), encode(text + "\n"), 1)


def _shell(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    words = list(args)
    while words and words[0].startswith("-") and words[0] != "--":
        words = words[2:] if words[0] == "-e" else words[1:]
    words = words[1:] if words[:1] == ["--"] else words
    # adb joins the words with spaces, and the phone's shell splits them again.
    command = " ".join(words)
    if not command.strip():
        return Shell(phone).run(stdin.decode("utf-8", "surrogateescape"))
    return Shell(phone).run(command, stdin)


def _exec_out(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    result = _shell(phone, args, stdin)
    # The raw service has one stream and no exit code.
    return ShellResult(result.output)


def _quoted(words: list[str]) -> str:
    return " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)


def _logcat(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    return Shell(phone).run("exec logcat " + _quoted(args), stdin)


def _install(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    files = [word for word in args if not word.startswith("-") and word.endswith((".apk", ".apex"))]
    options = [
        word for word in args if word.startswith("-") and word not in ("--streaming", "--no-streaming")
    ]
    plain = [word for word in args if not word.startswith("-")]
    if not files:
        named = plain[-1] if plain else ""
        return _failure(f"adb: filename doesn't end .apk or .apex: {named}")
    path = files[-1]
    try:
        contents = _local_content(Path(path))
    except OSError as error:
        return _failure(f"adb: failed to stat {path}: {os.strerror(error.errno or 0)}")
    head = "Performing Streamed Install\n"
    command = f"cmd package install {_quoted(options)} -S {len(contents)}"
    result = Shell(phone).run(command, contents)
    answer = result.output.decode("utf-8", "replace").strip()
    if result.exit_code:
        return _failure(f"adb: failed to install {path}: {answer}", head)
    return _success(f"{head}{answer}\n")


def _install_multiple(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    """Installs an app that comes in several APKs; the base APK names the app."""
    files = [word for word in args if word.endswith(".apk")]
    base = next((word for word in files if Path(word).name.startswith("base")), files[0] if files else "")
    options = [word for word in args if word.startswith("-")]
    result = _install(phone, [*options, *([base] if base else [])], stdin)
    if result.exit_code:
        return result
    return _success("Success\n")


def _uninstall(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    result = Shell(phone).run("cmd package uninstall " + _quoted(args))
    return ShellResult(result.output, b"", int(result.exit_code != 0))


def _push(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    words = _without_options(args)
    if len(words) < 2:
        return _failure("adb: push requires an argument")
    *sources, target = words
    files = phone.state.files
    target = target if target.startswith("/") else f"/{target}"
    into = files.is_directory(target)
    if len(sources) > 1 and not into:
        return _failure(f"adb: error: target '{target}' is not a directory")
    lines: list[str] = []
    for source in sources:
        path = Path(source)
        if not path.exists():
            return _failure(f"adb: error: cannot stat '{source}': No such file or directory", "".join(lines))
        remote = posixpath.join(target, path.name) if into or target.endswith("/") else target
        try:
            pairs = _local_files(path, remote)
            total = sum(_push_file(phone, local, name) for local, name in pairs)
            if path.is_dir():
                files.make_directory(remote, parents=True)
        except OSError as error:
            text = f"adb: error: failed to copy '{source}' to '{remote}': remote {error.strerror}"
            return _failure(text, "".join(lines))
        lines.append(_transferred(source, len(pairs), "pushed", total))
    return _success("".join(lines))


def _local_files(path: Path, remote: str) -> list[tuple[Path, str]]:
    if not path.is_dir():
        return [(path, remote)]
    found = sorted(entry for entry in path.rglob("*") if entry.is_file())
    return [(entry, posixpath.join(remote, entry.relative_to(path).as_posix())) for entry in found]


def _local_content(path: Path) -> bytes:
    """The content of a file of the host; OSError (ENOSPC) for one that is larger than the phone's storage."""
    if path.stat().st_size > QUOTA:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
    return path.read_bytes()


def _push_file(phone: Phone, local: Path, remote: str) -> int:
    data = _local_content(local)
    phone.state.files.write(remote, data, parents=True)
    return len(data)


def _pull(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    words = _without_options(args)
    if not words:
        return _failure("adb: pull requires an argument")
    sources, target = (words, ".") if len(words) == 1 else (words[:-1], words[-1])
    local = Path(target)
    if len(sources) > 1 and not local.is_dir():
        return _failure(f"adb: error: target '{target}' is not a directory")
    files = phone.state.files
    lines: list[str] = []
    for source in sources:
        remote = source if source.startswith("/") else f"/{source}"
        if not files.exists(remote):
            text = f"adb: error: failed to stat remote object '{source}': No such file or directory"
            return _failure(text, "".join(lines))
        name = posixpath.basename(remote.rstrip("/")) or "root"
        destination = local / name if local.is_dir() else local
        root = files.resolve(remote)
        try:
            pulled = [path for path in files.walk(root) if files.stat(path, follow=False).kind == "file"]
            total = 0
            for path in pulled:
                # What lies below a directory of the phone lies below the destination: names hold no slash or dots.
                place = destination if path == root else destination / path[len(root.rstrip("/")) + 1 :]
                place.parent.mkdir(parents=True, exist_ok=True)
                data = files.read(path)
                place.write_bytes(data)
                total += len(data)
            if files.is_directory(root):
                destination.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return _failure(f"adb: error: cannot create '{destination}': {error.strerror}", "".join(lines))
        lines.append(_transferred(source, len(pulled), "pulled", total))
    return _success("".join(lines))


def _without_options(args: list[str]) -> list[str]:
    words: list[str] = []
    pending = args[::-1]
    while pending:
        word = pending.pop()
        if word == "-z" and pending:
            pending.pop()
        elif not word.startswith("-"):
            words.append(word)
    return words


def _transferred(source: str, count: int, verb: str, total: int) -> str:
    files = f"{count} file{'' if count == 1 else 's'} {verb}, 0 skipped."
    # No time is measured, so that the same transfer always prints the same text.
    return f"{source}: {files} {total / 1e6:.1f} MB/s ({total} bytes in 1.000s)\n"


def _root(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    if phone.state.properties.get(_ROOT) == "1":
        return _success("adbd is already running as root\n")
    phone.state.properties.set(_ROOT, "1")
    return _success("restarting adbd as root\n")


def _unroot(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    if phone.state.properties.get(_ROOT) != "1":
        return _success("adbd not running as root\n")
    phone.state.properties.set(_ROOT, "0")
    return _success("restarting adbd as non root\n")


def _devices(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    properties = phone.state.properties
    more = ""
    if "-l" in args:
        product, model, device = (properties.get(f"ro.product.{key}") for key in ("name", "model", "device"))
        more = f" product:{product} model:{model} device:{device} transport_id:1"
    return _success(f"List of devices attached\n{SERIAL}\tdevice{more}\n\n")


def _forward(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    if args[:1] in (["--list"], ["--remove-all"]):
        return _success("\n" if args[0] == "--list" else "")
    return _failure(
        "adb: error: ports are not forwarded on a phone inside a process: use shell, push and pull"
    )


def _emu(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    if args == ["avd", "name"]:
        return _success("mobile_env\r\nOK\r\n")
    return _failure(f"KO: unknown command: {' '.join(args)}")


def _reboot(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    phone.reboot()
    return _success()


def _wait(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
    """`wait-for-device`: returns at once, because the phone is always available, and runs the command that follows."""
    return run_adb(phone, args, stdin) if args else _success()


def _says(text: str) -> Verb:
    def verb(phone: Phone, args: list[str], stdin: bytes) -> ShellResult:
        return _success(text)

    return verb


_VERBS: dict[str, Verb] = {
    "devices": _devices,
    "emu": _emu,
    "exec-out": _exec_out,
    "features": _says("shell_v2\ncmd\nstat_v2\nls_v2\n"),
    "forward": _forward,
    "get-serialno": _says(f"{SERIAL}\n"),
    "get-state": _says("device\n"),
    "install": _install,
    "install-multiple": _install_multiple,
    "kill-server": _says(""),
    "logcat": _logcat,
    "pull": _pull,
    "push": _push,
    "reboot": _reboot,
    "remount": _says("remount succeeded\n"),
    "reverse": _forward,
    "root": _root,
    "shell": _shell,
    "start-server": _says(""),
    "uninstall": _uninstall,
    "unroot": _unroot,
    "version": _says("Android Debug Bridge version 1.0.41\n"),
    "wait-for-device": _wait,
}
