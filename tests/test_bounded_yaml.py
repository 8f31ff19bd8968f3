"""YAML that would take all time, memory or stack."""

import pytest
import yaml

from mobile_env import bounded_yaml
from mobile_env.replay.front_matter import read_yaml
from mobile_env.replay.store.errors import StoreError
from mobile_env.replay.store.rules import parse_rules

_TEN = [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)]
_MERGED = [f"a{i}: &a{i} {{<<: [{', '.join([f'*a{i - 1}'] * 10)}]}}" for i in range(1, 12)]
HOSTILE = {
    "billions": "\n".join(["a0: &a0 [x]", *_TEN]),
    "billions of keys": "\n".join(["a0: &a0 {x: y}", *_MERGED]),
    "a circle": "a: &a [*a]",
    "deep lists": "a: " + "[" * 50_000,
    "deep mappings": "{a: " * 50_000,
    "deep indentation": "\n".join(" " * depth + "a:" for depth in range(2000)),
    "no date": "a: 2020-99-99",
    "a long number": "a: " + "1" * 5000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_rules_of_a_store(name):
    with pytest.raises(StoreError, match="not YAML"):
        parse_rules(HOSTILE[name])


@pytest.mark.parametrize("name", HOSTILE)
def test_sources_of_articles(name, tmp_path):
    faults = []
    read_yaml(HOSTILE[name], tmp_path, 1, faults.append)
    assert len(faults) == 1


def test_integer_keys_of_one_hash_are_texts():
    text = "\n".join(f"{number * (2**61 - 1)}: 1" for number in range(1, 1000))
    assert all(isinstance(key, str) for key in bounded_yaml.value(bounded_yaml.compose(text)))


def test_many_values_are_refused(monkeypatch):
    monkeypatch.setattr(bounded_yaml, "MOST_NODES", 10)
    assert bounded_yaml.compose("[1, 2, 3, 4, 5, 6, 7, 8, 9]") is not None
    with pytest.raises(yaml.YAMLError, match="more than 10 values"):
        bounded_yaml.compose("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]")


def test_ordinary_yaml_keeps_its_types():
    node = bounded_yaml.compose("{a: 1, b: [x, true, null], c: 2021-05-09}")
    assert str(bounded_yaml.value(node)) == "{'a': 1, 'b': ['x', True, None], 'c': datetime.date(2021, 5, 9)}"
