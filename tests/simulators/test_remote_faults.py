"""Connections that break, services that die, and what clients may not do."""

import random
import socket
import threading

import grpc
import pytest
from cutting_proxy import CuttingProxy

from mobile_env.device_service.device_pool import DevicePool
from mobile_env.device_service.server import DeviceServer
from mobile_env.env import MobileEnv
from mobile_env.proto import device_pb2
from mobile_env.replay.content import fetcher_for
from mobile_env.simulators.contract import ActionType, PrimitiveAction
from mobile_env.simulators.device_spec import make_simulator
from mobile_env.simulators.remote.connection import (
    Connection,
    DeviceFailedError,
    RefusedError,
    RemoteError,
    SessionLostError,
    TokenRefusedError,
    UnreachableError,
)
from mobile_env.simulators.remote.simulator import RemoteSimulator
from mobile_env.tasks.discovery import find_tasks
from mobile_env.tasks.loading import load_tasks

DEVICE = "embedded:360x640@160"
TOKEN = "a token for tests"
HOME = PrimitiveAction(ActionType.KEY, key="HOME")
LIFT = PrimitiveAction(ActionType.LIFT)
TASK = find_tasks(["wikihow"])[0]
WAIT = {"action_type": ActionType.REPEAT}


def make(spec, seed):
    return make_simulator(spec, seed=seed, fetch=fetcher_for("wikihow", seed))


def serve(port=0, **options):
    return DeviceServer(DevicePool([DEVICE], make, 4), TOKEN, port=port, **options)


def client(port, token=TOKEN, **options):
    options = {"attempt_seconds": 2.0, "patience_seconds": 10.0, **options}
    return RemoteSimulator(f"127.0.0.1:{port}", token=token, certificates=None, **options)


@pytest.fixture(scope="module")
def server():
    with serve() as made:
        yield made


@pytest.fixture
def proxy(server):
    with CuttingProxy(server.port) as made:
        yield made


@pytest.fixture
def remote(proxy):
    simulator = client(proxy.port)
    simulator.launch()
    yield simulator
    simulator.close()


@pytest.fixture
def here():
    simulator = make_simulator(DEVICE, fetch=fetcher_for("wikihow"))
    simulator.launch()
    yield simulator
    simulator.close()


def looks(simulator):
    return simulator.clock(), simulator.drain_log(), simulator.hierarchy_xml(), simulator.screen().tobytes()


# Connections that break.


def test_a_cut_connection_is_not_noticed(proxy, remote, here):
    for _ in range(5):
        for simulator in (remote, here):
            simulator.perform(PrimitiveAction(ActionType.TOUCH, 0.5, 0.9))
            simulator.perform(LIFT)
        proxy.cut()
        assert looks(remote) == looks(here)
        proxy.cut()


@pytest.mark.parametrize("after", [1, 40, 150])
def test_a_batch_that_was_sent_by_half_is_sent_again(proxy, remote, here, after):
    text = PrimitiveAction(ActionType.TEXT, text="".join(random.Random(1).choices("abcdef", k=3000)))
    proxy.cut_after_requests = proxy.requests + after
    actions = [HOME, text, LIFT]
    remote.foresee(actions)
    for action in actions:
        remote.perform(action)
        here.perform(action)
    assert looks(remote) == looks(here)
    assert proxy.cut_after_requests is None


def test_what_was_done_before_the_reply_was_lost_is_done_once(proxy, remote, here):
    for _ in range(3):
        proxy.swallow_replies = True
        done = threading.Thread(target=lambda: remote.perform(LIFT))
        done.start()
        done.join(0.3)
        assert done.is_alive()
        proxy.swallow_replies = False
        proxy.cut()
        done.join(10)
        here.perform(LIFT)
        assert remote.clock() == here.clock()
    assert looks(remote) == looks(here)


def test_an_episode_survives_cuts(server):
    with CuttingProxy(server.port) as proxy:
        env = MobileEnv(client(proxy.port), load_tasks([TASK]), hierarchy=True)
        env.reset()
        for _ in range(3):
            proxy.cut()
            assert env.play([WAIT] * 3).mid()
        proxy.cut()
        env.reset()
        env.close()


def test_a_service_that_was_started_anew_ends_the_episode_and_the_next_one_works():
    first = serve()
    first.start()
    env = MobileEnv(client(first.port), load_tasks([TASK]), hierarchy=True)
    env.reset()
    env.step(WAIT)
    first.stop()
    with serve(first.port):
        last = env.step(WAIT)
        assert last.last()
        assert env.outcome == "truncated"
        assert "does not know the session" in env.outcome_reason
        assert env.step(WAIT).first()
        assert env.step(WAIT).mid()
        env.close()


def test_a_service_that_is_gone_ends_the_episode_in_time():
    server = serve()
    server.start()
    env = MobileEnv(client(server.port, patience_seconds=0.5), load_tasks([TASK]))
    env.reset()
    server.stop()
    assert env.step(WAIT).last()
    assert env.outcome == "truncated"
    assert f"no device service answers at 127.0.0.1:{server.port} within 0.5 s" in env.outcome_reason
    with pytest.raises(RemoteError, match="no device service answers"):
        env.reset()
    with serve(server.port):
        assert env.reset().first()
    env.close()


def test_a_client_that_never_reads_stands_in_nobodys_way(server, remote):
    deaf = socket.create_connection(("127.0.0.1", server.port))
    with CuttingProxy(server.port) as swallowing:
        other = client(swallowing.port, patience_seconds=0.3, attempt_seconds=0.3)
        other.launch()
        swallowing.swallow_replies = True
        for _ in range(3):
            with pytest.raises(UnreachableError):
                other.screen()
        remote.perform(HOME)
        assert remote.hierarchy_xml()
        swallowing.swallow_replies = False
        swallowing.cut()
        assert other.screen().shape == (640, 360, 3)
        other.close()
    deaf.close()


def test_a_device_that_fails_is_told_from_a_service_that_fails(server):
    simulator = client(server.port)
    simulator.launch()
    for _, session in server._service._sessions.values():
        session.simulator.close()
    with pytest.raises(DeviceFailedError, match="the device failed: the embedded phone is not running"):
        simulator.perform(LIFT)
    simulator.launch()
    simulator.perform(LIFT)
    simulator.close()


# Sessions.


def test_a_session_of_a_client_that_vanished_is_given_to_another():
    with serve(lease_seconds=0.3) as server:
        kept = [client(server.port) for _ in range(3)]
        vanished = client(server.port)
        for simulator in (*kept, vanished):
            simulator.launch()
        with pytest.raises(
            RemoteError, match="all 4 sessions are taken: wait, or serve more with --sessions"
        ):
            client(server.port).connect()
        vanished._remote._session._ended.set()  # its heart stops
        new = client(server.port)
        for _ in range(100):
            try:
                new.launch()
                break
            except RemoteError as error:
                assert "taken" in str(error)
                threading.Event().wait(0.05)
        for simulator in (*kept, new):
            simulator.perform(LIFT)
        with pytest.raises(SessionLostError, match="does not know the session"):
            vanished.perform(LIFT)
        for simulator in (*kept, new, vanished):
            simulator.close()


def test_sessions_have_phones_of_their_own(server):
    first, second = client(server.port, seed=1), client(server.port, seed=1)
    for simulator in (first, second):
        simulator.launch()
        simulator.perform(HOME)
    before = second.clock()
    first.adb(["shell", "am start -n com.wikihow.wikihowapp/.MainTabActivity"])
    assert "wikihow" in first.foreground()
    assert "launcher" in second.foreground()
    assert second.clock() == before
    for simulator in (first, second):
        simulator.close()


def test_a_snapshot_of_a_lost_session_is_refused(server):
    first, second = client(server.port), client(server.port)
    for simulator in (first, second):
        simulator.launch()
    with pytest.raises(RemoteError, match="of another session"):
        second.restore(first.snapshot())
    for simulator in (first, second):
        simulator.close()


def test_snapshots_that_nobody_has_any_more_are_dropped(server):
    simulator = client(server.port)
    simulator.launch()
    kept = [simulator.snapshot() for _ in range(3)]
    (sessions,) = [each for _, each in server._service._sessions.values() if each._snapshots]
    kept.pop()
    simulator.perform(LIFT)
    assert sorted(sessions._snapshots) == [1, 2]
    simulator.restore(kept[0])
    simulator.close()


# What is refused.


@pytest.mark.parametrize("token", ["another token", "x" * 5000, "-"])
def test_a_wrong_token_is_refused(server, token):
    with pytest.raises(TokenRefusedError, match=r"refuses the token.*set MOBILE_ENV_DEVICE_TOKEN"):
        client(server.port, token=token).connect()


def test_a_call_without_a_token_is_refused(server):
    with grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        for method in ("Open", "Adb", "Nothing"):
            call = channel.unary_unary(f"/mobile_env.device.Device/{method}")
            with pytest.raises(grpc.RpcError) as raised:
                call(b"", timeout=5)
            assert raised.value.code() is grpc.StatusCode.UNAUTHENTICATED


def test_a_service_of_something_else_is_named_so(server):
    connection = Connection(f"127.0.0.1:{server.port}", TOKEN)
    connection._calls["Open"] = connection._channel.unary_unary("/other.Service/Open")
    with pytest.raises(RemoteError, match="is no device service"):
        connection.call("Open", b"")
    connection.close()


def test_a_request_that_is_too_large_is_refused_on_both_sides(server, remote):
    text = PrimitiveAction(ActionType.TEXT, text="x" * (9 << 20))
    with pytest.raises(
        RefusedError, match=r"Perform takes 94\d+ bytes; the device service .* takes at most 8388608"
    ):
        remote.perform(text)
    remote._remote._session.device.largest_request = 1 << 30
    with pytest.raises(RemoteError, match="larger than max"):
        remote.perform(text)
    remote.perform(LIFT)


@pytest.mark.parametrize(
    ("method", "request_", "message"),
    [
        ("Perform", device_pb2.PerformRequest(), "1 to 1000 actions, not 0"),
        (
            "Perform",
            device_pb2.PerformRequest(actions=[device_pb2.PrimitiveAction(x=1.5)]),
            r"touch at \(1.5, 0.0\)",
        ),
        (
            "Perform",
            device_pb2.PerformRequest(actions=[device_pb2.PrimitiveAction(y=float("nan"))]),
            r"touch at \(0.0, nan\)",
        ),
        (
            "Perform",
            device_pb2.PerformRequest(actions=[device_pb2.PrimitiveAction(type=9)]),
            "no action of type 9",
        ),
        ("TakeBack", device_pb2.TakeBackRequest(kept=1), "no batch of actions"),
        ("Restore", device_pb2.RestoreRequest(snapshot=99), "no snapshot 99"),
        ("Sleep", device_pb2.SleepRequest(seconds=-1), "nobody sleeps -1 seconds"),
    ],
)
def test_what_cannot_be_done_is_said(remote, method, request_, message):
    with pytest.raises(RefusedError, match=message):
        remote._remote._session.call(method, request_, (0, 0))


def test_calls_come_in_order(remote):
    session = remote._remote._session
    remote.perform(LIFT)
    session._number = 0
    with pytest.raises(RefusedError, match="call 1 came after call"):
        session.call("Observe", device_pb2.ObserveRequest(), (0, 0))


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (device_pb2.OpenRequest(session="x", protocol=1), "32 hexadecimal digits"),
        (device_pb2.OpenRequest(session="0" * 32, protocol=7), "it speaks protocol 1, the client 7"),
        (
            device_pb2.OpenRequest(
                session="0" * 32, protocol=1, frames=device_pb2.FrameFormat(codec="JPEG", quality=0)
            ),
            "frame quality 0",
        ),
    ],
)
def test_sessions_that_cannot_be_opened(server, request_, message):
    connection = Connection(f"127.0.0.1:{server.port}", TOKEN)
    with pytest.raises(RefusedError, match=message):
        connection.call("Open", request_)
    connection.close()
