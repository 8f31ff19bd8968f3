"""The file with the token for the console's clients, shared by all emulators of a user."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path
from typing import Final

TOKEN_FILE_NAME: Final = ".emulator_console_auth_token"
"""Name in the user's home, where the emulator makes it and adb looks for it."""
_MOST_BYTES: Final = 4096
_RANDOM_BYTES: Final = 12


class TokenFileError(Exception):
    """The token file cannot be made or read."""


def default_token_file() -> Path:
    """The token file of this user, by HOME as adb finds it.

    Raises:
      TokenFileError: the user has no home.
    """
    try:
        return Path.home() / TOKEN_FILE_NAME
    except RuntimeError as error:
        raise TokenFileError(f"no home folder to keep {TOKEN_FILE_NAME} in ({error}): set HOME") from None


def make_token_file(path: Path) -> None:
    """Creates the file with a new token, readable only by its owner, unless the file exists.

    The file is renamed to its name when it is complete, because an empty file means that no token is needed,
    and another emulator could start meanwhile. The file has no final newline, because adb sends it unchanged.

    Raises:
      TokenFileError: it cannot be made.
    """
    if os.path.lexists(path):
        return
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_urlsafe(_RANDOM_BYTES))
            with contextlib.suppress(FileExistsError):  # somebody was faster: theirs is as good
                os.link(draft, path)
        finally:
            os.unlink(draft)
    except OSError as error:
        raise TokenFileError(f"cannot make {path} ({error.strerror})") from None


def read_token(path: Path) -> str:
    """Returns the token in the file; "" if the file is empty, so that no token is needed.

    Raises:
      TokenFileError: it cannot be read, or holds no line of text.
    """
    try:
        # Not blocking: a pipe in its place must not hold up the server.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise TokenFileError(f"{path} is no regular file")
            content = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise TokenFileError(f"cannot read {path} ({error.strerror})") from None
    try:
        token = content.decode().strip()
    except UnicodeDecodeError:
        raise TokenFileError(f"{path} holds no text") from None
    if len(content) > _MOST_BYTES or not (token.isprintable() and len(token.splitlines()) <= 1):
        raise TokenFileError(f"{path} must hold one line of text")
    return token
