"""Sources of replayed answers, and the answer to a request for which there is no recording."""

from __future__ import annotations

import datetime
import logging
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

from mobile_env.phone.network import Fetcher, NetworkError
from mobile_env.replay import sites
from mobile_env.replay.faults import ContentError
from mobile_env.replay.search import SearchUnavailable
from mobile_env.replay.store.errors import ResourceTooLarge, StoreError
from mobile_env.replay.store.exchange import Answer, Fields, Request
from mobile_env.replay.store.folder import ARCHIVE, RESOURCE_LIMIT
from mobile_env.replay.store.store import ReplayStore

logger = logging.getLogger(__name__)

_NO_PATH = re.compile(r"^(https?://[^/?]+)(?=\?|$)", re.IGNORECASE)
_NOT_ON_THE_WIRE = re.compile(r"[^!-~]")


class ReplaySource(Protocol):
    """Answers requests. A `ReplayStore` is a source."""

    def answer(self, request: Request, now: datetime.datetime) -> Answer | None:
        """Returns the answer at the phone's time `now`, or None if this source has no answer.

        Raises:
          StoreError: there is an answer, but it cannot be read.
        """


class FetcherSource:
    """Makes a source of a fetcher, for pages that are computed on demand, such as search results."""

    def __init__(self, fetch: Fetcher) -> None:
        self._fetch = fetch

    def answer(self, request: Request, now: datetime.datetime) -> Answer | None:
        """Returns the fetcher's response to a GET or HEAD, unchanged. Returns None for other requests or
        without a network."""
        if request.method not in ("GET", "HEAD"):
            return None
        try:
            response = self._fetch(request.url, request.headers)
        except NetworkError:
            return None
        if response.status == 404:
            logger.warning("not found: %s %s", request.method, request.url)
        body = b"" if request.method == "HEAD" else response.body
        return Answer(response.status, _reason(response.status), tuple(response.headers.items()), body)


class FirstAnswer:
    """Combines sources. The first answer that is not a 404 is used, else the first 404."""

    def __init__(self, sources: Sequence[ReplaySource]) -> None:
        self._sources = tuple(sources)

    def answer(self, request: Request, now: datetime.datetime) -> Answer | None:
        """Returns the first source's answer that is not a 404, else the first 404, else None."""
        missing = None
        for source in self._sources:
            answer = source.answer(request, now)
            if answer is not None and answer.status != 404:
                return answer
            missing = missing or answer
        return missing


def open_source(
    *specs: str | Path | ReplaySource, seed: int = 0, resource_limit: int = RESOURCE_LIMIT
) -> ReplaySource:
    """Opens a source, or several as one.

    Args:
      specs: each one a store's directory, a folder of articles, the name of shipped content (`wikihow`),
        or a source. The first source with an answer is used.
      seed: decides whatever shipped content leaves to chance.
      resource_limit: largest resource of a store, in bytes.

    Raises:
      StoreError: a spec is neither a store nor content, its articles are wrong, or its search engine cannot be used.
    """
    sources = [_open(spec, seed, resource_limit) if isinstance(spec, str | Path) else spec for spec in specs]
    return sources[0] if len(sources) == 1 else FirstAnswer(sources)


def _open(spec: str | Path, seed: int, resource_limit: int) -> ReplaySource:
    is_store = (Path(spec) / ARCHIVE).is_dir() or Path(spec).is_file()
    if not is_store and (str(spec) in sites.names() or sites.is_article_folder(spec)):
        try:
            return FetcherSource(sites.site_fetcher(spec, seed))
        except (ContentError, SearchUnavailable) as error:
            raise StoreError(str(error)) from None
    return ReplayStore(spec, resource_limit=resource_limit)


def respond(source: ReplaySource, request: Request, now: datetime.datetime) -> Answer:
    """Returns the source's answer. Without an answer, returns a page that explains why, and logs a line."""
    try:
        answer = source.answer(request, now)
    except StoreError as error:
        logger.error("%s %s: %s", request.method, request.url, error)
        too_large = isinstance(error, ResourceTooLarge)
        return _notice(
            request,
            502,
            "Recorded, but too large" if too_large else "Recorded, but damaged",
            str(error),
        )
    if answer is None:
        logger.warning("not recorded: %s %s", request.method, request.url)
        return _notice(
            request,
            404,
            "Not recorded",
            "The replay store has no answer to this request, and the network is never asked.",
        )
    return answer


def _notice(request: Request, status: int, title: str, text: str) -> Answer:
    body = (
        f"<!DOCTYPE html>\n<html><head><meta charset='utf-8'><title>{title}</title></head>\n"
        "<body style='margin:32px;font-family:Roboto,sans-serif;color:#3c4043'>\n"
        f"<h1 style='font-size:22px'>{title}</h1>\n<p>{escape(request.method)} {escape(request.url)}</p>\n"
        f"<p>{escape(text)}</p>\n</body></html>\n"
    ).encode()
    headers: Fields = (
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
    )
    return Answer(status, _reason(status), headers, b"" if request.method == "HEAD" else body)


def _reason(status: int) -> str:
    from http import HTTPStatus

    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def wire_url(url: str) -> str:
    """Returns the URL as a client sends it: no fragment, a path, and other than printable ASCII escaped as
    UTF-8."""
    bare = _NO_PATH.sub(r"\1/", url.partition("#")[0], count=1)
    return _NOT_ON_THE_WIRE.sub(lambda match: quote(match[0], safe="", errors="replace"), bare)
