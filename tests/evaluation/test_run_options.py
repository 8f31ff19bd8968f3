"""A run that is continued is played as it was begun."""

import dataclasses
import json
from pathlib import Path

import pytest

from mobile_env.agents.nothing import NothingAgent
from mobile_env.cli import main
from mobile_env.evaluation.results import ResultsFileError
from mobile_env.evaluation.run_options import keep_options
from mobile_env.evaluation.runner import Plan, Runner

TASK = Path(__file__).parent / "tasks" / "answer.textproto"


def played(folder):
    (folder / "episodes.jsonl").write_text("{}\n")


def test_options_are_kept_and_compared(tmp_path):
    keep_options(tmp_path, {"max_steps": 3, "without": ["icon", "text"]})
    played(tmp_path)
    keep_options(tmp_path, {"max_steps": 3, "without": ["icon", "text"]})
    with pytest.raises(ResultsFileError) as error:
        keep_options(tmp_path, {"max_steps": None, "without": ["icon"]})
    assert "--max-steps was 3 and is not given now; --without was icon text and is icon now" in str(
        error.value
    )
    assert "--fresh" in str(error.value)


def test_without_episodes_options_may_change(tmp_path):
    keep_options(tmp_path, {"max_steps": 3})
    keep_options(tmp_path, {"max_steps": 4})
    assert json.loads((tmp_path / "options.json").read_text()) == {"max_steps": 4}


def test_options_of_a_later_version_are_left_alone(tmp_path):
    keep_options(tmp_path, {"max_steps": 3, "voice": "loud"})
    played(tmp_path)
    keep_options(tmp_path, {"max_steps": 3, "content": "auto"})
    assert json.loads((tmp_path / "options.json").read_text()) == {
        "max_steps": 3,
        "voice": "loud",
        "content": "auto",
    }


@pytest.mark.parametrize("text", ["{", "[]", ""])
def test_a_file_that_is_something_else(tmp_path, text):
    (tmp_path / "options.json").write_text(text)
    played(tmp_path)
    with pytest.raises(ResultsFileError, match=r"options.json: not .*delete it"):
        keep_options(tmp_path, {"max_steps": 3})


def test_a_runner_refuses_other_options_before_it_plays(tmp_path):
    plan = Plan([TASK], NothingAgent(), "embedded:360x640@160", folder=tmp_path, max_steps=2)
    runner = Runner(plan)
    runner.run(lambda key: None, lambda result: None)
    runner.close()
    with pytest.raises(ResultsFileError, match="--content was auto and is none now"):
        Runner(dataclasses.replace(plan, content="none"))
    Runner(plan).close()


def test_fresh_drops_the_options_too(tmp_path, capsys):
    command = [
        "run",
        str(TASK),
        "--agent",
        "nothing",
        "--device",
        "embedded:360x640@160",
        "--out",
        str(tmp_path),
    ]
    assert main([*command, "--max-steps", "1", "--no-report"]) == 0
    assert main([*command, "--max-steps", "2", "--no-report"]) != 0
    assert "--max-steps was 1 and is 2 now" in capsys.readouterr().err
    assert main([*command, "--max-steps", "2", "--no-report", "--fresh"]) == 0
    assert main([*command, "--max-steps", "2", "--no-report", "--content", "proxy:nowhere", "--fresh"]) != 0
    assert "no content is named 'nowhere'" in capsys.readouterr().err
