"""The same seed and actions give the same bytes of pixels, hierarchy and log, also in another process."""

import hashlib
import subprocess
import sys

from mobile_env.loader import load
from mobile_env.simulators.contract import ActionType
from mobile_env.wrappers.vh_io import VhIoWrapper

TASK = r"""
id: "look-around"
reset_steps { adb_call { start_activity {
  full_activity: "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity" } } }
"""


def trace(folder, seed):
    """One digest a step, of all that the step showed and logged."""
    path = f"{folder}/look-around.textproto"
    with open(path, "w", encoding="utf-8") as file:
        file.write(TASK)
    digests = []
    with VhIoWrapper(load(path, "embedded:360x640@160", seed=seed, hierarchy=True)) as env:
        phone = None

        def note(timestep):
            nonlocal phone
            phone = env.simulator.phone
            observation = timestep.observation
            log = [repr(entry) for entry in phone.log.read()[0]]
            parts = (
                observation["pixels"].tobytes(),
                observation["view_hierarchy"].encode(),
                "\n".join(log).encode(),
                f"{timestep.reward} {timestep.step_type} {observation['timedelta']}".encode(),
            )
            digests.append(" ".join(hashlib.sha256(part).hexdigest()[:16] for part in parts))

        note(env.reset())
        for part, action in (
            ("search button", "CLICK({})"),
            ("<input", "INPUT({}, clean a pan)"),
            ("How to Clean", "CLICK({})"),
            ("", "SCROLL(DOWN)"),
            ("", "SCROLL(LEFT)"),
            ("", "GOBACK"),
        ):
            place = next(element.id for element in env.elements if part in element.html)
            note(env.step(action.format(place)))
        note(env.unwrapped.step({"action_type": ActionType.KEY, "key": "HOME"}))
    return digests


def test_two_processes_agree(tmp_path):
    here = trace(tmp_path, seed=3)
    assert len(here) == 8
    assert len(set(here)) == 7  # scrolling sideways changes nothing there
    other = subprocess.run(
        [sys.executable, __file__, str(tmp_path)], capture_output=True, text=True, check=True, timeout=120
    )
    assert other.stdout.splitlines() == here


if __name__ == "__main__":
    print(*trace(sys.argv[1], seed=3), sep="\n")
