"""A served phone that the tests of this room share; each begins with the phone as it booted."""

import pytest
from console_client import ConsoleClient
from transport import wait_for
from wikihow_task import served_wikihow

from mobile_env.phone.wire.console.token import TOKEN_FILE_NAME


@pytest.fixture(scope="session")
def server(serve):
    with serve() as made:
        yield made


@pytest.fixture(scope="session")
def fresh(server):
    return server.phone.call(lambda phone: phone.snapshot())


@pytest.fixture
def served(server, fresh):
    """The served phone, as it booted."""
    server.phone.call(lambda phone: phone.restore(fresh))
    return server


@pytest.fixture
def adb(served, adb_server):
    """Runs adb for the phone: (exit code, stdout, stderr)."""
    wait_for(lambda: adb_server("-s", served.serial, "get-state").stdout == b"device\n")

    def run(*args, stdin=b""):
        done = adb_server("-s", served.serial, *args, stdin=stdin)
        return done.returncode, done.stdout, done.stderr

    run.popen = lambda *args: adb_server.popen("-s", served.serial, *args)
    return run


@pytest.fixture
def token(console_home, served):
    """What the served phone's console asks for."""
    return (console_home / TOKEN_FILE_NAME).read_text()


@pytest.fixture
def console(served, token):
    """A client of the served phone's console, which is let in."""
    with ConsoleClient(served.console_port, token) as client:
        yield client


@pytest.fixture(scope="session")
def begin_wikihow_task(serve, adb_server):
    with served_wikihow(serve, adb_server) as begin:
        yield begin


@pytest.fixture
def task(begin_wikihow_task):
    """A WikiHow task that a program of others is to solve."""
    return begin_wikihow_task()
