"""A WikiHow task on a served phone, judged over adb, for programs of others to solve."""

import contextlib

from mobile_env.env import MobileEnv
from mobile_env.phone.ui.display import Display
from mobile_env.replay.content import fetcher_for
from mobile_env.simulators.adb.device import AdbSimulator
from mobile_env.simulators.contract import ActionType
from mobile_env.tasks.discovery import find_tasks
from mobile_env.tasks.loading import load_tasks

WIKIHOW = "com.wikihow.wikihowapp"
SEARCH = f"{WIKIHOW}:id/search_button"
FIELD = f"{WIKIHOW}:id/search_src_text"
TASK = "180_on_a_scooter-0"
"""Search an article to learn how to 180 on a scooter."""
QUERY = "180 on a scooter"
OTHER_QUERY = "ride a bicycle"


class WikihowTask:
    """The task, begun: the app shows its main page, and nothing is searched for."""

    def __init__(self, env, server):
        self.serial = server.serial
        self.server = server
        self._env = env
        env.reset()

    def judge(self):
        """What the task says of the screen and the log now: (reward, whether the episode is over)."""
        timestep = self._env.step({"action_type": ActionType.REPEAT})
        return timestep.reward, timestep.last()


@contextlib.contextmanager
def served_wikihow(serve, adb_server):
    """Gives a function that begins the task on a new phone."""
    path = next(path for path in find_tasks(["wikihow"]) if path.stem == TASK)
    with serve(Display(432, 768, 160), fetch=fetcher_for("wikihow")) as server:
        fresh = server.phone.call(lambda phone: phone.snapshot())
        device = AdbSimulator(server.serial, server_port=adb_server.port, adb_path=adb_server.path)
        env = MobileEnv(
            device,
            load_tasks([path], device_kind="adb"),
            hierarchy=True,
            pixels=False,
            check_policy="LIFT|TEXT|KEY|STEP(1)",
        )

        def begin():
            server.phone.call(lambda phone: phone.restore(fresh))
            return WikihowTask(env, server)

        yield begin
        env.close()
