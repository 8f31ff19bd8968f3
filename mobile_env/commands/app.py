"""`mobile-env app new`: the skeleton of an app for the embedded phone."""

import argparse
import keyword
import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

from mobile_env.commands.contract import BadInput

HELP = "begin an app for the embedded phone"
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PACKAGE = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][A-Za-z0-9_]*)+")


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    new = verbs.add_parser(
        "new",
        help="write the skeleton of an app, which runs and has tests",
        description="Writes the directory NAME with an app of two screens, and test_NAME.py beside it.",
    )
    new.add_argument("name", metavar="NAME", help="name of the app's directory, a Python package")
    new.add_argument("-p", "--package", metavar="PACKAGE", help="Android package (default: org.example.NAME)")
    new.add_argument("-l", "--label", metavar="TEXT", help="what the launcher shows (default: from NAME)")
    new.add_argument(
        "-o",
        "--output",
        default=".",
        metavar="DIR",
        help="where to write it (default: the working directory)",
    )
    new.set_defaults(action=_new)


def run(arguments: argparse.Namespace) -> int:
    """Writes the skeleton."""
    result: int = arguments.action(arguments)
    return result


def _new(arguments: argparse.Namespace) -> int:
    name, parent = arguments.name, Path(arguments.output)
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadInput(f"{name!r} is no name of a Python package: use small letters, digits and underscores")
    package = arguments.package or f"org.example.{name.replace('_', '')}"
    if not _PACKAGE.fullmatch(package):
        raise BadInput(f"{package!r} is no Android package: write it as org.example.{name}")
    folder, test = parent / name, parent / f"test_{name}.py"
    for path in (folder, test):
        if path.exists():
            raise BadInput(f"{path} is there already: choose another name, or another directory by -o")
    label = arguments.label or name.replace("_", " ").capitalize()
    values = {
        "label": label.replace("\\", "").replace('"', "'"),
        "package": package,
        "folder": name,
        "class_name": name.title().replace("_", ""),
    }
    skeleton = resources.files("mobile_env.phone.sdk") / "skeleton"
    try:
        for path in (
            "__init__.py",
            "manifest.py",
            "main.py",
            "edit.py",
            "schema.sql",
            "style.css",
            "contract.txt",
        ):
            _write(skeleton / f"{path}.txt", folder / path, values)
        _write(skeleton / "layouts" / "item_row.xml.txt", folder / "layouts" / "item_row.xml", values)
        _write(skeleton / "test_app.py.txt", test, values)
    except OSError as error:
        raise BadInput(f"{folder}: {error.strerror or error}") from error
    print(f"{folder} is an app, {test} tests it: pytest {test}")
    return 0


def _write(source: Traversable, target: Path, values: dict[str, str]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(Template(source.read_text("utf-8")).substitute(values), "utf-8")
