"""What is warned of, and what is silent; the warnings themselves are pinned by `tests/tasks/broken`."""

from pathlib import Path

import pytest
from google.protobuf import text_format

from mobile_env.events.compiler import compile_task
from mobile_env.events.lint import lint
from mobile_env.proto import task_pb2
from mobile_env.tasks.discovery import find_tasks
from mobile_env.tasks.loading import load_task

LOG = 'event_sources { id: 1 log_event { filters: "jd:D" pattern: "(a)" } }\n'
PLAIN = 'event_sources { id: 2 log_event { filters: "jd:D" pattern: "b" } }\n'
SCREEN = (
    'event_sources { id: 3 view_hierarchy_event { selector: "node"'
    ' properties { property_name: "text" } properties { property_name: "left" } } }\n'
)


def warnings(text):
    message = text_format.Parse(text, task_pb2.Task())
    faults, found = [], []
    program = compile_task(message, lambda *fault: faults.append(fault))
    assert not faults
    lint(message, program, lambda path, what, mend: found.append(what))
    return found


def test_shipped_tasks_are_accepted_without_a_word():
    files = find_tasks("wikihow")
    assert files
    assert {path: load_task(path).warnings for path in files} == dict.fromkeys(files, ())


@pytest.mark.parametrize(
    "slots",
    [
        # In the style of published files, which are full of empty events.
        """score_listener { } extra_listener { events { event { } } } json_extra_listener { type: AND }
           reward_listener { type: OR events { event { type: OR id: 4 events { id: 1 } events { event { } }
             transformation: "y = 1" repeatability: NONE } } events { event { } } }
           instruction_listener { type: OR events { event { id: 5 } } events { event { events { id: 4 }
             transformation: "y = [\\'Open \\"a\\"\\']" } } }""",
        'reward_listener { events { id: 1 } transformation: "y = 1 if not isinstance(x, int) else x" }',
        'reward_listener { events { id: 1 } transformation: "y = x[0] if len(x) > 3 else 1" }',
        'reward_listener { events { id: 1 } transformation: "y = [a[9] for a in x if a] and 1" }',
        'reward_listener { events { id: 1 } transformation: ["x = [[1]]", "y = x[0][0]"] }',
        "reward_listener { events { id: 1 } }",
        "instruction_listener { events { id: 1 } }",
        "instruction_listener { events { id: 1 } transformation: \"y = None if x else 'a'\" }",
        "extra_listener { events { id: 1 } transformation: \"y = {'a': x}\" }",
        "json_extra_listener { events { id: 1 } }",
        "reward_listener { type: AND events { id: 1 } events { event { events { id: 1 } cache_until: -1 } }"
        ' transformation: "y = x[1][0]" }',
        'episode_end_listener { events { id: 1 } transformation: "y = None if x else 1" }',
        'episode_end_listener { events { id: 1 } transformation: "y = False" }',
        "episode_end_listener { type: AND events { id: 1 } events { id: 1 } }",
    ],
)
def test_silent(slots):
    assert warnings(LOG + f"max_num_steps: 5 event_slots {{ {slots} }}") == []


@pytest.mark.parametrize(
    ("slots", "expected"),
    [
        (
            'score_listener { events { id: 1 } transformation: "y = [x[-2]]" }',
            "it takes x[-2], but event source 1",
        ),
        (
            "reward_listener { type: OR events { event { events { id: 1 } } } events { event { events { id: 2 } } } }",
            "reward: needs a number and got []",
        ),
        ("reward_listener { events { id: 3 } }", "reward: needs a number and got ['1', '1']"),
        (
            'instruction_listener { events { id: 1 } transformation: "y = len(x) if x else -1" }',
            "instruction: needs a string or a list of strings and got 0.5",
        ),
        (
            'extra_listener { events { id: 1 } transformation: "y = x[0] == 1" }',
            "extra: needs a dict of lists and got True",
        ),
        (
            "episode_end_listener { events { id: 2 } }",
            "episode_end: the pattern of event source 2 has no groups, so its value is (): the episode ends in failure",
        ),
        (
            "episode_end_listener { type: OR events { id: 1 } events { event { events { id: 2 } } }"
            ' transformation: "y = x" }',
            "episode_end: the pattern of event source 2 has no groups",
        ),
    ],
)
def test_said(slots, expected):
    uses = "null_listener { type: OR events { id: 1 } events { id: 2 } events { id: 3 } }"
    (what,) = warnings(LOG + PLAIN + SCREEN + f"max_num_steps: 5 event_slots {{ {slots} {uses} }}")
    assert what.startswith(expected)


def test_a_task_that_ends_by_itself_or_by_a_limit():
    ends = 'event_slots { episode_end_listener { events { id: 1 } transformation: "y = True" } }'
    uses = "event_slots { null_listener { events { id: 1 } } }"
    assert warnings(LOG + ends) == []
    assert warnings(LOG + uses + "max_duration_sec: 3") == []
    assert warnings(LOG + uses) == ["nothing can end an episode"]


def test_the_files_of_the_field_are_accepted():
    folder = Path(__file__).parent.parent / "tasks"
    for name in ("published", "androidenv"):
        found = load_task(folder / f"{name}.textproto").warnings
        assert all("APK" in warning.what for warning in found)
