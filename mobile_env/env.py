"""MobileEnv: the interaction loop. Tasks on one simulator, played through dm_env's interface."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, cast

import dm_env
import numpy as np
from android_env.components import errors
from dm_env import specs

from mobile_env.events.engine import EngineError, EpisodeSignals, EventEngine
from mobile_env.events.policy import EMBEDDED_POLICY, REAL_DEVICE_POLICY, CheckPolicy
from mobile_env.extra_values import as_array, stacked
from mobile_env.judging import EpisodeGoal, refuse_without_state
from mobile_env.signals.hierarchy import HierarchyError
from mobile_env.signals.state import Change
from mobile_env.simulators.contract import (
    ActionType,
    Attachment,
    PrimitiveAction,
    Simulator,
    SnapshotSimulator,
)
from mobile_env.simulators.step_signals import NO_INPUT, HierarchyReader, StepSignals
from mobile_env.specs import ParsedAction, action_spec, observation_spec, parse_action
from mobile_env.tasks.goal.goal import Judgement
from mobile_env.tasks.goal.situation import CheckError
from mobile_env.tasks.loading import RunnableTask, load_tasks
from mobile_env.tasks.setup import SetupError, SetupRunner
from mobile_env.vocabulary import DEFAULT_MARKS, TokenMarks

Outcome = Literal["success", "failure", "truncated"]

LAUNCH_TRIES: Final = 3
SOLVED_START_RETRIES: Final = 3
APP_EXIT_INPUTS: Final = 3
"""Inputs in a row with another app's task in front that end an episode."""
FINISH_SECONDS: Final = 1.0
"""How long the phone goes on after FINISH before the goal is judged."""
EXTRAS_KEPT: Final = 100
"""Values kept of each extra, the newest (AndroidEnv keeps as many)."""

_DEVICE_ERRORS = (errors.AndroidEnvError, HierarchyError)
_ONE_HOT: Final = tuple(np.eye(4, dtype=np.uint8))
for _row in _ONE_HOT:
    _row.flags.writeable = False
_COMPLETED: Final = {
    ActionType.LIFT: frozenset({"LIFT"}),
    ActionType.TEXT: frozenset({"TEXT"}),
    ActionType.KEY: frozenset({"KEY"}),
}


class SolvedAtStartError(RuntimeError):
    """A task whose episode end fires at reset, however often it is reset."""


class _Verdict(NamedTuple):
    outcome: Outcome
    reason: str


class MobileEnv(dm_env.Environment):
    """Tasks on a phone, one of them active.

    A step carries out one primitive action, lets what it causes settle, hands the signals to the task's event
    engine, and returns the reward of this very action. Actions and observations are described in
    `mobile_env.specs`. Instructions, extras and the fired events of a step are asked for separately.

    A LAST timestep has discount 0 when the task itself ended the episode, 1 when it was truncated;
    `outcome` and `outcome_reason` tell success, failure and truncation apart.

    Args:
      simulator: the device; it is launched at the first reset and closed with the environment.
      tasks: what can be played; the first is active.
      hierarchy: whether observations hold `view_hierarchy`.
      pixels: whether observations hold `pixels`. Without them nothing is painted unless a task looks at the
        screen.
      check_policy: when the engine looks at screen signals; by default `LIFT|TEXT|KEY|CHANGE` on the embedded
        phone and `LIFT|TEXT|KEY|TIME(1)` elsewhere.
      seed: what the simulator and random setup steps were seeded with.
      keep_state: whether an episode finds the device as the last one left it. By default a device that takes
        snapshots (the embedded phone) begins each episode in the state that the task's setup steps led to from a
        new device: episodes repeat exactly, in any order.
      attachments: what the device is connected to after each launch; closed with the environment.
      vocabulary: tokens of the TEXT action in every task; by default each task has its own.
      token_marks: how tokens are typed.
      read_tasks: reads the tasks of a file, directory or set for `add_task`.
    """

    def __init__(
        self,
        simulator: Simulator,
        tasks: Sequence[RunnableTask],
        *,
        hierarchy: bool = False,
        pixels: bool = True,
        check_policy: CheckPolicy | str | None = None,
        seed: int = 0,
        keep_state: bool = False,
        attachments: Iterable[Attachment] = (),
        vocabulary: Sequence[str] | None = None,
        token_marks: TokenMarks = DEFAULT_MARKS,
        read_tasks: Callable[[str | Path], Sequence[RunnableTask]] = load_tasks,
    ) -> None:
        if not tasks:
            raise ValueError("MobileEnv needs at least one task")
        refuse_without_state(simulator, tasks)
        if check_policy is None:
            check_policy = EMBEDDED_POLICY if simulator.embedded else REAL_DEVICE_POLICY
        self._policy = CheckPolicy.parse(check_policy) if isinstance(check_policy, str) else check_policy
        self._simulator = simulator
        self._tasks = tuple(tasks)
        self._seed = seed
        self._attachments = tuple(attachments)
        self._vocabulary = None if vocabulary is None else tuple(vocabulary)
        self._marks = token_marks
        self._read_tasks = read_tasks
        self._with_hierarchy = hierarchy
        self._with_pixels = pixels
        self._setup = SetupRunner(simulator, seed=seed)
        self._hierarchy = HierarchyReader(simulator)
        self._launched = False
        self._closed = False
        snapshots = None if keep_state or not hasattr(simulator, "snapshot") else simulator
        self._snapshots = cast(SnapshotSimulator | None, snapshots)
        # A remote device carries out actions that it is told of together in one call.
        self._foresee = getattr(simulator, "foresee", None)
        # Tasks (by index) whose setup steps ran since the last launch, with the state they led to.
        self._set_up: dict[int, Any] = {}
        self._new_device: Any = None
        self._observation: dict[str, Any] = {}
        self._observed_at = 0.0
        self._activate(0)

    # dm_env.Environment.

    def reset(self) -> dm_env.TimeStep:
        """Begins an episode: reset steps, then an evaluated step whose reward is dropped.

        Launches the device first if it is not running or was lost, and runs the task's setup steps once
        a launch.

        Raises:
          SolvedAtStartError: the episode end keeps firing at reset; names the task and the events.
          SetupError: a setup or reset step keeps failing, on newly launched devices too.
          AndroidEnvError: the device cannot be launched.
          EngineError: the task's events cannot be evaluated.
        """
        if self._closed:
            raise RuntimeError("this environment is closed: load it again")
        for attempt in range(1, LAUNCH_TRIES + 1):
            try:
                self._begin_episode()
                return dm_env.restart(self._observe(first=True))
            except (*_DEVICE_ERRORS, SetupError):
                self._launched = False
                if attempt == LAUNCH_TRIES:
                    raise
        raise AssertionError("unreachable")

    def step(self, action: Mapping[str, Any]) -> dm_env.TimeStep:
        """Carries out one primitive action; begins an episode instead when none is running.

        Raises:
          ValueError: the action is outside `action_spec()`; nothing was sent to the device.
        """
        return self.play((action,))

    def play(self, actions: Iterable[Mapping[str, Any]]) -> dm_env.TimeStep:
        """Carries out primitive actions one after another as one step.

        Each is evaluated as in `step`. Rewards are summed; instructions, extras and fired events are gathered;
        only the last action is observed. The end of the episode ends the sequence.

        Raises:
          ValueError: an action is outside `action_spec()`; nothing was sent to the device.
        """
        if self._reset_next_step:
            return self.reset()
        vocabulary, marks = self._tokens, self._marks
        parsed = [parse_action(action, vocabulary, marks) for action in actions]
        self._clear_step()
        if self._foresee is not None:
            primitives = [primitive for action in parsed for primitive in action.primitives]
            if len(primitives) > 1:
                self._foresee(primitives)
        for action in parsed:
            self._advance(action)
            if self._verdict is not None:
                break
        return self._timestep()

    def action_spec(self) -> dict[str, specs.Array]:
        """The active task's action space; see `mobile_env.specs.action_spec`."""
        return action_spec(self._tokens)

    def observation_spec(self) -> dict[str, specs.Array]:
        """The observation space; see `mobile_env.specs.observation_spec`."""
        width, height = self._simulator.screen_size
        return observation_spec(height, width, pixels=self._with_pixels, hierarchy=self._with_hierarchy)

    def close(self) -> None:
        """Closes the device and what is attached to it; harmless when called twice."""
        if not self._closed:
            self._closed = True
            self._reset_next_step = True
            try:
                for attachment in self._attachments:
                    attachment.close()
            finally:
                self._simulator.close()

    # Tasks.

    @property
    def tasks(self) -> tuple[RunnableTask, ...]:
        """All tasks, in the order in which they were loaded."""
        return self._tasks

    @property
    def task(self) -> RunnableTask:
        """The active task."""
        return self._tasks[self._index]

    @property
    def task_id(self) -> str:
        """Id of the active task."""
        return self.task.id

    @property
    def task_name(self) -> str:
        """Name of the active task; may be empty."""
        return self.task.name

    @property
    def task_description(self) -> str:
        """What the active task is about; may be empty."""
        return self.task.description

    @property
    def task_index(self) -> int:
        """Place of the active task in `tasks`."""
        return self._index

    @property
    def nb_tasks(self) -> int:
        """How many tasks there are."""
        return len(self._tasks)

    def add_task(self, path: str | Path) -> int:
        """Adds the tasks of a file, directory or shipped set behind the others; the active task stays active.

        The device keeps the content that it was loaded with.

        Returns:
          Place of the first of them in `tasks`, for `switch_task`.

        Raises:
          TaskFileError: a task file cannot be used; says all that is wrong, as file:line:col.
          ValueError: a task has the id of one that is there; none is added.
        """
        added = tuple(self._read_tasks(path))
        refuse_without_state(self._simulator, added)
        there = {task.id: task.path for task in self._tasks}
        for task in added:
            if task.id in there:
                raise ValueError(f"{task.path}: the id {task.id!r} is also that of {there[task.id]}")
        self._tasks += added
        return len(self._tasks) - len(added)

    def switch_task(self, index: int) -> dm_env.TimeStep:
        """Makes another task the active one and begins an episode of it, whatever was running.

        Args:
          index: place in `tasks`.

        Raises:
          ValueError: there is no such task; also whatever `reset` raises.
        """
        if not 0 <= index < len(self._tasks):
            raise ValueError(
                f"no task {index}: there are {len(self._tasks)}, from 0 to {len(self._tasks) - 1}"
            )
        self._activate(index)
        return self.reset()

    def command(self) -> list[str]:
        """The active task's goal, as told to the agent once."""
        return list(self.task.command)

    def vocabulary(self) -> list[str]:
        """Tokens that `input_token` indexes."""
        return list(self._tokens)

    @property
    def _tokens(self) -> tuple[str, ...]:
        return self.task.vocabulary if self._vocabulary is None else self._vocabulary

    # The last step.

    def task_instructions(self, latest_only: bool = False) -> list[str] | str:
        """Instructions that came with the last timestep.

        Args:
          latest_only: return the last of them alone, "" if there was none.
        """
        if latest_only:
            return self._instructions[-1] if self._instructions else ""
        return list(self._instructions)

    def task_extras(self, latest_only: bool = True) -> dict[str, Any]:
        """Extras that came with the last timestep, by name, JSON extras included.

        Args:
          latest_only: return the last value of each as an array, instead of an array of all its values (of
            dtype object if their shapes differ).
        """
        if latest_only:
            return {name: as_array(values[-1]) for name, values in self._extras.items() if values}
        return {name: stacked(values) for name, values in self._extras.items()}

    @property
    def events_fired(self) -> tuple[int, ...]:
        """Ids of the events that fired in the last step, each once."""
        return tuple(self._fired)

    def explain(self) -> Any:
        """What the event engine did in the last primitive action: see `EventEngine.explain`."""
        return self._engine.explain()

    @property
    def last_actions(self) -> tuple[PrimitiveAction, ...]:
        """The primitive actions that the last step sent to the device."""
        return tuple(self._sent)

    # The episode.

    @property
    def outcome(self) -> Outcome | None:
        """How the episode ended; None while it runs."""
        return self._verdict.outcome if self._verdict else None

    @property
    def outcome_reason(self) -> str:
        """Why the episode ended; "" while it runs."""
        return self._verdict.reason if self._verdict else ""

    @property
    def judgement(self) -> Judgement | None:
        """How the task's goal was judged; None while it was not, and in tasks without a goal."""
        return self._goal.judgement

    def judge(self) -> Judgement | None:
        """How the task's goal was judged; of an episode that has not ended, how it stands; None without a goal.

        Raises:
          CheckError: a check cannot be judged.
        """
        if self._launched and self._steps and self._verdict is None:
            return self._goal.standing()
        return self._goal.judgement

    def side_effects(self) -> Sequence[Change] | None:
        """What the episode changed beside what the checks read; None on devices that do not tell."""
        return self._goal.side_effects() if self._launched else None

    @property
    def reset_next_step(self) -> bool:
        """Whether the next step begins an episode."""
        return self._reset_next_step

    @property
    def primitive_steps(self) -> int:
        """Primitive actions taken in this episode."""
        return self._steps

    @property
    def duration(self) -> float:
        """Seconds since the episode began, on the clock that limits it."""
        return self._simulator.clock() - self._start if self._launched else 0.0

    @property
    def seed(self) -> int:
        """What the simulator and random setup steps were seeded with."""
        return self._seed

    @property
    def simulator(self) -> Simulator:
        """The device."""
        return self._simulator

    @property
    def screen_size(self) -> tuple[int, int]:
        """Width and height of the screen in pixels, in the device's natural orientation."""
        return self._simulator.screen_size

    # Beginning an episode.

    def _activate(self, index: int) -> None:
        self._index = index
        task = self._tasks[index]
        self._engine = EventEngine(task.program, self._policy)
        self._goal = EpisodeGoal(self._simulator, self._hierarchy, task)
        self._forget_episode()
        self._reset_next_step = True

    def _forget_episode(self) -> None:
        self._steps = 0
        self._start = 0.0
        self._finger_down = False
        self._inputs_outside = 0
        self._verdict: _Verdict | None = None
        self._clear_step()

    def _clear_step(self) -> None:
        self._reward = 0.0
        self._instructions: list[str] = []
        self._extras: dict[str, list[Any]] = {}
        self._fired: dict[int, None] = {}
        self._sent: list[PrimitiveAction] = []

    def _begin_episode(self) -> None:
        self._forget_episode()
        self._reset_next_step = True
        if not self._launched:
            self._launch()
            for attachment in self._attachments:
                attachment.attach(self._simulator)
            self._launched = True
            self._set_up.clear()
            self._new_device = self._snapshots.snapshot() if self._snapshots else None
        task = self.task
        self._set_up_task()
        for _ in range(1 + SOLVED_START_RETRIES):
            signals = self._reset_device()
            wrong = self._wrong_start(signals)
            if not wrong:
                break
        else:
            raise SolvedAtStartError(
                f"task {task.id!r} starts solved: {wrong}, {1 + SOLVED_START_RETRIES} times in a row; the reset "
                "steps must leave the task unsolved"
            )
        self._take(signals)
        self._reward = 0.0
        self._start = self._simulator.clock()
        self._reset_next_step = False

    def _launch(self) -> None:
        try:
            self._simulator.launch()
        except errors.SimulatorError as error:
            # AndroidEnv's simulators say only that something was caught, and keep what it was as the cause.
            if error.__cause__ is None:
                raise
            raise errors.SimulatorError(
                f"the device cannot be launched: {error.__cause__}"
            ) from error.__cause__

    def _set_up_task(self) -> None:
        """Runs the setup steps once a launch; a device with snapshots goes back to where they led."""
        device = self._snapshots
        if self._index in self._set_up:
            if device is not None:
                device.restore(self._set_up[self._index])
            return
        if device is not None:
            device.restore(self._new_device)
        self._setup.run(self.task.setup_steps)
        self._set_up[self._index] = device.snapshot() if device is not None else None

    def _reset_device(self) -> EpisodeSignals:
        self._simulator.perform(PrimitiveAction(ActionType.LIFT))
        self._setup.set_clock(self.task.clock)
        self._setup.run(self.task.reset_steps)
        # What the reset steps logged is no input of the task: AndroidEnv's log stream, too, pauses for them.
        self._simulator.drain_log()
        self._engine.reset()
        self._goal.begin()
        time = self._simulator.clock()
        signals = StepSignals(self._simulator, self._hierarchy, holding=self._goal.holding, step=0, time=time)
        return self._engine.reset_step(signals)

    def _wrong_start(self, signals: EpisodeSignals) -> str:
        """Why the episode cannot start as the reset left the device; "" if it can."""
        if signals.end is not None:
            return f"the end fires at reset (events {_listed(signals.fired)})"
        return self._goal.wrong_start(signals.fired)

    # One primitive action.

    def _advance(self, action: ParsedAction) -> None:
        simulator = self._simulator
        primitives, response, finish = action
        kind = primitives[-1].type if primitives else ActionType.FINISH
        completed = _COMPLETED.get(kind, NO_INPUT)
        if kind is ActionType.TOUCH:
            self._finger_down = True
        elif kind is ActionType.LIFT:
            completed = completed if self._finger_down else NO_INPUT
            self._finger_down = False
        self._steps += 1
        try:
            for primitive in primitives:
                self._sent.append(primitive)
                simulator.perform(primitive)
            if finish:
                # What the phone has to do within its next second still counts.
                simulator.sleep(FINISH_SECONDS)
            self._goal.hear(response)
            now = simulator.clock()
            signals = self._engine.step(
                StepSignals(
                    simulator,
                    self._hierarchy,
                    log=simulator.drain_log(),
                    responses=(response,) if response else (),
                    holding=self._goal.holding,
                    completed=completed,
                    step=self._steps,
                    time=now,
                )
            )
            self._take(signals)
            reward, success, reason = self._goal.step(self._steps, signals.fired, finish)
            self._reward += reward
            self._verdict = (
                self._judge(signals, completed, now)
                if success is None
                else _Verdict("success" if success else "failure", reason)
            )
            if self._verdict is not None:
                self._goal.close_episode()
        except _DEVICE_ERRORS as error:
            self._lose_device(error)
        except EngineError as error:
            self._verdict = _Verdict("truncated", f"the task's events could not be evaluated: {error}")
        except CheckError as error:
            self._verdict = _Verdict("truncated", f"the task's goal could not be judged: {error}")

    def _take(self, signals: EpisodeSignals) -> None:
        self._reward += signals.reward
        if signals.instructions:
            self._instructions.extend(signals.instructions)
        for extras in (signals.extras, signals.json_extras):
            for name, values in extras.items():
                kept = self._extras.setdefault(name, [])
                kept.extend(values)
                del kept[:-EXTRAS_KEPT]
        if signals.fired:
            self._fired.update(dict.fromkeys(signals.fired))

    def _judge(self, signals: EpisodeSignals, completed: frozenset[str], now: float) -> _Verdict | None:
        task = self.task
        expected = task.expected_activity
        if expected and completed:
            front = self._simulator.foreground()
            outside = front.partition("/")[0] != expected.partition("/")[0]
            self._inputs_outside = self._inputs_outside + 1 if outside else 0
            if self._inputs_outside >= APP_EXIT_INPUTS:
                return _Verdict(
                    "truncated", f"app exit: {front} in front of {expected} for {APP_EXIT_INPUTS} inputs"
                )
        if signals.end is not None:
            return _Verdict("success" if signals.end else "failure", f"episode end: {signals.end_value!r}")
        if 0 < task.max_num_steps <= self._steps:
            return _Verdict("truncated", f"max_num_steps: {self._steps} primitive actions were taken")
        if 0 < task.max_duration_sec <= now - self._start:
            return _Verdict("truncated", f"max_duration_sec: {task.max_duration_sec:g} s are over")
        return None

    def _lose_device(self, error: Exception) -> None:
        self._launched = False
        self._verdict = _Verdict("truncated", f"the device failed: {error}")

    def _timestep(self) -> dm_env.TimeStep:
        observation = self._observation
        if self._launched:
            try:
                observation = self._observe()
            except _DEVICE_ERRORS as error:
                self._lose_device(error)
        if self._verdict is None:
            return dm_env.transition(reward=self._reward, observation=observation)
        self._reset_next_step = True
        make = dm_env.truncation if self._verdict.outcome == "truncated" else dm_env.termination
        return make(reward=self._reward, observation=observation)

    def _observe(self, *, first: bool = False) -> dict[str, Any]:
        simulator = self._simulator
        now = simulator.clock()
        elapsed = 0 if first else round((now - self._observed_at) * 1e6)
        self._observed_at = now
        observation: dict[str, Any] = {}
        if self._with_pixels:
            observation["pixels"] = simulator.get_screenshot()
        observation["timedelta"] = np.array(elapsed, np.int64)
        observation["orientation"] = _ONE_HOT[simulator.orientation()]
        if self._with_hierarchy:
            observation["view_hierarchy"] = simulator.hierarchy_xml()
        self._observation = observation
        return observation


def _listed(ids: Iterable[int]) -> str:
    return ", ".join(str(number) for number in ids) or "without an id"
