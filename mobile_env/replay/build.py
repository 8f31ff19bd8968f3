"""Checks content sources and writes them as the files of a site: `python -m mobile_env.replay.build`."""

from __future__ import annotations

import argparse
import html
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from mobile_env.replay import urls
from mobile_env.replay.checking import check_library
from mobile_env.replay.faults import ContentError
from mobile_env.replay.reading import load_library
from mobile_env.replay.site import WikiHowSite
from mobile_env.replay.sites import source_folder

_ATTRIBUTE = re.compile(r'(href|src)="(https://www\.wikihow\.com[^"#]*)')


def file_of(path: str) -> str:
    """Returns the file, relative to the written site, for the page or picture at a decoded path."""
    name = path.lstrip("/")
    return name if name.startswith("images/") else f"{name.replace(':', '_')}.html"


def write_site(site: WikiHowSite, out: Path) -> tuple[int, int]:
    """Writes all pages and pictures below `out`, with relative links. Returns the number of pages and of
    pictures."""
    pictures: set[str] = set()
    for path in site.page_paths:
        name = file_of(path)
        up = "../" * name.count("/")

        def relative(match: re.Match[str], up: str = up) -> str:
            target = urls.normalise(html.unescape(match[2])).path
            if match[1] == "src":
                pictures.add(target)
            elif target not in site.page_paths:
                return match[0]
            return f'{match[1]}="{up}{quote(file_of(target))}'

        text = site(urls.ROOT + quote(path), {}).body.decode()
        _write(out, name, _ATTRIBUTE.sub(relative, text).encode())
    for path in sorted(pictures):
        _write(out, file_of(path), site(urls.ROOT + quote(path), {}).body)
    return len(site.page_paths), len(pictures)


def _write(out: Path, name: str, data: bytes) -> None:
    target = (out / name).resolve()
    if not target.is_relative_to(out.resolve()):
        raise ValueError(f"{name} would be written outside {out}")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command. Returns the exit code: 0 success, 2 bad input."""
    parser = argparse.ArgumentParser(prog="python -m mobile_env.replay.build", description=__doc__)
    parser.add_argument(
        "--source", type=Path, help="folder of the sources (default: the shipped wikihow content)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("build/wikihow"), help="where to write (default: %(default)s)"
    )
    parser.add_argument("--check", action="store_true", help="check the sources and write nothing")
    options = parser.parse_args(arguments)
    try:
        library = load_library(options.source or source_folder("wikihow"))
        faults = check_library(library)
        if faults:
            raise ContentError(faults)
        parts = {"articles": library.articles, "authors": library.authors, "categories": library.categories}
        counts = ", ".join(f"{len(entries)} {name}" for name, entries in parts.items())
        if options.check:
            print(f"{counts}: no faults")
            return 0
        pages, pictures = write_site(WikiHowSite(library), options.out)
    except (ContentError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{counts}: {pages} pages and {pictures} pictures in {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
