"""Data classes of a how-to library: articles, authors and categories. All are immutable."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True)
class Author:
    """A writer of articles; `name` may carry titles such as ", M.Sc."."""

    id: str
    name: str
    role: str
    bio: str
    expert: bool = False


@dataclass(frozen=True)
class Category:
    """A node of the category tree; `parent` is None for a top category."""

    id: str
    name: str
    description: str
    parent: str | None = None


@dataclass(frozen=True)
class Reference:
    """A source that an article names."""

    text: str
    url: str


@dataclass(frozen=True)
class Question:
    """A reader's question that the article's text answers."""

    question: str
    answer: str


@dataclass(frozen=True)
class Illustration:
    """The pictures of an article: a subject from `illustrations.SUBJECTS` on a `#rrggbb` background."""

    subject: str
    background: str


@dataclass(frozen=True)
class Step:
    """A numbered step. `headline` is text, `html` is the rest of the step; `line` is the line number in the
    file."""

    headline: str
    html: str
    line: int


@dataclass(frozen=True)
class Method:
    """A `## Method 1: …` or `## Part 1: …` section; `title` may be empty."""

    label: str
    number: int
    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Body:
    """The parsed Markdown of an article. Fields named `*_html` and list items are HTML."""

    introduction_html: str
    methods: tuple[Method, ...]
    tips: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class Article:
    """The front matter of an article and its unparsed Markdown, which begins at line `body_line` of `path`."""

    stem: str
    path: Path
    title: str
    author: str
    expert: bool
    updated: datetime.date
    views: int
    categories: tuple[str, ...]
    helpful_percent: int
    votes: int
    summary: str
    image: Illustration
    related: tuple[str, ...]
    references: tuple[Reference, ...]
    things_needed: tuple[str, ...] = ()
    ingredients: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    markdown: str = field(default="", repr=False)
    body_line: int = 1

    @property
    def how_to_title(self) -> str:
        """The title as shown to readers: "How to Bake Lobster Tails"."""
        return f"How to {self.title}"


@dataclass(frozen=True)
class Library:
    """All articles by file stem, authors and categories by id. Each mapping keeps the order of its source."""

    articles: Mapping[str, Article]
    authors: Mapping[str, Author]
    categories: Mapping[str, Category]

    @cached_property
    def children(self) -> Mapping[str | None, Sequence[Category]]:
        """Sub-categories by parent id (None: the top categories)."""
        tree: dict[str | None, list[Category]] = {}
        for category in self.categories.values():
            tree.setdefault(category.parent, []).append(category)
        return tree

    def lineage(self, category_id: str) -> list[Category]:
        """The category and its ancestors, top category first."""
        line: list[Category] = []
        current: str | None = category_id
        while current is not None:
            line.append(self.categories[current])
            current = self.categories[current].parent
        return line[::-1]

    @cached_property
    def _by_category(self) -> Mapping[str, Sequence[Article]]:
        members: dict[str, dict[str, Article]] = {}
        for article in self.articles.values():
            for category_id in article.categories:
                for category in self.lineage(category_id):
                    members.setdefault(category.id, {})[article.stem] = article
        return {name: tuple(found.values()) for name, found in members.items()}

    def in_category(self, category_id: str) -> Sequence[Article]:
        """Articles of the category and of its sub-categories."""
        return self._by_category.get(category_id, ())

    def by_author(self, author_id: str) -> Sequence[Article]:
        """Articles written by the author."""
        return tuple(article for article in self.articles.values() if article.author == author_id)
