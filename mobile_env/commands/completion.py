"""`mobile-env completion`: scripts by which a shell completes subcommands, options and names."""

import argparse
import dataclasses
import shlex
from collections.abc import Iterator

HELP = "print a script that completes mobile-env's arguments in a shell"
_EXAMPLES = """\
bash: eval "$(mobile-env completion bash)"            (in ~/.bashrc)
zsh:  eval "$(mobile-env completion zsh)"             (in ~/.zshrc, after compinit)
fish: mobile-env completion fish | source             (in ~/.config/fish/config.fish)
"""
# What an argument may be, by its metavar; files are offered where nothing of this fits.
_DEVICES = ("embedded", "emulator:", "adb:", "remote:")


@dataclasses.dataclass(frozen=True)
class Level:
    """What may follow a subcommand.

    Attributes:
      path: the subcommands so far, such as ("replay", "serve"); () at the beginning.
      words: subcommands and names that may come next.
      options: words that may follow each long option; () where that is a file or a free text.
    """

    path: tuple[str, ...]
    words: tuple[str, ...]
    options: dict[str, tuple[str, ...]]


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell that reads the script")


def run(arguments: argparse.Namespace) -> int:
    """Prints the script."""
    from mobile_env.cli import make_parser

    found = list(levels(make_parser()))
    print(_fish(found) if arguments.shell == "fish" else _bash(found, zsh=arguments.shell == "zsh"), end="")
    return 0


def levels(parser: argparse.ArgumentParser, path: tuple[str, ...] = ()) -> Iterator[Level]:
    """The levels of a parser and of its subcommands, the outermost first."""
    words: list[str] = []
    options: dict[str, tuple[str, ...]] = {}
    below: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            below = dict(action.choices)
            words += below
        elif action.option_strings:
            long = [name for name in action.option_strings if name.startswith("--")]
            options |= dict.fromkeys(long, _values(action))
        else:
            words += _values(action)
    yield Level(path, tuple(words), options)
    for name, subparser in below.items():
        yield from levels(subparser, (*path, name))


def _values(action: argparse.Action) -> tuple[str, ...]:
    from mobile_env.agents.registry import AGENTS
    from mobile_env.tasks.discovery import shipped_sets

    if action.choices is not None:
        return tuple(map(str, action.choices))
    if action.metavar == "TASKS":
        return tuple(shipped_sets())
    return {"AGENT": tuple(AGENTS), "SPEC": _DEVICES}.get(str(action.metavar), ())


def _bash(found: list[Level], *, zsh: bool) -> str:
    known = " | ".join("/" + "/".join(level.path) for level in found if level.path)
    after_options, after_path = [], []
    for level in found:
        place = "".join(f"/{name}" for name in level.path)
        for option, values in level.options.items():
            if values:
                case = shlex.quote(f"{place} {option}")
                after_options.append(f"    {case}) words={shlex.quote(' '.join(values))} ;;")
        words, options = shlex.quote(" ".join(level.words)), shlex.quote(" ".join(level.options))
        after_path.append(f"      {shlex.quote(place)}) words={words} options={options} ;;")
    lines = [
        *(["autoload -U +X bashcompinit && bashcompinit"] if zsh else []),
        "_mobile_env() {",
        "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} place= words= options= number",
        "  for ((number = 1; number < COMP_CWORD; number++)); do",
        '    case "$place/${COMP_WORDS[number]}" in',
        f'      {known}) place="$place/${{COMP_WORDS[number]}}" ;;',
        "    esac",
        "  done",
        '  case "$place $previous" in',
        *after_options,
        '    *) case "$place" in',
        *after_path,
        "    esac ;;",
        "  esac",
        "  [[ $current == -* ]] && words=$options",
        '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
        "}",
        "complete -o default -F _mobile_env mobile-env",
    ]
    return "\n".join(lines) + "\n"


def _fish(found: list[Level]) -> str:
    lines = []
    children: dict[tuple[str, ...], list[str]] = {}
    for level in found[1:]:
        children.setdefault(level.path[:-1], []).append(level.path[-1])
    for level in found:
        here = [f"__fish_seen_subcommand_from {name}" for name in level.path]
        if level.path in children:
            here.append(f"not __fish_seen_subcommand_from {' '.join(children[level.path])}")
        condition = shlex.quote("; and ".join(here)) if here else "__fish_use_subcommand"
        if level.words:
            lines.append(f"complete -c mobile-env -n {condition} -a {shlex.quote(' '.join(level.words))}")
        for option, values in level.options.items():
            line = f"complete -c mobile-env -n {condition} -l {option.removeprefix('--')}"
            lines.append(f"{line} -x -a {shlex.quote(' '.join(values))}" if values else line)
    return "\n".join(lines) + "\n"
