"""A phone whose shell is tried: made once, each test gets a fork of it."""

import pytest

from mobile_env.phone import Phone
from mobile_env.phone.shell import ShellResult


@pytest.fixture(scope="session")
def booted() -> Phone:
    return Phone()


@pytest.fixture
def phone(booted: Phone) -> Phone:
    return booted.fork()


class Terminal:
    """Runs command lines and hands back text."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def __call__(self, command: str, stdin: bytes = b"") -> str:
        """Stdout of a command that must succeed without complaint."""
        result = self.phone.shell(command, stdin)
        assert (result.exit_code, result.stderr) == (0, b""), (command, result)
        return result.stdout.decode()

    def result(self, command: str, stdin: bytes = b"") -> tuple[int, str, str]:
        """Exit code, stdout and stderr."""
        result: ShellResult = self.phone.shell(command, stdin)
        return result.exit_code, result.stdout.decode(), result.stderr.decode()


@pytest.fixture
def sh(phone: Phone) -> Terminal:
    return Terminal(phone)
