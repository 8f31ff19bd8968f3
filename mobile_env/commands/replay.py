"""`mobile-env replay`: records, imports and replays app content."""

import argparse
import logging
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mobile_env.commands.contract import BadInput, Interrupted
from mobile_env.plain_text import plain

if TYPE_CHECKING:
    from mobile_env.replay.crawl.crawler import Crawl, CrawlProgress

HELP = "record app content and serve it again"
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_SHOWN = 10
_EXIT_FAULTS = 2


def byte_count(text: str) -> int:
    """Reads `1500`, `64MB` or `2G`.

    Raises:
      argparse.ArgumentTypeError: anything else.
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?", text.strip(), re.IGNORECASE)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size (write 500000, 64MB or 2GB)")
    return int(float(match[1]) * _UNITS[match[2].upper()])


def header(text: str) -> tuple[str, str]:
    """Reads `Name: value`.

    Raises:
      argparse.ArgumentTypeError: the text is not a header field.
    """
    name, colon, value = text.partition(":")
    if (
        not colon
        or not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name.strip())
        or re.search(r"[\r\n\0]", value)
    ):
        raise argparse.ArgumentTypeError(f"{text!r} is not a header field (write 'Name: value')")
    return name.strip(), value.strip()


def _seconds(text: str) -> float:
    if not re.fullmatch(r"\d+(\.\d+)?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return float(text)


def _count(text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def _port(text: str) -> int:
    if not re.fullmatch(r"\d{1,5}", text) or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port (0 to 65535; 0 chooses a free port)")
    return int(text)


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    _configure_serve(_action(actions, "serve", "run a proxy that answers phones from stores", _serve))
    _configure_record(
        _action(actions, "record", "run a proxy that records what a phone or browser requests", _record)
    )
    _configure_crawl(_action(actions, "crawl", "record a site, starting from one of its pages", _crawl))
    bring = _action(actions, "import", "import WARC, mitmproxy flow or HAR files into a store", _import)
    bring.add_argument("files", nargs="+", type=Path, metavar="FILE", help="files to import")
    bring.add_argument(
        "--into", required=True, type=Path, metavar="STORE", help="the store; created if missing"
    )
    _configure_size(bring)
    build = _action(actions, "build", "record content made from articles into a store", _build)
    build.add_argument(
        "source", metavar="CONTENT", help="the name of shipped content (wikihow), or a directory of articles"
    )
    build.add_argument(
        "--out", required=True, type=Path, metavar="STORE", help="the store; created if missing"
    )
    index = _action(actions, "index", "bring a store's index up to date, and say what cannot be read", _index)
    index.add_argument("store", type=Path, metavar="STORE")
    index.add_argument("--rebuild", action="store_true", help="rebuild the index from the archive")
    index.add_argument("--verify", action="store_true", help="also read every record")
    _configure_size(index, "report larger resources as faults")
    listing = _action(actions, "list", "list recorded resources: status, media type, bytes, URL", _list)
    listing.add_argument("store", type=Path, metavar="STORE")
    listing.add_argument(
        "pattern", nargs="?", default="", help="list only URLs in which this regular expression matches"
    )


def _action(
    actions: Any, name: str, text: str, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(
        name, help=text, description=text[0].upper() + text[1:]
    )
    parser.set_defaults(act=run)
    return parser


def _configure_listening(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", type=_port, default=8080, help="port to listen on; 0 chooses a free port (default: 8080)"
    )
    parser.add_argument(
        "--confdir",
        type=Path,
        default=Path("~/.mitmproxy"),
        metavar="DIR",
        help="directory of the certificate authority; created if missing (default: %(default)s)",
    )


def _configure_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources",
        nargs="+",
        metavar="SOURCE",
        help="a store, a directory of articles, or the name of shipped content (wikihow); the first "
        "source with an answer is used",
    )
    _configure_listening(parser)
    parser.add_argument(
        "--clock",
        choices=("phone", "now"),
        default="phone",
        help="time to which dates of responses are shifted: the time in the phone's request (else "
        "2023-10-15 15:34 UTC), or now (default: %(default)s)",
    )
    parser.add_argument("--seed", type=_count, default=0, help="seed for random articles (default: 0)")
    _configure_size(parser, "refuse to replay larger resources")


def _configure_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("store", type=Path, metavar="STORE", help="the store; created if missing")
    _configure_listening(parser)
    _configure_size(parser)
    parser.add_argument("--insecure", action="store_true", help="do not check servers' certificates")


def _configure_size(parser: argparse.ArgumentParser, text: str = "skip larger resources") -> None:
    parser.add_argument(
        "--resource-size",
        type=byte_count,
        default=byte_count("64MB"),
        metavar="SIZE",
        help=f"{text} (default: 64MB)",
    )


def _configure_crawl(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("urls", nargs="+", metavar="URL", help="start page, usually the home page")
    parser.add_argument(
        "--out", required=True, type=Path, metavar="STORE", help="the store; an earlier crawl is resumed"
    )
    parser.add_argument(
        "--host",
        action="append",
        default=[],
        metavar="HOST",
        help="another host of the site; * is a wildcard (repeatable)",
    )
    parser.add_argument(
        "--media",
        choices=("all", "site", "none"),
        default="all",
        help="pictures, styles and scripts: from any host, from the site only, or none (default: %(default)s)",
    )
    parser.add_argument(
        "--exclude",
        action="append",
        default=[],
        metavar="REGEX",
        help="skip URLs in which this matches (repeatable)",
    )
    parser.add_argument("--depth", type=_count, metavar="N", help="at most N links from the start page")
    parser.add_argument("--pages", type=_count, metavar="N", help="stop when the store has N pages")
    parser.add_argument("--size", type=byte_count, metavar="SIZE", help="stop after this many fetched bytes")
    _configure_size(parser)
    parser.add_argument(
        "--delay", type=_seconds, default=1.0, metavar="SEC", help="seconds between two requests (default: 1)"
    )
    parser.add_argument(
        "--connections", type=_count, default=1, metavar="N", help="number of parallel requests (default: 1)"
    )
    parser.add_argument(
        "--header",
        action="append",
        type=header,
        default=[],
        metavar="'NAME: VALUE'",
        help="set or add a request header; an empty value removes the header (repeatable)",
    )
    parser.add_argument("--ignore-robots", action="store_true", help="do not respect robots.txt and nofollow")
    parser.add_argument(
        "--refresh", action="store_true", help="start again, and fetch again what the store already has"
    )
    parser.add_argument("--insecure", action="store_true", help="do not check servers' certificates")


def run(arguments: argparse.Namespace) -> int:
    """Runs an action. Returns its exit code: 0 success, 2 something could not be used."""
    from mobile_env.replay.store.errors import StoreError

    try:
        code: int = arguments.act(arguments)
    except StoreError as error:
        raise BadInput(str(error)) from None
    return code


def _serve(arguments: argparse.Namespace) -> int:
    from mobile_env.replay.proxy.serving import serve
    from mobile_env.replay.source import open_source

    source = open_source(*arguments.sources, seed=arguments.seed, resource_limit=arguments.resource_size)
    with _log_on_stderr():
        proxy = serve(
            source, port=arguments.port, confdir=arguments.confdir.expanduser(), clock=arguments.clock
        )
        with proxy:
            print(f"replaying {', '.join(arguments.sources)} at {proxy.address}; Ctrl-C stops it")
            _print_phone_setup(proxy.port, arguments.confdir.expanduser())
            _wait_for_interrupt()
    print("stopped")
    return 0


def _print_phone_setup(port: int, confdir: Path) -> None:
    print(f"  an Android emulator:  adb shell settings put global http_proxy 10.0.2.2:{port}")
    print(f"  certificate to trust: {confdir / 'mitmproxy-ca-cert.pem'}", flush=True)


def _wait_for_interrupt() -> None:
    """Returns on Ctrl-C or SIGTERM."""
    asked = threading.Event()
    # Set explicitly, because a shell starts background processes with SIGINT ignored.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: asked.set())
    asked.wait()


@contextmanager
def _log_on_stderr() -> Iterator[None]:
    """Logs warnings of Mobile-Env and mitmproxy to standard error, one per line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    handler.setLevel(logging.WARNING)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


def _record(arguments: argparse.Namespace) -> int:
    from mobile_env.replay.proxy.serving import record
    from mobile_env.replay.store.writer import StoreWriter

    confdir = arguments.confdir.expanduser()
    with StoreWriter(arguments.store, resource_limit=arguments.resource_size) as writer:
        with _log_on_stderr():
            recording = record(
                writer, port=arguments.port, confdir=confdir, verify_upstream=not arguments.insecure
            )
            with recording as proxy:
                print(f"recording into {arguments.store} at {proxy.address}; Ctrl-C stops it")
                _print_phone_setup(proxy.port, confdir)
                _wait_for_interrupt()
        writer.commit()
        print(f"{arguments.store}: {len(writer)} resources")
    return 0


def _crawl(arguments: argparse.Namespace) -> int:
    from mobile_env.replay.crawl.client import HttpClient, web_view_headers
    from mobile_env.replay.crawl.crawler import Crawl, CrawlPlan

    for pattern in arguments.exclude:
        try:
            re.compile(pattern)
        except re.error as error:
            raise BadInput(f"--exclude {pattern!r} is not a regular expression: {error}") from None
    if arguments.connections < 1:
        raise BadInput("--connections must be at least 1")
    headers = web_view_headers()
    for name, value in arguments.header:
        same = next((known for known in headers if known.lower() == name.lower()), name)
        headers.pop(same, None)
        if value:
            headers[name] = value
    plan = CrawlPlan(
        hosts=tuple(host.lower() for host in arguments.host),
        media=arguments.media,
        exclude=tuple(arguments.exclude),
        depth=arguments.depth,
        pages=arguments.pages,
        size=arguments.size,
        resource_size=arguments.resource_size,
        delay=arguments.delay,
        connections=arguments.connections,
        robots=not arguments.ignore_robots,
        refresh=arguments.refresh,
    )
    with Crawl(arguments.out, HttpClient(headers, verify=not arguments.insecure), plan) as crawl:
        try:
            with _progress() as report:
                progress = crawl.run(arguments.urls, report)
        except KeyboardInterrupt:
            crawl.close()
            print(f"\n{arguments.out}: fetched resources are kept; the same command resumes", file=sys.stderr)
            raise Interrupted from None
        _print_crawl(arguments.out, crawl, progress)
        return _EXIT_FAULTS if progress.failed and not (progress.pages or progress.media) else 0


@contextmanager
def _progress() -> Iterator[Callable[["CrawlProgress"], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(),
        TextColumn("{task.completed} of {task.total} known  {task.description}"),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=1)

        def report(progress: "CrawlProgress") -> None:
            done = progress.pages + progress.media + progress.failed + progress.refused
            text = f"{progress.pages} pages, {progress.media} media, {_size(progress.size)}"
            text += f", {progress.failed} failed" if progress.failed else ""
            bar.update(task, completed=done, total=done + progress.waiting, description=text)

        yield report


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e5 else f"{count / 1e3:.1f} kB"


def _print_crawl(folder: Path, crawl: "Crawl", progress: "CrawlProgress") -> None:
    kept = f" ({progress.kept} of them were there already)" if progress.kept else ""
    print(f"{folder}: {progress.pages} pages, {progress.media} media{kept}, {_size(progress.size)} fetched")
    for title, found in (
        ("could not be had", crawl.failures),
        ("left out", crawl.refusals),
        ("taken, but not followed", crawl.unfollowed),
    ):
        if found:
            print(f"{len(found)} {title}:")
            for url, reason in found[:_SHOWN]:
                print(plain(f"  {url}: {reason}"))
            if len(found) > _SHOWN:
                print(f"  … and {len(found) - _SHOWN} more")
    if progress.stopped:
        print(f"stopped: {progress.stopped}; {progress.waiting} addresses are known and not fetched")


def _import(arguments: argparse.Namespace) -> int:
    from mobile_env.replay.importing import import_file
    from mobile_env.replay.store.writer import StoreWriter

    for path in arguments.files:
        if not path.is_file():
            raise BadInput(f"{path}: there is no such file")
    faults: list[str] = []
    with StoreWriter(arguments.into, resource_limit=arguments.resource_size) as writer:
        for path in arguments.files:
            count = import_file(path, writer)
            print(f"{path}: {count.taken} resources")
            faults += count.faults
    _print_faults(faults)
    return _EXIT_FAULTS if faults else 0


def _print_faults(faults: list[str]) -> None:
    for fault in faults[:_SHOWN]:
        print(f"mobile-env: {plain(fault)}", file=sys.stderr)
    if len(faults) > _SHOWN:
        print(f"mobile-env: … and {len(faults) - _SHOWN} faults more", file=sys.stderr)


def _build(arguments: argparse.Namespace) -> int:
    from mobile_env.replay import sites
    from mobile_env.replay.crawl.articles import record_articles
    from mobile_env.replay.faults import ContentError
    from mobile_env.suggestions import nearest

    if arguments.source not in sites.names() and not sites.is_article_folder(arguments.source):
        hint = nearest(arguments.source, sites.names())
        raise BadInput(f"no content is named {arguments.source!r} ({hint}; or name a folder of articles)")
    try:
        with _progress() as report:
            progress = record_articles(arguments.source, arguments.out, report)
    except ContentError as error:
        raise BadInput(str(error)) from None
    print(f"{arguments.out}: {progress.pages} pages, {progress.media} pictures, {_size(progress.size)}")
    return 0


def _index(arguments: argparse.Namespace) -> int:
    from mobile_env.replay.store.errors import StoreError
    from mobile_env.replay.store.folder import make_index
    from mobile_env.replay.store.store import ReplayStore

    make_index(arguments.store, rebuild=arguments.rebuild)
    with ReplayStore(arguments.store, resource_limit=arguments.resource_size) as store:
        faults = [f"{arguments.store}: {name}: byte {f.offset}: {f.what}" for name, f in store.faults()]
        if arguments.verify:
            for entry in store.entries():
                try:
                    store.read(entry)
                except StoreError as error:
                    faults.append(str(error))
        number = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        print(f"{arguments.store}: {len(store)} resources, {number}")
    _print_faults(faults)
    return _EXIT_FAULTS if faults else 0


def _list(arguments: argparse.Namespace) -> int:
    from mobile_env.replay.store.store import ReplayStore

    try:
        pattern = re.compile(arguments.pattern)
    except re.error as error:
        raise BadInput(f"{arguments.pattern!r} is not a regular expression: {error}") from None
    with ReplayStore(arguments.store) as store:
        for entry in store.entries():
            if pattern.search(entry.url):
                method = "" if entry.method == "GET" else f"{entry.method} "
                print(plain(f"{entry.status} {entry.kind or '-'} {entry.size} {method}{entry.url}"))
    return 0
