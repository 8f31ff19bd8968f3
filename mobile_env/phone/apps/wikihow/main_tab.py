"""The app's one activity: a web view on the WikiHow site with search, drawer, overflow menu and bookmarks around it."""

from typing import Any
from urllib.parse import urldefrag

from mobile_env.phone.apps.wikihow import addresses
from mobile_env.phone.apps.wikihow.bookmarks import bookmarks, is_bookmarked, toggle
from mobile_env.phone.sdk import Activity, Dialog, Intent, Layout, Screen

_WEB_VIEW = "webView"
_RATING_BUTTONS = ("rating_yes", "rating_no")
_DRAWER = {
    "home": addresses.HOME,
    "random": addresses.RANDOM,
    "categories": addresses.CATEGORIES,
    "about": addresses.ABOUT,
}


class OverflowMenu(Dialog):
    """What stands behind the three dots of an article."""

    window_kind = "popup"
    dim = 0.0

    def screen(self) -> Screen:
        return Layout("overflow_menu", kept=self.state["kept"])

    def toggle_bookmark(self) -> None:
        self.close("bookmark")

    def share(self) -> None:
        self.close("share")


class MainTabActivity(Activity):
    """State: `history` (the screens behind BACK, the last one shown), `query`, `searching`, `drawer`.

    A screen of the history is a dict: `page` (None for the bookmarks), `url`, `query` (of a results page),
    `vote` ("", "yes" or "no"), `scroll` (where it was left).
    """

    def on_create(self) -> None:
        self.state.update(history=[], query="", searching=False, drawer=False)

    def on_intent(self, intent: Intent) -> None:
        if intent.verb == "VIEW" and intent.data:
            self._open(intent.data)
        elif not self.state["history"]:
            self._open(addresses.HOME)

    # What is shown.

    @property
    def _current(self) -> dict[str, Any]:
        return self.state["history"][-1]

    @property
    def _title(self) -> str:
        page = self._current["page"]
        return (page.title if page else "") or addresses.article_title(self._current["url"])

    def screen(self) -> Screen:
        current = self._current
        return Layout(
            "main_tab",
            kind="bookmarks" if current["page"] is None else "page",
            search_bar=self.state["searching"] or bool(current["query"]),
            drawer=self.state["drawer"],
            article=addresses.is_article(current["url"]),
            bookmarks=bookmarks(self) if current["page"] is None else [],
        )

    def documents(self) -> dict[str, Any]:
        page = self._current["page"]
        if page is None:
            return {}
        vote = self._current["vote"]
        shown = frozenset([f"amp-rate-form-{vote}"] if vote else [])
        hidden = frozenset(_RATING_BUTTONS if vote else [])
        return {"main": page.document(shown, hidden)}

    # Pages.

    def _open(self, url: str, query: str = "") -> None:
        """Loads a page into the web view, in front of the one that is shown."""
        bare, fragment = urldefrag(url)
        self._log(f"mUrl is: {addresses.unmarked(url)}")
        self._log(f"WebViewFragment.onCreateView - mUrl: {addresses.marked(bare)}")
        page = self.load_page(addresses.marked(bare))
        landed = addresses.unmarked(page.url)
        if landed != addresses.unmarked(url):
            self._log(f"url is: {addresses.marked(landed)}")
            self._log(f"mUrl is: {landed}")
        for image in page.images:
            if "/images/thumb/" in image:
                self._log(f"ImageLoader: {image}")
        self._push({"page": page, "url": landed, "query": query, "vote": "", "scroll": 0.0})
        if fragment:
            self._scroll_to_anchor(fragment)

    def _push(self, entry: dict[str, Any]) -> None:
        if self.state["history"]:
            self._current["scroll"] = self.scroll_offset(_WEB_VIEW)
        self.state["history"].append(entry)
        self._show_current()

    def _show_current(self) -> None:
        self.state.update(searching=False, drawer=False, query=self._current["query"])
        self.close_dialogs()
        self.hide_keyboard()
        self.scroll_to(self._current["scroll"], _WEB_VIEW)

    def _log(self, message: str) -> None:
        self.log("D", "jd", message)

    def _scroll_to_anchor(self, anchor: str) -> None:
        self.scroll_to_anchor("main", anchor)

    def on_link(self, document: str, href: str) -> None:
        bare, fragment = urldefrag(href)
        on_page = addresses.unmarked(bare) == addresses.unmarked(self._current["url"])
        if addresses.on_site(href):
            self._log(f"url is: {addresses.marked(href)}")
        else:
            self._log(f"url is: {href}")
        if on_page and fragment:
            self._scroll_to_anchor(fragment)
        elif addresses.on_site(href):
            self._open(href)
        else:
            self._open_outside(href)

    def _open_outside(self, href: str) -> None:
        if not self.start(Intent("VIEW", data=href)):
            self.toast("No application can handle this request.")

    def on_button(self, document: str, name: str) -> None:
        if name in _RATING_BUTTONS:
            self._current["vote"] = name.rpartition("_")[2]

    def on_back(self) -> bool:
        if self.state["drawer"]:
            self.state["drawer"] = False
        elif self.state["searching"]:
            self.state.update(searching=False, query=self._current["query"])
            self.hide_keyboard()
        elif len(self.state["history"]) > 1:
            self.state["history"].pop()
            self._show_current()
        else:
            return False
        return True

    # Search.

    def open_search(self) -> None:
        self.state["searching"] = True
        self.focus("query")

    def clear_query(self) -> None:
        """The cross empties the field; on an empty field it closes the bar."""
        if self.state["query"] or not self.state["searching"]:
            self.state.update(query="", searching=True)
            self.focus("query")
        else:
            self.on_back()

    def search(self, query: str) -> None:
        if query.strip():
            self._open(addresses.search(query.strip()), query.strip())

    # Drawer.

    def open_drawer(self) -> None:
        self.state["drawer"] = True
        self.hide_keyboard()

    def close_drawer(self) -> None:
        self.state["drawer"] = False

    def collapse_search(self) -> None:
        """The arrow of the search bar: back to where the search began."""
        self.on_back()

    def navigate(self, entry: str) -> None:
        """An entry of the drawer."""
        if entry == "bookmarks":
            self.show_bookmarks()
        else:
            self._open(_DRAWER[entry])

    # Bookmarks and sharing.

    def show_bookmarks(self) -> None:
        self._push({"page": None, "url": "", "query": "", "vote": "", "scroll": 0.0})

    def open_bookmark(self, url: str) -> None:
        self._open(url)

    def show_menu(self) -> None:
        kept = is_bookmarked(self, self._current["url"])
        self.dialog(OverflowMenu, then=self.chosen, kept=kept)

    def chosen(self, entry: str) -> None:
        """An entry of the overflow menu."""
        if entry == "share":
            self._share()
            return
        kept = toggle(self, self._current["url"], self._title)
        self.toast("Article bookmarked" if kept else "Bookmark removed")

    def _share(self) -> None:
        url = addresses.unmarked(self._current["url"])
        extras = {
            "title": "Share article",
            "type": "text/plain",
            "subject": self._title,
            "text": f"{self._title} {url}",
        }
        self.start(Intent("CHOOSER", extras=extras))
