"""Builds a set's task files and demonstrations from its templates, configs and `.task` files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mobile_env.events.compiler import compile_task
from mobile_env.phone.network import Fetcher
from mobile_env.proto.task_pb2 import Task
from mobile_env.tasks.discovery import DEMONSTRATION_SUFFIX
from mobile_env.tasks.discovery import SUFFIX as TASK_FILE_SUFFIX
from mobile_env.tasks.errors import Fault, FieldPath, TaskFileError, whole_file
from mobile_env.tasks.set_settings import read_set_settings
from mobile_env.tasks.templates.chaining import Link, chain
from mobile_env.tasks.templates.configs import ConfigFolder, is_prototype, template_of
from mobile_env.tasks.templates.page_walk import Pages, walk
from mobile_env.tasks.templates.printing import print_message
from mobile_env.tasks.templates.task_files import SUFFIX, Member, TaskPlan, read_task_file
from mobile_env.tasks.templates.template import TASK_SUFFIX as TEMPLATE_SUFFIX
from mobile_env.tasks.templates.template import Instance, TemplateFolder
from mobile_env.tasks.textproto import parse_textproto


@dataclass(frozen=True)
class SetFolder:
    """The parts of a task set on disk.

    Attributes:
      templates: directory of `*.textproto.template`.
      configs: directory of `*.conf`.
      tasks: directory of `*.task`.
      output: directory of the generated files.
      content: the content against which chains are checked: a name, or a replay store's directory; "": no check.
    """

    templates: Path
    configs: Path
    tasks: Path
    output: Path
    content: str = ""


def set_folder(root: Path, variant: str = "") -> SetFolder:
    """Returns a set that is laid out like the shipped sets: `templates/`, `configs/`, `tasks/`, `set.conf`.

    The output directory is the set's directory. For a variant, it is `<directory>_<variant>` beside it.

    Raises:
      TaskFileError: a part is missing, or `set.conf` is invalid.
    """
    for name in ("templates", "configs", "tasks"):
        if not (root / name).is_dir():
            raise whole_file(
                root, f"the folder holds no folder {name}", "a set has templates, configs and tasks"
            )
    content = read_set_settings(root).source
    output = root.resolve().with_name(f"{root.resolve().name}_{variant}") if variant else root
    return SetFolder(root / "templates", root / "configs", root / "tasks", output, content)


class Builder:
    """Builds tasks of one set.

    Args:
      templates: the set's templates.
      configs: the set's configs.
      fetch: serves the pages against which chains are checked; None: links are not checked.
      append_commands: see `chain`.
    """

    def __init__(
        self,
        templates: TemplateFolder,
        configs: ConfigFolder,
        fetch: Fetcher | None = None,
        *,
        append_commands: bool = True,
    ) -> None:
        self._append_commands = append_commands
        self._templates = templates
        self._configs = configs
        self._pages = Pages(fetch) if fetch is not None else None

    def build(self, plan: TaskPlan, output: Path) -> dict[Path, str]:
        """Builds the files of one task: the task, and its demonstration if every sub-task has one.

        Raises:
          TaskFileError: the chain, its templates or its configs have faults; contains all of them.
        """
        faults: list[Fault] = []
        links = [link for member in plan.members if (link := self._link(member, faults)) is not None]
        if faults:
            raise TaskFileError(dict.fromkeys(faults))
        walk(links, self._pages, faults)
        made = chain(links, faults, append_commands=self._append_commands)
        if faults:
            raise TaskFileError(dict.fromkeys(faults))
        made.task.id = plan.id
        made.task.name = plan.name or made.task.name
        made.task.kind = plan.kind or made.task.kind
        files = {output / f"{plan.id}{TASK_FILE_SUFFIX}": print_message(made.task, " > ".join(made.stages))}
        _compile(*next(iter(files.items())))
        if made.demonstration is not None:
            made.demonstration.task_id = plan.id
            made.demonstration.near_misses.extend(plan.extra.near_misses)
            files[output / f"{plan.id}{DEMONSTRATION_SUFFIX}"] = print_message(made.demonstration)
        return files

    def varies(self, plan: TaskPlan) -> bool:
        """Whether any sub-task of the task has a template of the variant."""
        return any(self._templates.varies(template_of(member.instance)) for member in plan.members)

    def _link(self, member: Member, faults: list[Fault]) -> Link | None:
        try:
            instance = self._instance(member, faults)
        except TaskFileError as error:
            faults.extend(error.faults)
            return None
        return None if instance is None else Link(instance, member.options, member.place)

    def _instance(self, member: Member, faults: list[Fault]) -> Instance | None:
        name = template_of(member.instance)
        template = self._templates.find(name)
        if template is None:
            known = ", ".join(self._templates.names()) or "none"
            what = f"there is no template {name} in {self._templates.folder}"
            faults.append(member.place.fault(what, f"templates: {known}"))
            return None
        config = self._configs.find(member.instance)
        if config is None:
            what = f"there is no config {member.instance} in {self._configs.folder}"
            section = member.instance.partition("-")[2]
            faults.append(
                member.place.fault(
                    what, f"write [{section}] in {name}.conf, or a file {member.instance}.conf"
                )
            )
            return None
        return template.instantiate(config)


def _compile(path: Path, text: str) -> None:
    """Compiles the events of a generated file. Raises TaskFileError, with positions in that file, if this
    fails."""
    document = parse_textproto(text, Task, path)
    faults: list[Fault] = []

    def report(field_path: FieldPath, what: str, mend: str) -> None:
        faults.append(
            Fault(path, *document.locate(field_path), what, f"{mend}; the file is generated" if mend else "")
        )

    compile_task(document.message, report, path.parent)
    if faults:
        raise TaskFileError(faults)


def build_set(
    folder: SetFolder,
    fetch: Fetcher | None = None,
    *,
    variant: str = "",
    names: Collection[str] = (),
    defined: Collection[str] = (),
    append_commands: bool = True,
) -> dict[Path, str]:
    """Builds all files of a set. Returns their texts by path.

    Args:
      folder: the set.
      fetch: serves the set's content; None: links are not checked.
      variant: name of a variant. Builds only tasks with a template of the variant, with the ids `<id>-<variant>`.
      names: ids of tasks to build; none: all, and configs that no task uses are faults, but for those whose
        instance is called `prototype`.
      defined: names that `# ifdef` finds defined in templates.
      append_commands: whether the command of a task holds those of all its sub-tasks; see `chain`.

    Raises:
      TaskFileError: the set has faults; contains all of them.
    """
    paths = sorted(folder.tasks.glob(f"*{SUFFIX}"))
    if not paths:
        raise whole_file(folder.tasks, f"the folder holds no *{SUFFIX} file", "write one a task")
    missing = sorted(set(names) - {path.name.removesuffix(SUFFIX) for path in paths})
    if missing:
        raise whole_file(folder.tasks, f"there is no task {missing[0]}", f"it would be {missing[0]}{SUFFIX}")
    if names:
        paths = [path for path in paths if path.name.removesuffix(SUFFIX) in names]
    configs = ConfigFolder(folder.configs)
    builder = Builder(
        TemplateFolder(folder.templates, variant, defined), configs, fetch, append_commands=append_commands
    )
    files: dict[Path, str] = {}
    faults: dict[Fault, None] = {}
    for path in paths:
        try:
            plan = read_task_file(path)
            if not variant or builder.varies(plan):
                plan.id = f"{plan.id}-{variant}" if variant else plan.id
                files |= builder.build(plan, folder.output)
        except TaskFileError as error:
            faults |= dict.fromkeys(error.faults)
    if variant and not (files or faults):
        raise whole_file(
            folder.templates,
            f"no template is a variant {variant!r} that these tasks could use",
            f"such a template is named TEMPLATE.{variant}{TEMPLATE_SUFFIX}",
        )
    if not (names or variant or faults):
        faults |= dict.fromkeys(_unused(configs))
    if faults:
        raise TaskFileError(faults)
    return files


def _unused(configs: ConfigFolder) -> Iterable[Fault]:
    for name, config in configs.instances().items():
        if name not in configs.used and not is_prototype(name):
            yield config.place.fault(f"no task uses {name}", "remove it, or name it in a .task file")


def stale(folder: SetFolder, files: dict[Path, str]) -> list[Path]:
    """Files on disk that differ from the built files, are missing, or no longer belong to the set."""
    found = [path for path, text in files.items() if not path.is_file() or path.read_text("utf-8") != text]
    return sorted([*found, *leftovers(folder, files)])


def leftovers(folder: SetFolder, files: Collection[Path]) -> Sequence[Path]:
    """Task files in the output directory that the set no longer builds."""
    return [path for path in sorted(folder.output.glob(f"*{TASK_FILE_SUFFIX}")) if path not in files]
