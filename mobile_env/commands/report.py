"""`mobile-env report`: writes the report of a run that was stopped or had `--no-report`."""

import argparse
from pathlib import Path

from mobile_env.commands.contract import BadInput

HELP = "write the HTML report of a run"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the directory of `run --out`")


def run(arguments: argparse.Namespace) -> int:
    """Writes `report.html` into the run's directory."""
    from mobile_env.evaluation.report.page import FILE_NAME, write_report
    from mobile_env.evaluation.results import FILE_NAME as RESULTS
    from mobile_env.evaluation.results import ResultsFileError, read_results
    from mobile_env.evaluation.trajectory import FOLDER

    folder: Path = arguments.folder
    try:
        results = read_results(folder / RESULTS)
        write_report(folder / FILE_NAME, results, folder / FOLDER, folder.resolve().name)
    except FileNotFoundError:
        raise BadInput(
            f"{folder}: no {RESULTS} in it (name the folder that `mobile-env run` wrote)"
        ) from None
    except ResultsFileError as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{folder}: {error.strerror}") from None
    print(folder / FILE_NAME)
    return 0
