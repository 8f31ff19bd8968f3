"""One parameter of a family: a generator, and what has to be true of what it draws."""

from __future__ import annotations

import dataclasses
import keyword
import re
from dataclasses import dataclass
from typing import Any, Final

from mobile_env.events.transformation_functions import FUNCTIONS as LANGUAGE_FUNCTIONS
from mobile_env.tasks.errors import FieldPath
from mobile_env.tasks.parameters.compiling import Compiler, DrawError, Generator, Scope
from mobile_env.tasks.parameters.draws import Draws
from mobile_env.tasks.parameters.expression import FUNCTIONS, Expression

MOST_ATTEMPTS: Final = 1_000
"""How often one value is drawn until `require` holds."""

# Hashing the key of the value's random numbers takes the time of so many steps.
_STEPS_OF_A_DRAW: Final = 20

RESERVED: Final = frozenset({"now", "row", "rows", "index"})
"""Names that expressions know without a parameter."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class DrawAgain(Exception):
    """What was drawn before leaves no value for this parameter."""


@dataclass(frozen=True)
class Parameter:
    """A parameter, or a column of rows.

    Attributes:
      name: what expressions call it.
      generator: draws its value.
      require: has to be true of the value; None: any value will do.
      helper: whether a column is left out on the phone and in comparisons.
    """

    name: str
    generator: Generator
    require: Expression | None = None
    helper: bool = False

    @property
    def reads(self) -> frozenset[str]:
        """Names that have to be known before it is drawn."""
        names = self.generator.reads | (self.require.reads if self.require else frozenset())
        return names - {self.name}

    def fields_read(self, name: str) -> frozenset[str] | None:
        """The fields it reads of a record by attribute; None if it reads the record in other ways, too."""
        fields: frozenset[str] = frozenset()
        for expression in expressions_of(self):
            read = expression.fields_read(name)
            if read is None:
                return None
            fields |= read
        return fields

    def draw(self, draws: Draws, scope: Scope) -> Any:
        """A value for which `require` holds.

        Args:
          draws: the random numbers of the instance, or of the record that this is a column of.
          scope: what is known already.

        Raises:
          DrawAgain: none was found; what was drawn before should be drawn anew.
          DrawError: there is no value, whatever is drawn.
          ExpressionError: an expression failed.
        """
        for attempt in range(MOST_ATTEMPTS if self.generator.is_random else 1):
            scope.work.spend(_STEPS_OF_A_DRAW)
            value = self.generator.draw(draws.child(self.name, attempt), scope)
            if self.require is None:
                return value
            names = {**scope.names, self.name: value}
            if isinstance(scope.names.get("row"), dict):
                names["row"] = {**scope.names["row"], self.name: value}
            if self.require(names, scope.clock, scope.work):
                return value
        assert self.require is not None
        raise DrawAgain(f"no value of {self.name} for which `require: {self.require.source}` holds")


def expressions_of(part: Any) -> list[Expression]:
    """All expressions in a compiled parameter, generator or text."""
    if isinstance(part, Expression):
        return [part]
    if hasattr(part, "slots") and not dataclasses.is_dataclass(part):
        return [expression for expression, _modifiers in part.slots]
    if isinstance(part, tuple):
        return [expression for item in part for expression in expressions_of(item)]
    if dataclasses.is_dataclass(part):
        fields = (getattr(part, field.name) for field in dataclasses.fields(part))
        return [expression for value in fields for expression in expressions_of(value)]
    return []


def compile_parameter(
    compiler: Compiler, path: FieldPath, message: Any, *, is_column: bool = False
) -> Parameter | None:
    """Checks a `Parameter` message; reports what is wrong and returns None then."""
    # Rows have columns, which are parameters: the two modules need each other.
    from mobile_env.tasks.parameters.generators import GENERATORS
    from mobile_env.tasks.parameters.generators.rows import Rows

    if not _check_name(compiler, path, message.name, is_column):
        return None
    kind = message.WhichOneof("draw")
    if kind is None:
        compiler.report(
            path, f"the parameter {message.name} has no generator", f"give one of {', '.join(GENERATORS)}"
        )
        return None
    generator = GENERATORS[kind](compiler, (*path, kind), getattr(message, kind))
    if generator is None:
        return None
    require = None
    if message.require:
        records = generator if isinstance(generator, Rows) else None
        inside = compiler.inside_rows(message.name) if records else compiler.knowing(message.name)
        require = inside.expression((*path, "require"), message.require)
        if require is None:
            return None
        if records:
            generator, require = dataclasses.replace(records, require=require), None
    return Parameter(message.name, generator, require, message.helper)


def _check_name(compiler: Compiler, path: FieldPath, name: str, is_column: bool) -> bool:
    what, mend = "", "use letters, digits and _, beginning with a letter"
    if not name:
        what, mend = "a parameter without a name", 'add name: "title"'
    elif not _NAME.fullmatch(name) or keyword.iskeyword(name) or name.startswith("__"):
        what = f"{name!r} is no name that expressions can use"
    elif is_column:
        pass  # Read as row.name, so that nothing else can be meant.
    elif name in RESERVED or name in LANGUAGE_FUNCTIONS or name in FUNCTIONS:
        what, mend = f"{name!r} has a meaning in expressions", "choose another name"
    if what:
        compiler.report((*path, "name"), what, mend)
    return not what


__all__ = [
    "MOST_ATTEMPTS",
    "RESERVED",
    "DrawAgain",
    "DrawError",
    "Parameter",
    "compile_parameter",
    "expressions_of",
]
