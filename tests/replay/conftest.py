"""Fixtures of the replay tests: the shipped site, and a small library that a test can spoil."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from loopback import LoopbackSite, loopback_site

from mobile_env.replay.site import WikiHowSite
from mobile_env.replay.sites import shipped_library

AUTHORS = """\
- {id: ada, name: "Ada Lind, Ph.D.", role: Gardener, expert: true, bio: Grows things.}
- {id: bo, name: Bo Reyes, role: Cook, bio: Cooks things.}
"""
CATEGORIES = """\
- {id: home, name: Home and Garden, parent: null, description: All about the house.}
- {id: plants, name: House Plants, parent: home, description: Green things.}
"""
STEMS = ("water-a-fern", "fry-an-egg", "fold-a-map", "whet-a-knife", "oil-a-hinge")


def article_text(title: str, related: list[str]) -> str:
    """A source without faults whose prose is like no other's: words are made from the title."""
    initial = "".join(word[0] for word in title.split())
    words = [f"{initial}{number}" for number in range(270)]
    steps = "\n".join(
        f"{number}. **Headline {initial} {number}.** {' '.join(words[number * 40 : number * 40 + 40])}."
        for number in (1, 2, 3)
    )
    return f"""\
---
title: {title}
author: ada
expert: true
updated: 2021-05-09
views: {41446 + len(title)}
categories: [plants, home]
rating: {{helpful: 92, votes: 1200}}
summary: {title} in one sentence.
image: {{subject: plant, background: "#E4F0DA"}}
things_needed: [a can, water]
related: [{", ".join(related)}]
references:
  - {{text: A source, url: "https://www.example.org/source"}}
qa:
  - question: How much?
    answer: 220
---
An introduction to {initial} with *words* {initial} & more {initial}: {" ".join(words[:40])}.

## Method 1: By Hand

{steps}

## Method 2: By Machine

{steps.replace("Headline", "Second")}

## Tips

- Take care of {initial}.
"""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A folder with sources of five articles, two authors and two categories."""
    (tmp_path / "articles").mkdir()
    (tmp_path / "authors.yaml").write_text(AUTHORS)
    (tmp_path / "categories.yaml").write_text(CATEGORIES)
    for stem in STEMS:
        title = stem.replace("-", " ").title().replace(" A ", " a ").replace(" An ", " an ")
        text = article_text(title, [other for other in STEMS if other != stem])
        (tmp_path / "articles" / f"{stem}.md").write_text(text)
    return tmp_path


@pytest.fixture
def spoil(sources: Path) -> Callable[[str, str, str], Path]:
    """spoil(file, old, new): replace text in one of the sources; returns their folder."""

    def replace(name: str, old: str, new: str) -> Path:
        path = sources / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
        return sources

    return replace


@pytest.fixture(scope="session")
def site() -> WikiHowSite:
    """The shipped site, seed 0."""
    return WikiHowSite(shipped_library())


@pytest.fixture
def loopback() -> Iterator[LoopbackSite]:
    """A web server on loopback, empty."""
    with loopback_site() as site:
        yield site
