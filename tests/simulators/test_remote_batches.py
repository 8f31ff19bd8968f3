"""Actions that are carried out together look as if they were carried out one by one, whatever is done between."""

import random

import numpy as np
import pytest

from mobile_env.device_service.device_pool import DevicePool
from mobile_env.device_service.server import DeviceServer
from mobile_env.replay.content import fetcher_for
from mobile_env.simulators.contract import ActionType, PrimitiveAction
from mobile_env.simulators.device_spec import make_simulator
from mobile_env.simulators.remote.simulator import RemoteSimulator

DEVICE = "embedded:360x640@160"
TOKEN = "a token for tests"
APP = ["shell", "am", "start", "-n", "com.wikihow.wikihowapp/.MainTabActivity"]
LIFT = PrimitiveAction(ActionType.LIFT)
HOME = PrimitiveAction(ActionType.KEY, key="HOME")


def make(spec, seed):
    return make_simulator(spec, seed=seed, fetch=fetcher_for("wikihow", seed))


@pytest.fixture(scope="module")
def pair():
    """The same phone here and behind a service."""
    with DeviceServer(DevicePool([DEVICE], make), TOKEN, port=0) as server:
        here = make_simulator(DEVICE, fetch=fetcher_for("wikihow"))
        remote = RemoteSimulator(f"127.0.0.1:{server.port}", token=TOKEN, certificates=None)
        yield here, remote
        remote.close()
        here.close()


@pytest.fixture
def launched(pair):
    for simulator in pair:
        simulator.launch()
    return pair


def calls_of(remote, monkeypatch):
    """Names of the methods that are called from now on."""
    names = []
    session = remote._remote._session
    call = session.call

    def counted(method, *args, **kwargs):
        names.append(method)
        return call(method, *args, **kwargs)

    monkeypatch.setattr(session, "call", counted)
    return names


def tap(x, y):
    return [PrimitiveAction(ActionType.TOUCH, x, y)] * 3 + [LIFT]


def play(simulator, actions):
    if hasattr(simulator, "foresee"):
        simulator.foresee(actions)
    for action in actions:
        simulator.perform(action)


def test_foreseen_actions_and_what_is_asked_after_them_are_one_call(launched, monkeypatch):
    _, remote = launched
    for _ in range(2):
        play(remote, tap(0.5, 0.9))
        remote.hierarchy_xml(), remote.get_screenshot()
        play(remote, [HOME, LIFT])
        remote.hierarchy_xml(), remote.get_screenshot()
    names = calls_of(remote, monkeypatch)
    play(remote, tap(0.5, 0.9))
    assert remote.hierarchy_xml() and remote.clock() and remote.drain_log() is not None
    assert remote.get_screenshot().shape == (640, 360, 3)
    assert names == ["Perform"]


def test_what_changes_midway_is_seen_midway(launched):
    here, remote = launched
    seen = {}
    for simulator in launched:
        told = seen[simulator] = []
        actions = [HOME, *tap(0.13, 0.86), HOME, *tap(0.5, 0.3)]
        if simulator is remote:
            simulator.foresee(actions)
        for action in actions:
            simulator.perform(action)
            told.append((simulator.hierarchy_xml(), simulator.foreground(), simulator.clock()))
            told += simulator.drain_log()
    assert seen[remote] == seen[here]


def test_a_caller_who_turns_away_finds_the_device_as_it_left_it(launched, monkeypatch):
    here, remote = launched
    for simulator in launched:
        simulator.adb(APP)
        simulator.drain_log()
    names = calls_of(remote, monkeypatch)
    remote.foresee([LIFT, HOME, LIFT])
    for simulator in launched:
        simulator.perform(LIFT)
    assert names == ["Perform"]
    assert (
        remote.foreground()
        == here.foreground()
        == "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity"
    )
    assert remote.adb(["shell", "date"]) == here.adb(["shell", "date"])
    assert names == ["Perform", "TakeBack", "Adb"]
    assert remote.clock() == here.clock()
    assert remote.drain_log() == here.drain_log()
    assert remote.adb(["shell", "logcat", "-d"]) == here.adb(["shell", "logcat", "-d"])


@pytest.mark.parametrize("seed", range(4))
def test_any_course_of_events_is_the_same(launched, seed):
    chance = random.Random(seed)
    here, remote = launched
    seen = dict.fromkeys(launched, ((None, None), (None, None)))

    def same(ask):
        first, second = ask(here), ask(remote)
        if isinstance(first, np.ndarray):
            np.testing.assert_array_equal(second, first)
        else:
            assert second == first

    def versions_tell(simulator):
        """What has the version that it had before is what it was before."""
        new = (
            (simulator.hierarchy_version, simulator.hierarchy_xml()),
            (simulator.screen_version, simulator.screen()),
        )
        old, seen[simulator] = seen[simulator], new
        for (old_version, before), (new_version, now) in zip(old, new, strict=True):
            assert old_version != new_version or before is now

    looks = [
        lambda simulator: simulator.hierarchy_xml(),
        lambda simulator: simulator.screen(),
        lambda simulator: simulator.get_screenshot(),
        lambda simulator: simulator.orientation(),
        lambda simulator: simulator.foreground(),
        versions_tell,
    ]

    def look():
        same(lambda simulator: simulator.clock())
        same(lambda simulator: simulator.drain_log())
        for ask in looks:
            if chance.random() < 0.3:
                same(ask)

    def some_actions():
        kind = ActionType(chance.choice([0, 0, 0, 1, 1, 2, 3, 4]))
        text = chance.choice(["a", "how to\n", "ünï 😀", "\ud83d"]) if kind is ActionType.TEXT else ""
        key = chance.choice(["HOME", "BACK", "ENTER", "DEL", "A"]) if kind is ActionType.KEY else ""
        action = PrimitiveAction(kind, round(chance.random(), 2), round(chance.random(), 2), text, key)
        return [LIFT, action] if text or key else [action]

    snapshots = []
    for simulator in launched:
        simulator.adb(APP)
    for _ in range(40):
        course = chance.random()
        if course < 0.6:
            actions = [each for _ in range(chance.randint(1, 6)) for each in some_actions()]
            if chance.random() < 0.3:
                actions = tap(round(chance.random(), 2), round(chance.random(), 2))
            remote.foresee(actions)
            # Not always are they carried out as they were announced.
            carried_out = actions if chance.random() < 0.6 else actions[: chance.randint(0, len(actions))]
            if chance.random() < 0.1:
                carried_out = [*carried_out, LIFT, HOME]
            looked = chance.random() < 0.4
            for each in carried_out:
                for simulator in launched:
                    simulator.perform(each)
                if looked:
                    look()
        elif course < 0.7:
            seconds = chance.choice([0.0, 0.5, 70.0])
            for simulator in launched:
                simulator.sleep(seconds)
        elif course < 0.8:
            turns = chance.randint(0, 3)
            same(lambda simulator: simulator.adb(["shell", f"wm user-rotation lock {turns}"]))  # noqa: B023
        elif course < 0.9 or not snapshots:
            snapshots.append([simulator.snapshot() for simulator in launched])
        else:
            for simulator, snapshot in zip(launched, chance.choice(snapshots), strict=True):
                simulator.restore(snapshot)
        look()
    for ask in looks:
        same(ask)
    same(lambda simulator: simulator.adb(["shell", "logcat", "-d"]))
