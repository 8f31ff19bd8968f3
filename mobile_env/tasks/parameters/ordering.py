"""The order in which parameters are drawn: each after what it needs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence


class CycleError(ValueError):
    """Names that need each other; `names` is the circle, its first name again at the end."""

    def __init__(self, names: Sequence[str]):
        super().__init__(" → ".join(names))
        self.names = list(names)


def in_order_of_need(needs: Mapping[str, Collection[str]]) -> list[str]:
    """All names, each after those it needs; what does not matter stays in the order given.

    Args:
      needs: the names that each name needs; names that are no keys count as there already.

    Raises:
      CycleError: names need each other.
    """
    done: dict[str, None] = {}
    for first in needs:
        stack = [(first, iter(sorted(needs[first])))]
        under_way = {first: None}
        while stack and first not in done:
            name, rest = stack[-1]
            for other in rest:
                if other in under_way:
                    circle = list(under_way)
                    raise CycleError([*circle[circle.index(other) :], other])
                if other in needs and other not in done:
                    stack.append((other, iter(sorted(needs[other]))))
                    under_way[other] = None
                    break
            else:
                done[name] = None
                stack.pop()
                del under_way[name]
    return list(done)
