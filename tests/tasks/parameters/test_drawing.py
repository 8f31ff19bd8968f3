"""Drawing the parameters of a family: every generator, requirements, order, and what goes wrong."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from mobile_env.proto import task_pb2
from mobile_env.tasks.parameters.drawing import SeedError, compile_parameters
from mobile_env.tasks.parameters.moments import TaskClock
from mobile_env.tasks.parameters.records import Record, stored
from mobile_env.tasks.textproto import parse_textproto

CLOCK = TaskClock(TaskClock().moment("2023-10-15 15:34"))


def compiled(text, folder=None):
    faults = []
    message = parse_textproto(text, task_pb2.Task).message
    parameters = compile_parameters(
        message.parameters,
        CLOCK,
        lambda path, what, mend: faults.append((path, what, mend)),
        lambda _path: folder,
    )
    return parameters, faults


def drawn(text, seed=0, folder=None, given=None):
    parameters, faults = compiled(text, folder)
    assert not faults
    return parameters.draw("task", seed, given)


def one(draw, seed=0, folder=None):
    return drawn(f'parameters {{ name: "p" {draw} }}', seed, folder)["p"]


def values(draw, folder=None, seeds=60):
    return [one(draw, seed, folder) for seed in range(seeds)]


def test_a_choice_is_one_of_its_values():
    assert set(values('choice { value: "a" value: "b" value: "c" }')) == {"a", "b", "c"}
    assert set(values('choice { from: "[1, 2]" }')) == {1, 2}
    assert one('choice { file: "@given_names" }')


def test_a_choice_of_a_file(tmp_path):
    (tmp_path / "names.txt").write_text("Ada\n\n Ben \n")
    assert set(values('choice { file: "names.txt" }', tmp_path)) == {"Ada", "Ben"}
    (tmp_path / "places.csv").write_text('name,size,code\n"A, B",12,007\nC,-1.5,1e5\n')
    assert {str(value) for value in values('choice { file: "places.csv" }', tmp_path)} == {
        "{'name': 'A, B', 'size': 12, 'code': '007'}",
        "{'name': 'C', 'size': -1.5, 'code': '1e5'}",
    }


def test_a_sample_has_each_value_once():
    for seed in range(30):
        sample = one('sample { value: "a" value: "b" value: "c" count: "2" }', seed)
        assert len(sample) == len(set(sample)) == 2
    assert {tuple(value) for value in values('sample { from: "[1, 2, 3]" }', seeds=100)} == {
        (1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1),
    }  # fmt: skip


def test_integers_and_moments_include_their_ends():
    assert set(values('integer { low: "-1" high: "1" }')) == {-1, 0, 1}
    assert set(values('integer { low: "0" high: "9" step: "4" }')) == {0, 4, 8}
    days = {
        CLOCK.written(value, "%a %R")
        for value in values('moment { low: "today 08:00" high: "today+2d 09:00" step: "1d" }')
    }
    assert days == {"Sun 08:00", "Mon 08:00", "Tue 08:00"}
    assert set(values('moment { low: "now" high: "now+2m" step: "1m" }')) == {
        CLOCK.now,
        CLOCK.now + 60,
        CLOCK.now + 120,
    }


def test_a_pattern_draws_characters():
    text = one(r'text: "#?*%-\\#"')
    assert text[0].isdigit() and text[1].isalpha() and text[2].isalnum() and text[3] in "0123456789abcdef"
    assert text[4:] == "-#"
    # What comes in by ${…} is literal.
    assert (
        drawn('parameters { name: "a" expression: "\'##\'" } parameters { name: "b" text: "${a}" }')["b"]
        == "##"
    )


def test_a_date_is_reworded():
    assert set(values('reworded: "tomorrow"')) == {
        "October 16", "October 16 2023", "tomorrow", "Monday", "this Monday",
    }  # fmt: skip


ROWS = """
parameters {
  name: "noise"
  rows {
    columns_of: "event"
    count: "12"
    column { name: "title" choice { file: "@nouns" } }
    column { name: "place" expression: "index" }
    unique: "title"
  }
  require: "row.title != target.title and row.minutes < 60"
}
parameters { name: "target" rows { columns_of: "event" } }
parameters {
  name: "event"
  rows {
    column { name: "end" expression: "row.start + 60 * row.minutes" }
    column { name: "start" moment { low: "today" high: "today+5d" step: "1h" } }
    column { name: "minutes" helper: true choice { from: "[15, 30, 60]" } }
    column { name: "title" choice { file: "@adjectives" } }
  }
}
parameters { name: "short" expression: "[r.title for r in noise if r.minutes == 15]" require: "2 <= len(short) <= 5" }
"""


def test_rows_take_over_columns_and_hold_what_is_required():
    for seed in range(10):
        instance = drawn(ROWS, seed)
        noise = instance["noise"]
        assert [list(record) for record in noise] == [["end", "start", "minutes", "title", "place"]] * 12
        assert [record["place"] for record in noise] == list(range(12))
        assert len({record["title"] for record in noise}) == 12
        assert all(
            record["minutes"] < 60 and record["end"] == record["start"] + 60 * record["minutes"]
            for record in noise
        )
        assert 2 <= len(instance["short"]) <= 5
        assert isinstance(instance["target"], Record)
        assert list(stored(instance["target"])) == ["end", "start", "title"]


def test_a_parameter_that_is_added_changes_no_other():
    more = ROWS + 'parameters { name: "more" choice { file: "@nouns" } }'
    plain, longer = drawn(ROWS, 4), drawn(more, 4)
    assert {name: value for name, value in longer.items() if name != "more"} == plain


# Golden: published results name their seeds.
GOLDEN_TARGET = {"end": 1697657400, "start": 1697655600, "minutes": 30, "title": "proud"}
GOLDEN_SHORT = ["umbrella", "horizon", "flute", "pond", "bottle"]


def test_an_instance_is_the_same_for_ever():
    instance = drawn(ROWS, 1)
    assert instance["target"] == GOLDEN_TARGET
    assert instance["short"] == GOLDEN_SHORT


def test_an_instance_does_not_depend_on_the_hash_seed():
    code = "import test_drawing as t; print(t.drawn(t.ROWS, 3))"
    told = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent,
        env={**os.environ, "PYTHONHASHSEED": "77"},
    )
    assert told.stdout.strip() == str(drawn(ROWS, 3))


def test_seeds_and_task_ids_differ():
    parameters, _ = compiled('parameters { name: "p" text: "%%%%%%%%" }')
    assert len({parameters.draw(task, seed)["p"] for task in ("a", "b") for seed in range(20)}) == 40


def test_values_can_be_given():
    instance = drawn(ROWS, 1, given={"target": {"title": "large", "minutes": 15}})
    assert instance["target"] == {"title": "large", "minutes": 15}
    assert all(record["title"] != "large" for record in instance["noise"])
    with pytest.raises(KeyError, match="no parameter 'nosuch'"):
        drawn(ROWS, given={"nosuch": 1})


def test_every_value_that_fits_comes_up_alike():
    counts = Counter(values('integer { low: "1" high: "9" } require: "p % 3 == 0"', seeds=300))
    assert sorted(counts) == [3, 6, 9]
    assert min(counts.values()) > 70


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ('parameters { choice { value: "a" } }', ("parameters", 0, "name"), "without a name"),
        ('parameters { name: "2x" expression: "1" }', ("parameters", 0, "name"), "no name that expressions can use"),
        ('parameters { name: "row" expression: "1" }', ("parameters", 0, "name"), "has a meaning in expressions"),
        ('parameters { name: "len" expression: "1" }', ("parameters", 0, "name"), "has a meaning in expressions"),
        ('parameters { name: "a" }', ("parameters", 0), "has no generator"),
        ('parameters { name: "a" choice {} }', ("parameters", 0, "choice"), "has no values"),
        ('parameters { name: "a" choice { value: "x" from: "[]" } }', ("parameters", 0, "choice"),
         "`value` and `from`"),
        ('parameters { name: "a" choice { file: "@nosuch" } }', ("parameters", 0, "choice", "file"), "no shipped list"),
        ('parameters { name: "a" integer { low: "1" } }', ("parameters", 0, "integer"), "no `high`"),
        ('parameters { name: "a" expression: "b" }', ("parameters", 0, "expression"), "unknown name b"),
        ('parameters { name: "a" rows {} }', ("parameters", 0, "rows"), "no columns"),
        ('parameters { name: "a" rows { columns_of: "b" } }', ("parameters", 0, "rows", "columns_of"),
         "no `rows` parameter"),
        ('parameters { name: "a" rows { columns_of: "a" column { name: "x" expression: "1" } } }',
         ("parameters", 0, "rows", "columns_of"), "circle"),
        ('parameters { name: "a" expression: "b" } parameters { name: "b" expression: "a" }',
         ("parameters", 0), "need each other: a → b → a"),
        ('parameters { name: "a" rows { column { name: "x" expression: "row.y" }'
         ' column { name: "y" expression: "row.x" } } }',
         ("parameters", 0, "rows", "column", 0), "columns need each other"),
        ('parameters { name: "a" expression: "1" } parameters { name: "a" expression: "2" }',
         ("parameters", 1, "name"), "there twice"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(text, where, what):
    _parameters, faults = compiled(text)
    assert [fault[0] for fault in faults] == [where]
    assert what in faults[0][1]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('parameters { name: "a" expression: "1 / 0" }', "seed 0, parameter a: .*ZeroDivisionError"),
        ('parameters { name: "a" choice { from: "[]" } }', "has no values"),
        ('parameters { name: "a" integer { low: "2" high: "1" } }', "high, 1, is below low, 2"),
        ('parameters { name: "a" sample { from: "[1]" count: "2" } }', "cannot draw 2 of 1"),
        ('parameters { name: "a" rows { count: "10**9" column { name: "x" expression: "1" } } }', "from 0 to 10000"),
        ('parameters { name: "a" expression: "1" require: "False" }', "200 instances were drawn.*no value of a"),
    ],
)  # fmt: skip
def test_a_seed_without_an_instance_says_why(text, what):
    with pytest.raises(SeedError, match=what):
        drawn(text)
