"""Families that would take all time or memory, and values that are no numbers: a fault with a place, always."""

import pytest

from mobile_env.events.work_budget import WorkBudget, WorkError
from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.loading import load_task
from mobile_env.tasks.parameters import compiling, drawing
from mobile_env.tasks.parameters.expression import _like, like

TASK = 'id: "t" description: "${p}" parameters { name: "p" %s }'


def fault_of(folder, draw, more=""):
    (folder / "t.textproto").write_text(TASK % draw + more)
    with pytest.raises(TaskFileError) as error:
        load_task(folder / "t.textproto")
    return str(error.value)


INNER = 'column { name: "b" integer { low: "1" high: "9" } }'


@pytest.mark.parametrize(
    "draw",
    [
        f'rows {{ count: "10000" column {{ name: "a" rows {{ count: "10000" {INNER} }} }} }}',
        'rows { count: "10000" column { name: "a" expression: "len([i for i in range(5000)])" } }',
        'rows { count: "10000" column { name: "a" text: "%s" } }' % ("#" * 2000),
    ],
)
def test_work_of_an_instance_is_counted_together(tmp_path, draw, monkeypatch):
    monkeypatch.setattr(drawing, "MOST_WORK", 100_000)
    assert "takes more than 100000 steps" in fault_of(tmp_path, draw)


def test_texts_do_not_multiply(tmp_path, monkeypatch):
    text = """expression: "'a' * 90000" """
    assert "becomes longer than" in fault_of(tmp_path, text, ' command: "%s"' % ("${p}" * 20))
    monkeypatch.setattr("mobile_env.tasks.definition.MOST_WORK", 100_000)
    assert "takes more than 100000 steps" in fault_of(tmp_path, text, ' command: "${p}${p}"' * 20)


@pytest.mark.parametrize("high", ["1e999", "-1e999", "1e999 - 1e999", "1.5", "'x'"])
def test_ends_that_are_no_whole_number(tmp_path, high):
    assert "not a whole number" in fault_of(tmp_path, f'integer {{ low: "1" high: "{high}" }}')


def test_a_key_that_cannot_be_hashed(tmp_path):
    assert "TypeError" in fault_of(tmp_path, 'expression: "{[]: 1}"')


def test_a_cell_of_very_many_digits_is_a_text(tmp_path):
    (tmp_path / "v.csv").write_text("a\n" + "1" * 5000 + "\n")
    task = TASK.replace("${p}", "${p.a}") % 'choice { file: "v.csv" }'
    (tmp_path / "t.textproto").write_text(task)
    assert load_task(tmp_path / "t.textproto").description == "1" * 5000


def test_likeness_costs_what_it_compares():
    with pytest.raises(WorkError, match="steps"):
        _like(WorkBudget(), "ab" * 5000, "ba" * 5000)
    long = "abcdefghij" * 9
    for left, right in (("Meeting at 9", "meeting at 9 "), (long, long + "x"), ("a", "b"), (None, "a")):
        assert _like(WorkBudget(), left, right) == like(left, right)


def test_the_bound_leaves_room_for_large_families():
    assert compiling.MOST_WORK >= 10_000 * 20 * 10  # 10,000 records of ten columns
