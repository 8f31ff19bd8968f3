"""A slow and obvious engine, straight from the text of the task format: everything is evaluated every step.

It reads the task message itself, and shares with the engine under test no more than the XML parser.
"""

import json
import re
from dataclasses import dataclass, field

from lxml import etree

# Transformations that tests use, as plain Python.
STATEMENTS = {
    "y = x": lambda x: x,
    "y = [x]": lambda x: [x],
    "y = 'n'": lambda x: "n",
    "y = len(str(x)) % 5": lambda x: len(str(x)) % 5,
    "y = str(x)": str,
    "y = {'v': [str(x)]}": lambda x: {"v": [str(x)]},
    "y = '{\"j\": [%d]}' % len(str(x))": lambda x: json.dumps({"j": [len(str(x))]}),
    "y = [None, 0, '', [], {}, (), x, 0.5][len(str(x)) % 8]": lambda x: [None, 0, "", [], {}, (), x, 0.5][
        len(str(x)) % 8
    ],
}

SLOT_NAMES = [
    "score_listener", "reward_listener", "episode_end_listener", "extra_listener", "json_extra_listener",
    "instruction_listener", "null_listener",
]  # fmt: skip


@dataclass
class Source:
    message: object
    spent: list = field(default_factory=list)
    latest: list = field(default_factory=list)


@dataclass
class Node:
    message: object
    children: list = field(default_factory=list)
    held: bool = False
    fired_once: bool = False
    cache: list | None = None


class Model:
    """`events` are by id; nodes without one have their place in the message instead."""

    def __init__(self, task, checks):
        self.task, self.checks = task, checks
        self.events = {source.id: Source(source) for source in task.event_sources}
        self.tops = {}
        for name in SLOT_NAMES:
            if task.event_slots.HasField(name):
                self.tops[name] = self.add(getattr(task.event_slots, name), (name,))
        self.ever = set()
        self.score = 0.0
        self.looked_at_version = self.looked_at_time = None

    def add(self, message, place):
        key = message.id or place
        node = self.events[key] = Node(message)
        for index, child in enumerate(message.events):
            match child.WhichOneof("child"):
                case "id":
                    node.children.append(child.id)
                case "event":
                    node.children.append(self.add(child.event, (*place, index)))
        return key

    # -- which events are in use

    def is_awake(self, key):
        return all(each in self.ever for each in self.events[key].message.prerequisite)

    def in_use(self):
        used = {key for name, key in self.tops.items() if self.events[key].message.events}
        for event in self.events.values():
            if isinstance(event, Node):
                used.update(event.message.prerequisite)
                used.update(each for each in event.message.cache_until if each > 0)
        while True:
            more = set(used)
            for key in used:
                if isinstance(self.events[key], Node) and self.is_awake(key):
                    more.update(self.events[key].children)
            if more == used:
                return used
            used = more

    # -- sources

    def is_look_due(self, signals, at_reset):
        due = (
            at_reset
            or any(each in signals.completed for each in self.checks.inputs)
            or (self.checks.change and signals.hierarchy_version != self.looked_at_version)
            or (self.checks.steps > 0 and signals.step % self.checks.steps == 0)
            or (
                self.checks.seconds > 0
                and (
                    self.looked_at_time is None
                    or signals.time - self.looked_at_time >= self.checks.seconds - 1e-6
                )
            )
        )
        if due:
            self.looked_at_version, self.looked_at_time = signals.hierarchy_version, signals.time
        return due

    def inputs(self, source, signals):
        match source.message.WhichOneof("event"):
            case "log_event":
                return [line.message for line in signals.log]
            case "response_event":
                return list(signals.responses)
            case "view_hierarchy_event":
                self.looks.append(signals.step)
                names = [each.property_name for each in source.message.view_hierarchy_event.properties]
                nodes = etree.fromstring(signals.xml).iter("node")
                return [tuple(node.get(name) for name in names) for node in nodes]

    def matched(self, source, value):
        event = getattr(source.message, source.message.WhichOneof("event"))
        if isinstance(value, str):
            found = re.search(event.pattern, value)
            return None if found is None else found.groups()
        for test, actual in zip(event.properties, value, strict=True):
            if not re.search(test.pattern, actual):
                return None
        return list(value)

    def evaluate(self, source, signals):
        kind = type(source.message).Repeatability.Name(source.message.repeatability)
        inputs = self.inputs(source, signals)
        values = []
        for value in inputs:
            if kind == "NONE" and value in source.spent:
                continue
            if kind == "LAST" and value in source.latest:
                continue
            matched = self.matched(source, value)
            if matched is not None:
                source.spent.append(value)
                values.append(matched)
        if inputs:
            source.latest = inputs
        return values

    # -- nodes

    def fires(self, key):
        if key not in self.fires_now:
            self.fires_now[key] = self.work_out(key)
        return self.fires_now[key]

    def work_out(self, key):
        event = self.events[key]
        if isinstance(event, Source):
            return bool(self.values_now.get(key))
        self.holds_now[key] = key in self.used_now and self.is_awake(key) and self.holds(event)
        if event.cache is not None:
            return True
        if not self.holds_now[key]:
            return False
        match type(event.message).Repeatability.Name(event.message.repeatability):
            case "UNLIMITED":
                return True
            case "LAST":
                return not event.held
            case "NONE":
                return not event.fired_once

    def holds(self, node):
        if not node.message.events:
            return False
        fired = [self.fires(child) for child in node.children]
        match type(node.message).Type.Name(node.message.type):
            case "SINGLE":
                return fired[0]
            case "AND":
                return all(fired)
            case "OR":
                return any(fired)

    def values(self, key):
        """All values of an event that fired."""
        if key in self.values_now:
            return self.values_now[key]
        node = self.events[key]
        if not self.holds_now[key]:
            self.values_now[key] = node.cache
            return node.cache
        incoming = []
        for child in node.children:
            if self.fires(child):
                values = self.values(child)
                incoming.append(values if isinstance(self.events[child], Source) else values[-1:])
            else:
                incoming.append([])
        match type(node.message).Type.Name(node.message.type):
            case "AND":
                made = [self.transformed(node, incoming)]
            case "SINGLE":
                made = [self.transformed(node, value) for value in incoming[0]]
            case "OR":
                made = [self.transformed(node, value) for values in incoming for value in values]
        self.values_now[key] = made
        return made

    def transformed(self, node, x):
        for statement in node.message.transformation:
            y = STATEMENTS[statement](x)
        return y if node.message.transformation else x

    # -- a step

    def step(self, signals, at_reset=False):
        self.looks = []
        due = self.is_look_due(signals, at_reset)
        self.values_now, self.used_now = {}, set()
        evaluated = set()
        waking = False
        while True:
            self.used_now |= self.in_use()
            for key in sorted(self.used_now - evaluated, key=str):
                event = self.events[key]
                if isinstance(event, Source):
                    evaluated.add(key)
                    is_screen = event.message.WhichOneof("event") == "view_hierarchy_event"
                    if due or waking or not is_screen:
                        values = self.evaluate(event, signals)
                        if values:
                            self.values_now[key] = values
            self.fires_now, self.holds_now = {}, {}
            fired = {key for key in self.events if self.fires(key)}
            if fired <= self.ever:
                break
            self.ever |= fired
            waking = True
        result = self.signals_of(fired, at_reset)
        self.finish(fired)
        return result

    def signals_of(self, fired, at_reset):
        for key in fired:
            self.values(key)
        values = {name: self.values(key) if key in fired else [] for name, key in self.tops.items()}
        values = {name: values.get(name, []) for name in SLOT_NAMES}
        reward = sum(float(each) for each in values["reward_listener"])
        if values["score_listener"]:
            reward += float(values["score_listener"][-1]) - self.score
            self.score = float(values["score_listener"][-1])
        instructions = []
        for each in values["instruction_listener"]:
            instructions += [each] if isinstance(each, str) else each
        extras, json_extras = {}, {}
        for each in values["extra_listener"]:
            for name, listed in each.items():
                extras[name] = extras.get(name, []) + listed
        for each in values["json_extra_listener"]:
            for name, listed in json.loads(each).items():
                json_extras[name] = json_extras.get(name, []) + listed
        end_value = values["episode_end_listener"][-1] if values["episode_end_listener"] else None
        return {
            "reward": 0.0 if at_reset else reward,
            "score": self.score,
            "instructions": instructions,
            "extras": extras,
            "json_extras": json_extras,
            "end": None if end_value is None else bool(end_value),
            "end_value": end_value,
        }

    def finish(self, fired):
        for key, event in self.events.items():
            if isinstance(event, Source):
                continue
            event.held = self.holds_now[key]
            if key not in fired:
                continue
            event.fired_once = True
            listed = [each for each in event.message.cache_until if each != 0]
            if not listed:
                continue
            if all(each in fired for each in listed):  # -1 is no event's id
                event.cache = None
            else:
                event.cache = self.values_now[key]
        self.fired = fired
