"""`mobile-env run`: runs an agent on tasks and writes a table, trajectories and a report."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mobile_env.agents.registry import AGENTS, make_agent
from mobile_env.commands.contract import BadInput, Interrupted
from mobile_env.commands.seeds import seeds
from mobile_env.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from mobile_env.evaluation.runner import Runner

HELP = "run an agent on tasks"
_ERRORS_SHOWN = 5


def step_count(text: str) -> int:
    """Reads a number of steps.

    Raises:
      argparse.ArgumentTypeError: the text is not a whole number, or is negative.
    """
    if not re.fullmatch(r"\d{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of steps (write 0 or more)")
    return int(text)


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "tasks",
        nargs="+",
        metavar="TASKS",
        help="task files, directories, or names of shipped sets (wikihow, wikihow_sbert)",
    )
    parser.add_argument(
        "--agent",
        required=True,
        metavar="AGENT",
        help=f"the agent: {', '.join(AGENTS)}, or module:Class for your own (docs/agents.md)",
    )
    parser.add_argument(
        "--device",
        default="embedded",
        metavar="SPEC",
        help="embedded[:WxH@DPI], emulator:PORT (running), emulator:avd=NAME[,OPTION=VALUE...] (launched), "
        "adb:SERIAL or remote:HOST:PORT; `mobile-env device list` lists available devices (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        "--seeds",
        type=seeds,
        default=(0,),
        metavar="N",
        help="one or several seeds: 3, 0,1,2 or 0-9; each is another instance of a family of tasks (default: 0)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="directory for results; an earlier run in it is resumed (default: a new directory in runs/)",
    )
    parser.add_argument(
        "--max-steps",
        type=step_count,
        metavar="N",
        help="largest number of the agent's actions per episode; 0: no limit (default: chosen by the agent; 15 for "
        "random and nothing)",
    )
    parser.add_argument(
        "--check-policy",
        metavar="POLICY",
        help="when events look at the screen: any of LIFT, TEXT, KEY, CHANGE, STEP(n), TIME(seconds), joined by |; "
        "or hierarchy=...;screen=... to set both separately (default: LIFT|TEXT|KEY|CHANGE on the embedded phone)",
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
        help="switch off event sources that need a model, text or icon; they never fire (may be repeated)",
    )
    parser.add_argument(
        "--content",
        default="auto",
        metavar="NAME",
        help="what apps find on the network: shipped content (wikihow), the directory of a replay store or of "
        "articles, one of these with the prefix proxy: (through mitmproxy), or none "
        "(default: the set's set.conf, else wikihow)",
    )
    parser.add_argument(
        "--trace",
        action="store_true",
        help="print what the events saw and did in each step, the value of each slot, and which events never fired",
    )
    parser.add_argument("--fresh", action="store_true", help="delete the results of an earlier run in DIR")
    parser.add_argument(
        "--retry-errors", action="store_true", help="play episodes again that ended in an error"
    )
    parser.add_argument("--no-report", action="store_true", help="do not write report.html")


def run(arguments: argparse.Namespace) -> int:
    """Runs the plan, and prints the table and the paths of the results."""
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
            f"Stopped; finished episodes are in [bold]{folder}[/bold]: the same command resumes the run, "
            "and `mobile-env report` shows the results so far."
        )
        raise Interrupted from None
    except (
        AndroidEnvError
    ) as error:  # no device at the beginning; a device that is lost later only ends its episode
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
    """The error for a full disk or a removed directory."""
    reason = error.strerror or str(error)
    return BadInput(
        f"{error.filename or folder}: {reason} (finished episodes are kept; free some space and repeat the command)"
    )


def _teller(console: "Console") -> "Callable[[str], None]":
    """Returns a function that prints lines unchanged, above the progress bar."""
    return lambda line: console.print(plain(line), soft_wrap=True, markup=False, highlight=False)


def _new_folder(agent: str) -> Path:
    """A directory `runs/<agent>-<number>` that does not exist yet."""
    agent = re.sub(r"[^A-Za-z0-9._@-]+", "_", agent)  # a user's agent may have any name
    number = 1
    while (folder := Path("runs") / f"{agent}-{number}").exists():
        number += 1
    return folder


def _play(runner: "Runner", console: "Console") -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    done = len(runner.results)
    if done:
        console.print(
            f"{done} of {runner.episodes} episodes are already in {runner.folder} (--fresh deletes them)"
        )
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("", total=runner.episodes, completed=done)
        runner.run(
            on_start=lambda key: progress.update(bar, description=plain(key.task)),
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
            plain(f"error in {result.task} (seed {result.seed}): {result.error}"), style="red", markup=False
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
