"""The options of a run, stored beside its results, so that a run is not resumed with other options."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mobile_env.evaluation.results import FILE_NAME as RESULTS_FILE
from mobile_env.evaluation.results import ResultsFileError

FILE_NAME = "options.json"


def keep_options(folder: Path, options: Mapping[str, Any]) -> None:
    """Writes a run's options into its directory. If the run is resumed, checks that the options are the same.

    Results of episodes with different options cannot be compared, so they must not be in one directory.

    Args:
      folder: the run's directory.
      options: JSON values by name. An option that is missing in the directory's file is not compared.

    Raises:
      ResultsFileError: the directory's episodes were played with other options.
      OSError: the file cannot be written.
    """
    path = folder / FILE_NAME
    if path.is_file() and (folder / RESULTS_FILE).is_file() and (folder / RESULTS_FILE).stat().st_size:
        earlier = _read(path)
        others = [
            f"--{name.replace('_', '-')} was {_shown(earlier[name])} and is {_shown(value)} now"
            for name, value in options.items()
            if name in earlier and earlier[name] != value
        ]
        if others:
            raise ResultsFileError(
                f"{folder} holds episodes that were played with other options: {'; '.join(others)} "
                "(repeat them, take another --out, or drop the episodes with --fresh)"
            )
        options = {**earlier, **options}
    path.write_text(json.dumps(options, indent=2, ensure_ascii=False) + "\n", "utf-8")


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ResultsFileError(f"{path}: not JSON: {error} (delete it, or move it away)") from None
    if not isinstance(found, dict):
        raise ResultsFileError(f"{path}: not an object of options (delete it, or move it away)")
    return found


def _shown(value: object) -> str:
    if value in (None, []):
        return "not given"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
