"""`mobile-env template`: builds task files from templates, configs and chains."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mobile_env.commands.contract import BadInput

if TYPE_CHECKING:
    from mobile_env.phone.network import Fetcher
    from mobile_env.tasks.templates.building import SetFolder

HELP = "make task files from templates"
_EXIT_STALE = 1


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    init = actions.add_parser("init", help="write a config with all slots of a template, to be filled in")
    init.add_argument("template", metavar="TEMPLATE", help="a file NAME.textproto.template")
    init.add_argument("instance", metavar="INSTANCE", help="name of the new instance")
    init.add_argument(
        "-o",
        "--output",
        metavar="DIR",
        help="write DIR/NAME-INSTANCE.conf (default: print a section of NAME.conf)",
    )
    init.set_defaults(action=_init)
    build = actions.add_parser("build", help="build a set's task files, or one .task file")
    build.add_argument(
        "source",
        metavar="SET",
        help="name of a shipped set (wikihow), a directory with templates, configs and tasks, or a .task file",
    )
    build.add_argument("ids", nargs="*", metavar="TASK", help="ids of the tasks to build (default: all)")
    build.add_argument(
        "-p", "--templates", metavar="DIR", help="directory of the templates (default: the set's)"
    )
    build.add_argument("-c", "--configs", metavar="DIR", help="directory of the configs (default: the set's)")
    build.add_argument(
        "-o", "--output", metavar="DIR", help="output directory (default: the set's directory)"
    )
    build.add_argument(
        "--variant",
        default="",
        metavar="NAME",
        help="build variants with the templates TEMPLATE.NAME.textproto.template",
    )
    build.add_argument(
        "--content",
        metavar="NAME",
        help="check chains against the pages of this content or replay store (none: no check)",
    )
    build.add_argument(
        "-D",
        "--define",
        action="append",
        default=[],
        metavar="NAME",
        help="define a name for `# ifdef NAME` in templates (may be repeated)",
    )
    build.add_argument(
        "--no-autocat-commands",
        action="store_true",
        help="use only the commands of the first sub-task and of sub-tasks with the option c",
    )
    build.add_argument(
        "--check",
        action="store_true",
        help="write nothing; list stale files and exit with 1 if there are any",
    )
    build.set_defaults(action=_build)


def run(arguments: argparse.Namespace) -> int:
    """Runs the action."""
    from mobile_env.tasks.errors import TaskFileError

    try:
        return int(arguments.action(arguments))
    except TaskFileError as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}") from None


def _init(arguments: argparse.Namespace) -> int:
    from mobile_env.tasks.templates.skeleton import skeleton
    from mobile_env.tasks.templates.template import template_file

    instance = arguments.instance
    if not instance or set(instance) & set("[]/\\# \t\n"):
        raise BadInput(f"{instance!r} cannot name an instance: take letters, digits, _ and -")
    template = template_file(Path(arguments.template))
    if arguments.output is None:
        print(skeleton(template, instance), end="")
        return 0
    path = Path(arguments.output) / f"{template.name}-{instance}.conf"
    if path.exists():
        raise BadInput(f"{path}: there is such a config already; remove it, or take another name")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(skeleton(template), "utf-8")
    print(path)
    return 0


def _build(arguments: argparse.Namespace) -> int:
    from mobile_env.tasks.templates.building import build_set, leftovers, stale

    folder, ids = _folder(arguments)
    files = build_set(
        folder,
        _fetch(folder),
        variant=arguments.variant,
        names=ids,
        defined=arguments.define,
        append_commands=not arguments.no_autocat_commands,
    )
    whole = not ids
    if arguments.check:
        old = [path for path in stale(folder, files) if whole or path in files]
        for path in old:
            print(f"{path}: stale")
        print(f"{len(files)} files, {len(old)} stale")
        return _EXIT_STALE if old else 0
    folder.output.mkdir(parents=True, exist_ok=True)
    written = 0
    for path, text in files.items():
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            written += 1
    print(f"{len(files)} files, {written} written")
    for path in leftovers(folder, files) if whole else ():
        print(f"{path}: is not built from this set; remove it if it was")
    return 0


def _folder(arguments: argparse.Namespace) -> tuple["SetFolder", list[str]]:
    """Returns the set for the arguments, and the ids of the tasks to build."""
    from mobile_env.tasks.discovery import shipped_sets
    from mobile_env.tasks.templates.building import SetFolder, set_folder
    from mobile_env.tasks.templates.task_files import SUFFIX

    source = Path(arguments.source)
    ids = list(arguments.ids)
    if source.is_file():
        if not source.name.endswith(SUFFIX):
            raise BadInput(f"{source}: is no {SUFFIX} file")
        ids.append(source.name.removesuffix(SUFFIX))
        root = source.parent.parent
        folder = SetFolder(root / "templates", source.parent, source.parent, source.parent)
        if (root / "configs").is_dir() and (root / "templates").is_dir():
            folder = set_folder(root, arguments.variant)
    else:
        root = source if source.is_dir() else shipped_sets().get(arguments.source, source)
        if not root.is_dir():
            raise BadInput(
                f"{source}: is no folder, no {SUFFIX} file and no shipped set ({', '.join(shipped_sets())})"
            )
        folder = set_folder(root, arguments.variant)
    folder = SetFolder(
        Path(arguments.templates or folder.templates),
        Path(arguments.configs or folder.configs),
        folder.tasks,
        Path(arguments.output or folder.output),
        folder.content if arguments.content is None else _named_content(arguments.content),
    )
    for path in (folder.templates, folder.configs):
        if not path.is_dir():
            raise BadInput(f"{path}: there is no such folder; name it with --templates or --configs")
    return folder, ids


def _named_content(name: str) -> str:
    return "" if name == "none" else name


def _fetch(folder: "SetFolder") -> "Fetcher | None":
    if not folder.content:
        return None
    from mobile_env.replay.content import fetcher_for
    from mobile_env.replay.faults import ContentError
    from mobile_env.replay.sites import names, shipped_library
    from mobile_env.replay.store.errors import StoreError

    try:
        fetch = fetcher_for(folder.content)
        if folder.content in names():
            shipped_library(folder.content)
    except (ValueError, ContentError, StoreError) as error:
        raise BadInput(str(error)) from None
    return fetch
