"""Every shipped task file and demonstration is what its set's templates, configs and `.task` files give."""

import subprocess
from pathlib import Path

import pytest
from extras import require_extra

from mobile_env.replay.content import fetcher_for
from mobile_env.tasks.discovery import shipped_sets
from mobile_env.tasks.templates.building import build_set, set_folder, stale

ROOT = Path(__file__).parents[2]
# Sets that are built, with the set whose templates they come from and the variant.
BUILT = {"wikihow": ("wikihow", ""), "wikihow_sbert": ("wikihow", "sbert")}


def _written(name: str) -> set[Path]:
    return set(shipped_sets()[name].resolve().glob("*.textproto"))


def test_no_set_is_left_out():
    assert set(BUILT) == set(shipped_sets())


@pytest.mark.parametrize("name", BUILT)
def test_the_files_are_what_templates_and_configs_give(name):
    source, variant = BUILT[name]
    if variant == "sbert":
        require_extra("semantic")
    folder = set_folder(shipped_sets()[source], variant)
    files = build_set(folder, fetcher_for(folder.content), variant=variant)
    assert stale(folder, files) == []
    assert {path.resolve() for path in files} == _written(name)


def test_reviews_collapse_generated_files():
    names = {str(path.relative_to(ROOT)) for name in BUILT for path in _written(name)}
    names |= {str(path.relative_to(ROOT)) for path in (ROOT / "proto").glob("*_pb2.py*")}
    command = ["git", "check-attr", "-z", "--stdin", "linguist-generated"]
    asked = "\0".join(sorted(names)) + "\0"
    told = subprocess.run(command, cwd=ROOT, input=asked, capture_output=True, text=True, check=True).stdout
    fields = told.split("\0")
    assert {name for name, value in zip(fields[::3], fields[2::3], strict=False) if value == "true"} == names
