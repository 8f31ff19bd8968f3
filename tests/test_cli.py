"""The command line as its users meet it: output, files, exit codes, messages without tracebacks."""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import lxml.html
import pytest

from mobile_env.evaluation.results import read_results
from mobile_env.version import __version__

pytestmark = pytest.mark.slow

TASKS = Path(__file__).parent / "evaluation" / "tasks"
DEVICE = ("--device", "embedded:360x640@160")
COMMAND = (sys.executable, "-m", "mobile_env.cli")


def mobile_env(*arguments: object, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=120)
    assert "Traceback" not in done.stdout + done.stderr
    return done


@pytest.fixture
def answer(tmp_path: Path) -> Path:
    """A folder with one task and its demonstration."""
    folder = tmp_path / "tasks"
    folder.mkdir()
    for name in ("answer.textproto", "answer.demo.textproto"):
        shutil.copy(TASKS / name, folder / name)
    return folder


def test_help_and_version() -> None:
    shown = mobile_env("--help")
    assert shown.returncode == 0
    assert all(name in shown.stdout for name in ("run", "check", "report"))
    assert mobile_env("--version").stdout == f"mobile-env {__version__}\n"
    for name in ("run", "check", "report"):
        assert mobile_env(name, "--help").returncode == 0


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys, mobile_env.cli\n"
        "try: mobile_env.cli.main(['run', '--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'cv2', 'rich', 'google', 'lxml', 'jinja2', 'dm_env'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_report_keeps_the_rows_of_other_runs_in_the_folder(answer: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for agent in ("demonstration", "nothing"):
        done = mobile_env("run", answer, "--agent", agent, *DEVICE, "--out", out)
        assert done.returncode == 0, done.stderr
    text = lxml.html.parse(str(out / "report.html")).getroot().text_content()
    assert "demonstration" in text and "nothing" in text
    assert {result.agent for result in read_results(out / "episodes.jsonl")} == {"demonstration", "nothing"}


def test_a_run_by_demonstration_leaves_results_trajectories_and_a_report(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = mobile_env("run", TASKS, "--agent", "demonstration", *DEVICE, "--out", out)
    assert done.returncode == 0, done.stderr
    assert "cross-page" in done.stdout and "100.00" in done.stdout
    assert str(out / "episodes.jsonl") in done.stdout and (out / "report.html").as_uri() in done.stdout
    results = read_results(out / "episodes.jsonl")
    assert [(result.task, result.success) for result in results] == [
        ("answer-colour", True),
        ("search-lobster", True),
    ]
    page = lxml.html.parse(str(out / "report.html")).getroot()
    steps = {e.get("data-task"): len(e.cssselect("li.step")) - 1 for e in page.cssselect("details.episode")}
    assert steps == {result.task: result.steps for result in results}
    assert len(list((out / "trajectories").iterdir())) == 2
    again = mobile_env("run", TASKS, "--agent", "demonstration", *DEVICE, "--out", out)
    assert again.returncode == 0 and "2 of 2 episodes are already in" in again.stdout
    assert read_results(out / "episodes.jsonl") == results
    fresh = mobile_env("run", TASKS, "--agent", "nothing", *DEVICE, "--out", out, "--fresh", "--no-report")
    assert fresh.returncode == 0 and not (out / "report.html").exists()
    assert {result.agent for result in read_results(out / "episodes.jsonl")} == {"nothing"}
    written = mobile_env("report", out)
    assert written.returncode == 0 and written.stdout == f"{out / 'report.html'}\n"
    assert (out / "report.html").exists()


def test_random_agents_repeat_themselves(answer: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        out = tmp_path / name
        arguments = (
            "run",
            answer,
            "--agent",
            "random",
            *DEVICE,
            "--seed",
            "3",
            "--out",
            out,
            "--max-steps",
            "4",
        )
        assert mobile_env(*arguments, "--no-report").returncode == 0
    first, second = ((tmp_path / name / "episodes.jsonl").read_bytes() for name in ("a", "b"))
    assert first == second
    files = [next((tmp_path / name / "trajectories").iterdir()).read_bytes() for name in ("a", "b")]
    assert files[0] == files[1]


def test_without_out_each_run_has_a_new_folder(answer: Path, tmp_path: Path) -> None:
    for number in (1, 2):
        done = mobile_env("run", answer, "--agent", "demonstration", *DEVICE, folder=tmp_path)
        assert done.returncode == 0 and f"runs/demonstration-{number}/" in done.stdout
    assert len(read_results(tmp_path / "runs" / "demonstration-2" / "episodes.jsonl")) == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('id: "a" kond: "x"', "bad.textproto:1:9: "),
        ('id: "a', "bad.textproto:1:5: "),
        ("", "bad.textproto: is empty"),
        (
            'id: "a"\nevent_sources { id: 1 log_event { pattern: "(" } }\n'
            "event_slots { reward_listener { events { id: 1 } } }",
            "bad.textproto:2:44: ",
        ),
        ('id: "a"\nevent_slots { reward_listener { events { id: 7 } } }', "bad.textproto:2:"),
    ],
)
def test_a_task_that_cannot_be_loaded_is_said_with_its_place(
    tmp_path: Path, answer: Path, content: str, message: str
) -> None:
    (answer / "bad.textproto").write_text(content)
    for command in (("run", answer, "--agent", "nothing", "--out", tmp_path / "out"), ("check", answer)):
        done = mobile_env(*command)
        assert done.returncode == 2
        assert message in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "COMMAND"),
        (("dance",), "invalid choice"),
        (("run",), "TASKS"),
        (("run", "{answer}"), "--agent"),
        (("run", "{answer}", "--agent", "genius"), "unknown agent 'genius'"),
        (("run", "nowhere", "--agent", "nothing"), "nowhere: is no file, no folder and no shipped task set"),
        (("run", "{empty}", "--agent", "nothing"), "empty: the folder holds no task file"),
        (("run", "{answer}", "--agent", "nothing", "--device", "toaster"), "toaster"),
        (("run", "{answer}", "--agent", "nothing", "--device", "embedded:big"), "embedded:big"),
        (("run", "{answer}", "--agent", "nothing", "--device", "adb:X1"), "adb"),
        (("run", "{answer}", "--agent", "nothing", "--seed", "x"), "'x' is not a seed"),
        (("run", "{answer}", "--agent", "nothing", "--seed", "5-1"), "5-1"),
        (("run", "{answer}", "--agent", "nothing", "--seed", "0-999999999"), "at most 10000 seeds"),
        (("run", "{answer}", "--agent", "nothing", "--max-steps", "-1"), "'-1' is not a number of steps"),
        (("run", "{answer}", "--agent", "nothing", "--out", "{empty}/file/x"), "file"),
        (("run", "{double}", "--agent", "nothing"), "answer-colour"),
        (
            ("run", "{double}/b.textproto", "--agent", "demonstration"),
            "b.demo.textproto: there is no such file",
        ),
        (("check", "nowhere"), "nowhere: is no file, no folder and no shipped task set"),
        (("check", "{double}"), "answer-colour"),
        (("check", "{answer}", "--device", "toaster"), "toaster"),
        (("report", "{answer}"), "no episodes.jsonl in it"),
    ],
)
def test_bad_input_is_refused_with_exit_code_2(
    tmp_path: Path, answer: Path, arguments: tuple[str, ...], message: str
) -> None:
    empty, double = tmp_path / "empty", tmp_path / "double"
    empty.mkdir()
    double.mkdir()
    for name in ("a", "b"):
        shutil.copy(answer / "answer.textproto", double / f"{name}.textproto")
    if "/file/x" in "".join(arguments):
        (empty / "file").write_text("")
    given = [argument.format(answer=answer, empty=empty, double=double) for argument in arguments]
    done = mobile_env(*given, folder=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_results_file_that_holds_something_else_is_refused(answer: Path, tmp_path: Path) -> None:
    (tmp_path / "episodes.jsonl").write_text("hello\nworld\n")
    for command in (("run", answer, "--agent", "nothing", "--out", tmp_path), ("report", tmp_path)):
        done = mobile_env(*command)
        assert done.returncode == 2
        assert "episodes.jsonl:1: not an episode's result" in done.stderr
    assert (tmp_path / "episodes.jsonl").read_text() == "hello\nworld\n"


def test_ctrl_c_keeps_what_is_finished_and_shows_it(tmp_path: Path) -> None:
    # The first task is over at once; the second would be done never: nothing happens in it and nothing limits it.
    folder = tmp_path / "tasks"
    folder.mkdir()
    text = (TASKS / "answer.textproto").read_text()
    (folder / "a.textproto").write_text(text.replace("answer-colour", "short") + "\nmax_num_steps: 2")
    (folder / "b.textproto").write_text(text)
    out = tmp_path / "out"
    arguments = ("run", folder, "--agent", "nothing", "--max-steps", 0, *DEVICE, "--out", out)
    process = subprocess.Popen(
        [*COMMAND, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        deadline = time.monotonic() + 60
        while len(list((out / "trajectories").glob("*"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130, stderr
    assert "Traceback" not in stdout + stderr
    assert "qa" in stdout and "the same command resumes the run" in " ".join(stdout.split())
    assert [result.task for result in read_results(out / "episodes.jsonl")] == ["short"]
    shown = mobile_env("report", out)
    assert shown.returncode == 0


def test_check_tells_what_is_sound(answer: Path) -> None:
    done = mobile_env("check", answer)
    assert (done.returncode, done.stderr) == (0, "")
    assert "answer.textproto: ok (qa, 2 event sources, demonstration)" in done.stdout
    assert done.stdout.endswith("1 sound task\n")


def test_check_reads_demonstrations_too(answer: Path) -> None:
    (answer / "answer.demo.textproto").write_text('task_id: "answer-colour"\nactions { click {} }')
    done = mobile_env("check", answer)
    assert done.returncode == 2
    assert "answer.demo.textproto:2:11: target without a name" in done.stderr
    assert "1 fault in 1 file" in done.stdout


def test_check_plays_tasks_when_asked(answer: Path) -> None:
    demonstration = answer / "answer.demo.textproto"
    assert mobile_env("check", answer, "--play", *DEVICE).returncode == 0
    demonstration.write_text(demonstration.read_text().replace("It is green.", "It is blue."))
    assert mobile_env("check", answer, *DEVICE).returncode == 0
    done = mobile_env("check", answer, "--play", *DEVICE)
    assert done.returncode == 2
    assert f"{demonstration}: the demonstration does not solve the task" in done.stderr
    assert "1 sound task, 1 fault in 1 file" in done.stdout


def test_check_as_json(answer: Path) -> None:
    (answer / "bad.textproto").write_text('id: "b"\nkond: "x"\nnome: "y"')
    done = mobile_env("check", answer, "--format", "json")
    assert done.returncode == 2
    found = json.loads(done.stdout)
    assert [(task["task"], task["kind"], task["demonstration"]) for task in found["tasks"]] == [
        ("answer-colour", "qa", True)
    ]
    places = [(Path(fault["file"]).name, fault["line"], fault["column"]) for fault in found["faults"]]
    assert places == [("bad.textproto", 2, 1), ("bad.textproto", 3, 1)]
    assert {fault["severity"] for fault in found["faults"]} == {"error"}
    assert all(fault["what"] for fault in found["faults"])


def test_check_warns_with_a_place_and_a_hint(answer: Path) -> None:
    endless = (answer / "answer.textproto").read_text().replace("episode_end_listener", "null_listener")
    (answer / "answer.textproto").write_text(endless)
    done = mobile_env("check", answer)
    assert done.returncode == 0
    expected = (
        "answer.textproto:7:1: warning: nothing can end an episode (add an episode_end_listener that fires, "
    )
    assert expected in done.stderr
    assert done.stdout.endswith("1 sound task, 1 warning\n")
    (found,) = json.loads(mobile_env("check", answer, "--format", "json").stdout)["faults"]
    assert found.keys() == {"file", "line", "column", "severity", "what", "mend"}
    assert (found["line"], found["column"], found["severity"]) == (7, 1, "warning")


def test_a_run_is_told_step_by_step(answer: Path, tmp_path: Path) -> None:
    out = ("--out", tmp_path / "out")
    done = mobile_env(
        "run", answer, "--agent", "demonstration", *DEVICE, *out, "--trace", "--check-policy", "STEP(5)"
    )
    assert done.returncode == 0, done.stderr
    assert "\n    source 1 response_event green: matched\n" in done.stdout
    assert "\n    reward = 2.0\n" in done.stdout
    refused = mobile_env("run", answer, "--agent", "nothing", *DEVICE, *out, "--check-policy", "SOMETIMES")
    assert refused.returncode == 2
    assert "check policy: unknown check 'SOMETIMES'" in refused.stderr


def test_sources_that_need_a_model_can_be_switched_off(answer: Path, tmp_path: Path) -> None:
    with (answer / "answer.textproto").open("a") as file:
        file.write('event_sources { id: 9 icon_detect { class: "no such icon" rect { x1: 1 y1: 1 } } }\n')
    assert mobile_env("check", answer).returncode == 2
    assert mobile_env("check", answer, "--without", "icon").returncode == 0
    out = tmp_path / "out"
    done = mobile_env(
        "run", answer, "--agent", "demonstration", *DEVICE, "--out", out, "--trace", "--without", "icon"
    )
    assert done.returncode == 0, done.stderr
    said = "event source 9 (icon_detect) is switched off: it never fires"
    assert f"  note: {said}\n" in done.stdout
    assert said in (out / "report.html").read_text()
    for command in (("run", answer, "--agent", "nothing", "--out", out), ("check", answer)):
        refused = mobile_env(*command, "--without", "smell")
        assert refused.returncode == 2 and "cannot go without 'smell'" in refused.stderr


def test_a_reader_that_goes_away_is_no_error(answer: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "check", str(answer)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    stderr = process.stderr.read()
    process.wait(timeout=60)
    process.stderr.close()
    assert stderr == ""
