"""Addresses of the WikiHow site, as the app writes them into requests and into its log."""

from urllib.parse import quote_plus, unquote, urldefrag, urlsplit

SITE = "https://www.wikihow.com"
HOME = f"{SITE}/Main-Page"
RANDOM = f"{SITE}/Special:Randomizer"
CATEGORIES = f"{SITE}/Special:Categorylisting"
ABOUT = f"{SITE}/wikiHow:Delivering-a-Trustworthy-Experience"

# The app marks its requests; the ampersand stands in its address as an entity.
_MARK = "wh_an=1&amp=1"
_NOT_ARTICLES = ("Main-Page", "wikiHowTo", "Author/", "Category:", "Special:", "wikiHow:", "images/")


def search(query: str) -> str:
    """The address of the results for a query."""
    return f"{SITE}/wikiHowTo?search={quote_plus(query)}"


def marked(url: str) -> str:
    """The address as the app asks for it: its mark appended before the fragment, once."""
    bare, fragment = urldefrag(url)
    if _MARK not in bare:
        bare += ("&" if "?" in bare else "?") + _MARK
    return f"{bare}#{fragment}" if fragment else bare


def unmarked(url: str) -> str:
    """The address without the app's mark and without a fragment."""
    bare = urldefrag(url)[0]
    return bare.replace(f"?{_MARK}", "").replace(f"&{_MARK}", "")


def on_site(url: str) -> bool:
    return (urlsplit(url).hostname or "") in ("www.wikihow.com", "wikihow.com", "m.wikihow.com")


def is_article(url: str) -> bool:
    """Whether an address is that of an article."""
    path = urlsplit(url).path.lstrip("/")
    return on_site(url) and bool(path) and not path.startswith(_NOT_ARTICLES)


def article_title(url: str) -> str:
    """ "How to …" of an article's address."""
    return "How to " + unquote(urlsplit(url).path.lstrip("/")).replace("-", " ")
