"""Plays one episode of a task with an agent, and records it."""

import dataclasses
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dm_env
import numpy as np
from android_env.components import errors

from mobile_env.agents.actions import ElementActions, action_record, target_box
from mobile_env.agents.contract import Agent, AgentError, Decision, Episode
from mobile_env.env import MobileEnv, SolvedAtStartError
from mobile_env.evaluation.event_tree import event_tree, notes
from mobile_env.evaluation.event_words import event_words
from mobile_env.evaluation.recording import PrimitiveRecorder
from mobile_env.evaluation.report.trace_text import TraceText
from mobile_env.evaluation.results import EpisodeResult, plain_values
from mobile_env.evaluation.trace import make_trace
from mobile_env.evaluation.trajectory import AgentStep, EpisodeEnd, EpisodeHead, TrajectoryWriter
from mobile_env.events.engine import EngineError
from mobile_env.judging import state_of
from mobile_env.signals.hierarchy import HierarchyError
from mobile_env.tasks.goal.situation import CheckError
from mobile_env.tasks.setup import SetupError

# Expected failures of an agent, a task or a device. Any other exception is a bug, and its traceback is recorded.
_EXPECTED = (AgentError, SetupError, SolvedAtStartError, EngineError, HierarchyError, errors.AndroidEnvError)


MOST_SIDE_EFFECTS = 100
"""Side effects of an episode that results name."""


@dataclasses.dataclass
class _Count:
    """Counts of the current episode. `started` is True after a successful reset."""

    started: bool = False
    outcome: str = "truncated"
    reason: str = ""
    reward: float = 0.0
    steps: int = 0
    error: str | None = None
    trace: str | None = None


class EpisodePlayer:
    """Plays episodes on an environment, one after another.

    Args:
      env: an environment with view hierarchy observations.
      agent: the agent.
      device: the device spec, for results.
      max_steps: largest number of the agent's actions per episode; None: the agent's own limit; 0: no limit.
      tell: called with each line of the episode's trace; None: no trace.
    """

    def __init__(
        self,
        env: MobileEnv,
        agent: Agent,
        device: str,
        max_steps: int | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self._base = env
        self._recorder = PrimitiveRecorder(env)
        self._env = ElementActions(self._recorder)
        self._agent = agent
        self._device = device
        self._limit = agent.step_limit if max_steps is None else (max_steps or None)
        self._trace = None if tell is None else TraceText(tell)

    def play(self, index: int, trajectory: Path | None = None) -> EpisodeResult:
        """Plays one episode of a task.

        An exception in the episode becomes the result's `error`, and the next episode can be played.

        Args:
          index: index of the task in the environment's `tasks`.
          trajectory: file to write; None: no file, and no screens are rendered for it.
        """
        task = self._base.tasks[index]
        count = _Count()
        writer = TrajectoryWriter(trajectory) if trajectory is not None else None
        try:
            try:
                self._play(index, writer, count)
            except _EXPECTED as error:
                count.error = str(error) or type(error).__name__
            except Exception as error:
                count.error = f"{type(error).__name__}: {error}"
                count.trace = traceback.format_exc()
            if count.error is not None:
                count.outcome, count.reason = "truncated", "the episode broke"
            result = EpisodeResult(
                task.id,
                task.kind,
                self._base.seed,
                self._agent.name,
                self._device,
                count.outcome,
                count.outcome == "success",
                count.reward,
                count.steps,
                self._base.primitive_steps if count.started else 0,
                round(self._base.duration, 6) if count.started else 0.0,
                count.error,
                plain_values(task.values),
                self._judged(count),
                self._side_effects(count),
            )
            end = self._end(writer, result, count)
            if writer is not None:
                writer.end(end)
            if self._trace is not None:
                self._trace.end(end)
            return result
        finally:
            if writer is not None:
                writer.close()

    def _judged(self, count: _Count) -> dict[str, Any] | None:
        """How the goal was judged; of an episode that was left unfinished, how it stands."""
        if not count.started:
            return None
        try:
            judgement = self._base.judge()
        except (CheckError, errors.AndroidEnvError) as error:
            count.reason += f"; the goal could not be judged: {error}"
            return None
        return None if judgement is None else judgement.as_plain()

    def _side_effects(self, count: _Count) -> list[str] | None:
        found = self._base.side_effects() if count.started else None
        return None if found is None else [change.fact for change in found[:MOST_SIDE_EFFECTS]]

    def _play(self, index: int, writer: TrajectoryWriter | None, count: _Count) -> None:
        task = self._base.tasks[index]
        self._recorder.take()
        timestep = self._env.switch_task(index)
        count.started = True
        instructions = tuple(self._base.task_instructions())
        command = tuple(self._base.command())
        head = EpisodeHead(
            task.id,
            task.kind,
            self._base.seed,
            self._agent.name,
            self._device,
            command,
            instructions,
            self._base.events_fired,
            events=event_words(task.message),
            tree=event_tree(task.program, task.message),
            trace=make_trace(self._base.explain()),
            notes=notes(task),
            values=plain_values(task.values),
        )
        if writer is not None:
            height, width = self._base.simulator.screen().shape[:2]
            writer.head(dataclasses.replace(head, width=width, height=height))
        if self._trace is not None:
            self._trace.head(head)
        vocabulary = tuple(self._base.vocabulary())
        seed, size = self._base.seed, self._base.screen_size
        state = state_of(self._base.simulator)
        label_of = state.app_label if state is not None else lambda package: ""
        self._agent.reset(Episode(task.id, task.path, command, vocabulary, seed, size, label_of))
        while True:
            if self._limit is not None and count.steps >= self._limit:
                count.reason = f"the agent took {self._limit} steps"
                return
            decision = self._agent.act(timestep, instructions)
            if decision is None:
                count.reason = "the agent had nothing more to do"
                return
            timestep, instructions = self._step(decision, timestep, writer, count)
            if timestep.last():
                count.outcome = self._base.outcome or "truncated"
                count.reason = self._base.outcome_reason
                return

    def _step(
        self, decision: Decision, before: dm_env.TimeStep, writer: TrajectoryWriter | None, count: _Count
    ) -> tuple[dm_env.TimeStep, tuple[str, ...]]:
        elements = self._env.elements
        screen = hierarchy = None
        if writer is not None:
            screen = writer.screen(self._base.simulator.screen())
            hierarchy = writer.hierarchy(before.observation["view_hierarchy"])
        timestep = self._env.step(decision.action)
        primitives = self._recorder.take()
        count.steps += 1
        step = AgentStep(
            action_record(decision.action, elements),
            decision.comment,
            target_box(decision.action, elements),
            screen,
            hierarchy,
            primitives,
            int(np.argmax(before.observation["orientation"])),
            timestep.observation.get("error") or None,
        )
        count.reward += step.reward
        if writer is not None:
            writer.step(step)
        if self._trace is not None:
            self._trace.step(step)
        return timestep, step.instructions

    def _end(self, writer: TrajectoryWriter | None, result: EpisodeResult, count: _Count) -> EpisodeEnd:
        screen = hierarchy = None
        if writer is not None:
            try:
                screen = writer.screen(self._base.simulator.screen())
                hierarchy = writer.hierarchy(self._base.simulator.hierarchy_xml())
            except Exception as error:
                # The device may be the cause of the failure. Do not replace the episode's own error.
                count.reason += f"; the last screen could not be kept: {error}"
        return EpisodeEnd(
            result.outcome,
            count.reason,
            result.reward,
            result.steps,
            result.primitive_steps,
            result.duration_sec,
            result.error,
            screen,
            hierarchy,
            count.trace,
            judgement=result.judgement,
        )
