"""`mobile-env app new` writes an app that passes its own tests."""

import subprocess
import sys

import pytest

from mobile_env.cli import main


def test_the_skeleton_passes_its_tests(tmp_path, capsys):
    assert main(["app", "new", "shopping_list", "-o", str(tmp_path)]) == 0
    assert "shopping_list" in capsys.readouterr().out
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_shopping_list.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout and "failed" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["My-App"], "is no name of a Python package"),
        (["class"], "is no name of a Python package"),
        (["app", "-p", "nodots"], "is no Android package"),
        (["there"], "is there already"),
    ],
)
def test_bad_names_are_refused(arguments, said, tmp_path, capsys):
    (tmp_path / "there").mkdir()
    assert main(["app", "new", *arguments, "-o", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
