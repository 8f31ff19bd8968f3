"""Every file of the catalogues is refused, or warned of, with its own faults, each at its place.

What breaks the syntax is in `broken_files.py`; what breaks the meaning is in `broken/`, a file each, with its faults
in comments at the top: `# expect: LINE:COLUMN: SEVERITY: what (how to mend)`, cut where it may.
"""

import re
from pathlib import Path

import broken_files
import pytest
from extras import require_extra

from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.loading import load_task
from mobile_env.tasks.textproto import MOST_BYTES

FILES = sorted(Path(__file__).with_name("broken").glob("*.textproto"))
EXPECTED = re.compile(r"# expect: (\d+):(\d+): (error|warning): (.*)")
PACKAGES = ["com.wikihow.wikihowapp", "com.android.launcher3"]


def unmark(marked):
    """The file, and the line and column of each mark."""
    text, places = "", []
    for number, piece in enumerate(marked.split("‸")):
        if number:
            places.append((text.count("\n") + 1, len(text) - text.rfind("\n")))
        text += piece
    return text, places


def expectations(path):
    return [
        (int(line), int(column), severity, what)
        for line, column, severity, what in EXPECTED.findall(path.read_text(encoding="utf-8"))
    ]


def found(path):
    """(line, column, severity, what and how to mend) of everything that is wrong."""
    try:
        faults, severity = load_task(path, packages=PACKAGES).warnings, "warning"
    except TaskFileError as error:
        faults, severity = error.faults, "error"
    return [(fault.line, fault.column, severity, f"{fault.what} ({fault.mend})") for fault in faults]


def test_the_catalogues_are_large():
    assert len(FILES) >= 100
    assert len(broken_files.SYNTAX) >= 50


def test_each_file_has_a_message_of_its_own():
    messages = [tuple(what for *_place, what in expectations(path)) for path in FILES]
    assert all(messages)
    assert len(set(messages)) == len(messages)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_faults_of_meaning_and_their_places(path):
    if path.stem.startswith("text_"):
        require_extra("ocr")
    expected, actual = expectations(path), found(path)
    assert [fault[:3] for fault in actual] == [fault[:3] for fault in expected], actual
    for (*_, what), (*_, wanted) in zip(actual, expected, strict=True):
        assert wanted in what


@pytest.mark.parametrize("name", broken_files.SYNTAX)
def test_faults_of_syntax_and_their_places(name, tmp_path, monkeypatch):
    marked, messages = broken_files.SYNTAX[name]
    text, places = unmark(marked)
    monkeypatch.chdir(tmp_path)
    path = Path("x.textproto")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TaskFileError) as caught:
        load_task(path, packages=PACKAGES)
    faults = caught.value.faults
    assert [(fault.line, fault.column) for fault in faults] == places, str(caught.value)
    for fault, message in zip(faults, messages, strict=True):
        assert message in f"{fault.what} ({fault.mend})"
    for line, (row, column) in zip(str(caught.value).splitlines(), places, strict=True):
        assert line.startswith(f"x.textproto:{row}:{column}: ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "x.textproto: is empty (write the fields of a Task message)"),
        (b"\xef\xbb\xbf \r\n# only a comment", "x.textproto: is empty"),
        ('id: "x"\nname: "é"'.encode("latin-1"), "x.textproto:2:8: is not UTF-8 text: byte 0xe9 (save"),
        ('id: "x"'.encode("utf-16"), "x.textproto:1:1: is not UTF-8 text: byte 0xff"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "x.textproto:1:1: is not UTF-8 text: byte 0x89"),
        (b"\x00\x01\x02", "x.textproto:1:1: unexpected character '\\x00'"),
        (b"#" * (MOST_BYTES + 1), "x.textproto: is bigger than 8 MiB"),
    ],
    ids=["empty", "comment", "latin-1", "utf-16", "image", "zeros", "big"],
)
def test_files_that_are_no_text(content, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.textproto").write_bytes(content)
    with pytest.raises(TaskFileError) as caught:
        load_task("x.textproto")
    assert str(caught.value).startswith(message)


def test_paths_that_are_no_files(tmp_path):
    with pytest.raises(TaskFileError, match="is a directory, not a file"):
        load_task(tmp_path)
    with pytest.raises(TaskFileError, match="there is no such file"):
        load_task(tmp_path / "gone.textproto")
    with pytest.raises(TaskFileError, match="cannot be read"):
        load_task(tmp_path / ("x" * 300))
    with pytest.raises(TaskFileError, match="cannot be read"):
        load_task("nul\0")


def test_a_file_wrong_all_over_is_not_printed_all_over(tmp_path):
    path = tmp_path / "x.textproto"
    path.write_text("wrong: 1\n" * 200)
    with pytest.raises(TaskFileError) as caught:
        load_task(path)
    assert len(caught.value.faults) == 200
    assert str(caught.value).splitlines()[-1] == "... and 150 more"
