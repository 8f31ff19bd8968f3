"""Plays steps to an engine: tasks as text, signals by hand, and a count of what was fetched."""

from google.protobuf import text_format

from mobile_env.events.compiler import compile_task
from mobile_env.events.engine import EventEngine
from mobile_env.events.policy import CheckPolicy
from mobile_env.proto import task_pb2
from mobile_env.signals.contract import LogLine
from mobile_env.signals.hierarchy import parse_hierarchy

SCREEN_SIZE = (1080, 1920)


def compile_text(text):
    """Program of a task in text form, its faults and its warnings."""
    faults, warnings = [], []
    # Parts of a test each have slots of their own: merged, not refused as double.
    message = text_format.Merge(text, task_pb2.Task())
    program = compile_task(
        message, lambda *fault: faults.append(fault), None, lambda *warning: warnings.append(warning)
    )
    return program, faults, warnings


def line(message, tag="jd", level="D"):
    return LogLine(1697384040.0, 1000, 1000, level, tag, message)


def screen(*texts):
    """A hierarchy with one node a text; `id=text` gives it a resource-id."""
    nodes = []
    for index, text in enumerate(texts):
        name, _, shown = text.rpartition("=")
        bounds = f"[0,{index * 192}][540,{index * 192 + 96}]"
        nodes.append(f'<node index="{index}" text="{shown}" resource-id="{name}" bounds="{bounds}"/>')
    return f"<hierarchy>{''.join(nodes)}</hierarchy>"


class Signals:
    """One step; counts its fetches in the list it is given."""

    screen_size = SCREEN_SIZE

    def __init__(self, step, time, log, responses, completed, xml, version, fetches):
        self.step, self.time, self.log, self.responses = step, time, log, responses
        self.completed = frozenset(completed)
        self.hierarchy_version = self.screen_version = version
        self._xml, self._fetches = xml, fetches

    def hierarchy(self):
        self._fetches.append(("hierarchy", self.step))
        return parse_hierarchy(self._xml)

    def pixels(self):
        self._fetches.append(("pixels", self.step))
        raise AssertionError("no source here needs pixels")


class Play:
    """An engine and the phone before it. A call is a step; what a screen shows stays until it is changed."""

    def __init__(self, text, policy="LIFT|TEXT|KEY|CHANGE"):
        program, faults, _warnings = compile_text(text)
        assert not faults, faults
        self.engine = EventEngine(program, CheckPolicy.parse(policy))
        self.fetches = []
        self._xml, self._version = screen(), 0
        self._step, self._time = 0, 0.0

    def _signals(self, log, say, show, completed, time):
        if show is not None:
            self._xml, self._version = screen(*show), self._version + 1
        self._time = self._time + 0.1 if time is None else time
        lines = [each if isinstance(each, LogLine) else line(each) for each in log]
        return Signals(
            self._step, self._time, lines, list(say), completed, self._xml, self._version, self.fetches
        )

    def reset(self, *log, say=(), show=None, completed=(), time=None):
        """Begins an episode with an evaluated step."""
        self._step = 0
        self.engine.reset()
        return self.engine.reset_step(self._signals(log, say, show, completed, time))

    def __call__(self, *log, say=(), show=None, completed=(), time=None):
        """A step: log messages, answers, a new screen, completed inputs."""
        self._step += 1
        return self.engine.step(self._signals(log, say, show, completed, time))

    def rewards(self, steps):
        """Rewards of steps that each have one list of log messages."""
        return [self(*messages).reward for messages in steps]


def log_source(id_, pattern, repeatability="UNLIMITED", extra=""):
    return (
        f'event_sources {{ id: {id_} repeatability: {repeatability} log_event {{ filters: "jd:D"'
        f' pattern: "{pattern}" {extra} }} }}\n'
    )


def text_source(id_, selector, pattern=None, repeatability="UNLIMITED"):
    test = "" if pattern is None else f' pattern: "{pattern}"'
    return (
        f"event_sources {{ id: {id_} repeatability: {repeatability} view_hierarchy_event {{"
        f' selector: "{selector}" properties {{ property_name: "text"{test} }} }} }}\n'
    )


def answer_source(id_, pattern, repeatability="UNLIMITED", extra=""):
    return (
        f"event_sources {{ id: {id_} repeatability: {repeatability}"
        f' response_event {{ pattern: "{pattern}" {extra} }} }}\n'
    )


def slot(name, body):
    return f"event_slots {{ {name} {{ {body} }} }}\n"


def reward(body):
    return slot("reward_listener", body)


ONE = 'transformation: "y = 1"'
