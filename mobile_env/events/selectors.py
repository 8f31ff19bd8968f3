"""CSS 3 selectors for view hierarchies, with Mobile-Env's shorthands, compiled to its own matcher."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import cssselect.parser as css

from mobile_env.events.selector_matching import (
    AttributeTest,
    Complex,
    Compound,
    HierarchyIndex,
    Selector,
    Test,
    child_place,
    type_place,
)
from mobile_env.signals.contract import ViewNode

__all__ = [
    "HierarchyIndex",
    "Selector",
    "SelectorError",
    "compile_selector",
    "expand_shorthands",
    "unmatchable",
]

# Far longer than practical selectors; the parser's work grows with the length.
MAX_LENGTH = 4_000

_SHORTHANDS = {"#": "resource-id", ".": "class", "$": "package", "@": "index"}
# A mark, an optional operator, and a quoted value or digits: `#$"search_plate"`, `@2`.
_SHORTHAND = re.compile(
    r"""(?P<mark>[#.$@])(?P<operator>[$^*]?)(?P<value>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\d+)""", re.DOTALL
)
_QUOTED = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|/\*.*?\*/""", re.DOTALL)
_BRACKETS = re.compile(r"""\[(?:[^\]"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*\]""", re.DOTALL)

_PLACE = re.compile(
    r"(?:got <(?P<token>\w+)(?: (?P<text>.+?))? at (?P<at>\d+)>|at (?P<alone>\d+))$", re.DOTALL
)


class SelectorError(ValueError):
    """A selector cannot be used.

    Attributes:
      mend: how to fix it.
    """

    def __init__(self, what: str, mend: str):
        super().__init__(what)
        self.mend = mend


def expand_shorthands(selector: str) -> tuple[str, list[tuple[int, int]]]:
    """Replaces the shorthands of a selector by CSS attribute selectors.

    `#"id"` is the resource-id, `."cls"` the class, `$"pkg"` the package and `@2` the index. Between mark and
    value, `$` means "ends with", `^` "begins with" and `*` "contains". Quoted text, attribute selectors and
    comments are not changed.

    Returns:
      The CSS selector, and the start of each piece: pairs (position in the result, position in the given selector).
    """
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    length = at = 0
    while at < len(selector):
        places.append((length, at))
        plain = _QUOTED.match(selector, at) or _BRACKETS.match(selector, at)
        shorthand = None if plain else _SHORTHAND.match(selector, at)
        if plain:
            piece, at = plain[0], plain.end()
        elif shorthand:
            value = shorthand["value"]
            quoted = f'"{value}"' if value.isdigit() else value
            piece = f"[{_SHORTHANDS[shorthand['mark']]}{shorthand['operator']}={quoted}]"
            at = shorthand.end()
        else:
            piece, at = selector[at], at + 1
        pieces.append(piece)
        length += len(piece)
    return "".join(pieces), places


def compile_selector(selector: str) -> Selector:
    """Compiles a selector, or several selectors separated by commas.

    Args:
      selector: CSS 3 and the shorthands of `expand_shorthands`; elements are `hierarchy` and `node`.

    Raises:
      SelectorError: the selector is malformed, or uses a feature that dumps do not support.
    """
    if not selector.strip():
        raise SelectorError("empty selector", 'name what to look for, such as #"…:id/title"')
    if len(selector) > MAX_LENGTH:
        raise SelectorError(f"selector of {len(selector)} characters", f"use at most {MAX_LENGTH}")
    plain, places = expand_shorthands(selector)
    for begin, at in places:
        # A quote that opens a string was consumed together with the string.
        if plain[begin] in "\"'" and _QUOTED.match(selector, at) is None:
            raise SelectorError(
                f"bad selector {selector!r}: unclosed string at character {at + 1}", "close the quotation"
            )
    try:
        groups = css.parse(plain)
    except (css.SelectorError, ValueError, RecursionError) as error:
        raise _syntax_error(selector, places, str(error)) from None
    complexes = []
    for group in groups:
        if group.pseudo_element is not None:
            raise SelectorError(
                f"pseudo-element in selector {selector!r}: a view hierarchy has none",
                "select the element itself",
            )
        complexes.append(_complex(group.parsed_tree, selector))
    return Selector(selector, complexes)


def unmatchable(selector: str) -> list[tuple[str, str]]:
    """Finds parts that no node of a dump can match because they are written as for web pages.

    Args:
      selector: a valid selector.

    Returns:
      The parts, each with the right way to write it.
    """
    found: list[tuple[str, str]] = []
    pending = [group.parsed_tree for group in reversed(css.parse(expand_shorthands(selector)[0]))]
    while pending:
        tree = pending.pop()
        if isinstance(tree, css.CombinedSelector):
            pending += [tree.subselector, tree.selector]
            continue
        # Parts inside :not() or :is() may intentionally match nothing.
        if isinstance(tree, css.Element):
            if tree.element not in (None, "node", "hierarchy"):
                mend = f'for the end of a class name write .$"{tree.element}"'
                found.append((f"elements of a dump are called node, and none {tree.element}", mend))
            continue
        if isinstance(tree, css.Hash):
            found.append(
                (
                    f"no node of a dump has an id, as #{tree.id} asks",
                    f'for the end of a resource-id write #$"{tree.id}"',
                )
            )
        elif isinstance(tree, css.Class) and "." not in tree.class_name:
            mend = 'write the whole class name in quotes, as ."android.widget.TextView", or its end, as .$"TextView"'
            found.append((f"no node of a dump is of a class .{tree.class_name}", mend))
        pending.append(tree.selector)
    return found


def _syntax_error(selector: str, places: list[tuple[int, int]], message: str) -> SelectorError:
    found = _PLACE.search(message)
    if found is None:
        what = message or "nested too deeply"
        return SelectorError(f"bad selector {selector!r}: {what}", "see the selectors of CSS 3")
    at = int(found["at"] or found["alone"])
    begin = max((place for place in places if place[0] <= at), default=(0, 0))
    inside = at - begin[0] if at - begin[0] < len(selector) - begin[1] else 0
    column = begin[1] + inside + 1
    reason = message[: found.start()].rstrip(" ,").lower()
    if found["token"] == "EOF" or column > len(selector):
        where = "at its end"
    else:
        where = f"at character {column}, {selector[column - 1 : column + 9]!r}"
    return SelectorError(f"bad selector {selector!r}: {reason} {where}", "see the selectors of CSS 3")


def _complex(tree: Any, selector: str) -> Complex:
    """Converts a left-leaning tree of combinators."""
    steps: list[tuple[str, Compound]] = []
    while isinstance(tree, css.CombinedSelector):
        steps.append((tree.combinator, _compound(tree.subselector, selector)))
        tree = tree.selector
    return Complex(_compound(tree, selector), tuple(reversed(steps)))


def _compound(tree: Any, selector: str) -> Compound:
    tests: list[Test] = []
    attributes: list[AttributeTest] = []
    while not isinstance(tree, css.Element):
        made = _simple(tree, selector)
        if isinstance(made, AttributeTest):
            attributes.append(made)
        else:
            tests.append(made)
        tree = tree.selector
    if tree.namespace not in (None, "*"):
        raise SelectorError(
            f"namespace {tree.namespace!r} in selector {selector!r}: dumps have none", "write the name alone"
        )
    if tree.element is not None:
        name = tree.element
        tests.append(lambda node, _index: node.tag == name)
    return Compound(attributes, tests)


def _simple(tree: Any, selector: str) -> AttributeTest | Test:
    match tree:
        case css.Hash():
            return AttributeTest("id", "=", tree.id)
        case css.Class():
            return AttributeTest("class", "~=", tree.class_name)
        case css.Attrib():
            return _attribute(tree, selector)
        case css.Pseudo():
            return _pseudo(tree.ident, selector)
        case css.Function():
            return _function(tree, selector)
        case css.Negation():
            inner = _complex(tree.subselector, selector)
            return lambda node, index: not inner.matches(node, index)
        case css.Matching() | css.SpecificityAdjustment():
            alternatives = [_complex(each, selector) for each in tree.selector_list]
            return lambda node, index: any(each.matches(node, index) for each in alternatives)
        case _:
            raise SelectorError(
                f":has() in selector {selector!r} is not in CSS 3",
                "select the descendant, or use two sources",
            )


def _attribute(tree: Any, selector: str) -> AttributeTest:
    if tree.namespace not in (None, "*"):
        raise SelectorError(
            f"namespace {tree.namespace!r} in selector {selector!r}: dumps have none", "write the name alone"
        )
    if getattr(tree, "flag", None) == "i":
        raise SelectorError(
            f"case flag in selector {selector!r} is not in CSS 3", "test a property with a (?i) pattern"
        )
    if tree.operator == "!=":
        raise SelectorError(
            f"operator != in selector {selector!r} is not in CSS 3", 'write :not([name="value"])'
        )
    value = getattr(tree.value, "value", tree.value)
    return AttributeTest(tree.attrib, tree.operator, value or "")


def _pseudo(name: str, selector: str) -> Test:
    test = _PSEUDO_CLASSES.get(name.lower())
    if test is None:
        raise SelectorError(
            f"pseudo-class :{name} in selector {selector!r}: a view hierarchy does not tell",
            'test an attribute instead, such as [checked="true"]',
        )
    return test


def _first(node: ViewNode) -> bool:
    return node.parent is None or node.parent.children[0] is node


def _last(node: ViewNode) -> bool:
    return node.parent is None or node.parent.children[-1] is node


# The root counts as a first, last and only child (Selectors 4, section 14.3).
_PSEUDO_CLASSES: dict[str, Test] = {
    "root": lambda node, _index: node.parent is None,
    "scope": lambda node, _index: node.parent is None,
    "empty": lambda node, _index: not node.children,
    "first-child": lambda node, _index: _first(node),
    "last-child": lambda node, _index: _last(node),
    "only-child": lambda node, _index: node.parent is None or len(node.parent.children) == 1,
    "first-of-type": lambda node, _index: type_place(node, False) == 1,
    "last-of-type": lambda node, _index: type_place(node, True) == 1,
    "only-of-type": lambda node, _index: type_place(node, False) == 1 and type_place(node, True) == 1,
}

_PLACES: dict[str, Callable[[ViewNode], int]] = {
    "nth-child": lambda node: child_place(node, False),
    "nth-last-child": lambda node: child_place(node, True),
    "nth-of-type": lambda node: type_place(node, False),
    "nth-last-of-type": lambda node: type_place(node, True),
}


def _function(tree: Any, selector: str) -> Test:
    place = _PLACES.get(tree.name.lower())
    if place is None:
        mend = 'test the text instead, such as [text*="…"]' if tree.name == "contains" else "leave it out"
        raise SelectorError(f":{tree.name}() in selector {selector!r}: a view hierarchy does not tell", mend)
    try:
        step, offset = css.parse_series(tree.arguments)
    except ValueError:
        raise SelectorError(
            f"bad argument of :{tree.name}() in selector {selector!r}", "write 3, odd, even or 2n+1"
        ) from None

    def holds(node: ViewNode, _index: HierarchyIndex) -> bool:
        distance = place(node) - offset
        if step == 0:
            return distance == 0
        return distance % step == 0 and distance // step >= 0

    return holds
