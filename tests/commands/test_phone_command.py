"""`mobile-env phone serve`: what the served phones are made of."""

import pytest

from mobile_env.cli import main
from mobile_env.commands import phone as command
from mobile_env.phone.network import offline
from mobile_env.phone.wire import server
from mobile_env.replay import content


@pytest.fixture
def served(monkeypatch):
    """What phones would be served with; each is switched off at once."""
    made = []

    class SwitchedOff:
        serial, console_port, adb_port, grpc_port = "emulator-5554", 5554, 5555, 8554

        def __init__(self, make, **options):
            made.append((make, options))

        def __enter__(self):
            return self

        def __exit__(self, *error):
            return None

        def wait(self, seconds):
            return True

        def close(self):
            pass

    monkeypatch.setattr(server, "PhoneServer", SwitchedOff)
    command._fetcher.cache_clear()
    yield made
    command._fetcher.cache_clear()


def test_all_phones_share_their_content(served, monkeypatch):
    opened = []
    monkeypatch.setattr(content, "fetcher_for", lambda name, seed: opened.append(name) or offline)
    assert main(["phone", "serve", "--count", "3"]) == 0
    assert len(served) == 3
    assert opened == ["wikihow"]


@pytest.mark.parametrize(
    ("variable", "arguments", "expected"),
    [("", (), (5037,)), ("5099", (), (5099,)), ("5099", ("--adb-server", "5038"), (5038,))],
)
def test_phones_are_announced_to_the_adb_server_that_devices_are_looked_for_at(
    served, monkeypatch, variable, arguments, expected
):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", variable)
    assert main(["phone", "serve", *arguments]) == 0
    assert tuple(served[0][1]["adb_servers"]) == expected
