"""Search engines by name."""

from __future__ import annotations

import os
from collections.abc import Callable

from mobile_env.replay.search.bm25 import Bm25Index
from mobile_env.replay.search.contract import EngineMaker

#: Environment variable that names the engine if the code names none.
ENGINE_VARIABLE = "MOBILE_ENV_SEARCH"
DEFAULT_ENGINE = "bm25"


class SearchUnavailable(ValueError):
    """A search engine is unknown, or a package that it needs is not installed.

    Attributes:
      mend: how to fix it.
    """

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(f"{what} ({mend})")
        self.mend = mend


def _bm25() -> EngineMaker:
    return Bm25Index


def _pyserini() -> EngineMaker:
    from mobile_env.replay.search.java import require_pyserini
    from mobile_env.replay.search.lucene import LuceneIndex

    require_pyserini()
    return LuceneIndex


_ENGINES: dict[str, Callable[[], EngineMaker]] = {"bm25": _bm25, "pyserini": _pyserini}


def engine_names() -> tuple[str, ...]:
    """Names of the engines, the default first."""
    return tuple(_ENGINES)


def engine_name(name: str | None = None) -> str:
    """Resolves the name of an engine: `name`, else the environment variable MOBILE_ENV_SEARCH, else `bm25`.

    Raises:
      SearchUnavailable: there is no engine of that name.
    """
    chosen = name or os.environ.get(ENGINE_VARIABLE) or DEFAULT_ENGINE
    if chosen not in _ENGINES:
        where = "" if name else f" in {ENGINE_VARIABLE}"
        raise SearchUnavailable(
            f"no search engine is named {chosen!r}{where}", f"there are: {', '.join(engine_names())}"
        )
    return chosen


def search_engine(name: str | None = None) -> EngineMaker:
    """Returns a function that makes an engine of (key, text) pairs. `name` is resolved by `engine_name`.

    * `bm25`: in memory, without a JVM;
    * `pyserini`: Lucene through Pyserini, the engine of the paper; extra `pyserini`.

    Large packages are imported and the JVM is started only when an index is made.

    Raises:
      SearchUnavailable: the engine is unknown, or a package that it needs is not installed.
    """
    return _ENGINES[engine_name(name)]()
