"""Which URLs are the same resource, by default and by a user's rules."""

import pytest

from mobile_env.replay.store.errors import StoreError
from mobile_env.replay.store.rules import UrlRules, body_digest, parse_rules, read_rules

DEFAULT = UrlRules()
WIKIHOW = parse_rules("""\
ignore_parameters: [wh_an, amp, "utm_*"]
ignore_query_order: true
hosts:
  wikihow.com: www.wikihow.com
""")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.org/x", "HTTPS://A.ORG/x"),
        ("https://a.org/x", "https://a.org:443/x"),
        ("http://a.org", "http://a.org:80/"),
        ("https://a.org/x", "https://a.org/x#part"),
        ("https://a.org/caf%c3%a9", "https://a.org/café"),
        ("https://a.org/a%7Eb'c", "https://a.org/a~b%27c"),
        ("https://a.org/?q=a+b", "https://a.org/?q=a%20b"),
        ("https://a.org/x?", "https://a.org/x"),
        ("https://a.org./x", "https://a.org/x"),
    ],
)
def test_the_same_without_rules(one, other):
    assert DEFAULT.key(one) == DEFAULT.key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.org/x", "http://a.org/x"),
        ("https://a.org/x", "https://a.org/X"),
        ("https://a.org/x", "https://a.org/x/"),
        ("https://a.org/x", "https://a.org:444/x"),
        ("https://a.org/a%2Fb", "https://a.org/a/b"),
        ("https://a.org/a%2525b", "https://a.org/a%25b"),
        ("https://a.org/?a=1&b=2", "https://a.org/?b=2&a=1"),
        ("https://a.org/?a=1%262", "https://a.org/?a=1&2"),
        ("https://a.org/?a=", "https://a.org/?a"),
        ("https://a.org/?a=1", "https://a.org/?a=1&a=1"),
        ("https://wikihow.com/", "https://www.wikihow.com/"),
    ],
)
def test_different_without_rules(one, other):
    assert DEFAULT.key(one) != DEFAULT.key(other)


@pytest.mark.parametrize(
    "url",
    [
        "https://www.wikihow.com/Bake?wh_an=1&amp=1",
        "https://wikihow.com/Bake?amp=1",
        "https://www.wikihow.com/Bake?utm_source=x&utm_medium=y#References",
    ],
)
def test_rules_leave_out_what_the_app_appends(url):
    assert WIKIHOW.key(url) == WIKIHOW.key("https://www.wikihow.com/Bake")


def test_rules_on_queries():
    assert WIKIHOW.key("https://a.org/?b=2&a=1") == WIKIHOW.key("https://a.org/?a=1&amp=1&b=2")
    assert WIKIHOW.key("https://a.org/?ampere=1") != WIKIHOW.key("https://a.org/")
    assert UrlRules(ignore_scheme=True).key("http://a.org/") == UrlRules(ignore_scheme=True).key(
        "https://a.org/"
    )


def test_requests_with_a_body():
    key = DEFAULT.key
    assert key("https://a.org/", "HEAD") == key("https://a.org/")
    assert key("https://a.org/", "POST", body_digest(b"a")) != key(
        "https://a.org/", "POST", body_digest(b"b")
    )
    assert key("https://a.org/", "POST", body_digest(b"a")) != key("https://a.org/")
    loose = UrlRules(ignore_bodies=True).key
    assert loose("https://a.org/", "POST", body_digest(b"a")) == loose("https://a.org/", "POST")
    assert body_digest(b"x" * 40_000) == body_digest(b"x" * 32 * 1024 + b"other", size=40_000)


def test_a_malformed_url_is_its_own_key():
    assert DEFAULT.key("http://[::1/x") == "http://[::1/x"
    assert DEFAULT.key("http://a:port/") == "http://a:port/"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "ignore_parameters: [a]\nignore_order: true\n",
            "rules.yaml:2: unknown key 'ignore_order' (known: ignore_para",
        ),
        ("ignore_parameters: wh_an\n", "rules.yaml:1: ignore_parameters must be a list of names"),
        ("\n\nignore_scheme: 1\n", "rules.yaml:3: ignore_scheme must be true or false, not 1"),
        ("hosts: {a: b, b: c}\n", "rules.yaml:1: a: b leads to another alias (name the final host)"),
        ("hosts: [a]\n", "rules.yaml:1: hosts must be lines of `alias: host`"),
        ("- a\n", "rules.yaml:1: expected `key: value` lines"),
        ("a: [\n", "rules.yaml:2: not YAML"),
    ],
)
def test_faults_of_a_rules_file(tmp_path, text, complaint):
    (tmp_path / "rules.yaml").write_text(text)
    with pytest.raises(StoreError) as error:
        read_rules(tmp_path)
    assert f"{tmp_path}/{complaint}" in str(error.value)


def test_no_rules_file_and_an_empty_one(tmp_path):
    assert read_rules(tmp_path) == UrlRules()
    (tmp_path / "rules.yaml").write_text("# nothing yet\n")
    assert read_rules(tmp_path) == UrlRules()
