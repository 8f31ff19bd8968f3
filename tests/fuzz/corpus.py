"""The saved corpus: inputs that were once hard, and seeds of the fuzzers. What a fuzzer finds is added to it."""

import json
from pathlib import Path

TESTS = Path(__file__).parent.parent
FOLDER = TESTS / "corpus"
# In the long profile: `pytest -m long`.
LONG = 100_000


def lines(name):
    """The inputs of a file with one JSON string a line."""
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines() if line]


def textprotos():
    """Saved task files as bytes, and those of other tests as seeds."""
    paths = [*FOLDER.glob("textproto/*.textproto"), *(TESTS / "tasks").rglob("*.textproto")]
    return [path.read_bytes() for path in sorted(paths)]
