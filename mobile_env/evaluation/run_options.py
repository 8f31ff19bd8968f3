"""The options that a run's episodes were played with, kept beside its results: figures of different ones do not mix."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mobile_env.evaluation.results import FILE_NAME as RESULTS_FILE
from mobile_env.evaluation.results import ResultsFileError

FILE_NAME = "options.json"


def keep_options(folder: Path, options: Mapping[str, Any]) -> None:
    """Writes a run's options into its folder, or sees that a run that is continued has the same.

    Args:
      folder: of the run.
      options: by name, what JSON can hold. One that the folder's file does not know is taken for the same.

    Raises:
      ResultsFileError: the folder's episodes were played with other options.
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
    except ValueError as error:
        raise ResultsFileError(f"{path}: not JSON: {error} (delete it, or move it away)") from None
    if not isinstance(found, dict):
        raise ResultsFileError(f"{path}: not an object of options (delete it, or move it away)")
    return found


def _shown(value: object) -> str:
    if value in (None, []):
        return "not given"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
