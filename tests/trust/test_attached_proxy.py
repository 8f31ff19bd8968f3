"""Replayed content for a device over adb: an environment's own proxy, reached through adb."""

import logging
import socket

import pytest
from extras import require_extra

require_extra("replay")

from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.cli import main
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.loader import load
from mobile_env.phone.network import offline
from mobile_env.replay.proxy.phone_network import ProxySettingNetwork
from mobile_env.tasks.discovery import shipped_sets

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning:mitmproxy.*"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:ldap3.*"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:passlib.*"),
]
TASK = shipped_sets()["wikihow"] / "bake_focaccia-0.textproto"


@pytest.fixture
def server(serve, adb_server, tmp_path, monkeypatch):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    monkeypatch.setenv("HOME", str(tmp_path))  # where mitmproxy's authority is made
    # Nothing but the proxy can give it a page.
    with serve(fetch=ProxySettingNetwork(offline)) as server:
        yield server


def setting(server):
    return server.phone.call(lambda phone: phone.state.settings.get("global", "http_proxy"))


def play(env, server):
    agent = DemonstrationAgent()
    agent.prepare(env.task.id, env.task.path)
    return EpisodePlayer(env, agent, f"adb:{server.serial}").play(0)


def test_a_task_is_played_on_a_device_that_trusts_the_proxy(server, adb_server, tmp_path, caplog):
    spec = f"adb:{server.serial}"
    with load(TASK, spec, content="proxy:wikihow", hierarchy=True) as env, caplog.at_level(logging.WARNING):
        env.reset()
        assert "does not trust the replay proxy" in caplog.text
        assert f"mobile-env device trust --plan system --device {spec} --ca" in caplog.text
        port = int(setting(server).rpartition(":")[2])
        assert (
            f"tcp:{port} tcp:{port}" in adb_server("-s", server.serial, "reverse", "--list").stdout.decode()
        )
        assert not play(env, server).success, "HTTPS fails without trust"
        ca = tmp_path / ".mitmproxy" / "mitmproxy-ca-cert.pem"
        assert main(["device", "trust", "--plan", "system", "--device", spec, "--ca", str(ca)]) == 0
        assert play(env, server).success
    assert setting(server) == ":0"
    assert not adb_server("-s", server.serial, "reverse", "--list").stdout.strip()
    with socket.socket() as client:
        assert client.connect_ex(("127.0.0.1", port)) != 0
    caplog.clear()
    with load(TASK, spec, content="proxy:wikihow", hierarchy=True) as env:
        assert play(env, server).success, "the authority is the same in the next run"
    assert "does not trust" not in caplog.text


def test_the_setting_that_was_there_is_put_back(server):
    server.phone.call(lambda phone: phone.state.settings.put("global", "http_proxy", "10.0.2.2:3128"))
    with load(TASK, f"adb:{server.serial}", content="proxy:wikihow") as env:
        env.reset()
        assert setting(server).startswith("localhost:")
    assert setting(server) == "10.0.2.2:3128"


def test_a_device_that_is_gone_keeps_nobody_from_closing(server, caplog):
    env = load(TASK, f"adb:{server.serial}", content="proxy:wikihow")
    env.reset()
    port = int(setting(server).rpartition(":")[2])
    server.close()
    env.close()
    assert "keeps its setting" in caplog.text
    with socket.socket() as client:
        assert client.connect_ex(("127.0.0.1", port)) != 0
