"""Content of a phone by name: shipped, of a store, through a proxy."""

import pytest

from mobile_env.phone import Display, Phone
from mobile_env.replay.by_name import fetcher_by_name
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
    assert fetcher_by_name("wikihow", seed=3) is fetcher_for("wikihow", seed=3)
    assert fetcher_by_name(str(tmp_path / "s"))("https://a.org/", {}).body == b"home"
    phone = Phone(Display(360, 800, 160), fetch=fetcher_by_name(f"proxy:{tmp_path / 's'}"))
    assert phone.state.settings.get("global", "http_proxy").startswith("127.0.0.1:")
    assert phone.fetch("https://a.org/", {}).body == b"home"


@pytest.mark.parametrize("name", ["nonsense", "proxy:nonsense", "proxy:"])
@pytest.mark.needs_extra("replay")
def test_what_is_neither(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        ValueError, match=r"no content is named '(nonsense)?' \(known: wikihow; or name the folder"
    ):
        fetcher_by_name(name)
    (tmp_path / "nonsense").mkdir()
    if name.endswith("nonsense"):
        with pytest.raises(ValueError, match=r"nonsense: no replay store is here"):
            fetcher_by_name(name)
