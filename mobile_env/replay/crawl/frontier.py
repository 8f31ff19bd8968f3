"""The queue of a crawl, kept on disk so that a killed crawl can be resumed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from mobile_env.replay.store.errors import StoreError

FILE_NAME = "crawl.sqlite"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS queue (
  id INTEGER PRIMARY KEY,
  url TEXT NOT NULL,
  key TEXT NOT NULL UNIQUE,
  depth INTEGER NOT NULL,
  media INTEGER NOT NULL,
  hops INTEGER NOT NULL,
  state TEXT NOT NULL,
  note TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS queue_by_state ON queue (state, depth, id);
CREATE TABLE IF NOT EXISTS origins (url TEXT PRIMARY KEY) WITHOUT ROWID;
"""


class Item(NamedTuple):
    """A resource to fetch.

    Attributes:
      url: absolute URL.
      key: the key that equal URLs share.
      depth: number of links from the start; media have the depth of their page.
      media: whether the resource is needed by a page, and is not a page itself.
      hops: number of redirects that led to it.
    """

    url: str
    key: str
    depth: int
    media: bool
    hops: int = 0


class Frontier:
    """The queue of a crawl, breadth first. `commit` saves changes.

    Raises:
      StoreError: the queue's file cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        if self._path.is_symlink():
            raise StoreError(f"{self._path}: is a link, and a store is not written outside its folder")
        try:
            self._database = sqlite3.connect(self._path, isolation_level=None)
            self._database.execute("PRAGMA synchronous = NORMAL")
            self._database.executescript(_SCHEMA)
            self._database.execute("BEGIN")
        except sqlite3.DatabaseError as error:
            raise StoreError(
                f"{self._path}: {error} (delete it to begin the crawl anew; what the archive has is not fetched again)"
            ) from None

    def add(self, items: Iterable[Item]) -> int:
        """Appends items to the queue of their depth. Returns the number of new items."""
        before = self._database.total_changes
        self._database.executemany(
            "INSERT OR IGNORE INTO queue (url, key, depth, media, hops, state, note)"
            " VALUES (?, ?, ?, ?, ?, 'waiting', '')",
            items,
        )
        return self._database.total_changes - before

    def add_start(self, item: Item) -> None:
        """Adds a start page. Its host belongs to the site, also when the crawl is resumed."""
        self._database.execute("INSERT OR IGNORE INTO origins VALUES (?)", (item.url,))
        self.add([item])

    def starts(self) -> list[str]:
        """All start pages of crawls into this store."""
        return [row[0] for row in self._database.execute("SELECT url FROM origins ORDER BY url")]

    def take(self, count: int, *, media_only: bool = False) -> list[Item]:
        """Returns the next items. They stay in the queue until `settle` is called for them."""
        only = " AND media = 1" if media_only else ""
        rows = self._database.execute(
            f"SELECT url, key, depth, media, hops FROM queue WHERE state = 'waiting'{only}"
            " ORDER BY depth, id LIMIT ?",
            (count,),
        )
        return [Item(url, key, depth, bool(media), hops) for url, key, depth, media, hops in rows]

    def settle(self, item: Item, state: str, note: str = "") -> None:
        """Sets the final state of an item: `done`, `failed` (retried in the next crawl) or `refused`."""
        self._database.execute("UPDATE queue SET state = ?, note = ? WHERE key = ?", (state, note, item.key))

    def retry_failed(self) -> None:
        """Puts failed items back into the queue."""
        self._database.execute("UPDATE queue SET state = 'waiting', note = '' WHERE state = 'failed'")

    def forget(self) -> None:
        """Empties the queue."""
        self._database.execute("DELETE FROM queue")

    def counts(self) -> dict[str, int]:
        """Number of items by state."""
        return dict(self._database.execute("SELECT state, count(*) FROM queue GROUP BY state").fetchall())

    def notes(self, state: str) -> list[tuple[str, str]]:
        """URL and note of all items in a state."""
        query = "SELECT url, note FROM queue WHERE state = ? ORDER BY depth, id"
        return self._database.execute(query, (state,)).fetchall()

    def commit(self) -> None:
        """Saves all changes.

        Raises:
          StoreError: the changes cannot be written.
        """
        try:
            self._database.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{self._path}: {error} (free some space, then start again)") from None
        self._database.execute("BEGIN")

    def close(self) -> None:
        """Closes the file. Discards changes since the last commit."""
        self._database.close()
