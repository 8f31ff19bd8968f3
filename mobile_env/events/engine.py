"""The event engine: computes the episode signals of each step from the phone's signals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mobile_env.events.awake import relevant_events, used_events
from mobile_env.events.explanation import StepExplanation, explain
from mobile_env.events.nodes import Node, NodeRepeatability
from mobile_env.events.policy import EMBEDDED_POLICY, CheckPolicy, Checks
from mobile_env.events.program import EventProgram, ProgramSource
from mobile_env.events.selectors import HierarchyIndex
from mobile_env.events.slots import SLOTS, Extras, SlotError, verdict
from mobile_env.events.source_history import UNSEEN, SourceHistory
from mobile_env.events.transformations import TransformationError
from mobile_env.regex import RunawayRegexError
from mobile_env.signals.availability import SignalUnavailable
from mobile_env.signals.contract import Signals
from mobile_env.signals.hierarchy import extent

__all__ = ["EngineError", "EpisodeSignals", "EventEngine"]


class EngineError(Exception):
    """A task's events cannot be evaluated. The text names the event or slot and says what went wrong.

    Possible causes: a transformation or slot cannot use a value, or a regular expression takes too long.
    """


@dataclass(slots=True)
class EpisodeSignals:
    """The episode signals of one step.

    Attributes:
      reward: value of the reward slot plus the increase of the score in this step; 0.0 at reset.
      score: the last score seen; 0.0 before the first.
      instructions: the instructions for the agent in this step.
      extras: lists by name, of the extra slot.
      json_extras: lists by name, of the json extra slot.
      end: None if the episode goes on, True if it ends in success, False in failure.
      end_value: value of the episode end slot that caused the end.
      fired: ids of the events that fired, or were kept fired by their cache, in ascending order. Events that can no
        longer change an outcome are not evaluated and not included.
    """

    reward: float = 0.0
    score: float = 0.0
    instructions: list[str] = field(default_factory=list)
    extras: Extras = field(default_factory=dict)
    json_extras: Extras = field(default_factory=dict)
    end: bool | None = None
    end_value: Any = None
    fired: tuple[int, ...] = ()


class _View:
    """The signals of a step, as sources ask for them."""

    __slots__ = ("_engine", "_messages", "signals")

    def __init__(self, engine: EventEngine, signals: Signals):
        self._engine = engine
        self._messages: list[str] | None = None
        self.signals = signals

    def messages(self) -> Sequence[str]:
        if self._messages is None:
            self._messages = self._engine.program.log_filters.messages(self.signals.log)
        return self._messages

    def index(self) -> HierarchyIndex:
        return self._engine._hierarchy_index(self.signals)

    def screen_size(self) -> tuple[int, int]:
        size = getattr(self.signals, "screen_size", None)
        return size or extent(self.index().root)


def _version(signals: Signals, signal: str) -> int:
    return signals.hierarchy_version if signal == "hierarchy" else signals.screen_version


class _Look:
    """Decides when one screen signal is read again."""

    __slots__ = ("_checks", "_signal", "_time", "_version")

    def __init__(self, signal: str, checks: Checks):
        self._signal = signal
        self._checks = checks
        self.clear()

    def clear(self) -> None:
        self._version: Any = UNSEEN
        self._time = float("-inf")

    def due(self, signals: Signals, forced: bool) -> bool:
        """Whether to read the signal in this step. Records the reading."""
        checks, version = self._checks, _version(signals, self._signal)
        if (
            forced
            or (checks.change and version != self._version)
            or checks.due(signals.completed, signals.step, signals.time - self._time)
        ):
            self._version, self._time = version, signals.time
            return True
        return False


class EventEngine:
    """Evaluates a program step by step.

    The result is a pure function of the signals since `reset`. Events that are asleep, or that can no longer
    change an outcome, are not evaluated. Screen signals are read only if an evaluated event needs them.

    Attributes:
      program: the task's events.
      policy: decides when screen signals are read.
    """

    def __init__(self, program: EventProgram, policy: CheckPolicy | None = None):
        """`policy` defaults to the policy of the embedded phone."""
        self.program = program
        self.policy = policy or EMBEDDED_POLICY
        self._histories = {each.number: SourceHistory(each) for each in program.sources}
        checks = {"hierarchy": self.policy.hierarchy, "screen": self.policy.screen}
        self._looks = {
            signal: _Look(signal, each) for signal, each in checks.items() if signal in program.signals
        }
        self.reset()

    def reset(self) -> None:
        """Begins an episode: clears histories, caches, records of firings, and the score."""
        count = len(self.program.events)
        for history in self._histories.values():
            history.clear()
        for look in self._looks.values():
            look.clear()
        self._ever_fired = [False] * count
        # Without firings that are only due to a cache: these count for NONE.
        self._ever_fired_itself = [False] * count
        self._held_before: set[int] = set()
        self._cached: dict[int, list[Any]] = {}
        self._score = 0.0
        self._index: HierarchyIndex | None = None
        self._index_version: Any = UNSEEN
        # State of the last step, for explain().
        self._signals: Signals | None = None
        self._evaluated: dict[int, list[Any]] = {}
        self._holding: set[int] = set()
        self._fired: dict[int, list[Any]] = {}
        self._paid: dict[str, Any] = {}
        self._plan()

    def step(self, signals: Signals) -> EpisodeSignals:
        """Evaluates one step.

        Args:
          signals: the phone's signals of this step.

        Raises:
          EngineError: a transformation or slot cannot use a value. The engine must then be reset.
          HierarchyError: the view hierarchy cannot be read.
        """
        return self._evaluated_step(signals, at_reset=False)

    def reset_step(self, signals: Signals) -> EpisodeSignals:
        """Evaluates the first signals of an episode, after `reset`.

        Every screen signal is read. Inputs are used up, instructions are given, the score starts from its
        current value, and the reward is dropped. If `end` is not None, the task is already solved (or failed).

        Raises:
          EngineError: see `step`.
        """
        return self._evaluated_step(signals, at_reset=True)

    def explain(self) -> StepExplanation:
        """Explains what each event did in the last step. The explanation is computed on demand."""
        return explain(
            self.program,
            step=None if self._signals is None else self._signals.step,
            evaluated=self._evaluated,
            inputs={number: history.inputs for number, history in self._histories.items()},
            holding=self._holding,
            fired=self._fired,
            ever_fired=self._ever_fired,
            used=self._used,
            paid=self._paid,
        )

    # -- the plan: what to evaluate, made anew when a gate opens or something can fire no more

    def _plan(self) -> None:
        program = self.program
        self._used = used_events(program, self._ever_fired)
        self._relevant = relevant_events(program, self._ever_fired, self._ever_fired_itself, self._cached)
        self._cached = {number: kept for number, kept in self._cached.items() if number in self._relevant}
        self._awake = [
            node
            for node in program.nodes
            if node.number in self._used
            and node.number in self._relevant
            and all(self._ever_fired[each] for each in node.prerequisites)
        ]
        chosen = [
            each for each in program.sources if each.number in self._used and each.number in self._relevant
        ]
        self._by_signal: dict[str, list[SourceHistory]] = {}
        for each in chosen:
            self._by_signal.setdefault(each.source.signal, []).append(self._histories[each.number])
        self._stale = False

    # -- one step

    def _evaluated_step(self, signals: Signals, at_reset: bool) -> EpisodeSignals:
        try:
            return self._step(signals, at_reset)
        except SignalUnavailable as error:  # a model that was there at load breaks when it is first used
            raise EngineError(f"{error} ({error.mend})") from error

    def _step(self, signals: Signals, at_reset: bool) -> EpisodeSignals:
        if self._stale:
            self._plan()
        view = _View(self, signals)
        # The check policy alone decides when a signal is read; sleeping sources do not change that.
        due = {signal for signal, look in self._looks.items() if look.due(signals, at_reset)}
        evaluated: dict[int, list[Any]] = {}
        values: dict[int, list[Any]] = {}
        self._signals, self._evaluated = signals, evaluated
        self._holding, self._fired, self._paid = set(), {}, {}
        for signal, histories in self._by_signal.items():
            self._evaluate(histories, view, signal in due, evaluated, values)
        if not values and not self._cached:
            # No node can hold.
            self._held_before = self._holding
            return EpisodeSignals(score=self._score)
        fired, holding = self._propagate(view, evaluated, values)
        self._hand_on(fired, holding, values)
        result = self._fold(fired, values, at_reset)
        self._finish(fired, holding, values)
        return result

    def _evaluate(
        self,
        histories: Sequence[SourceHistory],
        view: _View,
        due: bool,
        evaluated: dict[int, list[Any]],
        values: dict[int, list[Any]],
    ) -> None:
        """Evaluates the sources of one signal. Adds the values of sources that fire to `values`."""
        signals = view.signals
        signal = histories[0].source.source.signal
        if signal == "log" or signal == "responses":
            if not (signals.log if signal == "log" else signals.responses):
                return
            for history in histories:
                inputs = history.source.source.inputs(view)
                if inputs:
                    self._note(history.source, self._take(history, inputs), evaluated, values)
        elif signal == "checks":
            for history in histories:
                taken = self._take(history, history.source.source.inputs(view))
                self._note(history.source, taken, evaluated, values)
        elif due:
            version = _version(signals, signal)
            for history in histories:
                if history.version == version:
                    taken = history.take_again()
                else:
                    taken = self._take(history, history.source.source.inputs(view))
                    history.version = version
                self._note(history.source, taken, evaluated, values)

    @staticmethod
    def _note(
        source: ProgramSource, taken: list[Any], evaluated: dict[int, list[Any]], values: dict[int, list[Any]]
    ) -> None:
        evaluated[source.number] = taken
        if taken:
            values[source.number] = taken

    def _take(self, history: SourceHistory, inputs: Sequence[Any]) -> list[Any]:
        try:
            return history.take(inputs)
        except (TransformationError, RunawayRegexError) as error:
            raise EngineError(f"event source {history.source.id}: {error}") from None

    def _hierarchy_index(self, signals: Signals) -> HierarchyIndex:
        version = signals.hierarchy_version
        if self._index is None or self._index_version != version:
            root = signals.hierarchy()
            if self._index is None or self._index.root is not root:
                self._index = HierarchyIndex(root)
            self._index_version = version
        return self._index

    def _propagate(
        self,
        view: _View,
        evaluated: dict[int, list[Any]],
        values: dict[int, list[Any]],
    ) -> tuple[list[bool], set[int]]:
        """Returns which events fire and which nodes hold, after opening all gates that firings of this step
        open."""
        program = self.program
        fired = [False] * len(program.events)
        for number in self._cached:
            fired[number] = True
        ever_fired = list(self._ever_fired)
        used, awake = self._used, self._awake
        asleep_sources = {each.number for each in program.sources} - used
        while True:
            for number in values:
                fired[number] = True
            holding = {node.number for node in awake if self._holds(node, fired)}
            opened = False
            for number, is_fired in enumerate(fired):
                if is_fired and not ever_fired[number]:
                    ever_fired[number] = opened = True
            if not opened:
                break
            grown = used_events(program, ever_fired)
            awake = [
                node
                for node in program.nodes
                if node.number in grown
                and node.number in self._relevant
                and all(ever_fired[each] for each in node.prerequisites)
            ]
            used = grown
            woken = sorted(asleep_sources & used & self._relevant)
            asleep_sources -= used
            for number in woken:
                # Whatever the check policy says: it wakes on these signals.
                self._evaluate([self._histories[number]], view, True, evaluated, values)
        self._used = used
        return fired, holding

    def _holds(self, node: Node, fired: list[bool]) -> bool:
        """Whether a node holds. Marks the node in `fired` if it also fires. Children must be processed
        before."""
        if not node.holds(fired):
            return False
        match node.repeatability:
            case NodeRepeatability.UNLIMITED:
                fires = True
            case NodeRepeatability.LAST:
                fires = node.number not in self._held_before
            case NodeRepeatability.NONE:
                fires = not self._ever_fired_itself[node.number]
        if fires:
            fired[node.number] = True
        return True

    def _hand_on(self, fired: list[bool], holding: set[int], values: dict[int, list[Any]]) -> None:
        """Computes the values of the nodes that fired: new values where they hold, otherwise the cached
        values."""
        handed_on: list[list[Any]] = [[]] * len(fired)
        for number, each in values.items():
            handed_on[number] = each
        for node in self.program.nodes:
            number = node.number
            if not fired[number]:
                continue
            if number in holding:
                try:
                    made = node.values(handed_on, fired)
                except TransformationError as error:
                    raise EngineError(f"event {node.label}: {error}") from None
            else:
                made = self._cached[number]
            values[number] = made
            handed_on[number] = made[-1:]

    def _fold(self, fired: list[bool], values: dict[int, list[Any]], at_reset: bool) -> EpisodeSignals:
        result = EpisodeSignals()
        gained = 0.0
        for name, number in self.program.slots.items():
            if not fired[number]:
                continue
            try:
                folded = SLOTS[name](values[number])
            except SlotError as error:
                raise EngineError(f"{name}: {error}") from None
            self._paid[name] = folded
            match name:
                case "score_listener":
                    gained = folded - self._score
                    self._score = folded
                case "reward_listener":
                    result.reward = folded
                case "episode_end_listener":
                    result.end = verdict(folded)
                    result.end_value = folded
                case "instruction_listener":
                    result.instructions = folded
                case "extra_listener":
                    result.extras = folded
                case "json_extra_listener":
                    result.json_extras = folded
        result.reward = 0.0 if at_reset else result.reward + gained
        result.score = self._score
        ids = (event.id for event, each in zip(self.program.events, fired, strict=True) if each)
        result.fired = tuple(sorted(event_id for event_id in ids if event_id is not None))
        return result

    def _finish(self, fired: list[bool], holding: set[int], values: dict[int, list[Any]]) -> None:
        """Stores the state that the next step needs."""
        self._held_before = self._holding = holding
        self._fired = {number: values[number] for number, each in enumerate(fired) if each}
        for node in self.program.nodes:
            number = node.number
            if not fired[number]:
                continue
            if number in holding and not self._ever_fired_itself[number]:
                self._ever_fired_itself[number] = self._stale = True
            if not node.caches:
                continue
            if node.cache_ends and all(fired[each] for each in node.cache_until):
                self._stale = self._cached.pop(number, None) is not None or self._stale
            else:
                self._stale = number not in self._cached or self._stale
                self._cached[number] = values[number]
        for number, each in enumerate(fired):
            if each and not self._ever_fired[number]:
                self._ever_fired[number] = self._stale = True
