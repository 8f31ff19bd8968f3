"""Runs an agent on tasks: every task with every seed. Results are written as episodes end."""

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

from mobile_env.agents.contract import Agent
from mobile_env.env import MobileEnv
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.evaluation.results import FILE_NAME, EpisodeKey, EpisodeResult, ResultsWriter
from mobile_env.evaluation.run_lock import RunLock
from mobile_env.evaluation.run_options import FILE_NAME as OPTIONS_FILE
from mobile_env.evaluation.run_options import keep_options
from mobile_env.evaluation.trajectory import FOLDER, SUFFIX, file_name
from mobile_env.loader import CONTENT_OF_SET, load


@dataclasses.dataclass(frozen=True)
class Plan:
    """The settings of a run.

    Attributes:
      tasks: files, directories and names of shipped sets.
      agent: the agent.
      device: device spec.
      seeds: each task is played once with each seed.
      folder: directory of results and trajectories; an earlier run in it is resumed.
      max_steps: largest number of the agent's actions per episode; None: the agent's own limit; 0: no limit.
      fresh: whether to delete the files of an earlier run first.
      retry_errors: whether to repeat episodes of an earlier run that ended in an error.
      check_policy: when events look at the screen, as in `load`; None: the device's default.
      without: kinds of event sources that are switched off, as in `load`.
      content: what apps find on the network, as in `load`.
      allow_forwarding: whether tasks may join ports of this machine to the device, as in `load`.
      tell: called with each line of the episodes' traces; None: no traces.
    """

    tasks: Sequence[str | Path]
    agent: Agent
    device: str = "embedded"
    seeds: Sequence[int] = (0,)
    folder: Path = Path("runs/last")
    max_steps: int | None = None
    fresh: bool = False
    retry_errors: bool = False
    check_policy: str | None = None
    without: Sequence[str] = ()
    content: str = CONTENT_OF_SET
    allow_forwarding: bool = False
    tell: Callable[[str], None] | None = None


class Runner:
    """Runs a plan, one episode after another.

    The constructor loads every task and the agent's files for it, so that nothing runs if there is a fault.

    Attributes:
      results: finished episodes of the plan, including episodes of an earlier run, in the order of the plan.
      folder: directory of the results.
    """

    def __init__(self, plan: Plan) -> None:
        """Prepares the run.

        Raises:
          TaskFileError: a task or a file of the agent cannot be used.
          ValueError: the device spec or the check policy is malformed, the results file holds something else, its
            episodes were played with other options, or another run is writing to the folder.
          OSError: the folder cannot be written.
        """
        self._plan = plan
        self.folder = plan.folder
        self._env = self._load(plan.seeds[0])
        try:
            for task in self._env.tasks:
                plan.agent.prepare(task.id, task.path)
            (plan.folder / FOLDER).mkdir(parents=True, exist_ok=True)
            self._lock = RunLock(plan.folder)
        except BaseException:
            self._env.close()
            raise
        try:
            if plan.fresh:
                _clear(plan.folder)
            keep_options(
                plan.folder,
                {
                    "max_steps": plan.max_steps,
                    "check_policy": plan.check_policy,
                    "without": sorted(plan.without),
                    "content": plan.content,
                },
            )
            self._writer = ResultsWriter(plan.folder / FILE_NAME)
        except BaseException:
            self._lock.close()
            self._env.close()
            raise
        self._keys = [
            EpisodeKey(task.id, seed, plan.agent.name, plan.device)
            for seed in plan.seeds
            for task in self._env.tasks
        ]
        earlier = {result.key: result for result in self._writer.earlier}
        wanted = set(self._keys)
        self._finished = {
            key: result
            for key, result in earlier.items()
            if key in wanted and not (plan.retry_errors and result.error is not None)
        }

    def _load(self, seed: int) -> MobileEnv:
        plan = self._plan
        return load(
            plan.tasks,
            plan.device,
            seed=seed,
            hierarchy=True,
            pixels=plan.agent.pixels,
            check_policy=plan.check_policy,
            without=plan.without,
            content=plan.content,
            allow_forwarding=plan.allow_forwarding,
        )

    @property
    def results(self) -> list[EpisodeResult]:
        """Finished episodes of the plan, including episodes of an earlier run, in the order of the plan."""
        return [self._finished[key] for key in self._keys if key in self._finished]

    @property
    def episodes(self) -> int:
        """Number of episodes of the plan."""
        return len(self._keys)

    def run(self, on_start: Callable[[EpisodeKey], None], on_result: Callable[[EpisodeResult], None]) -> None:
        """Plays the episodes that are not finished yet.

        Args:
          on_start: called before each episode.
          on_result: called after each episode, when its result is on disk.
        """
        plan = self._plan
        for seed in plan.seeds:
            waiting = [
                (index, EpisodeKey(task.id, seed, plan.agent.name, plan.device))
                for index, task in enumerate(self._env.tasks)
            ]
            waiting = [(index, key) for index, key in waiting if key not in self._finished]
            if not waiting:
                continue
            if seed != self._env.seed:
                self._env.close()
                self._env = self._load(seed)
            player = EpisodePlayer(self._env, plan.agent, plan.device, plan.max_steps, plan.tell)
            for index, key in waiting:
                on_start(key)
                result = player.play(index, self.folder / FOLDER / file_name(key))
                self._writer.append(result)
                self._finished[key] = result
                on_result(result)

    def close(self) -> None:
        """Closes the device and the results file."""
        self._env.close()
        self._writer.close()
        self._lock.close()


def _clear(folder: Path) -> None:
    """Removes the files of an earlier run, and nothing else."""
    from mobile_env.evaluation.report import page

    for path in (
        folder / FILE_NAME,
        folder / OPTIONS_FILE,
        folder / page.FILE_NAME,
        *(folder / FOLDER).glob(f"*{SUFFIX}"),
    ):
        path.unlink(missing_ok=True)
