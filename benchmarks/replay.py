"""What the replay store and proxy cost: `python -m benchmarks.replay [--resources 856045]`."""

import argparse
import mmap
import multiprocessing
import os
import random
import resource
import statistics
import tempfile
import threading
import time
from pathlib import Path

from benchmarks import table
from mobile_env.phone import Display, Phone
from mobile_env.replay.direct import DirectFetcher
from mobile_env.replay.proxy.certificates import install_certificate
from mobile_env.replay.proxy.phone_client import proxied_fetcher
from mobile_env.replay.proxy.serving import RunningProxy, serve
from mobile_env.replay.store.exchange import Exchange
from mobile_env.replay.store.folder import make_index
from mobile_env.replay.store.rules import read_rules
from mobile_env.replay.store.store import ReplayStore
from mobile_env.replay.store.writer import StoreWriter

TITLE = "Replay"
RESOURCES = 20_000
_RULES = "ignore_parameters: [wh_an, amp]\nignore_query_order: true\nhosts: {wikihow.com: www.wikihow.com}\n"
_LOOKUPS = 5000
_WORDS = (
    "bake",
    "change",
    "clean",
    "fold",
    "grow",
    "make",
    "plant",
    "repair",
    "wash",
    "write",
    "bread",
    "cactus",
)


def _url(number: int) -> str:
    chooser = random.Random(number)
    title = "-".join(chooser.choice(_WORDS).title() for _ in range(5))
    if number % 8 == 0:  # the paper's archive: 107,448 pages among 856,045 resources (C.1)
        return f"https://www.wikihow.com/{title}-{number}"
    picture = f"{title}-{number}.jpg"
    return (
        f"https://www.wikihow.com/images/thumb/{number % 16:x}/{number % 256:02x}/{picture}/460px-{picture}"
    )


def _fill(folder: Path, count: int) -> None:
    fields = (
        ("Content-Type", "text/html; charset=UTF-8"),
        ("Date", "Sun, 01 Oct 2023 12:00:00 GMT"),
        ("Cache-Control", "private, must-revalidate, max-age=0"),
        ("Server", "nginx"),
    )
    text = " ".join(random.Random(0).choices(_WORDS, k=200)).encode()
    with StoreWriter(folder, rules=_RULES) as writer:
        for number in range(count):
            body = b"<p>%d</p>" % number + text
            writer.add(Exchange(_url(number), 200, "OK", fields, body))


def _asked(count: int) -> list[str]:
    chooser = random.Random(1)
    return [
        _url(chooser.randrange(count)).replace("www.wikihow", "wikihow") + "?wh_an=1&amp=1"
        for _ in range(_LOOKUPS)
    ]


def _median(seconds: list[float], unit: float) -> float:
    return statistics.median(seconds) * unit


def _times(action, arguments) -> list[float]:
    durations = []
    for argument in arguments:
        start = time.perf_counter()
        action(argument)
        durations.append(time.perf_counter() - start)
    return durations


def _memory(folder: Path, urls: list[str], answers) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with ReplayStore(folder) as store:
        for url in urls:
            store.lookup(url)
        with open("/proc/self/status") as status:
            private = next(line for line in status if line.startswith("RssAnon"))
        total = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        answers.put((int(private.split()[1]) / 1024, total / 1024))


class _CdxjLookup:
    """What the index is compared with: a sorted CDXJ file and a binary search in it."""

    def __init__(self, folder: Path) -> None:
        self._rules = read_rules(folder)
        path = folder.parent / "index.cdxj"
        with ReplayStore(folder) as store:
            lines = sorted(
                f'{self._rules.key(e.url)} 20231001120000 {{"url": "{e.url}", "mime": "{e.kind}", '
                f'"status": "{e.status}", "offset": "{e.offset}", "length": "{e.length}", '
                f'"filename": "00000.warc.gz"}}\n'
                for e in store.entries()
            )
        path.write_text("".join(lines))
        self.size = path.stat().st_size
        with path.open("rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def __call__(self, url: str) -> bytes:
        key = self._rules.key(url).encode() + b" "
        low, high = 0, len(self._map)
        while low < high:
            start = self._map.rfind(b"\n", 0, (low + high) // 2) + 1
            end = self._map.find(b"\n", start) + 1
            if self._map[start:end] < key:
                low = end
            else:
                high = start
        line = self._map[low : self._map.find(b"\n", low)]
        assert line.startswith(key)
        return line


def _phone(address: str, certificate: bytes) -> Phone:
    phone = Phone(Display(360, 800, 160))
    phone.state.settings.put("global", "http_proxy", address)
    install_certificate(phone, certificate)
    return phone


def _clients(address: str, certificate: bytes, phones: int, urls: list[str], answers) -> None:
    """In a process of its own: phones that ask at the same time, one thread each."""
    fetchers = [proxied_fetcher(_phone(address, certificate)) for _ in range(phones)]
    for fetch in fetchers:
        fetch(urls[0], {})
    durations: list[float] = []

    def use(fetch) -> None:
        durations.extend(_times(lambda url: fetch(url, {}), urls))

    threads = [threading.Thread(target=use, args=(fetch,)) for fetch in fetchers]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers.put((durations, time.perf_counter() - start))


def _in_process(function, *arguments):
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    process = context.Process(target=function, args=(*arguments, answers))
    process.start()
    answer = answers.get(timeout=600)
    process.join()
    return answer


def _proxy_rows(proxy: RunningProxy, urls: list[str]) -> list[table.Row]:
    fetch = proxied_fetcher(_phone(proxy.address, proxy.certificate_authority))
    fetch(urls[0], {})
    same = _median(_times(lambda url: fetch(url, {}), urls[:1000]), 1e3)
    rows = [table.Row("HTTPS request of a phone in the proxy's process", same, "ms", budget=2.5)]
    for phones in (1, 8, 64):
        asked = urls[: max(20, 1000 // phones)]
        durations, seconds = _in_process(_clients, proxy.address, proxy.certificate_authority, phones, asked)
        note = f"{len(durations) / seconds:.0f} requests/s; 95th percentile "
        note += f"{sorted(durations)[int(0.95 * len(durations))] * 1e3:.1f} ms"
        what = f"HTTPS request, {phones} phone{'s' if phones > 1 else ''} at once in another process"
        rows.append(
            table.Row(what, _median(durations, 1e3), "ms", budget=2.5 if phones == 1 else None, note=note)
        )
    return rows


def rows(count: int = RESOURCES) -> list[table.Row]:
    """Measures.

    Args:
      count: resources of the store.
    """
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCHMARK_DIR")) as temporary:
        folder = Path(temporary, "store")
        start = time.perf_counter()
        _fill(folder, count)
        written = time.perf_counter() - start
        start = time.perf_counter()
        make_index(folder, rebuild=True)
        indexed = time.perf_counter() - start
        size = (folder / "index.sqlite").stat().st_size
        urls = _asked(count)
        cdxj = _CdxjLookup(folder)
        private, _ = _in_process(_memory, folder, urls)
        bare, _ = _in_process(_memory, folder, [])
        with ReplayStore(folder) as store:
            looked_up = _median(_times(store.lookup, urls), 1e3)
            cdxj_looked_up = _median(_times(cdxj, urls), 1e3)
            direct = DirectFetcher(store)
            fetched = _median(_times(lambda url: direct(url, {}), urls), 1e3)
            with serve(store) as proxy:
                proxied = _proxy_rows(proxy, urls)
        number = f"{count:,}"
        return [
            table.Row(
                f"write, {number} resources", written, "s", note=f"{written / count * 1e6:.0f} µs each"
            ),
            table.Row(
                f"index of {number} resources, made anew",
                indexed,
                "s",
                note=f"{indexed / count * 1e6:.0f} µs each",
            ),
            table.Row("size of the index", size / 1e6, "MB", baseline=cdxj.size / 1e6, note="baseline: CDXJ"),
            table.Row("its memory after 5,000 lookups, beyond that of none", private - bare, "MB"),
            table.Row(
                "lookup",
                looked_up,
                "ms",
                budget=0.1,
                baseline=cdxj_looked_up,
                note="baseline: CDXJ, bisected",
            ),
            table.Row("fetch in direct mode", fetched, "ms"),
            *proxied,
        ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.replay", description=__doc__)
    parser.add_argument("--resources", type=int, default=RESOURCES, help="default: %(default)s")
    chosen = parser.parse_args().resources
    table.main(TITLE, lambda: rows(chosen))
