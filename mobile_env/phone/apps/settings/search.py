"""Search in Settings: an index of the rows of all pages, and what a query finds in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mobile_env.phone.apps.settings.entry import page_class
from mobile_env.phone.apps.settings.page import Page, opened
from mobile_env.phone.apps.settings.places import HOME, PAGES
from mobile_env.phone.sdk import Activity, FooterPreference, Layout, Preference, Screen, Section

_MOST = 40


@dataclass(frozen=True)
class Entry:
    """A row that can be found: its title, the titles of the pages above it, and the page that a tap opens."""

    id: str
    title: str
    path: tuple[str, ...]
    page: str
    summary: str


class Search(Activity):
    def on_create(self) -> None:
        self.state["query"] = ""
        self.focus("query")

    def screen(self) -> Screen:
        query = self.state["query"].strip()
        return Layout("search.xml", query=query, found=found(self.index(), query) if query else ())

    def index(self) -> Sequence[Entry]:
        """The rows of all pages that are about the phone as a whole, top down."""
        entries: list[Entry] = []
        seen = {HOME}
        todo: list[tuple[str, tuple[str, ...]]] = [(HOME, ())]
        while todo:
            name, path = todo.pop(0)
            page = page_class(name)(self._host, self.record)
            for row in _rows(page):
                below = opened(row)
                if below and not page_class(below).searchable:
                    below = ""
                if below and below not in seen:
                    seen.add(below)
                    todo.append((below, (*path, row.title)))
                entries.append(Entry(row.id, row.title, path, below or name, row.said()))
        return entries

    def open_entry(self, page: str) -> None:
        """Opens the page of what was found."""
        self.start(".SubSettings", page=page if page in PAGES else HOME)

    def clear(self) -> None:
        self.state["query"] = ""
        self.focus("query")


def _rows(page: Page) -> list[Preference]:
    rows: list[Preference] = []
    for each in page.rows():
        rows += each.shown() if isinstance(each, Section) else [each] if each.when else []
    return [row for row in rows if row.title and not isinstance(row, FooterPreference)]


def found(entries: Sequence[Entry], query: str) -> Sequence[Entry]:
    """What a query finds, each title of a page once: titles that begin with it, then words that do, then any place."""
    wanted = query.lower()

    def rank(entry: Entry) -> int:
        title = entry.title.lower()
        if title.startswith(wanted):
            return 0
        if any(word.startswith(wanted) for word in title.split()):
            return 1
        return 2 if wanted in title else 3 if wanted in entry.summary.lower() else 4

    ranked = sorted(
        (entry for entry in entries if rank(entry) < 4), key=lambda each: (rank(each), len(each.path))
    )
    first: dict[tuple[str, str], Entry] = {}
    for entry in ranked:
        first.setdefault((entry.title, entry.page), entry)
    return list(first.values())[:_MOST]
