"""`mobile-env template`: what it writes and prints, and its exit codes."""

import shutil
from pathlib import Path

import pytest

from mobile_env.cli import main
from mobile_env.tasks.discovery import shipped_sets

WIKIHOW = shipped_sets()["wikihow"]


@pytest.fixture
def small_set(tmp_path: Path) -> Path:
    """The WikiHow set with two of its tasks and only their configs."""
    root = tmp_path / "small"
    for name in ("templates", "configs"):
        shutil.copytree(WIKIHOW / name, root / name)
    (root / "tasks").mkdir()
    for name in ("bake_lobster_tails-0", "braise_chicken-0"):
        shutil.copy(WIKIHOW / "tasks" / f"{name}.task", root / "tasks")
    return root


def run(capsys, *arguments: object) -> tuple[int, str, str]:
    try:
        code = main([*map(str, arguments)])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    return code, said.out, said.err


def test_init_prints_a_section_or_writes_a_file(capsys, tmp_path):
    template = WIKIHOW / "templates" / "article2author.textproto.template"
    code, out, _ = run(capsys, "template", "init", template, "ada")
    assert code == 0
    assert out.startswith("[ada]\n# the author's name as it is printed (a text)\nauthor:\n")
    code, out, _ = run(capsys, "template", "init", template, "ada", "-o", tmp_path / "new")
    assert code == 0
    written = tmp_path / "new" / "article2author-ada.conf"
    assert out == f"{written}\n"
    assert "[ada]" not in written.read_text()
    code, _, err = run(capsys, "template", "init", template, "ada", "-o", tmp_path / "new")
    assert code == 2
    assert "there is such a config already" in err


@pytest.mark.parametrize(
    ("template", "instance", "what"),
    [
        ("none.textproto.template", "a", "there is no such template"),
        ("none.conf", "a", "is not named as a template"),
        ("article2author.textproto.template", "a b", "cannot name an instance"),
        ("article2author.textproto.template", "../a", "cannot name an instance"),
    ],
)
def test_init_refuses(capsys, template, instance, what):
    code, _, err = run(capsys, "template", "init", WIKIHOW / "templates" / template, instance)
    assert code == 2
    assert what in err


def test_one_task_is_built_as_it_is_shipped(capsys, small_set, tmp_path):
    task = small_set / "tasks" / "braise_chicken-0.task"
    out_dir = tmp_path / "out"
    code, out, _ = run(capsys, "template", "build", task, "-o", out_dir)
    assert (code, out) == (0, "2 files, 2 written\n")
    for name in ("braise_chicken-0.textproto", "braise_chicken-0.demo.textproto"):
        assert (out_dir / name).read_bytes() == (WIKIHOW / name).read_bytes()
    assert run(capsys, "template", "build", task, "-o", out_dir)[1] == "2 files, 0 written\n"


def test_check_writes_nothing_and_names_what_is_stale(capsys, small_set):
    name = "bake_lobster_tails-0"
    code, out, _ = run(capsys, "template", "build", small_set, name, "--check", "--content", "wikihow")
    assert code == 1
    assert out.splitlines() == [
        f"{small_set / name}.demo.textproto: stale",
        f"{small_set / name}.textproto: stale",
        "2 files, 2 stale",
    ]
    assert not list(small_set.glob("*.textproto"))
    assert run(capsys, "template", "build", small_set, name)[0] == 0
    assert run(capsys, "template", "build", small_set, name, "--check")[:2] == (0, "2 files, 0 stale\n")


def test_faults_are_all_told_and_nothing_is_written(capsys, small_set):
    (small_set / "tasks" / "braise_chicken-0.task").write_text(
        "home2search-braise_chicken\narticle2about-page\n"
    )
    code, _, err = run(capsys, "template", "build", small_set, "--content", "wikihow")
    assert code == 2
    assert "braise_chicken-0.task:2:1: article2about-page: begins on a page of kind article" in err
    assert not list(small_set.glob("*.textproto"))


def test_a_target_that_the_current_page_does_not_link(capsys, small_set):
    chain = "home2search-braise_chicken\nsearch2article-braise_chicken\narticle2author-lena_marsh_m_sc\n"
    task = small_set / "tasks" / "braise_chicken-0.task"
    task.write_text(chain)
    code, _, err = run(capsys, "template", "build", task, "--content", "wikihow")
    assert code == 2
    assert "braise_chicken-0.task:3:1: article2author-lena_marsh_m_sc: the current page" in err
    assert "has no link to https://www.wikihow.com/Author/Lena-Marsh-MSc (it links " in err
    assert "Marco Bellini" in err


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("nowhere",), "is no folder, no .task file and no shipped set (wikihow"),
        (("wikihow", "nothing-0"), "there is no task nothing-0"),
        (("wikihow", "--content", "maps"), "no content is named 'maps'"),
        (("wikihow", "-p", "nowhere"), "nowhere: there is no such folder"),
        ((str(WIKIHOW / "set.conf"),), "is no .task file"),
        ((str(WIKIHOW / "tasks"),), "holds no folder templates"),
    ],
)
def test_build_refuses(capsys, arguments, what):
    code, _, err = run(capsys, "template", "build", *arguments)
    assert code == 2
    assert what in err
