"""Content that a set asks for itself: served while its environment lives."""

import socket

import pytest

import mobile_env
from mobile_env.loader import load
from mobile_env.replay.store.exchange import Exchange
from mobile_env.replay.store.writer import StoreWriter
from mobile_env.simulators.device_spec import DeviceSpecError

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning:mitmproxy.*"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:ldap3.*"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:passlib.*"),
]

SMALL = "embedded:360x640@160"
TASK = """
id: "{name}"
reset_steps {{ adb_call {{ start_activity {{
  full_activity: "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" }} }} }}
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "a.textproto").write_text(TASK.format(name="a"))
    return tmp_path / "set"


@pytest.fixture
def store(tmp_path):
    with StoreWriter(tmp_path / "store") as writer:
        fields = (("Content-Type", "text/html; charset=utf-8"),)
        writer.add(Exchange("https://www.wikihow.com/Main-Page", 200, "OK", fields, b"<p>recorded</p>"))
    return tmp_path / "store"


def shown(env):
    return env.reset().observation["view_hierarchy"]


def port_of(env):
    address = env.simulator.phone.state.settings.get("global", "http_proxy")
    return int(address.rpartition(":")[2])


def answers(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def test_a_store_beside_the_set(folder, store):
    (folder / "set.conf").write_text("content: ../store\n")
    with load(folder, SMALL, hierarchy=True) as env:
        assert "recorded" in shown(env)
        assert not env.simulator.phone.state.settings.get("global", "http_proxy")


@pytest.mark.needs_extra("replay")
def test_a_proxy_lives_as_long_as_its_environment(folder, store):
    (folder / "set.conf").write_text("content: proxy:../store\n")
    with load(folder, SMALL, hierarchy=True) as env:
        assert "recorded" in shown(env)
        port = port_of(env)
        assert answers(port)
        assert "recorded" in shown(env)
        assert port_of(env) == port, "one proxy for all episodes"
    assert not answers(port)


def test_what_is_said_in_the_call_counts_more(folder, store):
    (folder / "set.conf").write_text(f"content: {store}\n")
    with load(folder, SMALL, hierarchy=True, content="wikihow") as env:
        assert "Featured Articles" in shown(env)
    with load(folder, SMALL, hierarchy=True, content=None) as env:
        assert "recorded" not in shown(env)


def test_a_set_can_ask_for_no_network(folder):
    (folder / "set.conf").write_text("content: none\n")
    with load(folder, SMALL, hierarchy=True) as env:
        assert "Featured Articles" not in shown(env)


def test_a_fetcher_that_was_given_is_not_closed(folder, store):
    from mobile_env.replay.direct import DirectFetcher

    fetch = DirectFetcher(store)
    with load(folder, SMALL, hierarchy=True, content=fetch) as env:
        assert "recorded" in shown(env)
    assert fetch("https://www.wikihow.com/Main-Page", {}).body == b"<p>recorded</p>"
    fetch.close()


def test_unknown_content_of_a_set(folder):
    (folder / "set.conf").write_text("content: wikipedia\n")
    with pytest.raises(ValueError, match="no content is named 'wikipedia'"):
        load(folder, SMALL)


def test_devices_with_a_network_of_their_own_take_a_proxy_alone(folder, adb_server, monkeypatch):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    spec = "adb:emulator-5554"
    with pytest.raises(ValueError, match="write proxy: before the name"):
        load(folder, spec, content="wikihow")
    with pytest.raises(ValueError, match="write proxy: before the name"):
        load(folder, spec, content=lambda url, headers: None)
    load(folder, spec, content=None).close()
    load(folder, spec).close()


@pytest.mark.needs_extra("replay")
def test_why_a_device_cannot_be_launched_is_said(folder, tmp_path, monkeypatch):
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    from mobile_env.replay.proxy import phone_network

    def serve_there(source):
        from mobile_env.replay.proxy.serving import serve

        return serve(source, port=taken.getsockname()[1])

    monkeypatch.setattr(phone_network, "serve", serve_there)
    reason = r"the device cannot be launched: no proxy at .* in use"
    with taken, load(folder, SMALL, content="proxy:wikihow") as env, pytest.raises(Exception, match=reason):
        env.reset()


def test_the_default_is_named(folder):
    assert mobile_env.loader.CONTENT_OF_SET == "auto"
    with pytest.raises(DeviceSpecError):
        load(folder, "emulator:nowhere", content="auto")
