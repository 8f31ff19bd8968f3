"""Lucene's BM25 by the classes of Pyserini (Lin et al., SIGIR 2021), with which the paper searched."""

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
    """An index made by Anserini's `SimpleIndexer` and asked through its `SimpleSearcher`.

    They are what Pyserini's `LuceneIndexer` and `LuceneSearcher` wrap. They are taken as they are, by Pyserini's
    own bridge, because the import of those wrappers loads torch and transformers, and takes seconds. Analysis
    is Anserini's default for English.

    The index lies in a temporary folder, which is removed when the index is no longer used.
    """

    def __init__(self, documents: Iterable[tuple[str, str]], k1: float = K1, b: float = B) -> None:
        """Index (key, text) pairs. Starts a JVM in this process.

        Raises:
          SearchUnavailable: something that it needs is not installed.
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
            )  # it makes its parts at the first query, which is not safe among threads
        self.nbytes = sum(path.stat().st_size for path in folder.iterdir())

    def search(self, query: str, limit: int) -> list[Hit]:
        """At most `limit` hits, best first, equal scores in the order of indexing.

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
    # Anserini orders equal scores by the text of the id.
    return json.dumps({"id": f"{number:010}", "contents": plain(text)})
