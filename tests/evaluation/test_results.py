"""The results file: exact fields, appending, and taking up a run that was killed."""

import dataclasses
import json
from pathlib import Path

import pytest

from mobile_env.evaluation.results import (
    EpisodeKey,
    EpisodeResult,
    ResultsFileError,
    ResultsWriter,
    read_results,
)

RESULT = EpisodeResult("a", "qa", 0, "random", "embedded", "success", True, 2.5, 4, 19, 1.25)


def other(**changes: object) -> EpisodeResult:
    return dataclasses.replace(RESULT, **changes)  # type: ignore[arg-type]


def test_a_line_has_exactly_the_documented_fields(tmp_path: Path) -> None:
    with ResultsWriter(tmp_path / "episodes.jsonl") as writer:
        writer.append(RESULT)
    assert json.loads((tmp_path / "episodes.jsonl").read_text()) == {
        "task": "a",
        "kind": "qa",
        "seed": 0,
        "agent": "random",
        "device": "embedded",
        "outcome": "success",
        "success": True,
        "reward": 2.5,
        "steps": 4,
        "primitive_steps": 19,
        "duration_sec": 1.25,
        "error": None,
        "values": {},
        "judgement": None,
        "side_effects": None,
    }


def test_grade_and_violations_are_those_of_the_judgement() -> None:
    judged = other(judgement={"grade": 0.5, "why": "", "violations": [2, 3]}, values={"name": "Ada"})
    assert (judged.grade, judged.violations) == (0.5, 2)
    assert (RESULT.grade, RESULT.violations) == (None, 0)
    assert EpisodeResult.from_json(judged.to_json()) == judged


def test_results_of_earlier_versions_are_read() -> None:
    record = json.loads(RESULT.to_json())
    del record["values"], record["judgement"]
    assert EpisodeResult.from_json(json.dumps(record)) == RESULT


def test_each_result_is_on_disk_when_append_returns(tmp_path: Path) -> None:
    path = tmp_path / "episodes.jsonl"
    writer = ResultsWriter(path)
    writer.append(RESULT)
    writer.append(other(task="b"))
    assert read_results(path) == [RESULT, other(task="b")]
    writer.close()


def test_any_torn_last_line_is_cut_off_and_the_file_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "episodes.jsonl"
    whole = RESULT.to_json().encode() + b"\n"
    last = other(task="bü").to_json().encode() + b"\n"
    for cut in range(len(last)):
        path.write_bytes(whole + last[:cut])
        assert read_results(path) == [RESULT], cut
        with ResultsWriter(path) as writer:
            assert writer.earlier == [RESULT]
            writer.append(other(task="c"))
        assert read_results(path) == [RESULT, other(task="c")], cut


def test_a_last_line_of_zeros_is_torn_too(tmp_path: Path) -> None:
    # File systems may leave zeros where data had not arrived when the power went.
    path = tmp_path / "episodes.jsonl"
    path.write_bytes(RESULT.to_json().encode() + b"\n" + b"\0" * 40 + b"\n")
    with ResultsWriter(path) as writer:
        assert writer.earlier == [RESULT]


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '{"task": "a"}',
        RESULT.to_json().replace("2.5", '"2.5"'),
        RESULT.to_json().replace("true", "1"),
    ],
)
def test_damage_before_the_last_line_is_an_error_that_names_the_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "episodes.jsonl"
    path.write_text(f"{RESULT.to_json()}\n{line}\n{RESULT.to_json()}\n")
    with pytest.raises(ResultsFileError, match=r"episodes\.jsonl:2: not an episode's result: .*delete"):
        read_results(path)
    with pytest.raises(ResultsFileError):
        ResultsWriter(path)
    assert path.read_text().count("\n") == 3  # nothing was cut


def test_fields_of_later_versions_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "episodes.jsonl"
    path.write_text(RESULT.to_json()[:-1] + ', "score": 3}\n')
    assert read_results(path) == [RESULT]


def test_an_episode_run_again_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "episodes.jsonl"
    broken = other(outcome="truncated", success=False, error="lost the device")
    with ResultsWriter(path) as writer:
        for result in (broken, other(task="b"), RESULT):
            writer.append(result)
    assert read_results(path) == [RESULT, other(task="b")]


def test_the_key_tells_task_seed_agent_and_device_apart() -> None:
    keys = {
        other(**change).key for change in ({}, {"task": "b"}, {"seed": 1}, {"agent": "x"}, {"device": "y"})
    }
    assert len(keys) == 5
    assert RESULT.key == other(reward=9.0).key == EpisodeKey("a", 0, "random", "embedded")


def test_a_line_nested_without_end_is_no_result(tmp_path: Path) -> None:
    path = tmp_path / "episodes.jsonl"
    path.write_text("[" * 100_000 + "\n" + RESULT.to_json() + "\n")
    with pytest.raises(ResultsFileError, match="nested too deeply"):
        read_results(path)
