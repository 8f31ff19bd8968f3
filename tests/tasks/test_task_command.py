"""`mobile-env task show`."""

import io
import json

import pytest

from mobile_env.cli import main
from mobile_env.tasks.starting_points import STARTING_POINTS

TASK = 'id: "t" command: "Take ${n} ${what}" parameters { name: "n" integer { low: "1" high: "9" } } ' + (
    "parameters { name: \"what\" expression: \"['a', 'b']\" } max_num_steps: 5"
)


def test_an_instance_is_shown_as_text(tmp_path, capsys):
    path = tmp_path / "t.textproto"
    path.write_text(TASK)
    assert main(["task", "show", str(path), "--seed", "3", "--values"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert main(["task", "show", str(path), "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert f'command: "Take {values["n"]} a, b"' in told
    assert f"# n: {values['n']}" in told
    assert "parameters" not in told


def test_a_faulty_file_is_bad_input(tmp_path, capsys):
    path = tmp_path / "t.textproto"
    path.write_text(TASK.replace("${n}", "${m}"))
    assert main(["task", "show", str(path)]) == 2
    assert "unknown name m" in capsys.readouterr().err


@pytest.mark.parametrize("judges", STARTING_POINTS)
def test_a_new_file_passes_check(tmp_path, monkeypatch, judges):
    path = tmp_path / "mine.textproto"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{judges}\n"))
    assert main(["task", "new", str(path)]) == 0
    assert main(["check", str(path)]) == 0
    assert main(["task", "new", str(path), "--judge", judges]) == 2


def test_a_new_file_of_nothing_that_is_known(tmp_path, capsys):
    assert main(["task", "new", str(tmp_path / "a.textproto"), "--judge", "weather"]) == 2
    assert main(["task", "new", str(tmp_path / "a.txt"), "--judge", "file"]) == 2
    assert list(tmp_path.iterdir()) == []
