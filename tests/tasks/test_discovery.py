"""Names give task files in an order that people expect."""

from pathlib import Path

import pytest

from mobile_env.tasks.discovery import find_tasks, shipped_sets
from mobile_env.tasks.errors import TaskFileError


@pytest.fixture
def folder(tmp_path):
    for name in ("task-10", "task-2", "Another", "deep/task-1", "deep/er/x", "task-2.demo", "deep/z.demo"):
        path = tmp_path / f"{name}.textproto"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('id: "x"')
    (tmp_path / "README.md").write_text("no task")
    (tmp_path / "folder.textproto").mkdir()
    return tmp_path


def names(paths, folder):
    return [path.relative_to(folder).as_posix().removesuffix(".textproto") for path in paths]


def test_a_folder_gives_its_tasks_by_name_and_no_demonstrations(folder):
    assert names(find_tasks(folder), folder) == ["Another", "deep/er/x", "deep/task-1", "task-2", "task-10"]


def test_names_keep_their_order_and_a_file_comes_once(folder, monkeypatch):
    monkeypatch.chdir(folder)
    paths = find_tasks(["task-2.textproto", "deep", folder / "task-2.textproto", "./deep/task-1.textproto"])
    assert [str(path) for path in paths] == [
        "task-2.textproto",
        "deep/er/x.textproto",
        "deep/task-1.textproto",
    ]


def test_a_file_may_have_any_name(tmp_path):
    path = tmp_path / "task.txt"
    path.touch()
    assert find_tasks(str(path)) == [path]


def test_a_shipped_set_is_found_from_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "wikihow" in shipped_sets()
    (shipped,) = {path.parent for path in find_tasks("wikihow")}
    assert shipped == shipped_sets()["wikihow"]


def test_a_folder_on_disk_goes_before_a_shipped_set(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "deep").rename("wikihow")
    assert [str(path) for path in find_tasks("wikihow")] == [
        "wikihow/er/x.textproto",
        "wikihow/task-1.textproto",
    ]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("empty", r"^empty: the folder holds no task file \(task files are named \*\.textproto\)$"),
        ("gone", r"^gone: is no file, no folder and no shipped task set \(shipped: .*wikihow"),
        ("wikihow", r"^wikihow: the folder holds no task file \(it hides the shipped set wikihow: "),
        ("a.demo.textproto", r"is a demonstration, not a task \(its task is a\.textproto\)"),
        ("x" * 5000, "is no file, no folder"),
        ("nul\0", "is no file, no folder"),
        ("", "the name is empty"),
    ],
)
def test_names_that_give_nothing(name, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for path in ("empty", "wikihow"):
        (tmp_path / path).mkdir()
    (tmp_path / "a.demo.textproto").touch()
    with pytest.raises(TaskFileError, match=message):
        find_tasks(name)


def test_all_bad_names_are_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TaskFileError) as caught:
        find_tasks(["one", "two"])
    assert [str(fault.path) for fault in caught.value.faults] == ["one", "two"]


def test_a_demonstration_named_beside_its_task_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = ["a.demo.textproto", "a.textproto", "b.demo.textproto"]
    for name in names:
        Path(name).touch()
    assert find_tasks(names[:2]) == [Path("a.textproto")]
    with pytest.raises(TaskFileError, match=r"^b\.demo\.textproto: is a demonstration"):
        find_tasks(names)


def test_no_name_at_all():
    with pytest.raises(TaskFileError, match="no task was named"):
        find_tasks([])
