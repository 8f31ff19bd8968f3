"""Content of a phone by name: shipped, of a store, through a proxy."""

import pytest

from mobile_env.cli import main
from mobile_env.loader import load
from mobile_env.phone import Display, Phone
from mobile_env.phone.network import offline
from mobile_env.replay.content import fetcher_for
from mobile_env.replay.store.exchange import Exchange
from mobile_env.replay.store.writer import StoreWriter

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning:mitmproxy.*"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:ldap3.*"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning:passlib.*"),
]


@pytest.mark.needs_extra("replay")
def test_shipped_content_and_a_store(tmp_path):
    with StoreWriter(tmp_path / "s") as writer:
        writer.add(Exchange("https://a.org/", 200, "OK", (), b"home"))
    assert fetcher_for("wikihow", seed=3) is fetcher_for("wikihow", seed=3)
    assert fetcher_for(str(tmp_path / "s"))("https://a.org/", {}).body == b"home"
    phone = Phone(Display(360, 800, 160), fetch=fetcher_for(f"proxy:{tmp_path / 's'}"))
    assert phone.state.settings.get("global", "http_proxy").startswith("127.0.0.1:")
    assert phone.fetch("https://a.org/", {}).body == b"home"


@pytest.mark.parametrize("name", ["nonsense", "proxy:nonsense", "proxy:"])
@pytest.mark.needs_extra("replay")
def test_what_is_neither(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        ValueError, match=r"no content is named '(nonsense)?' \(known: wikihow; or name the folder"
    ):
        fetcher_for(name)
    (tmp_path / "nonsense").mkdir()
    if name.endswith("nonsense"):
        with pytest.raises(ValueError, match=r"nonsense: no replay store is here"):
            fetcher_for(name)


def test_a_folder_of_articles(sources):
    fetch = fetcher_for(str(sources))
    assert "Water a Fern" in fetch("https://www.wikihow.com/Water-a-Fern", {}).body.decode()
    assert fetch("https://www.wikihow.com/Bake-Focaccia", {}).status == 404
    assert fetcher_for(sources)("https://www.wikihow.com/Main-Page", {}).status == 200


@pytest.mark.needs_extra("replay")
def test_a_folder_of_articles_through_a_proxy(sources):
    phone = Phone(Display(360, 800, 160), fetch=fetcher_for(f"proxy:{sources}"))
    assert b"Water a Fern" in phone.fetch("https://www.wikihow.com/Water-a-Fern", {}).body


def test_faults_of_articles_are_told_before_a_phone_asks(spoil):
    folder = spoil("articles/fold-a-map.md", "## Tips", "## Hints")
    with pytest.raises(ValueError, match=r"fold-a-map.md:\d+: unknown section `Hints`"):
        fetcher_for(str(folder))


def test_no_network_and_a_fetcher_of_ones_own():
    assert fetcher_for(None) is offline
    assert fetcher_for("none") is offline
    assert fetcher_for(offline) is offline


def test_an_embedded_environment_and_a_recording_of_a_folder_of_articles(sources, tmp_path, capsys):
    with load("wikihow", "embedded:360x640@160", content=str(sources), hierarchy=True) as env:
        assert "Water a Fern" in str(env.reset().observation["view_hierarchy"])
    assert main(["replay", "build", str(sources), "--out", str(tmp_path / "store")]) == 0
    assert "12 pages" in capsys.readouterr().out
    recorded = fetcher_for(str(tmp_path / "store"))("https://www.wikihow.com/Water-a-Fern", {})
    assert recorded.body == fetcher_for(sources)("https://www.wikihow.com/Water-a-Fern", {}).body
