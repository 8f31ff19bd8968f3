"""The long profile left out unless asked for; served phones and adb servers for tests that use the wire."""

import contextlib
import itertools
import os
import signal
import socket
import subprocess

import pytest
from extras import require_extra, skip_for

# Whoever starts the tests in the background has them ignore SIGINT, and programs started by them inherit that:
# then Ctrl-C could not be tested.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Without these an adb server looks for USB devices and for phones on the network, and starts in seconds.
ADB_ENVIRONMENT = {"ADB_USB": "0", "ADB_MDNS": "0"}
# Ports of consoles: the gRPC ports 3000 above them are nobody's console, and all are below those that the system gives
# to outgoing connections (from 32768 on).
_CONSOLES = [port for first in (10_000, 16_000, 22_000) for port in range(first, first + 3000, 4)]


# Fixtures that start an adb server or serve a phone.
_SLOW_FIXTURES = {"adb_server", "own_adb_server", "serve"}
# Modules that play whole apps, trace the painter, attack SQLite or start services: `make quick` leaves them out.
_SLOW_MODULES = {
    "test_app_command.py",
    "test_app_conformance.py",
    "test_contacts.py",
    "test_deskclock.py",
    "test_device_service.py",
    "test_hostile_sql.py",
    "test_page_isolation.py",
    "test_remote_faults.py",
    "test_settings.py",
    "test_site_pages.py",
    "test_sms_messenger.py",
}


@pytest.hookimpl(tryfirst=True)  # before pytest selects by markers
def pytest_collection_modifyitems(config, items):
    """Marks what `make quick` leaves out. Tests of the long profile run only with `-m long`."""
    for item in items:
        slow = item.path.name in _SLOW_MODULES or _SLOW_FIXTURES & set(item.fixturenames)
        if slow or item.get_closest_marker("needs_extra"):
            item.add_marker("slow")
    if "long" in (config.getoption("markexpr") or ""):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


def pytest_runtest_setup(item):
    """Skips a test whose extra is not installed."""
    for marker in item.iter_markers("needs_extra"):
        require_extra(*marker.args)


def _free(port):
    with contextlib.closing(socket.socket()) as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


class _Ports:
    """Console ports that are free, as those two above are, with those of adb and gRPC; a run's processes share none."""

    def __init__(self):
        workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
        own = _CONSOLES[worker::workers]
        begin = os.getpid() % len(own)  # runs side by side seldom meet
        self._ports = itertools.cycle(own[begin:] + own[:begin])

    def __call__(self):
        for port in itertools.islice(self._ports, len(_CONSOLES)):
            if all(map(_free, (port, port + 1, port + 2, port + 3, port + 3000, port + 3002))):
                return port
        raise AssertionError("no port is free")


@pytest.fixture(scope="session")
def console_port():
    """Gives a console port that is free."""
    return _Ports()


class AdbServer:
    """A real adb server on a port of its own."""

    def __init__(self, port, home):
        from mobile_env.simulators.adb.binary import NoAdbError, find_adb

        self.port = port
        try:
            self.path = find_adb()
        except NoAdbError as error:
            skip_for("devices", str(error))
        self._environment = {**os.environ, **ADB_ENVIRONMENT, "HOME": str(home)}

    def __call__(self, *args, stdin=b"", timeout=30):
        """Runs adb; returns what subprocess.run does."""
        command = [self.path, "-P", str(self.port), *map(str, args)]
        return subprocess.run(
            command, input=stdin, capture_output=True, env=self._environment, timeout=timeout
        )

    def popen(self, *args):
        command = [self.path, "-P", str(self.port), *map(str, args)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, env=self._environment)

    def start(self):
        assert self("start-server").returncode == 0

    def kill(self):
        self("kill-server")


@pytest.fixture(scope="session")
def console_home(tmp_path_factory):
    """A home for adb and for the consoles of served phones, so that their token is not that of the user."""
    return tmp_path_factory.mktemp("console_home")


@pytest.fixture(scope="session")
def adb_environment():
    """The variables that adb servers are started with, for those that the tested code starts."""
    before = {name: os.environ.get(name) for name in ADB_ENVIRONMENT}
    os.environ.update(ADB_ENVIRONMENT)
    yield
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@pytest.fixture(scope="session")
def adb_server(console_port, adb_environment, console_home):
    """A running adb server; a test that stops it starts it again."""
    server = AdbServer(console_port() + 1, console_home)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def own_adb_server(console_port, adb_environment, console_home):
    """Makes adb servers that are not running yet."""
    made = []

    def make():
        made.append(AdbServer(console_port() + 1, console_home))
        return made[-1]

    yield make
    for server in made:
        server.kill()


@pytest.fixture(scope="session")
def serve(console_port, adb_server, console_home):
    """Makes a served phone: a context manager, announced to the adb server unless told otherwise."""
    from mobile_env.phone import Display, Phone
    from mobile_env.phone.wire.server import PhoneServer

    def make(display=None, *, fetch=None, **options):
        shown = display or Display(360, 640, 160)
        options.setdefault("console_port", console_port())
        options.setdefault("adb_servers", [adb_server.port])
        options.setdefault("console_token_file", console_home / ".emulator_console_auth_token")
        return PhoneServer(lambda: Phone(shown, fetch=fetch), **options)

    return make
