"""AndroidEnv's own words become sources, slots and limits of the same meaning."""

from pathlib import Path

import pytest
from android_env.proto import task_pb2 as android_env_task_pb2
from google.protobuf import text_format

from mobile_env.proto import task_pb2
from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.parsing import parse_task

FILE = Path(__file__).with_name("androidenv.textproto")


@pytest.fixture(scope="module")
def parsed():
    return parse_task(FILE)


def write(tmp_path, text):
    path = tmp_path / "x.textproto"
    path.write_text(f'id: "x"\n{text}')
    return path


def test_the_file_is_one_of_androidenvs():
    theirs = text_format.Parse(FILE.read_text(), android_env_task_pb2.Task())
    assert theirs.max_episode_steps == 300


def test_limits(parsed):
    assert parsed.message.max_num_steps == 300
    assert parsed.message.max_duration_sec == 7200
    assert parsed.message.max_episode_steps == parsed.message.max_episode_sec == 0


def test_sources(parsed):
    assert not parsed.message.HasField("log_parsing_config")
    sources = parsed.message.event_sources
    assert [source.id for source in sources] == list(range(1, 9))
    assert {source.repeatability for source in sources} == {task_pb2.EventSource.UNLIMITED}
    for source in sources:
        assert list(source.log_event.filters) == ["AndroidRLTask:V", "Blocks:D"]
        assert source.log_event.anchored
    by_pattern = {
        source.log_event.pattern: list(source.transformation) or source.log_event.reading
        for source in sources
    }
    assert by_pattern == {
        r"^[Ss]core: ([-+]?[0-9]*\.?[0-9]*)$": ["y = float(x[0])"],
        r"^[Rr]eward: ([-+]?[0-9]*\.?[0-9]*)$": ["y = float(x[0])"],
        "coin_collected": ["y = 2.3"],
        "car_crashed": ["y = -1.4"],
        "^episode[ _]end$": ["y = True"],
        "^extra: (?P<name>[^ ]*)[ ]?(?P<extra>.*)$": task_pb2.LogEvent.LITERAL_EXTRA,
        "^(?P<extra>[0-9]+) are (?P<name>.*)$": task_pb2.LogEvent.LITERAL_EXTRA,
        "^json_extra: (?P<json_extra>.*)$": task_pb2.LogEvent.JSON_EXTRAS,
    }


def test_slots(parsed):
    slots = parsed.message.event_slots
    fired_by = {
        field.name: [event.id for event in slot.events]
        for field, slot in slots.ListFields()
        if slot.type == task_pb2.EventSlot.OR and not slot.transformation
    }
    assert fired_by == {
        "score_listener": [1],
        "reward_listener": [2, 3, 4],
        "episode_end_listener": [5],
        "extra_listener": [6, 7],
        "json_extra_listener": [8],
    }


def test_what_was_made_stands_where_it_was_written(parsed):
    lines = FILE.read_text().splitlines()

    def line(*path):
        return lines[parsed.locate(path).line - 1].strip()

    assert line("event_sources", 0, "log_event", "pattern").startswith("score:")
    assert line("event_sources", 2, "log_event", "pattern").startswith('reward_event: { event: "coin')
    assert line("event_sources", 6, "log_event", "pattern").startswith('extra: "^(?P<extra>')
    assert line("event_sources", 4, "log_event", "filters", 1).startswith("filters:")
    assert line("event_slots", "reward_listener").startswith("log_regexps")
    assert line("event_slots", "reward_listener", "events", 2).startswith('reward_event: { event: "car')
    assert line("max_num_steps").startswith("max_episode_steps")
    assert line("setup_steps", 1, "adb_request").startswith("adb_request: { settings")


def test_ids_begin_after_those_in_use(tmp_path):
    path = write(
        tmp_path,
        'log_parsing_config { log_regexps { episode_end: "e" } }\n'
        'event_sources { id: 4 log_event { pattern: "a" } }\n'
        "event_slots { reward_listener { id: 9 events { event { id: 12 prerequisite: 4 } } cache_until: 17 } }",
    )
    message = parse_task(path).message
    assert [source.id for source in message.event_sources] == [4, 18]
    assert [event.id for event in message.event_slots.episode_end_listener.events] == [18]


def test_a_plain_or_takes_further_events(tmp_path):
    path = write(
        tmp_path,
        'log_parsing_config { log_regexps { episode_end: "e" } }\n'
        'event_sources { id: 4 log_event { pattern: "a" } }\n'
        "event_slots { episode_end_listener { type: OR events { id: 4 } } reward_listener { type: AND id: 3 } }",
    )
    slots = parse_task(path).message.event_slots
    assert [event.id for event in slots.episode_end_listener.events] == [4, 5]
    assert slots.reward_listener == task_pb2.EventSlot(type=task_pb2.EventSlot.AND, id=3)


@pytest.mark.parametrize(
    "slot",
    [
        "events { id: 4 }",
        "type: AND events { id: 4 }",
        'type: OR events { id: 4 } transformation: "y = 1"',
        "type: OR events { id: 4 } prerequisite: 4",
        "type: OR events { id: 4 } repeatability: LAST",
        "type: OR events { id: 4 } id: 0",
    ],
)
def test_a_slot_that_would_change_its_meaning_is_left_alone(tmp_path, slot):
    path = write(
        tmp_path,
        'log_parsing_config { log_regexps { score: "s(.)" } }\n'
        'event_sources { id: 4 log_event { pattern: "a" } }\n'
        f"event_slots {{ score_listener {{ {slot} }} }}",
    )
    with pytest.raises(TaskFileError, match="`score_listener` and `log_parsing_config` both say"):
        parse_task(path)


def test_empty_patterns_never_match(tmp_path):
    path = write(
        tmp_path,
        'log_parsing_config { log_regexps { score: "" reward: ["", "r(.)"] reward_event { reward: 3 } extra: "" } }',
    )
    message = parse_task(path).message
    assert [source.log_event.pattern for source in message.event_sources] == ["r(.)"]
    assert [field.name for field, _ in message.event_slots.ListFields()] == ["reward_listener"]


def test_equal_limits_of_both_names_are_one(tmp_path):
    message = parse_task(write(tmp_path, "max_num_steps: 5 max_episode_steps: 5")).message
    assert message.max_num_steps == 5
