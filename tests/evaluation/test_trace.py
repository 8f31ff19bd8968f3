"""What events did is recorded, told in words, and, of what never fired, explained."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from mobile_env.agents.registry import make_agent
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.evaluation.event_tree import TreeEvent, event_tree
from mobile_env.evaluation.report.event_picture import BOX_HEIGHT, BOX_WIDTH, draw
from mobile_env.evaluation.report.moments import moments
from mobile_env.evaluation.report.shortfall import shortfall
from mobile_env.evaluation.report.trace_text import TraceText
from mobile_env.evaluation.trace import make_trace, trace_lines
from mobile_env.evaluation.trajectory import (
    AgentStep,
    EpisodeHead,
    PrimitiveStep,
    Trajectory,
    read_trajectory,
)
from mobile_env.events.engine import EventEngine
from mobile_env.loader import load
from mobile_env.signals.contract import LogLine
from mobile_env.signals.hierarchy import parse_hierarchy
from mobile_env.tasks.loading import load_task

TASK = r"""
id: "x"
event_sources { id: 1 log_event { filters: "jd:D" pattern: "^open (.*)" } }
event_sources { id: 2 repeatability: UNLIMITED log_event { filters: "jd:D" pattern: "^close" } }
event_sources { id: 3 repeatability: UNLIMITED view_hierarchy_event {
  selector: "node" properties { property_name: "text" pattern: "goal" }
} }
event_slots {
  reward_listener {
    type: OR
    events { event { id: 10 events { id: 1 } transformation: "y = 1" repeatability: NONE } }
    events { event { id: 11 type: AND events { id: 2 } events { id: 3 } prerequisite: 10 transformation: "y = 2" } }
    events { event { type: OR } }
  }
  episode_end_listener { events { id: 11 } transformation: "y = True" }
  instruction_listener { events { id: 10 } transformation: "y = 'close it'" }
}
"""


class Phone:
    """Steps of an engine; `texts` are on the screen."""

    def __init__(self, folder: Path):
        path = folder / "x.textproto"
        path.write_text(TASK)
        task = load_task(path)
        self.tree = event_tree(task.program, task.message)
        self._engine = EventEngine(task.program)
        self.traces = []
        self._count = 0

    def step(self, *messages, texts=()):
        nodes = "".join(f'<node text="{text}"/>' for text in texts)
        signals = SimpleNamespace(
            log=[LogLine(0.0, 1, 1, "D", "jd", message) for message in messages],
            responses=(),
            completed=frozenset({"LIFT"}),
            step=self._count,
            time=float(self._count),
            hierarchy_version=self._count,
            screen_version=self._count,
            hierarchy=lambda: parse_hierarchy(f"<hierarchy>{nodes}</hierarchy>"),
        )
        self._count += 1
        self._engine.step(signals)
        trace = make_trace(self._engine.explain())
        if trace is not None:
            self.traces.append(trace)
        return trace

    def lines(self, *messages, texts=()):
        before = self.traces[-1] if self.traces else None
        return trace_lines(self.tree, self.step(*messages, texts=texts), before)


@pytest.fixture
def phone(tmp_path):
    return Phone(tmp_path)


def test_a_step_in_words(phone):
    assert phone.lines("shut", texts=["home"]) == [
        "source 1 log_event ^open (.*): did not match; saw 'shut'",
        "event 11 AND: sleeps until event 10 has fired",
    ]
    # What wakes in this step is looked at in it.
    assert phone.lines("open a door", texts=["home"]) == [
        "source 1 log_event ^open (.*): matched: 'a door'",
        "source 2 log_event ^close: did not match; saw 'open a door'",
        "source 3 view_hierarchy_event node text=goal: did not match; saw 'home'",
        "the instruction slot: fired: 'close it'",
        "event 10: fired: 1",
        "the reward slot OR: fired: 1",
        "reward = 1.0",
        "instruction = ['close it']",
    ]
    assert phone.lines("close", texts=()) == [
        "source 2 log_event ^close: matched",
        "source 3 view_hierarchy_event node text=goal: did not match; its selector gave no node",
    ]
    assert phone.lines("close", texts=["a", "goal"])[2:] == [
        "the episode_end slot: fired: True",
        "event 11 AND: fired: 2",
        "the reward slot OR: fired: 2",
        "reward = 2.0",
        "episode_end = True",
    ]


def test_nothing_is_kept_of_a_step_without_inputs(phone):
    assert phone.step() is None


def test_many_inputs_are_cut_but_the_last_is_kept(phone):
    trace = phone.step(*(f"line {number}" for number in range(10)), "z" * 500)
    assert trace.inputs[0][:3] == ("'line 0'", "'line 1'", "'line 2'")
    assert trace.inputs[0][3] == "(7 more)"
    assert (
        len(trace.inputs[0]) == 5 and trace.inputs[0][4].startswith("'zzz") and len(trace.inputs[0][4]) == 100
    )


def test_why_a_reward_did_not_come(phone):
    phone.step("shut")
    phone.step("shut the door")
    assert shortfall(phone.tree, phone.traces) == [
        "source 1 log_event ^open (.*) never matched: it was looked at in 2 "
        "steps, the last input was 'shut the door'",
        "event 11 AND slept: it waited for event 10",
    ]
    phone.step("open a", texts=["home"])
    phone.step("close", texts=["home"])
    assert shortfall(phone.tree, phone.traces) == [
        "source 3 view_hierarchy_event node text=goal never matched: it was looked at in 2 steps, the last input was "
        "'home'"
    ]
    phone.step(texts=["goal"])
    assert shortfall(phone.tree, phone.traces) == [
        "event 11 AND never fired: its events fired, but never in one step (cache_until keeps one for the other)"
    ]
    phone.step("close", texts=["goal"])
    assert shortfall(phone.tree, phone.traces) == []


def test_the_picture_has_a_place_for_everything_and_leaves_out_what_is_empty(phone):
    picture = draw(phone.tree)
    titles = {box.title for box in picture.boxes}
    assert titles == {
        "reward · OR", "episode end", "instruction", "10", "11 · AND", "1 · log", "2 · log", "3 · view hierarchy",
    }  # fmt: skip
    for box in picture.boxes:
        assert 0 <= box.x <= picture.width - BOX_WIDTH and 0 <= box.y <= picture.height - BOX_HEIGHT
        others = [each for each in picture.boxes if each is not box]
        assert not any(
            abs(box.x - each.x) < BOX_WIDTH and abs(box.y - each.y) < BOX_HEIGHT for each in others
        )
    places = {box.number: box.x for box in picture.boxes}
    assert all(
        places[line.from_number] < places[line.to_number] for line in picture.lines if line.kind == "child"
    )
    (gate,) = (line for line in picture.lines if line.kind == "gate")
    assert [phone.tree[number].label for number in (gate.from_number, gate.to_number)] == ["11", "10"]


def test_an_empty_tree_has_an_empty_picture():
    assert draw(()).boxes == ()
    assert draw((TreeEvent("1", "log_event", "", "NONE"),)).boxes == ()


def test_an_episode_is_recorded_and_told(tmp_path):
    env = load(
        Path(__file__).parent / "tasks" / "answer.textproto",
        "embedded:360x640@160",
        hierarchy=True,
        pixels=False,
    )
    agent = make_agent("demonstration")
    agent.prepare(env.task.id, env.task.path)
    told = []
    result = EpisodePlayer(env, agent, "embedded", tell=told.append).play(0, tmp_path / "t")
    env.close()
    assert result.success
    assert told[:3] == ["answer-colour · seed 0", "  command: What is the colour of grass?", "reset"]
    assert "    source 1 response_event green: matched" in told
    assert "    source 2 response_event red: did not match; saw 'It is green.'" in told
    assert "    reward = 2.0" in told
    assert told[-2:] == ["success: episode end: True", "  reward 2 in 1 step"]
    trajectory = read_trajectory(tmp_path / "t")
    assert [event.label for event in trajectory.head.tree][:2] == ["1", "2"]
    (moment,) = moments(trajectory)
    assert moment.step == 1 and moment.title == "step 1 · ANSWER(It is green.) · REPEAT"
    assert moment.paid == "reward +2" and "reward = 2.0" in moment.lines
    assert [moment.states[number] for number in (0, 1)] == ["F", "S"]
    by_slot = {event.slot: number for number, event in enumerate(trajectory.head.tree) if event.slot}
    assert moment.states[by_slot["episode_end"]] == "F"


def test_primitive_actions_in_which_the_same_happened_are_told_together_unless_they_paid(phone):
    traces = [
        *(phone.step("shut", texts=["home"]) for _ in range(3)),  # the first says what sleeps, too
        None,
        phone.step("shut", texts=["home"]),
        phone.step("open a door", texts=["home"]),
        *(phone.step("close", texts=["goal"]) for _ in range(2)),
    ]
    parts = tuple(PrimitiveStep({"action_type": "TOUCH"}, 0.0, trace=trace) for trace in traces)
    step = AgentStep({"type": "SCROLL", "direction": "DOWN"}, "", None, None, None, parts)
    head = EpisodeHead("x", "", 0, "nobody", "embedded", (), tree=phone.tree)
    told = []
    text = TraceText(told.append)
    text.head(head)
    text.step(step)
    assert [line.strip() for line in told if line.startswith("  TOUCH")] == [
        "TOUCH (1 of 8)",
        "TOUCH (2 to 3 of 8)",
        "TOUCH (5 of 8)",
        "TOUCH (6 of 8)",
        "TOUCH (7 of 8)",
        "TOUCH (8 of 8)",
    ]
    assert told.count("    source 1 log_event ^open (.*): did not match; saw 'shut'") == 3
    assert told.count("    reward = 2.0") == 2
    shown = moments(Trajectory(head, [step], None, {}, {}))
    assert [moment.lines[-1] for moment in shown] == [
        "event 11 AND: sleeps until event 10 has fired",
        "source 1 log_event ^open (.*): did not match; saw 'shut'",
        "instruction = ['close it']",
        "episode_end = True",
        "episode_end = True",
    ]


def test_what_never_fired_is_told_when_a_task_is_not_solved(tmp_path):
    env = load(
        Path(__file__).parent / "tasks" / "answer.textproto",
        "embedded:360x640@160",
        hierarchy=True,
        pixels=False,
    )
    told = []
    EpisodePlayer(env, make_agent("nothing"), "embedded", max_steps=1, tell=told.append).play(0)
    env.close()
    place = told.index("what never fired")
    assert told[place + 1] == "  source 1 response_event green never matched: there was nothing to look at"
