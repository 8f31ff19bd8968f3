"""Reading the phone's own screens with each OCR engine that is installed: how exact, and how fast."""

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz

from benchmarks import table
from mobile_env.signals.contract import ViewNode
from mobile_env.signals.hierarchy import bounds, parse_hierarchy
from mobile_env.signals.ocr.contract import Box, OcrUnavailable
from mobile_env.signals.ocr.engines import engine_names, load_engine
from mobile_env.signals.ocr.screen_text import ScreenText

TITLE = "Screen text: regions of the WikiHow app at 1080×1920"

_REGIONS = 240
# Pages of the app, and how far they are scrolled.
_PAGES = (
    "Main-Page",
    "Bake-Lobster-Tails",
    "Clean-a-Cast-Iron-Pan",
    "Tune-a-Guitar-by-Ear",
    "wikiHowTo?search=bread",
    "Special:Categorylisting",
    "Make-Lentil-Soup",
    "Plant-a-Fruit-Tree",
    "Fall-Asleep-Faster",
    "Buy-a-Used-Car",
    "Write-a-Cover-Letter",
    "Grow-Basil-Indoors",
    "Pack-Light-for-a-Weekend-Trip",
    "Author/Marco-Bellini",
    "Make-Cold-Brew-Coffee",
    "Set-Up-a-Freshwater-Aquarium",
)
_SCROLLS = 6
# Screens of which a quarter is measured.
_QUARTERS = 20
# Pixels around the bounds of a text.
_MARGIN = 4
_BROWSER = "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity"


@dataclass(frozen=True)
class Region:
    """A part of a screen that one text of the hierarchy fills.

    Attributes:
      pixels: the screen, (H, W, 3).
      rect: the part, as fractions of the screen.
      text: what it says.
    """

    pixels: npt.NDArray[np.uint8]
    rect: tuple[float, float, float, float]
    text: str


def _screens() -> list[tuple[npt.NDArray[np.uint8], str]]:
    """Pixels and dump of each screen."""
    from mobile_env.phone.phone import Phone
    from mobile_env.replay.content import fetcher_for

    phone = Phone(fetch=fetcher_for("wikihow", seed=0))
    screens = []
    for page in _PAGES:
        phone.shell(f"am start -n {_BROWSER} -a android.intent.action.VIEW -d https://www.wikihow.com/{page}")
        phone.advance(2)
        for _ in range(_SCROLLS):
            screens.append((phone.screenshot(), phone.view_hierarchy()))
            for height in (1500, 1300, 1100, 900, 700, 500, 400):
                phone.touch(540, height)
            phone.lift()
            phone.advance(2)
    return screens


def _texts_of_pages(root: ViewNode) -> Iterator[tuple[Box, Box, str]]:
    """Box of each text, box of the web view it is in, and the text."""
    for node in root.subtree():
        text = " ".join(node.attributes.get("text", "").split())
        box = bounds(node)
        # The text of a picture is not on the screen.
        drawn = node.attributes.get("class") != "android.widget.Image"
        leaf = not any(child.attributes.get("text") for child in node.children)
        if not any(map(str.isalnum, text)) or not drawn or not leaf or box is None:
            continue
        view = node.parent
        while view is not None and view.attributes.get("class") != "android.webkit.WebView":
            view = view.parent
        frame = None if view is None else bounds(view)
        if frame is not None and box[0] < box[2] and box[1] < box[3]:
            yield Box(*box), Box(*frame), text


def _beside(one: Box, other: Box) -> bool:
    """Whether two texts stand so close on one line that they read as one text."""
    gap = max(one.left, other.left) - min(one.right, other.right)
    return min(one.bottom, other.bottom) > max(one.top, other.top) and gap < min(one.height, other.height)


def regions(most: int = _REGIONS) -> list[Region]:
    """Texts that are shown whole and apart from others, each once, in the order of the screens."""
    found: dict[str, Region] = {}
    for pixels, dump in _screens():
        height, width = pixels.shape[:2]
        texts = list(_texts_of_pages(parse_hierarchy(dump)))
        for box, frame, text in texts:
            shown = frame.top < box.top and box.bottom < frame.bottom
            if shown and not any(other != box and _beside(box, other) for other, *_ in texts):
                around = box.grown(_MARGIN, width, height)
                rect = around.left / width, around.top / height, around.right / width, around.bottom / height
                found.setdefault(text, Region(pixels, rect, text))
    return list(found.values())[:most]


def measure(name: str, watched: Sequence[Region]) -> list[table.Row]:
    """Rows of one engine."""
    engine = load_engine(name)
    reader = ScreenText(engine)
    engine.detect(watched[0].pixels)
    seconds, likenesses = [], []
    for region in watched:
        start = time.perf_counter()
        said = " ".join(text.text for text in reader.texts(region.pixels, region.rect))
        seconds.append(time.perf_counter() - start)
        likenesses.append(100.0 if said == region.text else min(99.99, fuzz.ratio(said, region.text)))
    exact = sum(likeness == 100 for likeness in likenesses) / len(likenesses)
    again = table.median_seconds(lambda: reader.texts(watched[-1].pixels, watched[-1].rect), 20)

    screens = list({id(region.pixels): region.pixels for region in watched}.values())
    quarters = [np.ascontiguousarray(screen[480:1440, :540]) for screen in screens[:_QUARTERS]]
    lines, finding, reading = 0, [], []
    for quarter in quarters:
        start = time.perf_counter()
        boxes = engine.locate(quarter)
        finding.append(time.perf_counter() - start)
        for box in boxes:
            start = time.perf_counter()
            # A shade that was not seen yet: lines are kept by their pixels.
            engine.read(quarter ^ 1, [box])
            reading.append(time.perf_counter() - start)
        lines += len(boxes)
    return [
        table.Row(
            f"{name}: texts read exactly",
            100 * exact,
            "%",
            more_is_better=True,
            note=f"{len(watched)} regions, mean likeness {statistics.fmean(likenesses):.1f} %",
        ),
        table.Row(f"{name}: a region", 1e3 * statistics.median(seconds), "ms", note="found and read"),
        table.Row(f"{name}: a region seen before", 1e3 * again, "ms"),
        table.Row(f"{name}: one line read", 1e3 * statistics.median(reading), "ms", budget=100),
        table.Row(
            f"{name}: lines found in a quarter screen",
            1e3 * statistics.median(finding),
            "ms",
            budget=400,
            note=f"{lines / len(quarters):.0f} lines a quarter",
        ),
    ]


def rows() -> list[table.Row]:
    """All engines that are installed."""
    watched = regions()
    found: list[table.Row] = []
    for name in engine_names():
        try:
            load_engine(name)
        except OcrUnavailable:
            continue
        found += measure(name, watched)
    return found


if __name__ == "__main__":
    table.main(TITLE, rows)
