"""What the documents show works as shown, and their links lead somewhere."""

import re
from pathlib import Path

import pytest

from mobile_env.agents.demonstration import DemonstrationAgent
from mobile_env.cli import main
from mobile_env.evaluation.episode import EpisodePlayer
from mobile_env.evaluation.results import read_results
from mobile_env.loader import load
from mobile_env.tasks.families import check_family
from mobile_env.tasks.field_table import field_table

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "SECURITY.md", *(ROOT / "docs").glob("*.md")])


def _blocks(path: Path, language: str = "") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", path.read_text("utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_to_files_lead_somewhere(document):
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text("utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_the_example_task_is_solved_by_its_demonstration(tmp_path):
    blocks = _blocks(ROOT / "docs" / "task-files.md")
    task = next(block for block in blocks if block.startswith("id:"))
    demonstration = next(block for block in blocks if block.startswith("task_id:"))
    path = tmp_path / "tune_a_guitar_by_ear-9.textproto"
    path.write_text(task, "utf-8")
    (tmp_path / "tune_a_guitar_by_ear-9.demo.textproto").write_text(demonstration, "utf-8")
    agent = DemonstrationAgent()
    agent.prepare(path.stem, path)
    with load(path, "embedded:432x768@160", hierarchy=True, pixels=False) as env:
        result = EpisodePlayer(env, agent, "embedded").play(0)
    assert (result.outcome, result.reward, result.error) == ("success", 2.0, None)


@pytest.mark.parametrize("number", range(2))
def test_the_readme_s_python_runs(number, capsys):
    exec(compile(_blocks(ROOT / "README.md", "python")[number], "README.md", "exec"), {})
    if number == 0:
        assert "1.0 success" in capsys.readouterr().out


def test_the_agent_of_the_guide_is_run_by_the_command_line(tmp_path, monkeypatch):
    (tmp_path / "my_agent.py").write_text(_blocks(ROOT / "docs" / "agents.md", "python")[0], "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    task = ROOT / "task_defs" / "wikihow" / "180_on_a_scooter-0.textproto"
    command = ["run", str(task), "--agent", "my_agent:PromptedAgent", "--out", "out", "--no-report"]
    assert main([*command, "--device", "embedded:432x768@160"]) == 0
    (result,) = read_results(tmp_path / "out" / "episodes.jsonl")
    assert (result.agent, result.outcome, result.steps) == ("prompted-1", "success", 1)


def test_the_loop_of_the_guide_to_agents_runs(capsys):
    exec(compile(_blocks(ROOT / "docs" / "agents.md", "python")[1], "agents.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["180_on_a_scooter-0", "180_on_a_scooter-1"]
    assert all("out of steps  0.0" in line for line in lines)


def test_the_program_that_was_moved_from_the_original_runs(capsys):
    (block,) = _blocks(ROOT / "docs" / "moving-from-the-original.md", "diff")
    sides = {"-": [], "+": []}
    for line in block.splitlines():
        mark, code = (line[0], line[1:]) if line else (" ", "")
        for side in sides if mark == " " else mark:
            sides[side].append(code)
    compile("\n".join(sides["-"]), "the original's", "exec")
    exec(compile("\n".join(sides["+"]), "moved", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["180_on_a_scooter-0", "180_on_a_scooter-1"]
    assert lines[0] == "180_on_a_scooter-0 1.0 1 success"
    assert lines[1].split()[2] == "15"


def test_names_that_the_guide_for_movers_gives_are_there():
    text = (ROOT / "docs" / "moving-from-the-original.md").read_text("utf-8")
    names = text.partition("## Names")[2].partition("\n## ")[0]
    with load("wikihow", "embedded:432x768@160", pixels=False) as env:
        named = {
            name
            for column in re.findall(r"\|(.*)\|$", names, re.MULTILINE)
            for name in re.findall(r"`env\.(\w+)", column.rpartition("|")[2])
        }
        assert named >= {"add_task", "play", "outcome", "outcome_reason", "last_actions", "simulator"}
        assert [name for name in sorted(named) if not hasattr(env, name)] == []
        same = re.findall(r"^\| (.*) \| the same \|$", names, re.MULTILINE)
        methods = [name for row in same if "env." in row for name in re.findall(r"`(?:env\.)?(\w+)", row)]
        assert {"nb_tasks", "task_index", "task_name", "task_description", "command"} <= {*methods}
        assert [name for name in methods if not hasattr(env, name)] == []


def _families() -> dict[str, str]:
    text = (ROOT / "docs" / "task-files.md").read_text("utf-8").partition("## Families")[2]
    blocks = re.findall(r"^```\n(id: .*?)^```$", text, re.DOTALL | re.MULTILINE)
    return {re.findall(r'id: "(\w+)"', block)[0]: block for block in blocks}


BOOKMARKS = "/data/data/com.wikihow.wikihowapp/databases/bookmarks.db"
# What solves each family of the page, and what must not: functions of the phone's state and the drawn values.
SOLUTIONS = {
    "screen_timeout": (
        lambda state, drawn: state.put_setting("system", "screen_off_timeout", str(60000 * drawn["minutes"])),
        lambda state, drawn: state.put_setting("system", "screen_off_timeout", "15000"),
    ),
    "delete_a_note": (
        lambda state, drawn: state.delete_files(f"/sdcard/Documents/{drawn['target']['name']}"),
        lambda state, drawn: state.delete_files("/sdcard/Documents/*"),
    ),
    "delete_a_bookmark": (
        lambda state, drawn: state.execute(
            BOOKMARKS, [("DELETE FROM bookmarks WHERE created = :created", drawn["target"])]
        ),
        lambda state, drawn: state.execute(BOOKMARKS, [("DELETE FROM bookmarks WHERE url LIKE '%/2'", {})]),
    ),
}


@pytest.mark.parametrize("name", SOLUTIONS)
def test_the_example_families_are_sound_and_solved_by_what_they_ask_for(name, tmp_path):
    assert set(_families()) == set(SOLUTIONS)
    path = tmp_path / f"{name}.textproto"
    path.write_text(_families()[name], "utf-8")
    family = check_family(path)
    assert not family.faults and not family.warnings
    right, wrong = SOLUTIONS[name]
    for seed in range(2):
        with load(path, "embedded:432x768@160", seed=seed, pixels=False) as env:
            for change, outcome in ((right, "success"), (wrong, "failure"), (None, "failure")):
                env.reset()
                if change is not None:
                    change(env.simulator.state, env.task.values)
                env.step({"action_type": 5})
                assert (env.outcome, env.side_effects()) == (outcome, [])


def test_the_table_of_fields_is_that_of_the_schema():
    assert (ROOT / "docs" / "family-fields.md").read_text("utf-8") == field_table()
