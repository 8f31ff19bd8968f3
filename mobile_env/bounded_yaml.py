"""Reads YAML of others in bounded time and memory: no aliases, and no more depth or nodes than a person writes.

With aliases, a few hundred bytes stand for billions of values. PyYAML composes nested nodes by recursion, which at
some depth ends the process. So the events of a text are looked at before nodes are made of them.
"""

from __future__ import annotations

from typing import Any, Final

import yaml

MOST_DEPTH: Final = 32
MOST_NODES: Final = 200_000

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_CONSTRUCTOR: Final = yaml.constructor.SafeConstructor()


class YamlFault(yaml.MarkedYAMLError):
    """YAML that is not read, or a scalar that is no value; `problem` says why, `problem_mark` where."""

    def __init__(self, problem: str, mark: Any):
        super().__init__(problem=problem, problem_mark=mark)


def compose(text: str) -> yaml.Node | None:
    """The root node of a YAML document; None if it is empty.

    Raises:
      yaml.YAMLError: the text is no YAML, or beyond the bounds.
    """
    _check(text)
    return yaml.compose(text, Loader=_LOADER)


def value(node: yaml.Node) -> Any:
    """The value of a node: a scalar of YAML's own types, a list, or a dictionary whose keys are texts as written.

    Raises:
      yaml.YAMLError: a scalar is none, such as the date 2020-99-99.
    """
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): value(each) for key, each in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [value(each) for each in node.value]
    try:
        return _CONSTRUCTOR.construct_object(node)
    except (ValueError, OverflowError, ArithmeticError) as error:
        raise YamlFault(str(error), node.start_mark) from None


def _check(text: str) -> None:
    depth = nodes = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.AliasEvent):
            raise YamlFault("an alias (*name) is not read here", event.start_mark)
        if isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.NodeEvent):
            nodes += 1
            depth += isinstance(event, yaml.CollectionStartEvent)
        if depth > MOST_DEPTH or nodes > MOST_NODES:
            what = (
                f"nested more than {MOST_DEPTH} deep"
                if depth > MOST_DEPTH
                else f"more than {MOST_NODES} values"
            )
            raise YamlFault(what, event.start_mark)
