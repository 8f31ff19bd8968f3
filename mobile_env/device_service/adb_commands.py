"""Runs adb commands of a client: commands that concern only the session's device, with files of the client."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from mobile_env.device_service.session_files import SessionFiles
from mobile_env.proto import device_pb2
from mobile_env.simulators.contract import AdbResult, Simulator
from mobile_env.simulators.remote.files import operands
from mobile_env.simulators.remote.signals import decode_text

ALLOWED: Final = frozenset(
    {
        "disable-verity",
        "enable-verity",
        "exec-out",
        "features",
        "get-serialno",
        "get-state",
        "install",
        "install-multiple",
        "logcat",
        "pull",
        "push",
        "reboot",
        "remount",
        "root",
        "shell",
        "uninstall",
        "unroot",
        "version",
        "wait-for-device",
    }
)
"""Commands that concern only the session's device. Other commands reach the machine, its adb server or other
devices."""

_TRANSFERS: Final = frozenset({"install", "install-multiple", "pull", "push"})


def run_adb(simulator: Simulator, request: device_pb2.AdbRequest, files: SessionFiles) -> device_pb2.AdbReply:
    """Runs a command with files that the client has sent.

    Raises:
      Fault: the client did not send a file that the command names.
      AndroidEnvError: the device is lost.
    """
    words = [decode_text(each.word) for each in request.arguments if each.HasField("word")]
    verb = words[0] if words and request.arguments[0].HasField("word") else ""
    fault = _fault(verb, request)
    if fault:
        return device_pb2.AdbReply(output=f"adb: {fault}\n".encode(), exit_code=1)
    with files.workspace() as folder:
        command: list[str] = []
        spelled: list[tuple[str, str]] = []
        pulled: Path | None = None
        for number, argument in enumerate(request.arguments):
            if argument.HasField("file"):
                (folder / str(number)).mkdir()
                place = files.place(argument.file, folder / str(number))
                spelled.append((str(place), argument.file.path))
                command.append(str(place))
            elif argument.HasField("destination"):
                # A pull into an existing directory keeps file names; a pull to a missing path creates it.
                pulled = folder / "pulled"
                if argument.destination.is_folder:
                    pulled.mkdir()
                spelled.append((str(pulled), argument.destination.path))
                command.append(str(pulled))
            else:
                command.append(decode_text(argument.word))
        try:
            result = simulator.adb(command, request.timeout or None)
        except TimeoutError:
            return device_pb2.AdbReply(timed_out=True)
        reply = device_pb2.AdbReply(output=_spelled(result, spelled), exit_code=result.exit_code)
        if pulled is not None:
            reply.pulled.extend(_parts(pulled, files))
        return reply


def _fault(verb: str, request: device_pb2.AdbRequest) -> str:
    """Returns why a command is refused; "" if it may run."""
    if verb not in ALLOWED:
        known = ", ".join(sorted(ALLOWED))
        return f"{verb or 'no command'!r} does not concern the remote device alone (what works: {known})"
    arguments = request.arguments[1:]
    if verb == "wait-for-device" and arguments:
        # adb would run any command that follows.
        return "wait-for-device takes nothing after it here: send what follows as a command of its own"
    if verb not in _TRANSFERS:
        return "" if all(each.HasField("word") for each in arguments) else f"{verb} takes no files"
    # Such a word would name a file of the service's own machine.
    words = [decode_text(each.word) if each.HasField("word") else "./file" for each in arguments]
    places = operands(words)
    here: list[int] = places
    if verb in ("push", "pull") and places:
        here = places[:-1] if verb == "push" else places[-1:]
    if len(places) < 2 and verb in ("push", "pull"):
        return f"{verb} requires an argument"
    kind = "destination" if verb == "pull" else "file"
    for index, each in enumerate(arguments):
        if index in here and not each.HasField(kind):
            return f"{verb}: {words[index]!r} was not sent by the client"
        if index not in here and not each.HasField("word"):
            return f"{verb}: a file of the client stands where one of the device belongs"
        if index not in places and ("/" in words[index] or os.path.exists(words[index])):
            return f"{verb}: {words[index]!r} is no option"
    return ""


def _spelled(result: AdbResult, spelled: list[tuple[str, str]]) -> bytes:
    """Replaces this machine's file names in the output by the client's names."""
    output = result.output
    for ours, theirs in spelled:
        output = output.replace(os.fsencode(ours), theirs.encode("utf-8", "surrogateescape"))
    return output


def _parts(root: Path, files: SessionFiles) -> list[device_pb2.FilePart]:
    """The pulled files below a path, which may itself be a file."""
    found = [root] if root.is_file() else [entry for entry in root.rglob("*") if entry.is_file()]
    parts = []
    for path in sorted(entry for entry in found if not entry.is_symlink()):
        part = files.keep(path)
        part.path = "" if path == root else path.relative_to(root).as_posix()
        parts.append(part)
    return parts
