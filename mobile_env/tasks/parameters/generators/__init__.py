"""The generators of parameters, one a file: each compiles its field of `Parameter` to a `Generator`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from mobile_env.tasks.errors import FieldPath
from mobile_env.tasks.parameters.compiling import Compiler, Generator
from mobile_env.tasks.parameters.generators import computed, integer, moment, pattern, reworded, rows, values

GENERATORS: Final[Mapping[str, Callable[[Compiler, FieldPath, Any], Generator | None]]] = {
    "choice": values.compile_choice,
    "sample": values.compile_sample,
    "integer": integer.compile_integer,
    "moment": moment.compile_moment,
    "text": pattern.compile_pattern,
    "reworded": reworded.compile_reworded,
    "rows": rows.compile_rows,
    "expression": computed.compile_expression,
}
"""The fields of `Parameter.draw`. A compile function reports faults and then returns None."""
