"""Where replayed answers come from, and what is answered when there is none."""

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
from mobile_env.replay import content
from mobile_env.replay.search import SearchUnavailable
from mobile_env.replay.store.errors import ResourceTooLarge, StoreError
from mobile_env.replay.store.exchange import Answer, Fields, Request
from mobile_env.replay.store.folder import ARCHIVE, RESOURCE_LIMIT
from mobile_env.replay.store.store import ReplayStore

logger = logging.getLogger(__name__)

_NO_PATH = re.compile(r"^(https?://[^/?]+)(?=\?|$)", re.IGNORECASE)
_NOT_ON_THE_WIRE = re.compile(r"[^!-~]")


class ReplaySource(Protocol):
    """Answers requests; a `ReplayStore` is one."""

    def answer(self, request: Request, now: datetime.datetime) -> Answer | None:
        """The answer for the phone's time `now`, or None: another source may know.

        Raises:
          StoreError: there is an answer, which cannot be read.
        """


class FetcherSource:
    """A fetcher as a source: pages made on demand, such as those of a search."""

    def __init__(self, fetch: Fetcher) -> None:
        self._fetch = fetch

    def answer(self, request: Request, now: datetime.datetime) -> Answer | None:
        """What the fetcher says to a GET or HEAD, unchanged; None to other requests, or when it has no network."""
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
    """Several sources: the first answer that is not a 404 counts, else the first 404."""

    def __init__(self, sources: Sequence[ReplaySource]) -> None:
        self._sources = tuple(sources)

    def answer(self, request: Request, now: datetime.datetime) -> Answer | None:
        """The first source's answer that is one."""
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
    """A source by what a user names.

    Args:
      specs: each a store's folder, the name of shipped content (`wikihow`), or a source; the first that knows
        an answer gives it.
      seed: decides whatever shipped content leaves to chance.
      resource_limit: the most bytes of one resource of a store.

    Raises:
      StoreError: one is no store and no content, or the search engine of content cannot be used.
    """
    sources = [_open(spec, seed, resource_limit) if isinstance(spec, str | Path) else spec for spec in specs]
    return sources[0] if len(sources) == 1 else FirstAnswer(sources)


def _open(spec: str | Path, seed: int, resource_limit: int) -> ReplaySource:
    if not (Path(spec) / ARCHIVE).is_dir() and not Path(spec).is_file() and str(spec) in content.names():
        try:
            return FetcherSource(content.fetcher_for(str(spec), seed=seed))
        except SearchUnavailable as error:
            raise StoreError(str(error)) from None
    return ReplayStore(spec, resource_limit=resource_limit)


def respond(source: ReplaySource, request: Request, now: datetime.datetime) -> Answer:
    """What a request is answered: what the source knows, else a page that says why not, with a line in the log."""
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
    """The URL as a client sends it: without fragment, with a path, what is no printable ASCII escaped as UTF-8."""
    bare = _NO_PATH.sub(r"\1/", url.partition("#")[0], count=1)
    return _NOT_ON_THE_WIRE.sub(lambda match: quote(match[0], safe="", errors="replace"), bare)
