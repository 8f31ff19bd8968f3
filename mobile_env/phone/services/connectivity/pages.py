"""Web pages as a web view loads them: the page, its style sheets and images, through the phone's fetcher."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import format_datetime
from functools import lru_cache
from html import escape
from urllib.parse import urlsplit

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.network import Fetcher, NetworkError, Response
from mobile_env.phone.services.connectivity.service import ConnectivityService
from mobile_env.phone.ui.web import WebDocument, absolute

_USER_AGENT = "Mozilla/5.0 (Linux; Android 13; {}) AppleWebKit/537.36 Chrome/117.0 Mobile Safari/537.36"
_MAX_REDIRECTS = 20
_MAX_BODY = 16 * 2**20
_MOST_SHEETS = 64
_MOST_IMAGES = 1000


@dataclass(frozen=True, eq=False)
class Page:
    """A loaded page. Immutable, so snapshots share it; `error` is a net error's name when nothing was loaded."""

    url: str
    status: int
    body: bytes
    stylesheets: tuple[str, ...] = ()
    resources: Mapping[str, bytes] = field(default_factory=dict)
    error: str = ""

    @property
    def title(self) -> str:
        """The text of <title> before the site's name; "" without one."""
        return _document(self).title.removesuffix(" - wikiHow")

    @property
    def images(self) -> tuple[str, ...]:
        """Absolute addresses of the page's images, in document order."""
        return tuple(_document(self).images)

    def document(
        self, shown: frozenset[str] = frozenset(), hidden: frozenset[str] = frozenset()
    ) -> WebDocument:
        """The page for the screen, with elements of those HTML ids un-hidden or hidden."""
        return _variant(self, shown, hidden)


@lru_cache(maxsize=256)
def _document(page: Page) -> WebDocument:
    return WebDocument(page.url, page.body, page.stylesheets, page.resources.get)


@lru_cache(maxsize=256)
def _variant(page: Page, shown: frozenset[str], hidden: frozenset[str]) -> WebDocument:
    document = _document(page)
    return document.variant(shown, hidden) if shown or hidden else document


class PageLoader:
    """Loads pages for web views: redirects followed, resources fetched in document order."""

    def __init__(
        self, kernel: Kernel, fetcher: Callable[[], Fetcher], reaches_proxies: Callable[[], bool]
    ) -> None:
        """`fetcher` gives the phone's present way to the network, `reaches_proxies` whether it honours `http_proxy`."""
        self._kernel = kernel
        self._fetcher = fetcher
        self._reaches_proxies = reaches_proxies

    def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> Response:
        """One GET with the phone's own headers; Date and, finer, X-Phone-Time tell the phone's clock."""
        self._require_network()
        clock = self._kernel.clock
        sent = {
            "User-Agent": _USER_AGENT.format(self._kernel.state.properties.get("ro.product.model")),
            "Accept-Language": "en-US",
            "Date": format_datetime(clock.datetime(), usegmt=True),
            "X-Phone-Time": f"{clock.now_us / 1e6:.6f}",
            **(headers or {}),
        }
        try:
            response = self._fetcher()(url, sent)
        except OSError:
            raise
        except Exception as error:  # not the app's fault: whatever answers requests broke
            self._kernel.processes.log_system(
                "E", "NetworkService", f"{url}: {type(error).__name__}: {error}"
            )
            raise NetworkError(f"ERR_FAILED ({error})") from error
        if len(response.body) > _MAX_BODY:
            raise NetworkError("ERR_FILE_TOO_BIG")
        return response

    def _require_network(self) -> None:
        networks = self._kernel.service(ConnectivityService)
        if not networks.active:
            raise NetworkError("ERR_INTERNET_DISCONNECTED")
        if networks.proxy and not self._reaches_proxies():
            raise NetworkError("ERR_PROXY_CONNECTION_FAILED")

    def load(self, url: str, headers: Mapping[str, str] | None = None) -> Page:
        """The page at a URL; a page that says what went wrong when there is none."""
        try:
            for _ in range(_MAX_REDIRECTS):
                response = self.fetch(url, headers)
                target = response.header("Location")
                if response.status not in (301, 302, 303, 307, 308) or not target:
                    return self._complete(url, response, headers)
                url = absolute(url, target)
                if not url:
                    raise NetworkError("ERR_INVALID_REDIRECT")
            raise NetworkError("ERR_TOO_MANY_REDIRECTS")
        except OSError as error:
            reason = str(error) if isinstance(error, NetworkError) else f"ERR_FAILED ({error})"
            return Page(url, 0, _error_page(url, reason), error=reason)

    def _complete(self, url: str, response: Response, headers: Mapping[str, str] | None) -> Page:
        resources: dict[str, bytes] = {}
        sheets = []
        for address in WebDocument(url, response.body).stylesheets[:_MOST_SHEETS]:
            sheet = self._resource(address, headers)
            if sheet is not None:
                sheets.append(sheet.decode("utf-8", "replace"))
        bare = Page(url, response.status, response.body, tuple(sheets), resources)
        # The same bytes are the same page: a page seen before has its images by content, from the document's own list.
        for image in WebDocument(url, response.body, bare.stylesheets, lambda _: None).images[:_MOST_IMAGES]:
            content = self._resource(image, headers)
            if content is not None:
                resources[image] = content
        return bare

    def _resource(self, url: str, headers: Mapping[str, str] | None) -> bytes | None:
        """A style sheet or image; None when it cannot be had, as a browser goes on without it."""
        if urlsplit(url).scheme not in ("http", "https"):
            return None
        try:
            response = self.fetch(url, headers)
        except OSError:
            return None
        return response.body if response.status == 200 else None


def _error_page(url: str, reason: str) -> bytes:
    """What Chrome's error page says, in its plainest form."""
    host = escape(urlsplit(url).hostname or url)
    return (
        "<html><head><title>Webpage not available</title></head><body style='margin:32px;font-family:Roboto;"
        "color:#3c4043'><h1 style='font-size:22px'>Webpage not available</h1>"
        f"<p>The webpage at {escape(url)} could not be loaded because:</p><p>net::{escape(reason)}</p>"
        f"<p>Check your connection, or whether {host} is spelled correctly.</p></body></html>"
    ).encode()
