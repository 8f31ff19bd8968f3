"""What the compiler refuses, each with its place, and what it lets pass."""

import pytest
from event_steps import compile_text, log_source, reward, slot, text_source

from mobile_env.events.compiler import ranges

A = log_source(1, "a") + log_source(2, "b") + log_source(3, "c")
R = ("event_slots", "reward_listener")


def hierarchy(body, selector='selector: "node"'):
    return f"event_sources {{ id: 1 view_hierarchy_event {{ {selector} {body} }} }}"


def answer(body):
    return f"event_sources {{ id: 1 response_event {{ {body} }} }}"


SOURCE = ("event_sources", 0)
LOG = (*SOURCE, "log_event")
ANSWER = (*SOURCE, "response_event")
HIERARCHY = (*SOURCE, "view_hierarchy_event")
ICON = (*SOURCE, "icon_detect")

FAULTS = [
    # ids
    ('event_sources { log_event { pattern: "a" } }', SOURCE, "without an id"),
    ('event_sources { id: -4 log_event { pattern: "a" } }', (*SOURCE, "id"), "id -4"),
    (A + log_source(2, "d"), ("event_sources", 3, "id"), "id 2 of an event source is already used"),
    (A + reward("id: 3 events { id: 1 }"), (*R, "id"), "id 3 of an event slot is already used"),
    (A + reward("id: -3 events { id: 1 }"), (*R, "id"), "id -3"),
    (A + reward("events { id: 12 }"), (*R, "events", 0, "id"), "unknown event id 12 in events"),
    (A + reward("events { id: 0 }"), (*R, "events", 0, "id"), "unknown event id 0"),
    (A + reward("events { id: 1 } prerequisite: [2, 12]"), (*R, "prerequisite", 1), "unknown event id 12 in prereq"),
    (A + reward("events { id: 1 } cache_until: [-1, 12]"), (*R, "cache_until", 1), "unknown event id 12 in cache_un"),
    (A + reward("events { id: 1 } cache_until: -2"), (*R, "cache_until", 0), "unknown event id -2"),
    (
        A + reward("events { event { events { event { events { id: 12 } } } } }"),
        (*R, "events", 0, "event", "events", 0, "event", "events", 0, "id"),
        "unknown event id 12",
    ),
    # cycles and gates
    (A + reward("id: 10 type: OR events { id: 1 } events { id: 10 }"), (*R, "events", 1), "10 → 10"),
    (
        A + reward("id: 10 events { event { id: 11 events { id: 10 } } }"),
        (*R, "events", 0, "event", "events", 0),
        "10 → 11 → 10",
    ),
    (
        A + reward("id: 10 events { id: 11 }") + slot("null_listener", "id: 11 events { id: 10 }"),
        ("event_slots", "null_listener", "events", 0),
        "10 → 11 → 10",
    ),
    (A + reward("id: 10 events { id: 1 } prerequisite: 10"), (*R, "prerequisite", 0), "can never open: event 10"),
    (
        A + reward("id: 10 events { id: 1 } prerequisite: [2, 11]")
        + slot("null_listener", "id: 11 events { id: 10 }"),
        (*R, "prerequisite", 1),
        "can never open: event 11",
    ),
    (
        A + reward("id: 10 type: AND events { event { events { id: 1 } prerequisite: 10 } } events { id: 2 }"),
        (*R, "events", 0, "event", "prerequisite", 0),
        "can never open: event 10",
    ),
    (
        A + reward("events { id: 1 } prerequisite: 10") + slot("null_listener", "id: 10"),
        (*R, "prerequisite", 0),
        "can never open: event 10",
    ),
    # log
    ('event_sources { id: 1 log_event { pattern: "a(b" } }', (*LOG, "pattern"), "at character 2"),
    ('event_sources { id: 1 log_event { filters: "jd:Q" } }', (*LOG, "filters", 0), "bad log filter 'jd:Q'"),
    ('event_sources { id: 1 log_event { filters: "a b:D" } }', (*LOG, "filters", 0), "bad log filter"),
    ('event_sources { id: 1 log_event { filters: "" } }', (*LOG, "filters", 0), "bad log filter"),
    # view hierarchy
    (hierarchy("", ""), HIERARCHY, "without a selector"),
    (hierarchy("", 'selector: "node" selector: "node:hover"'), (*HIERARCHY, "selector", 1), "pseudo-class :hover"),
    (hierarchy("", 'selector: ""'), (*HIERARCHY, "selector", 0), "empty selector"),
    (hierarchy("properties { }"), (*HIERARCHY, "properties", 0, "property_name"), "without a name"),
    (
        hierarchy('properties { property_name: "text" } properties { property_name: "text" pattern: "[" }'),
        (*HIERARCHY, "properties", 1, "pattern"),
        "bad regular expression '['",
    ),
    (
        hierarchy('properties { property_name: "left" floating: nan }'),
        (*HIERARCHY, "properties", 0, "floating"),
        "nan",
    ),
    (
        hierarchy('properties { property_name: "left" sign: 9 integer: 1 }'),
        (*HIERARCHY, "properties", 0, "sign"),
        "unknown sign 9",
    ),
    # response
    (answer('pattern: "("'), (*ANSWER, "pattern"), "bad regular expression"),
    (answer('pattern: "a" mode: FUZZ'), (*ANSWER, "threshold"), "needs a threshold"),
    (answer('pattern: "a" mode: FUZZ threshold: 0.9'), (*ANSWER, "threshold"), "[0, 100]"),
    (answer('pattern: "a" mode: DIFFLIB threshold: 90'), (*ANSWER, "threshold"), "outside"),
    (answer('mode: DIFFLIB threshold: 0.9'), (*ANSWER, "pattern"), "empty text"),
    (answer('pattern: "a" mode: 7'), (*ANSWER, "mode"), "unknown mode 7"),
    # sources
    ("event_sources { id: 1 }", SOURCE, "without an event"),
    (
        'event_sources { id: 1 repeatability: 5 log_event { pattern: "a" } }',
        (*SOURCE, "repeatability"),
        "unknown repeatability 5",
    ),
    (
        'event_sources { id: 1 log_event { pattern: "a" } transformation: "y = z" }',
        (*SOURCE, "transformation", 0),
        "unknown name z",
    ),
    # slots
    (A + reward("type: 7 events { id: 1 }"), (*R, "type"), "unknown type 7"),
    (A + reward("repeatability: 7 events { id: 1 }"), (*R, "repeatability"), "unknown repeatability 7"),
    (
        A + reward("events { id: 1 } transformation: 'a = 1' transformation: 'y = open(x)'"),
        (*R, "transformation", 1),
        "open() at character 5",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "path", "what"), FAULTS)
def test_faults_and_their_places(text, path, what):
    program, faults, _ = compile_text(text)
    assert [fault[0] for fault in faults] == [path], faults
    assert what in faults[0][1]
    assert faults[0][2], "says how to mend it"
    assert program.events == ()


def test_known_ids_are_named():
    _, faults, _ = compile_text(A + log_source(7, "x") + reward("id: 9 events { id: 12 }"))
    assert faults[0][2] == "known: 1–3, 7, 9"
    assert ranges([]) == ""


def test_all_faults_are_found_in_one_go():
    text = (
        log_source(1, "(") + log_source(1, "a") + text_source(2, "node:hover") + answer("mode: FUZZ")
        + reward("events { id: 44 } prerequisite: 45 transformation: 'y = import'")
    )  # fmt: skip
    _, faults, _ = compile_text(text)
    places = [fault[0] for fault in faults]
    assert len(places) == len(set(places)) == 8


def test_one_fault_for_a_closed_gate_and_none_for_those_that_wait_for_it():
    text = A + reward(
        "type: OR events { event { id: 10 events { id: 1 } prerequisite: 11 } }"
        " events { event { id: 11 events { id: 1 } prerequisite: 12 } } events { event { id: 12 } }"
        " events { event { events { id: 2 } prerequisite: 10 } }"
    )
    _, faults, _ = compile_text(text)
    assert [fault[0] for fault in faults] == [(*R, "events", 1, "event", "prerequisite", 0)]


def test_a_gate_that_another_child_can_open_is_fine():
    text = A + reward(
        "id: 10 type: OR events { event { events { id: 1 } prerequisite: 10 } } events { id: 2 }"
    )
    assert compile_text(text)[1] == []


@pytest.mark.parametrize("rect", ["x0: 0.5 y0: 0 x1: 0.5 y1: 1", "x0: 0 y0: 0 x1: 1.5 y1: 1", ""])
def test_bad_rects(rect):
    text = f'event_sources {{ id: 1 icon_detect {{ class: "x" rect {{ {rect} }} }} }}'
    _, faults, _ = compile_text(text)
    assert any("rect" in fault[0] for fault in faults)


def test_empty_slots_and_events_are_no_fault_and_no_warning():
    empty = "type: OR events { event { } } events { event { } }"
    text = A + "".join(slot(name, empty) for name in ("score_listener", "extra_listener", "null_listener"))
    program, faults, warnings = compile_text(
        text + slot("json_extra_listener", "") + reward("events { id: 1 }")
    )
    assert (faults, warnings) == ([], [])
    assert "json_extra_listener" not in program.slots


def test_a_task_without_events_is_an_empty_program():
    program, faults, warnings = compile_text("id: 'none'")
    assert (program.events, faults, warnings) == ((), [], [])


@pytest.mark.parametrize(
    ("text", "path", "what"),
    [
        (
            hierarchy('properties { property_name: "txt" }'),
            (*HIERARCHY, "properties", 0, "property_name"),
            "'txt'",
        ),
        (answer('pattern: "a" threshold: 3'), (*ANSWER, "threshold"), "no meaning"),
        ('event_sources { id: 1 log_event { filters: "*:E" } }', (*LOG, "filters", 0), "overridden"),
        (A + reward("events { id: 1 } events { id: 2 }"), (*R, "events", 1), "only its first"),
        (A + reward("type: OR events { id: 1 } events { }"), (*R, "events", 1), "never fires"),
    ],
)
def test_what_is_odd_is_warned_of(text, path, what):
    _, faults, warnings = compile_text(text)
    assert faults == []
    assert [warning[0] for warning in warnings] == [path]
    assert what in warnings[0][1] and warnings[0][2]


def test_long_chains_of_references_compile():
    count = 3000
    chain = "".join(f" events {{ event {{ id: {10 + i} events {{ id: {11 + i} }} }} }}" for i in range(count))
    text = A + reward(f"type: OR {chain} events {{ event {{ id: {10 + count} events {{ id: 1 }} }} }}")
    program, faults, _ = compile_text(text)
    assert not faults
    assert [node.id for node in program.nodes[:2]] == [10 + count, 9 + count]


def test_the_program_tells_the_signals_it_reads():
    program, _, _ = compile_text(A + text_source(4, "node") + reward("events { id: 1 }"))
    assert program.signals == {"log", "hierarchy"}
