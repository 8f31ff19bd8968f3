"""The parser means what protobuf's own means, and knows where everything stands."""

import math

import pytest
from google.protobuf import text_format
from hypothesis import given, settings
from hypothesis import strategies as st

from mobile_env.proto import task_pb2
from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.textproto import parse_textproto, parse_textproto_file

TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
IDS = st.integers(-(2**31), 2**31 - 1)
NUMBERS = st.floats(allow_nan=False)


def _slots(depth):
    children = st.builds(task_pb2.EventSlot.Event, id=IDS)
    if depth:
        children |= st.builds(task_pb2.EventSlot.Event, event=_slots(depth - 1))
    return st.builds(
        task_pb2.EventSlot,
        type=st.sampled_from(["SINGLE", "AND", "OR"]),
        id=st.none() | IDS,
        events=st.lists(children, max_size=3),
        prerequisite=st.lists(IDS, max_size=3),
        transformation=st.lists(TEXT, max_size=3),
        repeatability=st.sampled_from(["UNLIMITED", "LAST", "NONE"]),
        cache_until=st.lists(IDS, max_size=2),
    )


_RECTS = st.builds(task_pb2.Rect, x0=NUMBERS, y0=NUMBERS, x1=NUMBERS, y1=NUMBERS)
_TEXT_EVENTS = st.builds(
    task_pb2.TextEvent,
    expect=TEXT,
    rect=st.none() | _RECTS,
    mode=st.integers(0, 3),
    threshold=st.none() | NUMBERS,
)
_PROPERTIES = st.one_of(
    st.builds(task_pb2.ViewHierarchyEvent.Property, property_name=TEXT, sign=st.integers(0, 5), pattern=TEXT),
    st.builds(
        task_pb2.ViewHierarchyEvent.Property, property_name=TEXT, integer=st.integers(-(2**63), 2**63 - 1)
    ),
    st.builds(task_pb2.ViewHierarchyEvent.Property, property_name=TEXT, floating=NUMBERS),
)
_SOURCES = st.one_of(
    st.builds(task_pb2.EventSource, id=IDS, text_detect=_TEXT_EVENTS),
    st.builds(
        task_pb2.EventSource,
        id=IDS,
        repeatability=st.integers(0, 2),
        view_hierarchy_event=st.builds(
            task_pb2.ViewHierarchyEvent,
            selector=st.lists(TEXT, max_size=2),
            properties=st.lists(_PROPERTIES, max_size=3),
        ),
    ),
    st.builds(
        task_pb2.EventSource,
        log_event=st.builds(
            task_pb2.LogEvent, filters=st.lists(TEXT, max_size=2), pattern=TEXT, anchored=st.booleans()
        ),
    ),
)
_STEPS = st.one_of(
    st.builds(task_pb2.SetupStep, sleep=st.builds(task_pb2.Sleep, time_sec=NUMBERS)),
    st.builds(
        task_pb2.SetupStep,
        adb_request=st.builds(
            lambda content, path, timeout: {
                "push": {"content": content, "path": path},
                "timeout_sec": timeout,
            },
            st.binary(max_size=12),
            TEXT,
            st.floats(width=32, allow_nan=False),
        ),
    ),
)
_TASKS = st.builds(
    task_pb2.Task,
    id=TEXT,
    setup_steps=st.lists(_STEPS, max_size=2),
    event_sources=st.lists(_SOURCES, max_size=3),
    event_slots=st.builds(
        task_pb2.TaskEventSlots, reward_listener=_slots(2), score_listener=st.none() | _slots(0)
    ),
    extras_spec=st.lists(
        st.builds(task_pb2.ArraySpec, name=TEXT, shape=st.lists(IDS, max_size=3), dtype=st.integers(0, 17)),
        max_size=2,
    ),
    max_num_steps=IDS,
)


@settings(max_examples=120, deadline=None)
@given(
    task=_TASKS,
    form=st.fixed_dictionaries(
        {
            "as_utf8": st.booleans(),
            "as_one_line": st.booleans(),
            "use_short_repeated_primitives": st.booleans(),
            "pointy_brackets": st.booleans(),
            "use_index_order": st.booleans(),
        }
    ),
)
def test_agrees_with_protobuf(task, form):
    text = text_format.MessageToString(task, **form)
    if not text.strip():
        return
    document = parse_textproto(text, task_pb2.Task)
    assert document.message == text_format.Parse(text, task_pb2.Task())
    assert document.message == task


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [*r"abfnrtvxuU\'?$dw0178AfF9 é", r"\x41", r"\n", r"\\", r"\101", r"\é", r"é", r"\U0001f600"]
        ),
        max_size=8,
    ).map("".join)
)
def test_literals_agree_with_protobuf(inner):
    text = f'id: "{inner}"'
    try:
        meant = text_format.Parse(text, task_pb2.Task()).id
    except text_format.ParseError:
        with pytest.raises(TaskFileError):
            parse_textproto(text, task_pb2.Task)
        return
    if "\\é" in inner:
        return  # protobuf writes \xe9 or 2 for a backslash and é: its escaping goes over its own output
    assert parse_textproto(text, task_pb2.Task).message.id == meant


@settings(max_examples=300, deadline=None)
@given(
    field=st.sampled_from(["max_num_steps: ", "max_duration_sec: "]),
    word=st.text("0123456789.+-eExXfFinaty", min_size=1, max_size=9),
)
def test_numbers_that_we_read_are_protobufs(field, word):
    # Protobuf's parser reads a little more (1_000, 0b1); what ours reads, both read alike.
    try:
        ours = parse_textproto(field + word, task_pb2.Task).message
    except TaskFileError:
        return
    theirs = text_format.Parse(field + word, task_pb2.Task())
    if math.isnan(theirs.max_duration_sec):
        assert math.isnan(ours.max_duration_sec)
    else:
        assert ours == theirs


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("017", 15),
        ("0x1F", 31),
        ("-0x1F", -31),
        ("0", 0),
        ("-0", 0),
        ("-017", -15),
        ("2147483647", 2**31 - 1),
    ],
)
def test_whole_numbers(text, value):
    assert parse_textproto(f"max_num_steps: {text}", task_pb2.Task).message.max_num_steps == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1.0),
        ("0.", 0.0),
        (".5", 0.5),
        ("1.5f", 1.5),
        ("1e3", 1000.0),
        ("-inf", -math.inf),
        ("inf", math.inf),
    ],
)
def test_numbers(text, value):
    assert parse_textproto(f"max_duration_sec: {text}", task_pb2.Task).message.max_duration_sec == value


def test_every_form_of_writing():
    document = parse_textproto(
        """
        # a comment; with "quotes" { and brackets
        id: 'one ' "two"   # joined
            ' three';
        vocabulary: ["a" "b", 'c'], vocabulary: "d"
        event_sources [ { id: 1 }, < id: 2 log_event < pattern: "x" > > ]
        event_sources: {id: 0x3, log_event: {}}
        event_slots { reward_listener { type: 2 prerequisite: [1, 2] prerequisite: 3 events { event {} } } }
        expected_app_screen: { view_hierarchy_path: [
        ] }
        """,
        task_pb2.Task,
    )
    task = document.message
    assert task.id == "one two three"
    assert list(task.vocabulary) == ["ab", "c", "d"]
    assert [source.id for source in task.event_sources] == [1, 2, 3]
    assert task.event_sources[2].WhichOneof("event") == "log_event"
    slot = task.event_slots.reward_listener
    assert slot.type == task_pb2.EventSlot.OR
    assert list(slot.prerequisite) == [1, 2, 3]
    assert slot.events[0].HasField("event")
    assert not slot.HasField("id")


def test_places():
    document = parse_textproto(
        'id: "x"\n'
        "event_sources: [\n"
        "  { id: 1 },\n"
        '  { id: 2 view_hierarchy_event { selector: [".a",\n'
        '      "é" ".b"] } }\n'
        "]\n"
        "event_sources { id: 3 }\n",
        task_pb2.Task,
    )
    assert document.locate(("id",)) == (1, 5)
    assert document.locate(("event_sources",)) == (2, 1)
    assert document.locate(("event_sources", 0)) == (3, 3)
    assert document.locate(("event_sources", 1, "id")) == (4, 9)
    assert document.locate(("event_sources", 1, "view_hierarchy_event", "selector", 1)) == (5, 7)
    assert document.locate(("event_sources", 2)) == (7, 1)
    assert document.locate(("event_sources", 2, "log_event", "pattern")) == (7, 1), (
        "the closest that is written"
    )
    assert document.locate(("kind",)) == (1, 1)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_files_of_any_editor(tmp_path, line_end, mark):
    path = tmp_path / "task.textproto"
    path.write_bytes((mark + f'id: "é"{line_end}# é{line_end}name: "y"{line_end}').encode())
    document = parse_textproto_file(path, task_pb2.Task)
    assert document.message == task_pb2.Task(id="é", name="y")
    assert document.locate(("name",)) == (3, 7)


def test_a_reading_tells_every_fault():
    text = (
        'id: 5\nnmae: "x"\nmax_num_steps: "many"\n'
        'setup_steps { sleep { time_sec: soon } }\nname: "kept"\nname: "z"\n'
    )
    with pytest.raises(TaskFileError) as caught:
        parse_textproto(text, task_pb2.Task)
    assert [(fault.line, fault.column) for fault in caught.value.faults] == [
        (1, 5),
        (2, 1),
        (3, 16),
        (4, 33),
        (6, 1),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "event_slots { reward_listener " + "{ events { event " * 100_000,
        "event_slots { reward_listener {" + "events { event {" * 200 + "}" * 402,
        "id: " + "'x' " * 50_000 + "'",
        'id: "' + "\\" * 99_999,
        "max_num_steps: " + "9" * 100_000,
        "max_duration_sec: 1" + "e" * 100_000,
        "nothing " + "[" * 100_000,
        "a " * 50_000,
    ],
    ids=["deep", "deep and closed", "long", "backslashes", "digits", "exponents", "brackets", "faults"],
)
def test_hostile_files_are_refused_in_little_time(text):
    with pytest.raises(TaskFileError):
        parse_textproto(text, task_pb2.Task)
