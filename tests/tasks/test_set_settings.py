"""What a set's own file asks for."""

import pytest

from mobile_env.tasks.errors import TaskFileError
from mobile_env.tasks.set_settings import SetSettings, content_of_sets, read_set_settings


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "one").mkdir()
    return tmp_path / "one"


def test_a_folder_without_settings_asks_for_nothing(folder):
    assert read_set_settings(folder) == SetSettings("")
    assert content_of_sets([folder / "a.textproto"]) == ""


@pytest.mark.parametrize(
    ("text", "content", "source"),
    [
        ("content: wikihow\n", "wikihow", "wikihow"),
        ("# by the proxy\ncontent: proxy:wikihow\n", "proxy:wikihow", "wikihow"),
        ("content: none\n", "none", "none"),
        ("# nothing yet\n", "", ""),
    ],
)
def test_what_is_asked_for(folder, text, content, source):
    (folder / "set.conf").write_text(text)
    settings = read_set_settings(folder)
    assert (settings.content, settings.source) == (content, source)


@pytest.mark.parametrize("way", ["", "proxy:"])
def test_a_store_beside_the_set(folder, way):
    (folder.parent / "store").mkdir()
    (folder / "set.conf").write_text(f"content: {way}../store\n")
    assert read_set_settings(folder).content == f"{way}{folder / '../store'}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("contents: x\n", "set.conf:1:11: unknown setting"),
        ("content: wikihow\ncontent: none\n", "set.conf:2:10: content is written twice"),
    ],
)
def test_faults(folder, text, fault):
    (folder / "set.conf").write_text(text)
    with pytest.raises(TaskFileError, match=fault):
        read_set_settings(folder)


def test_sets_that_are_loaded_together_must_agree(folder):
    other, silent = folder.parent / "two", folder.parent / "three"
    other.mkdir()
    silent.mkdir()
    (folder / "set.conf").write_text("content: wikihow\n")
    (other / "set.conf").write_text("content: wikihow\n")
    files = [folder / "a.textproto", other / "b.textproto", silent / "c.textproto"]
    assert content_of_sets(files) == "wikihow"
    (other / "set.conf").write_text("content: proxy:wikihow\n")
    with pytest.raises(TaskFileError, match="asks for the content 'wikihow', and another set") as error:
        content_of_sets(files)
    assert len(error.value.faults) == 2
