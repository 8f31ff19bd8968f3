"""The app's bookmarks: articles the user keeps, newest first, in the app's own database."""

from typing import NamedTuple

from mobile_env.phone.framework.context import AppContext

DATABASE = "bookmarks.db"


class Bookmark(NamedTuple):
    """A kept article."""

    url: str
    title: str


def create_database(context: AppContext) -> None:
    context.database(DATABASE).execute(
        "CREATE TABLE IF NOT EXISTS bookmarks ("
        "_id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL UNIQUE, "
        "title TEXT NOT NULL, created INTEGER NOT NULL)"
    )


def bookmarks(context: AppContext) -> list[Bookmark]:
    rows = context.database(DATABASE).execute("SELECT url, title FROM bookmarks ORDER BY _id DESC")
    return [Bookmark(*row) for row in rows]


def is_bookmarked(context: AppContext, url: str) -> bool:
    rows = context.database(DATABASE).execute("SELECT 1 FROM bookmarks WHERE url = ?", (url,))
    return rows.fetchone() is not None


def toggle(context: AppContext, url: str, title: str) -> bool:
    """Adds the article or takes it out; says whether it is kept now."""
    database = context.database(DATABASE)
    if database.execute("DELETE FROM bookmarks WHERE url = ?", (url,)).rowcount:
        return False
    created = context.phone.state.clock.now_us // 1000
    database.execute("INSERT INTO bookmarks (url, title, created) VALUES (?, ?, ?)", (url, title, created))
    return True
