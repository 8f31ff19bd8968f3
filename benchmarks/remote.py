"""What a device behind a device service costs, beside the same phone in process: both on this machine."""

import itertools
import re
from collections.abc import Iterator

from benchmarks import table
from mobile_env.device_service.device_pool import DevicePool
from mobile_env.device_service.server import DeviceServer
from mobile_env.env import MobileEnv
from mobile_env.replay.content import fetcher_for
from mobile_env.simulators.contract import ActionType, PrimitiveAction, Simulator
from mobile_env.simulators.device_spec import DeviceSpec, make_simulator
from mobile_env.simulators.remote.simulator import RemoteSimulator
from mobile_env.tasks.discovery import find_tasks
from mobile_env.tasks.loading import load_tasks
from mobile_env.wrappers.vh_actions import Scroll
from mobile_env.wrappers.vh_io import VhIoWrapper

TITLE = "Remote device on loopback, beside the phone in process (1080×1920)"

_DEVICE = "embedded"
_TOKEN = "a token for benchmarks"
_STEPS = 15
_ARTICLE = (
    "am start -a android.intent.action.VIEW -d https://www.wikihow.com/Main-Page "
    "-n com.wikihow.wikihowapp/.MainTabActivity"
)


def rows() -> list[table.Row]:
    """Measures."""
    with DeviceServer(DevicePool([_DEVICE], _make), _TOKEN, port=0) as server:
        here = list(_measured(_make_spec()))
        remote = list(_measured(RemoteSimulator(f"127.0.0.1:{server.port}", token=_TOKEN, certificates=None)))
    made = []
    for (what, seconds), (_, far) in zip(here, remote, strict=True):
        made.append(table.Row(f"{what}, in process", seconds * 1e3, "ms"))
        made.append(table.Row(f"{what}, remote", far * 1e3, "ms", note=f"{far / seconds:.3g} times"))
    return made


def _make(spec: DeviceSpec, seed: int) -> Simulator:
    return make_simulator(spec, seed=seed, fetch=fetcher_for("wikihow", seed))


def _make_spec() -> Simulator:
    return make_simulator(_DEVICE, fetch=fetcher_for("wikihow"))


def _measured(simulator: Simulator) -> Iterator[tuple[str, float]]:
    """(what, seconds)."""
    touch = PrimitiveAction(ActionType.TOUCH, 0.5, 0.03)
    lift = PrimitiveAction(ActionType.LIFT)
    simulator.launch()
    yield "TOUCH", table.median_seconds(lambda: simulator.perform(touch), 300)
    yield "LIFT", table.median_seconds(lambda: simulator.perform(lift), 300)

    simulator.adb(["shell", _ARTICLE])
    simulator.adb(["shell", f"input tap {_middle(simulator, 'search_button')}"])
    text = PrimitiveAction(ActionType.TEXT, text="twenty characters ok")
    yield "TEXT of 20 characters", table.median_seconds(lambda: simulator.perform(text), 30)

    simulator.adb(["shell", _ARTICLE])
    positions = itertools.cycle((0.7, 0.5, 0.3, 0.5))

    def scroll() -> None:
        simulator.perform(PrimitiveAction(ActionType.TOUCH, 0.5, next(positions)))

    def frame() -> None:
        scroll()
        simulator.get_screenshot()

    def hierarchy() -> None:
        scroll()
        simulator.hierarchy_xml()

    yield "TOUCH that scrolls a page + frame", table.median_seconds(frame, 30)
    yield "TOUCH that scrolls a page + hierarchy", table.median_seconds(hierarchy, 30)
    simulator.perform(lift)

    env = MobileEnv(simulator, load_tasks(find_tasks(["wikihow"])[:1]), hierarchy=True)
    agent = VhIoWrapper(env)

    def episode() -> None:
        agent.reset()
        for number in range(_STEPS):
            agent.step(Scroll("UP" if number % 3 == 2 else "DOWN"))

    yield f"episode of {_STEPS} SCROLLs, frames observed", table.median_seconds(episode, 5, warm_up=1)
    env.close()


def _middle(simulator: Simulator, resource_id: str) -> str:
    """The middle of a node, in pixels."""
    bounds = re.search(
        rf'/{resource_id}"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]', simulator.hierarchy_xml()
    )
    assert bounds is not None
    left, top, right, bottom = map(int, bounds.groups())
    return f"{(left + right) // 2} {(top + bottom) // 2}"


if __name__ == "__main__":
    table.main(TITLE, rows)
