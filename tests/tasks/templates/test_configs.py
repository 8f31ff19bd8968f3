"""Config files: both layouts, continued lines, and every fault with its place."""

import pytest

from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.templates.configs import ConfigFolder, read_configs, template_of


def faults(path, text):
    path.write_text(text)
    with pytest.raises(TaskFileError) as caught:
        read_configs(path)
    return [str(fault).removeprefix(f"{path}") for fault in caught.value.faults]


def test_a_file_of_its_own(tmp_path):
    (tmp_path / "search-lobster.conf").write_text(
        "# words\nname: search-task\nkeywords: bake,lobster,tails\n"
    )
    config = ConfigFolder(tmp_path).find("search-lobster")
    assert config.instance == "search-lobster"
    assert {name: [entry.text for entry in entries] for name, entries in config.entries.items()} == {
        "name": ["search-task"],
        "keywords": ["bake,lobster,tails"],
    }


def test_sections_repeated_names_and_continued_lines(tmp_path):
    path = tmp_path / "ask.conf"
    path.write_text(
        "[soup]\npattern:\n  (?i)a\n  b\nright: one: 1\nright: two\n  more\n\n# x\n[pie]\nright: three\n"
    )
    folder = ConfigFolder(tmp_path)
    soup = folder.find("ask-soup")
    assert [entry.text for entry in soup.entries["right"]] == ["one: 1", "two\nmore"]
    assert soup.entries["pattern"][0].lines == ("(?i)a", "b")
    assert soup.entries["right"][0].place.fault("", "").column == 8
    assert list(folder.instances()) == ["ask-soup", "ask-pie"]
    assert folder.used == {"ask-soup"}
    assert folder.find("ask-cake") is None
    assert folder.find("other-soup") is None
    assert template_of("ask-soup-2") == "ask"


def test_an_empty_file_is_an_instance_without_values(tmp_path):
    (tmp_path / "about-page.conf").write_text("")
    assert ConfigFolder(tmp_path).find("about-page").entries == {}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a: 1\nb 2\n", ":2:1: 'b 2' gives no value"),
        ("a: 1\n  2b: 3\nc d: 4\n", ":3:1: 'c d: 4' gives no value"),
        ("  a: 1\n", ":1:3: an indented line continues the value above it, and there is none"),
        ("a: 1\n[s]\n", ":2:1: a section in a file that began without one"),
        ("[s]\na: 1\n[s]\n", ":3:1: the section [s] is there twice"),
        ("[a b]\n", ":1:1: '[a b]' names no instance"),
        ("[]\n", ":1:1: '[]' names no instance"),
    ],
)
def test_faults(tmp_path, text, wanted):
    (found,) = faults(tmp_path / "x.conf", text)
    assert found.startswith(wanted)
    assert found.endswith(")"), "says how to mend it"


def test_two_configs_of_one_instance(tmp_path):
    (tmp_path / "ask-soup.conf").write_text("a: 1\n")
    (tmp_path / "ask.conf").write_text("[soup]\na: 2\n")
    with pytest.raises(TaskFileError, match="there are two configs of ask-soup"):
        ConfigFolder(tmp_path).instances()
