"""Turns what AndroidEnv's task files say in their own words into limits, event sources and event slots.

AndroidEnv reads `log_parsing_config` in `android_env.components.task_manager`: every regular expression is
matched at the beginning of a log message; the first group of a score or reward is a number; an extra has the
groups `name` and `extra` (a Python literal, 1 if empty); a json extra has the group `json_extra`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mobile_env.proto import task_pb2
from mobile_env.tasks.errors import FieldPath, Report

# Where what was made stands in the file: made field -> written field.
Origins = dict[FieldPath, FieldPath]

_CONFIG: FieldPath = ("log_parsing_config",)
_REGEXPS: FieldPath = (*_CONFIG, "log_regexps")


def translate(message: task_pb2.Task, report: Report) -> Origins:
    """Rewrites AndroidEnv's fields of a task in place; afterwards they are empty.

    Args:
      message: a task as it was written.
      report: takes faults, by the path of the field as it was written.

    Returns:
      The written path of every field that was made.
    """
    origins: Origins = {}
    _translate_limits(message, origins, report)
    if message.HasField("log_parsing_config"):
        _Translation(message, origins, report).translate()
        message.ClearField("log_parsing_config")
    return origins


def _translate_limits(message: task_pb2.Task, origins: Origins, report: Report) -> None:
    for theirs, ours in (("max_episode_sec", "max_duration_sec"), ("max_episode_steps", "max_num_steps")):
        limit = getattr(message, theirs)
        if not limit:
            continue
        if getattr(message, ours) not in (0, limit):
            report((theirs,), f"`{theirs}` and `{ours}` say different things", "they mean the same; keep one")
        setattr(message, ours, limit)
        message.ClearField(theirs)
        origins[(ours,)] = (theirs,)


class _Translation:
    """The translation of one `log_parsing_config`."""

    def __init__(self, message: task_pb2.Task, origins: Origins, report: Report):
        self._message = message
        self._regexps = message.log_parsing_config.log_regexps
        self._origins = origins
        self._report = report
        self._next_id = max([0, *_ids(message)]) + 1
        self._places: dict[int, FieldPath] = {}

    def translate(self) -> None:
        regexps = self._regexps
        scores: list[int] = []
        rewards: list[int] = []
        ends: list[int] = []
        extras: list[int] = []
        json_extras: list[int] = []
        self._add(scores, regexps.score, (*_REGEXPS, "score"), self._number)
        for index, pattern in enumerate(regexps.reward):
            self._add(rewards, pattern, (*_REGEXPS, "reward", index), self._number)
        for index, event in enumerate(regexps.reward_event):
            place = (*_REGEXPS, "reward_event", index)
            self._add_source(rewards, event.event, (*place, "event"), [f"y = {event.reward!r}"])
        for index, pattern in enumerate(regexps.episode_end):
            self._add_source(ends, pattern, (*_REGEXPS, "episode_end", index), ["y = True"])
        for index, pattern in enumerate(regexps.extra):
            self._add(extras, pattern, (*_REGEXPS, "extra", index), self._extra)
        for index, pattern in enumerate(regexps.json_extra):
            self._add(json_extras, pattern, (*_REGEXPS, "json_extra", index), self._json_extra)
        self._listen("score_listener", scores)
        self._listen("reward_listener", rewards)
        self._listen("episode_end_listener", ends)
        self._listen("extra_listener", extras)
        self._listen("json_extra_listener", json_extras)

    def _add(
        self,
        ids: list[int],
        pattern: str,
        place: FieldPath,
        transformation: Callable[[re.Pattern[str], FieldPath], list[str]],
    ) -> None:
        """Adds a source whose transformation depends on the groups of its pattern."""
        try:
            compiled = re.compile(pattern)
        except (re.error, OverflowError, RecursionError):
            # The source is made all the same: the compiler of events says what is wrong with a pattern.
            self._add_source(ids, pattern, place, [])
            return
        if pattern:
            self._add_source(ids, pattern, place, transformation(compiled, place))

    def _add_source(self, ids: list[int], pattern: str, place: FieldPath, transformation: list[str]) -> None:
        if not pattern:  # AndroidEnv takes an empty one for one that never matches.
            return
        path: FieldPath = ("event_sources", len(self._message.event_sources))
        source = self._message.event_sources.add(
            id=self._next_id, repeatability=task_pb2.EventSource.UNLIMITED, transformation=transformation
        )
        source.log_event.filters.extend(self._message.log_parsing_config.filters)
        source.log_event.pattern = pattern
        source.log_event.anchored = True
        for index in range(len(source.log_event.filters)):
            self._origins[(*path, "log_event", "filters", index)] = (*_CONFIG, "filters", index)
        self._origins[path] = self._places[self._next_id] = place
        ids.append(self._next_id)
        self._next_id += 1

    def _listen(self, name: str, ids: list[int]) -> None:
        """Lets a slot fire with any of these sources."""
        if not ids:
            return
        slot: task_pb2.EventSlot = getattr(self._message.event_slots, name)
        place: FieldPath = ("event_slots", name)
        if not slot.events:
            slot.Clear()
            self._origins[place] = _REGEXPS
        elif slot != task_pb2.EventSlot(type=task_pb2.EventSlot.OR, events=slot.events):
            self._report(
                place,
                f"`{name}` and `log_parsing_config` both say when this fires, and cannot be joined",
                "write the slot as `type: OR` with nothing but events, or the log patterns as event sources",
            )
            return
        slot.type = task_pb2.EventSlot.OR
        for source_id in ids:
            self._origins[(*place, "events", len(slot.events))] = self._places[source_id]
            slot.events.add(id=source_id)

    # -- what a match means

    def _number(self, pattern: re.Pattern[str], place: FieldPath) -> list[str]:
        if not pattern.groups:
            self._report(place, "the pattern has no group", "put the number into parentheses: ([-+]?[0-9.]+)")
        return ["y = float(x[0])"]

    def _extra(self, pattern: re.Pattern[str], place: FieldPath) -> list[str]:
        name, value = self._group(pattern, "name", place), self._group(pattern, "extra", place)
        # In a list: the slot takes a list for several values, AndroidEnv for one.
        return ["import ast", f"y = {{x[{name}]: [ast.literal_eval(x[{value}]) if x[{value}] else 1]}}"]

    def _json_extra(self, pattern: re.Pattern[str], place: FieldPath) -> list[str]:
        return [f"y = x[{self._group(pattern, 'json_extra', place)}]"]

    def _group(self, pattern: re.Pattern[str], name: str, place: FieldPath) -> int:
        """Where a group stands among all groups of a pattern, from 0."""
        if name not in pattern.groupindex:
            self._report(place, f"the pattern has no group named `{name}`", f"write it as (?P<{name}>...)")
            return 0
        return pattern.groupindex[name] - 1


def _ids(message: task_pb2.Task) -> Iterator[int]:
    """All ids that a task gives or uses."""
    for source in message.event_sources:
        yield source.id
    for _, slot in message.event_slots.ListFields():
        yield from _slot_ids(slot)


def _slot_ids(slot: task_pb2.EventSlot) -> Iterator[int]:
    yield slot.id
    yield from slot.prerequisite
    yield from slot.cache_until
    for event in slot.events:
        yield event.id
        if event.HasField("event"):
            yield from _slot_ids(event.event)
