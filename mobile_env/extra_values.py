"""Values of extras as arrays."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def as_array(value: Any) -> NDArray[Any]:
    """A value as an array; of dtype object if it is ragged."""
    try:
        return np.asarray(value)
    except ValueError:  # ragged
        return stacked(value)


def stacked(values: Sequence[Any]) -> NDArray[Any]:
    """One row a value; of dtype object if the values' shapes differ."""
    try:
        return np.stack([np.asarray(value) for value in values]) if values else np.zeros(0)
    except ValueError:
        stacked = np.empty(len(values), object)
        stacked[:] = values
        return stacked
