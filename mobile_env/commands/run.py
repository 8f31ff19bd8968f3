"""`mobile-env run`: an agent on tasks, with a table, trajectories and a report."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mobile_env.agents.registry import AGENTS, make_agent
from mobile_env.commands.contract import BadInput, Interrupted

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from mobile_env.evaluation.runner import Runner

HELP = "run an agent on tasks"
_MOST_SEEDS = 10_000
_ERRORS_SHOWN = 5


def seeds(text: str) -> tuple[int, ...]:
    """Reads `3`, `0,1,2` or `0-9`.

    Raises:
      argparse.ArgumentTypeError: anything else.
    """
    found: dict[int, None] = {}
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,9})(?:-(\d{1,9}))?\s*", part)
        if match is None:
            raise argparse.ArgumentTypeError(f"{text!r} is no seed (write 3, 0,1,2 or 0-9)")
        first, last = int(match[1]), int(match[2] or match[1])
        if not 0 <= last - first < _MOST_SEEDS:
            raise argparse.ArgumentTypeError(f"{part!r} is no range of at most {_MOST_SEEDS} seeds")
        found.update(dict.fromkeys(range(first, last + 1)))
    return tuple(found)


def step_count(text: str) -> int:
    """Reads a number of steps.

    Raises:
      argparse.ArgumentTypeError: it is no whole number, or negative.
    """
    if not re.fullmatch(r"\d{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of steps (write 0 or more)")
    return int(text)


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "tasks",
        nargs="+",
        metavar="TASKS",
        help="task files, folders of them, or names of shipped sets (wikihow, wikihow_sbert)",
    )
    parser.add_argument(
        "--agent",
        required=True,
        metavar="AGENT",
        help=f"who acts: {', '.join(AGENTS)}, or module:Class of one of your own (docs/agents.md)",
    )
    parser.add_argument(
        "--device",
        default="embedded",
        metavar="SPEC",
        help="embedded[:WxH@DPI], emulator:PORT (one that runs), emulator:avd=NAME[,OPTION=VALUE...] (launched), "
        "adb:SERIAL or remote:HOST:PORT; `mobile-env device list` names those that are there (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=seeds, default=(0,), metavar="N", help="a seed, or several: 0,1,2 or 0-9 (default: 0)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="where results go; a run that is there is continued (default: a new folder in runs/)",
    )
    parser.add_argument(
        "--max-steps",
        type=step_count,
        metavar="N",
        help="most actions of the agent in an episode; 0: no limit (default: the agent's own, 15 for random "
        "and nothing)",
    )
    parser.add_argument(
        "--check-policy",
        metavar="POLICY",
        help="when events look at the screen: any of LIFT, TEXT, KEY, CHANGE, STEP(n), TIME(seconds), joined by |; "
        "or hierarchy=...;screen=... for each apart (default: LIFT|TEXT|KEY|CHANGE on the embedded phone)",
    )
    parser.add_argument(
        "--allow-forwarding",
        action="store_true",
        help="accept steps that call adb forward and adb reverse, which join ports of this machine to the device",
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="KIND",
        help="switch event sources off that need a model, text or icon: they never fire (may be given twice)",
    )
    parser.add_argument(
        "--content",
        default="auto",
        metavar="NAME",
        help="what apps find on the network: shipped content (wikihow), the folder of a replay store or of "
        "articles, each of them also with proxy: before it (through mitmproxy), or none "
        "(default: what the set's set.conf asks for, else wikihow)",
    )
    parser.add_argument(
        "--trace",
        action="store_true",
        help="print step by step what the events saw and did, what each slot paid, and in the end what never fired",
    )
    parser.add_argument("--fresh", action="store_true", help="drop what an earlier run left in DIR")
    parser.add_argument(
        "--retry-errors", action="store_true", help="run episodes again that ended in an error"
    )
    parser.add_argument("--no-report", action="store_true", help="write no report.html")


def run(arguments: argparse.Namespace) -> int:
    """Runs the plan, prints the table and where everything is."""
    from android_env.components.errors import AndroidEnvError
    from rich.console import Console

    from mobile_env.evaluation.results import ResultsFileError
    from mobile_env.evaluation.runner import Plan, Runner
    from mobile_env.tasks.errors import TaskFileError

    try:
        agent = make_agent(arguments.agent)
    except ValueError as error:
        raise BadInput(f"--agent: {error}") from None
    folder = arguments.out or _new_folder(agent.name)
    console = Console()
    plan = Plan(
        tasks=arguments.tasks,
        agent=agent,
        device=arguments.device,
        seeds=arguments.seed,
        folder=folder,
        max_steps=arguments.max_steps,
        fresh=arguments.fresh,
        retry_errors=arguments.retry_errors,
        check_policy=arguments.check_policy,
        without=arguments.without,
        allow_forwarding=arguments.allow_forwarding,
        content=arguments.content,
        tell=_teller(console) if arguments.trace else None,
    )
    try:
        runner = Runner(plan)
    except (TaskFileError, ResultsFileError, AndroidEnvError) as error:
        raise BadInput(str(error)) from None
    except ValueError as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{error.filename or folder}: {error.strerror or error}") from None
    try:
        _play(runner, console)
    except KeyboardInterrupt:
        _print_results(runner, console)
        console.print(
            f"Stopped; finished episodes are in [bold]{folder}[/bold]: the same command goes on from there, "
            "and `mobile-env report` shows them as they are."
        )
        raise Interrupted from None
    except AndroidEnvError as error:  # no device to begin with; one that is lost later ends its episode
        raise BadInput(str(error)) from None
    except OSError as error:
        raise _cannot_write(error, folder) from None
    finally:
        runner.close()
    _print_results(runner, console)
    if not arguments.no_report:
        try:
            _write_report(runner, console)
        except OSError as error:
            raise _cannot_write(error, folder) from None
    return 0


def _cannot_write(error: OSError, folder: Path) -> BadInput:
    """What a full disk, or a folder that was taken away, comes to."""
    reason = error.strerror or str(error)
    return BadInput(
        f"{error.filename or folder}: {reason} (finished episodes are kept: make room, and the same command goes on)"
    )


def _teller(console: "Console") -> "Callable[[str], None]":
    """Prints lines as they are, above the progress bar."""
    return lambda line: console.print(line, soft_wrap=True, markup=False, highlight=False)


def _new_folder(agent: str) -> Path:
    """A folder of the name `runs/<agent>-<number>` that is not there yet."""
    agent = re.sub(r"[^A-Za-z0-9._@-]+", "_", agent)  # the name of an agent of somebody's own may be anything
    number = 1
    while (folder := Path("runs") / f"{agent}-{number}").exists():
        number += 1
    return folder


def _play(runner: "Runner", console: "Console") -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    done = len(runner.results)
    if done:
        console.print(
            f"{done} of {runner.episodes} episodes are in {runner.folder} already (--fresh drops them)"
        )
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("", total=runner.episodes, completed=done)
        runner.run(
            on_start=lambda key: progress.update(bar, description=key.task),
            on_result=lambda result: progress.advance(bar),
        )


def _print_results(runner: "Runner", console: "Console") -> None:
    from mobile_env.evaluation.report.table import rich_table
    from mobile_env.evaluation.results import FILE_NAME

    results = runner.results
    console.print(rich_table(results))
    broken = [result for result in results if result.error is not None]
    for result in broken[:_ERRORS_SHOWN]:
        console.print(
            f"error in {result.task} (seed {result.seed}): {result.error}", style="red", markup=False
        )
    if len(broken) > _ERRORS_SHOWN:
        console.print(f"... and {len(broken) - _ERRORS_SHOWN} more errors", style="red")
    console.print(f"results: {runner.folder / FILE_NAME}", soft_wrap=True, markup=False, highlight=False)


def _write_report(runner: "Runner", console: "Console") -> None:
    from mobile_env.evaluation.report.page import FILE_NAME, write_report
    from mobile_env.evaluation.results import FILE_NAME as RESULTS
    from mobile_env.evaluation.results import read_results
    from mobile_env.evaluation.trajectory import FOLDER

    path = runner.folder / FILE_NAME
    # The folder may hold other runs, of other agents or tasks: the report shows them all.
    everything = read_results(runner.folder / RESULTS)
    write_report(path, everything, runner.folder / FOLDER, runner.folder.resolve().name)
    console.print(f"report:  {path.resolve().as_uri()}", soft_wrap=True, markup=False, highlight=False)
