"""The prototypes that are shipped: that they are the ones of this code, small, and safe to read."""

import numpy as np
import pytest

from mobile_env.signals.icons import training
from mobile_env.signals.icons.classes import CLASSES, DRAWN_ALIKE, WORDS, canonical
from mobile_env.signals.icons.contract import IconModelUnavailable
from mobile_env.signals.icons.glyph_model import GlyphIconModel
from mobile_env.signals.icons.prototypes import PATH, Prototypes


def test_the_shipped_prototypes_are_learnt_from_this_code():
    assert Prototypes.load(PATH).origin == training.origin(), (
        "run python -m mobile_env.signals.icons.training"
    )


def test_the_shipped_prototypes_are_small():
    assert PATH.stat().st_size < 1_000_000


def test_what_is_saved_is_read_again(tmp_path):
    shipped = Prototypes.load(PATH)
    shipped.save(tmp_path / "copy.npz")
    copy = Prototypes.load(tmp_path / "copy.npz")
    assert copy.labels == shipped.labels and copy.origin == shipped.origin
    assert np.abs(copy.vectors - shipped.vectors).max() < 0.01


def test_unreadable_prototypes_are_told_with_the_command(tmp_path, monkeypatch):
    broken = tmp_path / "prototypes.npz"
    broken.write_bytes(b"not an archive")
    monkeypatch.setattr("mobile_env.signals.icons.glyph_model.PATH", broken)
    with pytest.raises(IconModelUnavailable) as caught:
        GlyphIconModel()
    assert caught.value.mend == "python -m mobile_env.signals.icons.training"


def test_other_names_lead_to_classes():
    assert set(DRAWN_ALIKE.values()) <= set(CLASSES)
    assert set(WORDS.values()) <= set(CLASSES)
    assert not (set(DRAWN_ALIKE) | set(WORDS)) & set(CLASSES)
    assert not set(DRAWN_ALIKE) & set(WORDS)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("search", "search"),
        ("back", "arrow_back"),
        ("Arrow Back", "arrow_back"),
        ("more-vert", "more_vert"),
        ("ic_arrow_back_black_24dp", "arrow_back"),
        ("ic_search_24dp", "search"),
        ("baseline_favorite_24", None),
        ("clear", "close"),
        ("hamburger", "menu"),
        ("no_such_icon", None),
        ("", None),
    ],
)
def test_names_are_read_as_authors_write_them(name, meant):
    assert canonical(name) == meant
