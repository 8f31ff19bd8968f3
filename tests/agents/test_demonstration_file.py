"""Demonstration files: what is wrong is said with its place; variations for negative controls."""

from pathlib import Path

import pytest

from mobile_env.agents.demonstration_file import demonstration_path, read_demonstration
from mobile_env.agents.variations import variations
from mobile_env.tasks.errors import TaskFileError

GOOD = r"""
task_id: "a"
actions { comment: "search" input { target { selector: '#$"search_src_text"' } text: "tails" } }
actions { click { pattern: "^How to Bake" index: 1 near { text: "41,446 views" } } }
actions { scroll { direction: DOWN until { text: "Tips" } times: 5 } matters: false }
actions { answer { text: "4 hours" paraphrases: "four hours" paraphrases: "240 minutes" } }
actions { goback {} matters: false }
near_misses { description: "wrong answer" start: 3 actions { answer { text: "2 days" } } }
near_misses { description: "stops early" start: 1 }
"""


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "a.demo.textproto"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_file_is_read(tmp_path: Path) -> None:
    demonstration = read_demonstration(write(tmp_path, GOOD), "a")
    assert [action.WhichOneof("action") for action in demonstration.actions] == [
        "input",
        "click",
        "scroll",
        "answer",
        "goback",
    ]
    assert demonstration.actions[1].click.near.text == "41,446 views"


def test_the_file_is_named_after_the_task_file() -> None:
    assert demonstration_path(Path("x/a.b.textproto")) == Path("x/a.b.demo.textproto")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("actions { goback {} }", "no task_id"),
        ('task_id: "a"', "no action that matters"),
        ('task_id: "a"\nactions { goback {} matters: false }', "no action that matters"),
        ('task_id: "a"\nactions { comment: "x" }', "2:1: action that does nothing (give it one of click,"),
        ('task_id: "a"\nactions { clack {} }', "2:11: "),
        ('task_id: "a"\nactions { click {} }', "2:11: target without a name"),
        ('task_id: "a"\nactions { click { text: " " } }', "2:25: blank text"),
        ('task_id: "a"\nactions { click { text: "x" pattern: "y" } }', "2:29: "),
        ('task_id: "a"\nactions { click { pattern: "(" } }', "2:28: not a regular expression"),
        ('task_id: "a"\nactions { click { selector: "a >" } }', "2:29: "),
        ('task_id: "a"\nactions { click { text: "x" index: -1 } }', "2:36: index is -1"),
        ('task_id: "a"\nactions { click { text: "x" near { } } }', "2:29: target without a name"),
        ('task_id: "a"\nactions { input { text: "x" } }', "2:11: target without a name"),
        ('task_id: "a"\nactions { input { target { text: "x" } enter: false } }', "types nothing"),
        ('task_id: "a"\nactions { scroll { direction: SIDEWAYS } }', "2:31: "),
        ('task_id: "a"\nactions { scroll { times: 101 } }', "2:27: times is 101 (0 to 100)"),
        ('task_id: "a"\nactions { scroll { until { } } }', "2:20: target without a name"),
        ('task_id: "a"\nactions { answer { } }', "2:11: empty answer"),
        ('task_id: "a"\nactions { key { name: "FOO" } }', "2:23: unknown key 'FOO'"),
        ('task_id: "a"\nactions { wait { seconds: nan } }', "2:27: seconds is nan"),
        ('task_id: "a"\nactions { wait { seconds: 1e9 } }', "seconds is 1e+09 (0 to 600)"),
        (
            'task_id: "a"\nactions { goback {} }\nnear_misses { description: "x" start: 2 }',
            "3:39: start is 2 (write how many actions to keep, 0 to 1, or -1 for all of them)",
        ),
        ('task_id: "a"\nactions { goback {} }\nnear_misses { }', "3:1: near miss without a description"),
        (
            'task_id: "a"\nactions { goback {} }\nnear_misses { description: "x" actions { click {} } }',
            "3:42: target without a name",
        ),
        ('task_id: "b"\nactions { goback {} }', "1:10: demonstrates 'b', the task is 'a'"),
    ],
)
def test_faults_are_said_with_their_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(TaskFileError) as raised:
        read_demonstration(write(tmp_path, text), "a")
    assert message in str(raised.value)
    assert "a.demo.textproto" in str(raised.value)


def test_all_faults_are_said_at_once(tmp_path: Path) -> None:
    text = 'task_id: "b"\nactions { click {} }\nactions { key { name: "FOO" } }'
    with pytest.raises(TaskFileError) as raised:
        read_demonstration(write(tmp_path, text), "a")
    assert [fault.line for fault in raised.value.faults] == [1, 2, 3]


def test_variations_for_negative_and_positive_controls(tmp_path: Path) -> None:
    demonstration = read_demonstration(write(tmp_path, GOOD))
    made = [
        (variation.description, variation.solves, [kind(action) for action in variation.actions])
        for variation in variations(demonstration)
    ]
    assert made == [
        ("without the last action that matters", False, ["input", "click", "scroll", "goback"]),
        ("wrong answer", False, ["input", "click", "scroll", "answer 2 days"]),
        ("stops early", False, ["input"]),
        ("answers 'four hours'", True, ["input", "click", "scroll", "answer four hours", "goback"]),
        ("answers '240 minutes'", True, ["input", "click", "scroll", "answer 240 minutes", "goback"]),
    ]
    assert demonstration.actions[3].answer.text == "4 hours"  # the original is left alone


def kind(action: object) -> str:
    name = action.WhichOneof("action")  # type: ignore[attr-defined]
    return f"answer {action.answer.text}" if name == "answer" else name  # type: ignore[attr-defined]
