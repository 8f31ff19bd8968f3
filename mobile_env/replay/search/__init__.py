"""Search over article titles: several engines with one interface, chosen by name."""

from mobile_env.replay.search.analysis import analyse
from mobile_env.replay.search.bm25 import Bm25Index
from mobile_env.replay.search.contract import EngineMaker, Hit, SearchEngine
from mobile_env.replay.search.engines import SearchUnavailable, search_engine

__all__ = [
    "Bm25Index",
    "EngineMaker",
    "Hit",
    "SearchEngine",
    "SearchUnavailable",
    "analyse",
    "search_engine",
]
