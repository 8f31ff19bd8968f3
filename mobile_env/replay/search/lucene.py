"""Lucene's BM25 through Pyserini's classes (Lin et al., SIGIR 2021), the engine of the paper."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import tempfile
import weakref
from collections.abc import Iterable
from pathlib import Path

from mobile_env.replay.search import java
from mobile_env.replay.search.bm25 import K1, B
from mobile_env.replay.search.contract import Hit, bounded, plain

_BATCH = 10_000


class LuceneIndex:
    """An index made by Anserini's `SimpleIndexer` and searched with its `SimpleSearcher`.

    Pyserini's `LuceneIndexer` and `LuceneSearcher` wrap these two classes. This class uses them directly, through
    Pyserini's bridge to Java, because importing the wrappers also imports torch and transformers, which takes
    seconds. Text is analysed with Anserini's default for English.

    The index is stored in a temporary directory, which is removed when the index is no longer used.
    """

    def __init__(self, documents: Iterable[tuple[str, str]], k1: float = K1, b: float = B) -> None:
        """Indexes (key, text) pairs. Starts a JVM in this process.

        Raises:
          SearchUnavailable: a package that the engine needs is not installed.
        """
        self._process = os.getpid()
        self._keys: list[str] = []
        with java.attached():
            indexer_class = java.java_class("io.anserini.index.SimpleIndexer")
            searcher_class = java.java_class("io.anserini.search.SimpleSearcher")
            folder = Path(tempfile.mkdtemp(prefix="mobile-env-search-"))
            weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
            indexer = indexer_class(str(folder), False, 1)
            numbered = enumerate(documents)
            while batch := list(itertools.islice(numbered, _BATCH)):
                self._keys.extend(key for _, (key, _) in batch)
                indexer.addRawDocuments([_document(number, text) for number, (_, text) in batch])
            indexer.close()
            self._searcher = searcher_class(str(folder))
            self._searcher.set_bm25(k1, b)
            self._searcher.search(
                "", 1
            )  # the searcher initialises itself at the first query, which is not thread-safe
        self.nbytes = sum(path.stat().st_size for path in folder.iterdir())

    def search(self, query: str, limit: int) -> list[Hit]:
        """Returns at most `limit` hits, best first. Equal scores keep the order of indexing.

        Raises:
          SearchUnavailable: this process was forked after the index was made.
        """
        java.require_same_process(self._process)
        if limit <= 0:
            return []
        with java.attached():
            found = self._searcher.search(bounded(query), limit)
            return [Hit(self._keys[int(hit.docid)], float(hit.score)) for hit in found]


def _document(number: int, text: str) -> str:
    # Anserini orders equal scores by the id as text.
    return json.dumps({"id": f"{number:010}", "contents": plain(text)})
