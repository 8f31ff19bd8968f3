"""Records shipped content into a store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mobile_env.phone.network import Fetcher
from mobile_env.replay import urls
from mobile_env.replay.content import fetcher_for
from mobile_env.replay.crawl.client import FetcherClient
from mobile_env.replay.crawl.crawler import Crawl, CrawlPlan, CrawlProgress

WIKIHOW_RULES = """\
# When two addresses are the same page of WikiHow.
ignore_parameters: [wh_an, amp]
ignore_query_order: true
ignore_scheme: true
hosts:
  wikihow.com: www.wikihow.com
  m.wikihow.com: www.wikihow.com
"""


Report = Callable[[CrawlProgress], object]


def record_shipped(name: str, folder: str | Path, report: Report = lambda progress: None) -> CrawlProgress:
    """Writes the pages and pictures of shipped content into a store; the same content gives the same archive.

    Search results and random articles are not recorded, because they depend on the query and the time. To get
    them too, serve the store together with the content (`mobile-env replay serve STORE wikihow`).

    Raises:
      ValueError: no content set has that name.
      StoreError: the store cannot be written.
    """
    return record_wikihow(fetcher_for(name), folder, report)


def record_wikihow(
    fetch: Fetcher, folder: str | Path, report: Report = lambda progress: None
) -> CrawlProgress:
    """Like `record_shipped`, for any fetcher that answers as the WikiHow site does."""
    plan = CrawlPlan(
        media="site",
        exclude=(f"^{urls.ROOT}({urls.SEARCH}|{urls.RANDOM})",),
        delay=0.0,
        tries=1,
        robots=False,
        refresh=True,
    )
    with Crawl(folder, FetcherClient(fetch), plan, rules=WIKIHOW_RULES) as crawl:
        return crawl.run([urls.ROOT + urls.HOME], report)
