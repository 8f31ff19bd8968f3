"""The app's bookmarks: articles the user keeps, newest first, in the app's own database."""

from collections.abc import Sequence

from mobile_env.phone.sdk import Context, Record


def bookmarks(context: Context) -> Sequence[Record]:
    """The kept articles: url and title."""
    return context.db.query("SELECT url, title FROM bookmarks ORDER BY _id DESC")


def is_bookmarked(context: Context, url: str) -> bool:
    return context.db.one("SELECT 1 FROM bookmarks WHERE url = ?", url) is not None


def toggle(context: Context, url: str, title: str) -> bool:
    """Adds the article or takes it out; says whether it is kept now."""
    if context.db.execute("DELETE FROM bookmarks WHERE url = ?", url).rowcount:
        return False
    context.db.put("bookmarks", url=url, title=title, created=context.now_ms)
    return True
