"""Runs benchmarks and prints their tables: all of this folder's, or those named."""

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import table

_FOLDER = Path(__file__).parent


def names() -> list[str]:
    """Names of the benchmarks, in alphabetical order: modules with a function `rows`, found without import."""
    modules = (module.name for module in pkgutil.iter_modules([str(_FOLDER)]))
    return sorted(
        name for name in modules if "\ndef rows(" in (_FOLDER / f"{name}.py").read_text(encoding="utf-8")
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns its exit code: 0, or 2 if a name is no benchmark's."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"a benchmark: {', '.join(names())}")
    chosen = parser.parse_args(arguments).name or names()
    unknown = sorted(set(chosen) - set(names()))
    if unknown:
        parser.error(f"no benchmark named {', '.join(unknown)} (there are: {', '.join(names())})")
    print(table.machine())
    for name in chosen:
        module = importlib.import_module(f"benchmarks.{name}")
        table.print_rows(module.TITLE, module.rows())
    return 0


if __name__ == "__main__":
    sys.exit(main())
