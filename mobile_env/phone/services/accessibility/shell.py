"""`uiautomator`: what accessibility services see of the screen, as XML."""

from __future__ import annotations

from typing import Final

from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.shell.call import Call

_DUMP: Final = "/sdcard/window_dump.xml"


def uiautomator(call: Call) -> int:
    """`uiautomator dump`: the view hierarchy as XML in a file."""
    args = list(call.args)
    if args[:1] != ["dump"]:
        call.complain("Usage: uiautomator <subcommand> [options]")
        call.complain(
            "Available subcommands:\nhelp: displays help message\ndump: creates an XML dump of current UI hierarchy"
        )
        return 0 if args[:1] in ([], ["help"]) else 1
    paths = [word for word in args[1:] if not word.startswith("--")]
    path = paths[0] if paths else _DUMP
    compressed = "--compressed" in args
    screen = call.service(DisplayService).screen
    xml = screen.compressed_hierarchy() if compressed else screen.hierarchy()
    if path in ("/dev/tty", "/dev/stdout"):
        call.write(xml)
    else:
        try:
            call.files.write(call.path(path), xml.encode())
        except OSError as error:
            call.complain(f"ERROR: could not write to {path}: {error.strerror}")
            return 1
    # The misspelling is Android's, and programs look for it.
    call.print(f"UI hierchary dumped to: {path}")
    return 0
