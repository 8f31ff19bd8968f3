"""Turns what AndroidEnv's task files say in their own words into limits, event sources and event slots.

AndroidEnv reads `log_parsing_config` in `android_env.components.task_manager`: every regular expression is
matched at the beginning of a log message; the first group of a score or reward is a number; an extra has the
groups `name` and `extra` (a Python literal, 1 if empty); a json extra has the group `json_extra`. What cannot be
read as an extra is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mobile_env.proto import task_pb2
from mobile_env.tasks.errors import FieldPath, Report

LogEvent = task_pb2.LogEvent

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
        self._add_number(scores, regexps.score, (*_REGEXPS, "score"))
        for index, pattern in enumerate(regexps.reward):
            self._add_number(rewards, pattern, (*_REGEXPS, "reward", index))
        for index, event in enumerate(regexps.reward_event):
            place = (*_REGEXPS, "reward_event", index)
            self._add_source(rewards, event.event, (*place, "event"), [f"y = {event.reward!r}"])
        for index, pattern in enumerate(regexps.episode_end):
            self._add_source(ends, pattern, (*_REGEXPS, "episode_end", index), ["y = True"])
        for index, pattern in enumerate(regexps.extra):
            place = (*_REGEXPS, "extra", index)
            self._add_extras(extras, pattern, place, LogEvent.LITERAL_EXTRA, ("name", "extra"))
        for index, pattern in enumerate(regexps.json_extra):
            place = (*_REGEXPS, "json_extra", index)
            self._add_extras(json_extras, pattern, place, LogEvent.JSON_EXTRAS, ("json_extra",))
        self._listen("score_listener", scores)
        self._listen("reward_listener", rewards)
        self._listen("episode_end_listener", ends)
        self._listen("extra_listener", extras)
        self._listen("json_extra_listener", json_extras)

    def _add_number(self, ids: list[int], pattern: str, place: FieldPath) -> None:
        """Adds a source whose first group is a number."""
        compiled = _compiled(pattern)
        if compiled is not None and pattern and not compiled.groups:
            self._report(place, "the pattern has no group", "put the number into parentheses: ([-+]?[0-9.]+)")
        self._add_source(ids, pattern, place, ["y = float(x[0])"])

    def _add_extras(
        self,
        ids: list[int],
        pattern: str,
        place: FieldPath,
        reading: LogEvent.Reading,
        groups: tuple[str, ...],
    ) -> None:
        """Adds a source whose named groups are extras."""
        compiled = _compiled(pattern)
        for name in groups:
            if compiled is not None and pattern and name not in compiled.groupindex:
                self._report(
                    place, f"the pattern has no group named `{name}`", f"write it as (?P<{name}>...)"
                )
        self._add_source(ids, pattern, place, [], reading)

    def _add_source(
        self,
        ids: list[int],
        pattern: str,
        place: FieldPath,
        transformation: list[str],
        reading: LogEvent.Reading = LogEvent.GROUPS,
    ) -> None:
        if not pattern:  # AndroidEnv takes an empty one for one that never matches.
            return
        path: FieldPath = ("event_sources", len(self._message.event_sources))
        source = self._message.event_sources.add(
            id=self._next_id, repeatability=task_pb2.EventSource.UNLIMITED, transformation=transformation
        )
        source.log_event.filters.extend(self._message.log_parsing_config.filters)
        source.log_event.pattern = pattern
        source.log_event.anchored = True
        source.log_event.reading = reading
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


def _compiled(pattern: str) -> re.Pattern[str] | None:
    """The pattern, or None if it is faulty: the compiler of events says what is wrong with it."""
    try:
        return re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return None


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
