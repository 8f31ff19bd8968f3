"""Checks that a transformation uses only allowed statements: an allow-list over Python's syntax tree,
applied at load."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Collection, Iterator, Sequence

from mobile_env.events.transformation_functions import FUNCTION_ARGUMENTS, FUNCTIONS, METHODS, TYPES
from mobile_env.suggestions import nearest

# Limits on the source, because Python's parser and the checks are recursive.
MAX_SOURCE = 10_000
MAX_NODES = 2_000
MAX_NESTING = 60
MAX_LOOPS = 3

METHOD_NAMES = frozenset(name for methods in METHODS.values() for name in methods)

_OPERATORS = (
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow,
    ast.LShift, ast.RShift, ast.BitOr, ast.BitAnd, ast.BitXor,
)  # fmt: skip

_NAMES_OF_FORMS = {
    ast.Attribute: "an attribute",
    ast.Await: "await",
    ast.Delete: "del",
    ast.Expr: "an expression that is not assigned",
    ast.For: "a for statement",
    ast.FunctionDef: "a function definition",
    ast.If: "an if statement",
    ast.ImportFrom: "an import",
    ast.Lambda: "lambda",
    ast.NamedExpr: ":=",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.Starred: "*",
    ast.Try: "try",
    ast.While: "a while statement",
    ast.With: "with",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
}

_HINTS = {
    ast.Expr: "write `y = …`",
    ast.For: "use a comprehension",
    ast.If: "use `a if c else b`",
    ast.Lambda: "use a comprehension",
    ast.NamedExpr: "assign in a statement of its own",
    ast.Set: "use a list, or dict.keys()",
    ast.SetComp: "use a list, or dict.keys()",
}

LANGUAGE = (
    "a transformation knows literals, x and names it assigned, operators, comprehensions, pure functions"
)

EXPRESSION = (
    "an expression knows literals, parameters, fields of records, operators, comprehensions, pure functions"
)


class TransformationFault(ValueError):
    """A transformation uses something outside the language.

    Attributes:
      index: index of the faulty string.
      mend: how to fix it.
    """

    def __init__(self, index: int, what: str, mend: str):
        super().__init__(what)
        self.index = index
        self.mend = mend


def check(sources: tuple[str, ...]) -> list[list[ast.stmt]]:
    """Parses the strings of a transformation.

    Args:
      sources: strings with one or more statements each; all strings share their names.

    Returns:
      The statements of each string.

    Raises:
      TransformationFault: at the first thing that is outside the language.
    """
    checked: list[list[ast.stmt]] = []
    known = {"x"}
    modules: set[str] = set()
    nodes = 0
    for index, source in enumerate(sources):
        if len(source) > MAX_SOURCE:
            raise TransformationFault(
                index, f"transformation of {len(source)} characters", f"use at most {MAX_SOURCE}"
            )
        try:
            with warnings.catch_warnings():
                # A backslash that escapes nothing stands for itself; many published patterns use this.
                warnings.simplefilter("ignore")
                statements = ast.parse(source.strip()).body
        except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
            raise TransformationFault(
                index, f"bad transformation {source!r}: {_reason(error)}", LANGUAGE
            ) from None
        nodes += _size(statements, index)
        if nodes > MAX_NODES:
            raise TransformationFault(index, "transformation is too long", f"use at most {MAX_NODES} terms")
        walk = _Checker(index, source.strip(), known, modules)
        for statement in statements:
            walk.statement(statement)
        checked.append(statements)
    if "y" not in known:
        last = len(sources) - 1
        raise TransformationFault(
            last, f"transformation {sources[last]!r} does not assign y", "write `y = …`"
        )
    return checked


def check_expression(source: str, known: Collection[str], functions: Collection[str]) -> ast.expr:
    """Parses one expression of a family of tasks: the same language, which also reads the fields of records.

    Args:
      source: the expression, e.g. `[r for r in rows if r.name != target.name]`.
      known: the names that the expression may read.
      functions: names of further functions that the expression may call.

    Raises:
      TransformationFault: something is outside the language.
    """
    if len(source) > MAX_SOURCE:
        raise TransformationFault(
            0, f"an expression of {len(source)} characters", f"use at most {MAX_SOURCE}"
        )
    if not source.strip():
        raise TransformationFault(0, "an empty expression", "write one, such as 3 or row.name")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expression = ast.parse(source.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise TransformationFault(0, f"bad expression {source!r}: {_reason(error)}", EXPRESSION) from None
    _size([expression], 0)
    _Checker(0, source.strip(), set(known), set(), functions=functions, records=True).expression(expression)
    return expression


def _reason(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"{error.msg} at character {error.offset}" if error.offset else error.msg
    return "nested too deeply" if isinstance(error, (MemoryError, RecursionError)) else str(error)


def _size(statements: Sequence[ast.AST], index: int) -> int:
    """Number of nodes. Refuses trees that are too deep, before any recursion."""
    count = 0
    level: list[ast.AST] = list(statements)
    depth = 0
    while level:
        count += len(level)
        depth += 1
        if depth > MAX_NESTING or count > MAX_NODES:
            raise TransformationFault(
                index,
                "transformation is nested too deeply"
                if depth > MAX_NESTING
                else "transformation is too long",
                f"use at most {MAX_NESTING} levels and {MAX_NODES} terms",
            )
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return count


class _Checker:
    """Checks the statements of one string. Assignments and imports extend `known` and `modules`.

    `functions` may be called in addition to the language's own. With `records`, `r.name` reads a field of a record.
    """

    def __init__(
        self,
        index: int,
        source: str,
        known: set[str],
        modules: set[str],
        *,
        functions: Collection[str] = (),
        records: bool = False,
    ):
        self._functions = functions
        self._records = records
        self._index = index
        self._lines = source.splitlines()
        self._known = known
        self._modules = modules
        self._loops = 0

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Import(names=[ast.alias(name="ast", asname=None)]):
                self._modules.add("ast")
            case ast.Import():
                raise self._fault(node, "an import", "only `import ast` for ast.literal_eval is known")
            case ast.Assign(targets=targets, value=value):
                self._expression(value)
                for target in targets:
                    self._known.update(self._target(target))
            case ast.AugAssign(target=ast.Name(id=name), op=operator, value=value):
                self._read(node, name)
                self._operator(node, operator)
                self._expression(value)
            case _:
                raise self._unknown(node)

    def expression(self, node: ast.expr) -> None:
        """Checks one expression."""
        self._expression(node)

    def _target(self, node: ast.expr) -> Iterator[str]:
        match node:
            case ast.Name(id=name):
                if name.startswith("__"):
                    raise self._fault(node, f"the name {name}", "choose another")
                yield name
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    yield from self._target(part)
            case _:
                raise self._fault(node, "an assignment to a part of a value", "make a new value")

    def _expressions(self, nodes: list[ast.expr]) -> None:
        for node in nodes:
            self._expression(node)

    def _expression(self, node: ast.expr) -> None:
        match node:
            case ast.Constant(value=value):
                if not (value is None or isinstance(value, (bool, int, float, str))):
                    raise self._fault(
                        node, f"a {type(value).__name__} literal", "use text, numbers, True, None"
                    )
            case ast.Name(id=name):
                self._read(node, name)
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.JoinedStr(values=parts):
                self._expressions(parts)
            case ast.Dict(keys=keys, values=values):
                for key in keys:
                    if key is None:
                        raise self._fault(node, "**", "write the keys")
                    self._expression(key)
                self._expressions(values)
            case ast.FormattedValue(value=value, format_spec=spec):
                self._expression(value)
                if spec is not None:
                    self._expression(spec)
            case ast.BinOp(left=left, op=operator, right=right):
                self._operator(node, operator)
                self._expressions([left, right])
            case ast.UnaryOp(operand=operand):
                self._expression(operand)
            case ast.BoolOp(values=values):
                self._expressions(values)
            case ast.Compare(left=left, ops=operators, comparators=others):
                self._expressions([left, *others])
                self._identity(node, [left, *others], operators)
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                self._expressions([test, body, otherwise])
            case ast.Subscript(value=value, slice=place):
                self._expression(value)
                self._place(place)
            case (
                ast.ListComp(elt=element, generators=loops) | ast.GeneratorExp(elt=element, generators=loops)
            ):
                self._comprehension(node, [element], loops)
            case ast.DictComp(key=key, value=value, generators=loops):
                self._comprehension(node, [key, value], loops)
            case ast.Call():
                self._call(node)
            case ast.Attribute(value=value, attr=name) if self._records:
                if name.startswith("__"):
                    raise self._fault(node, f"the field {name}", "records have fields such as row.name")
                self._expression(value)
            case _:
                raise self._unknown(node)

    def _place(self, node: ast.expr) -> None:
        if isinstance(node, ast.Slice):
            self._expressions([part for part in (node.lower, node.upper, node.step) if part is not None])
        else:
            self._expression(node)

    def _identity(self, node: ast.Compare, values: list[ast.expr], operators: list[ast.cmpop]) -> None:
        for operator, left, right in zip(operators, values, values[1:], strict=False):
            if isinstance(operator, (ast.Is, ast.IsNot)) and not any(
                isinstance(side, ast.Constant) and (side.value is None or isinstance(side.value, bool))
                for side in (left, right)
            ):
                raise self._fault(node, "`is` between two values", "use == or !=")

    def _comprehension(
        self, node: ast.expr, elements: list[ast.expr], loops: list[ast.comprehension]
    ) -> None:
        self._loops += len(loops)
        if self._loops > MAX_LOOPS:
            raise self._fault(
                node, f"more than {MAX_LOOPS} loops inside each other", "use several statements"
            )
        outer = set(self._known)
        for loop in loops:
            if loop.is_async:
                raise self._fault(node, "async", "leave it out")
            self._expression(loop.iter)
            self._known.update(self._target(loop.target))
            self._expressions(loop.ifs)
        self._expressions(elements)
        # In place, because later strings share the set.
        self._known.intersection_update(outer)
        self._loops -= len(loops)

    def _call(self, node: ast.Call) -> None:
        places: list[tuple[int | str, ast.expr]] = [*enumerate(node.args)]
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self._fault(node, "**", "write the arguments")
            places.append((keyword.arg, keyword.value))
        match node.func:
            case ast.Name(id="isinstance") if "isinstance" not in self._known:
                if len(node.args) != 2 or node.keywords:
                    raise self._fault(node, "isinstance() without two arguments", "write isinstance(x, str)")
                self._expression(node.args[0])
                self._types(node.args[1])
            case ast.Name(id=name) if name in FUNCTIONS and name not in self._known:
                functions = FUNCTION_ARGUMENTS.get(name, frozenset())
                for place, argument in places:
                    if place in functions:
                        self._function(argument)
                    else:
                        self._expression(argument)
            case ast.Name(id=name) if name in self._functions and name not in self._known:
                self._expressions([argument for _place, argument in places])
            case ast.Name(id=name):
                known = ", ".join([*FUNCTIONS, *self._functions])
                raise self._fault(node, f"a call of {name}()", f"the functions are {known}")
            case ast.Attribute(value=ast.Name(id="ast"), attr=name) if "ast" not in self._known:
                if "ast" not in self._modules or name != "literal_eval":
                    raise self._fault(node, f"ast.{name}()", "`import ast`, then ast.literal_eval(…)")
                if len(node.args) != 1 or node.keywords:
                    raise self._fault(node, "ast.literal_eval() without one argument", "give it the text")
                self._expressions(node.args)
            case ast.Attribute(value=value, attr=name):
                if name not in METHOD_NAMES:
                    raise self._fault(
                        node, f"the method {name}()", f"known are {', '.join(sorted(METHOD_NAMES))}"
                    )
                self._expression(value)
                self._expressions([argument for _place, argument in places])
            case _:
                raise self._fault(node, "a call of something that is no function's name", LANGUAGE)

    def _function(self, node: ast.expr) -> None:
        match node:
            case ast.Name(id=name) if name in FUNCTIONS and name != "isinstance" and name not in self._known:
                return
            case ast.Constant(value=None):
                return
        raise self._fault(
            node, "something that is no function's name, where one is needed", "name a function"
        )

    def _types(self, node: ast.expr) -> None:
        match node:
            case ast.Name(id=name) if name in TYPES and name not in self._known:
                return
            case ast.Tuple(elts=parts) if parts:
                for part in parts:
                    self._types(part)
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                self._types(left)
                self._types(right)
            case _:
                raise self._fault(node, "something that is no type's name", f"types are {', '.join(TYPES)}")

    def _operator(self, node: ast.AST, operator: ast.operator) -> None:
        if not isinstance(operator, _OPERATORS):
            raise self._fault(node, f"the operator {type(operator).__name__}", LANGUAGE)

    def _read(self, node: ast.AST, name: str) -> None:
        if name in self._known:
            return
        if name in FUNCTIONS or name in self._functions:
            raise self._fault(node, f"the function {name} as a value", f"call it: {name}(…)")
        if self._records:
            raise self._fault(node, f"the unknown name {name}", self._names_near(name))
        raise self._fault(node, f"the unknown name {name}", "use x, or a name assigned before")

    def _names_near(self, name: str) -> str:
        known = sorted(self._known)
        return nearest(name, known, f"known here: {', '.join(known) or 'nothing but functions'}")

    def _unknown(self, node: ast.AST) -> TransformationFault:
        what = _NAMES_OF_FORMS.get(type(node), type(node).__name__)
        return self._fault(node, what, _HINTS.get(type(node), LANGUAGE))

    def _fault(self, node: ast.AST, what: str, mend: str) -> TransformationFault:
        row, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        line = self._lines[row - 1] if row <= len(self._lines) else ""
        # The parser counts bytes.
        place = len(line.encode()[:column].decode(errors="ignore")) + 1
        where = f"character {place}" if len(self._lines) <= 1 else f"line {row}, character {place}"
        kind = "expression" if self._records else "transformation"
        return TransformationFault(self._index, f"{kind} has {what} at {where}: outside its language", mend)
