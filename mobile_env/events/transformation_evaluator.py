"""Runs the checked statements of a transformation: an interpreter of the syntax tree with bounded work."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mobile_env.events import transformation_functions as functions
from mobile_env.events.work_budget import WorkBudget, check_text

_BINARY: Mapping[type[ast.operator], Callable[[WorkBudget, Any, Any], Any]] = {
    ast.Add: lambda _budget, left, right: left + right,
    ast.Sub: lambda _budget, left, right: left - right,
    ast.Mult: functions.multiply,
    ast.Div: lambda _budget, left, right: left / right,
    ast.FloorDiv: lambda _budget, left, right: left // right,
    ast.Mod: functions.modulo,
    ast.Pow: functions.power,
    ast.LShift: functions.shift_left,
    ast.RShift: lambda _budget, left, right: left >> right,
    ast.BitOr: lambda _budget, left, right: left | right,
    ast.BitAnd: lambda _budget, left, right: left & right,
    ast.BitXor: lambda _budget, left, right: left ^ right,
}

_UNARY: Mapping[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
}

_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda left, right: left in right,
    ast.NotIn: lambda left, right: left not in right,
}

_STR, _REPR, _ASCII = map(ord, "sra")
_CONVERSIONS: Mapping[int, Callable[[Any], str]] = {
    -1: lambda value: value,
    _STR: str,
    _REPR: repr,
    _ASCII: ascii,
}


class Evaluator:
    """One run of a transformation."""

    def __init__(
        self,
        budget: WorkBudget,
        names: dict[str, Any],
        more_functions: Mapping[str, functions.Function] | None = None,
    ):
        """Prepares a run.

        Args:
          budget: limits the work of the run.
          names: the values that statements may read; assignments are written to it.
          more_functions: functions in addition to the language's own; their first argument is the budget.
        """
        self._more_functions = more_functions or {}
        self._budget = budget
        self._names = names

    def execute(self, statement: ast.stmt) -> None:
        """Runs one checked statement.

        Raises:
          WorkError: the statement exceeds the budget.
          Exception: what Python raises for wrong values, such as KeyError or TypeError.
        """
        match statement:
            case ast.Assign(targets=targets, value=value):
                result = self._value(value)
                for target in targets:
                    self._assign(target, result)
            case ast.AugAssign(target=ast.Name(id=name), op=kind, value=value):
                self._names[name] = self._binary(kind, self._names[name], self._value(value))

    def _assign(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            self._names[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = functions.items(self._budget, value)
            if len(parts) != len(target.elts):
                raise ValueError(f"needs {len(target.elts)} values to assign, there are {len(parts)}")
            for part, each in zip(target.elts, parts, strict=True):
                self._assign(part, each)

    def _made(self, value: Any) -> Any:
        """Checks the size of a new value and charges the budget for it."""
        self._budget.weigh(value)
        return value

    def evaluate(self, expression: ast.expr) -> Any:
        """The value of one checked expression."""
        return self._value(expression)

    def _value(self, node: ast.expr) -> Any:
        self._budget.spend(1)
        return _EVALUATE[type(node)](self, node)

    def _constant(self, node: ast.Constant) -> Any:
        return node.value

    def _name(self, node: ast.Name) -> Any:
        return self._names[node.id]

    def _list(self, node: ast.List) -> Any:
        return self._made([self._value(part) for part in node.elts])

    def _tuple(self, node: ast.Tuple) -> Any:
        return self._made(tuple([self._value(part) for part in node.elts]))

    def _dict(self, node: ast.Dict) -> Any:
        pairs = zip(node.keys, node.values, strict=True)
        evaluated = ((self._value(key), self._value(value)) for key, value in pairs if key is not None)
        return self._made(functions.make_dict(self._budget, evaluated))

    def _joined(self, node: ast.JoinedStr) -> Any:
        parts: list[str] = []
        length = 0
        for part in node.values:
            parts.append(self._value(part))
            length += len(parts[-1])
            check_text(length)
        return self._made("".join(parts))

    def _formatted(self, node: ast.FormattedValue) -> Any:
        value = self._value(node.value)
        self._budget.weigh(value)
        functions.check_shown(value, escaped=node.conversion in (_REPR, _ASCII))
        spec = "" if node.format_spec is None else self._value(node.format_spec)
        functions.check_format_spec(spec)
        return format(_CONVERSIONS[node.conversion](value), spec)

    def _binary(self, kind: ast.operator, left: Any, right: Any) -> Any:
        return self._made(_BINARY[type(kind)](self._budget, left, right))

    def _operation(self, node: ast.BinOp) -> Any:
        return self._binary(node.op, self._value(node.left), self._value(node.right))

    def _unary(self, node: ast.UnaryOp) -> Any:
        return _UNARY[type(node.op)](self._value(node.operand))

    def _boolean(self, node: ast.BoolOp) -> Any:
        stop = isinstance(node.op, ast.Or)
        value = None
        for part in node.values:
            value = self._value(part)
            if bool(value) is stop:
                break
        return value

    def _compare(self, node: ast.Compare) -> Any:
        left = self._value(node.left)
        result = True
        for kind, other in zip(node.ops, node.comparators, strict=True):
            right = self._value(other)
            self._budget.weigh(left)
            self._budget.weigh(right)
            result = _COMPARISONS[type(kind)](left, right)
            if not result:
                break
            left = right
        return result

    def _conditional(self, node: ast.IfExp) -> Any:
        return self._value(node.body if self._value(node.test) else node.orelse)

    def _subscript(self, node: ast.Subscript) -> Any:
        value = self._value(node.value)
        if not isinstance(node.slice, ast.Slice):
            key = self._value(node.slice)
            if isinstance(key, tuple):
                # Hashed anew each time.
                self._budget.weigh(key)
            return value[key]
        parts = (node.slice.lower, node.slice.upper, node.slice.step)
        return self._made(value[slice(*(None if part is None else self._value(part) for part in parts))])

    def _field(self, node: ast.Attribute) -> Any:
        record = self._value(node.value)
        if not isinstance(record, dict):
            raise TypeError(f"{type(record).__name__} is no record: it has no field {node.attr}")
        if node.attr not in record:
            raise LookupError(f"the record has no field {node.attr}; it has {', '.join(map(str, record))}")
        return record[node.attr]

    def _list_comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> Any:
        return self._made([self._value(node.elt) for _ in self._rounds(node.generators)])

    def _dict_comprehension(self, node: ast.DictComp) -> Any:
        rounds = self._rounds(node.generators)
        evaluated = ((self._value(node.key), self._value(node.value)) for _ in rounds)
        return self._made(functions.make_dict(self._budget, evaluated))

    def _rounds(self, loops: list[ast.comprehension]) -> Iterator[None]:
        """Iterates over the rounds of nested loops. Loop variables are removed afterwards."""
        outer = dict(self._names)
        try:
            yield from self._loop(loops)
        finally:
            self._names.clear()
            self._names.update(outer)

    def _loop(self, loops: list[ast.comprehension]) -> Iterator[None]:
        if not loops:
            yield
            return
        loop, *inner = loops
        for item in functions.items(self._budget, self._value(loop.iter)):
            self._assign(loop.target, item)
            if all(self._value(condition) for condition in loop.ifs):
                yield from self._loop(inner)

    def _call(self, node: ast.Call) -> Any:
        budget = self._budget
        function = node.func
        if isinstance(function, ast.Name):
            name = function.id
            if name == "isinstance":
                return isinstance(self._value(node.args[0]), self._types(node.args[1]))
            places = functions.FUNCTION_ARGUMENTS.get(name, frozenset())
            arguments = [
                self._function(argument) if place in places else self._argument(argument)
                for place, argument in enumerate(node.args)
            ]
            named = {
                keyword.arg: self._function(keyword.value)
                if keyword.arg in places
                else self._argument(keyword.value)
                for keyword in node.keywords
                if keyword.arg is not None
            }
            call = functions.FUNCTIONS.get(name) or self._more_functions[name]
            return self._made(call(budget, *arguments, **named))
        assert isinstance(function, ast.Attribute)
        if isinstance(function.value, ast.Name) and function.value.id not in self._names:
            return self._made(functions.literal(budget, self._value(node.args[0])))
        receiver = self._argument(function.value)
        method = functions.METHODS.get(type(receiver), {}).get(function.attr)
        if method is None:
            raise TypeError(f"{type(receiver).__name__} has no method {function.attr}()")
        arguments = [self._argument(argument) for argument in node.args]
        named = {keyword.arg: self._argument(keyword.value) for keyword in node.keywords if keyword.arg}
        return self._made(method(budget, receiver, *arguments, **named))

    def _argument(self, node: ast.expr) -> Any:
        # Most functions go through all of their arguments.
        return self._made(self._value(node))

    def _function(self, node: ast.expr) -> functions.Function | None:
        return functions.FUNCTIONS[node.id] if isinstance(node, ast.Name) else None

    def _types(self, node: ast.expr) -> tuple[type, ...]:
        if isinstance(node, ast.Name):
            return (functions.TYPES[node.id],)
        parts = node.elts if isinstance(node, ast.Tuple) else [node.left, node.right]  # type: ignore[attr-defined]
        return tuple(kind for part in parts for kind in self._types(part))


_EVALUATE: Mapping[type[ast.expr], Callable[[Evaluator, Any], Any]] = {
    ast.Constant: Evaluator._constant,
    ast.Name: Evaluator._name,
    ast.List: Evaluator._list,
    ast.Tuple: Evaluator._tuple,
    ast.Dict: Evaluator._dict,
    ast.JoinedStr: Evaluator._joined,
    ast.FormattedValue: Evaluator._formatted,
    ast.BinOp: Evaluator._operation,
    ast.UnaryOp: Evaluator._unary,
    ast.BoolOp: Evaluator._boolean,
    ast.Compare: Evaluator._compare,
    ast.IfExp: Evaluator._conditional,
    ast.Subscript: Evaluator._subscript,
    ast.ListComp: Evaluator._list_comprehension,
    ast.GeneratorExp: Evaluator._list_comprehension,
    ast.DictComp: Evaluator._dict_comprehension,
    ast.Call: Evaluator._call,
    ast.Attribute: Evaluator._field,
}
