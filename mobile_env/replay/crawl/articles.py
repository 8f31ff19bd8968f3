"""Records content that is made from articles into a store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mobile_env.phone.network import Fetcher
from mobile_env.replay import urls
from mobile_env.replay.crawl.client import FetcherClient
from mobile_env.replay.crawl.crawler import Crawl, CrawlPlan, CrawlProgress
from mobile_env.replay.sites import site_fetcher

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


def record_articles(
    source: str | Path, folder: str | Path, report: Report = lambda progress: None
) -> CrawlProgress:
    """Writes the pages and pictures made from articles into a store; the same articles give the same archive.

    Search results and random articles are not recorded, because they depend on the query and the time. To get
    them too, serve the store together with the content (`mobile-env replay serve STORE wikihow`).

    Args:
      source: name of shipped content, or a folder of articles.
      folder: of the store.
      report: takes the progress of the recording.

    Raises:
      ContentError: articles in the folder are wrong.
      StoreError: the store cannot be written.
    """
    return record_wikihow(site_fetcher(source), folder, report)


def record_wikihow(
    fetch: Fetcher, folder: str | Path, report: Report = lambda progress: None
) -> CrawlProgress:
    """Like `record_articles`, for any fetcher that answers as the WikiHow site does."""
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
