"""Includes of includes: a few small files must not become a text without end."""

import pytest

from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.templates import template_text
from mobile_env.tasks.templates.template_text import read_template


def test_includes_of_includes_are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(template_text, "_MOST_INCLUDED", 50)
    for level in range(12):
        (tmp_path / f"{level}").write_text(f"# include {level + 1}\n" * 10)
    (tmp_path / "12").write_text("# the end\n")
    with pytest.raises(TaskFileError, match="more than 50 includes"):
        read_template(tmp_path / "0")
    assert read_template(tmp_path / "11").parts
