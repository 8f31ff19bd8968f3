"""Names and texts of others on the terminal: no escape sequences, no markup."""

import io

import pytest
from rich.console import Console

from mobile_env import cli
from mobile_env.evaluation.report.table import rich_table
from mobile_env.evaluation.results import EpisodeResult
from mobile_env.plain_text import plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ordinary ü 日本 \t\n text", "ordinary ü 日本 \t\n text"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\x9b31m\x7f\r", "\\x9b31m\\x7f\\r"),
        ("a\u202eb\u2066", "a\\u202eb\\u2066"),
    ],
)
def test_control_characters_are_spelled_out(text, shown):
    assert plain(text) == shown


def test_faults_and_file_names_of_check(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a\x1b[2Jb.textproto").write_text('id: "a" no\x1b[31mfield: 1')
    (tmp_path / "sound\x1b[2J.textproto").write_text('id: "sound" kind: "\\x1b[2J"')
    assert cli.main(["check", "."]) != 0
    said = capsys.readouterr()
    assert "\\x1b[2J" in said.err + said.out
    assert "\x1b" not in said.err + said.out
    assert cli.main(["check", "gone\x1b[2J"]) != 0
    assert "\x1b" not in capsys.readouterr().err


def test_kinds_are_no_markup_of_the_table():
    result = EpisodeResult("t", "[/red]\x1b[2J", 0, "[bold]a", "embedded", "success", True, 1.0, 1, 1, 1.0)
    out = io.StringIO()
    Console(file=out, width=200).print(rich_table([result]))
    assert "[/red]\\x1b[2J" in out.getvalue()
