"""The phone's screen alone: layout, hierarchy and frames after a change, without the framework around it."""

import itertools
import time
from collections.abc import Callable
from pathlib import Path

import jinja2
import psutil

from benchmarks import table
from benchmarks.table import Row, median_seconds
from mobile_env.phone.ui import layouts
from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.screen import Screen
from mobile_env.phone.ui.web import WebDocument
from mobile_env.phone.ui.window import WindowView

TITLE = "Screen"
SMALL, LARGE = Display(360, 800, 160), Display(1080, 1920, 400)
_DECOR = (
    '<FrameLayout class="decor"><LinearLayout class="action-bar-root"><FrameLayout id="android:content"'
    ' class="content">{}</FrameLayout></LinearLayout></FrameLayout>'
)
_LIST = """{% import "material.xml" as m %}<FrameLayout class="screen">
{% call m.toolbar("Contacts", "arrow_back", "back") %}{{ m.icon_button("search", "search", "Search") }}{% endcall %}
<RecyclerView id="list" class="body">{% for i in range(12) %}
{{ m.list_item("Person " ~ i, "number " ~ (i + salt), icon="person", click="open", arg=i, key=i) }}{% endfor %}
</RecyclerView>{{ m.fab("add", "add", "Add") }}</FrameLayout>"""
_DIALOG = """{% import "material.xml" as m %}
{{ m.dialog("Delete?", "This cannot be undone.", [("Cancel", "no", none), ("Delete", "yes", 1)]) }}"""
_BAR = '<FrameLayout class="fill" style="background:#fff"><TextView text="15:34" style="padding:2px"/></FrameLayout>'
_WEB = _DECOR.format(
    '<FrameLayout class="screen"><Toolbar><TextView class="toolbar-title" text="Page"/></Toolbar>'
    '<WebView id="web" document="main" class="body"/></FrameLayout>'
)
_KEYS = "".join(
    '<LinearLayout orientation="horizontal" style="height:48px">'
    + "".join(f'<TextView text="{key}" click="type" style="flex:1 1 auto;text-align:center"/>' for key in row)
    + "</LinearLayout>"
    for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm")
)
_STYLE = "bottom:48px"


def _template(source: str) -> jinja2.Template:
    return layouts.environment(Path(__file__).parent).from_string(source)


def _article(paragraphs: int, link: str = "") -> WebDocument:
    words = "Put the flour into a bowl, add water and salt, and knead until the dough is smooth and soft to touch."
    body = "".join(f"<p>Step {n}. {words}{link}</p>" for n in range(paragraphs))
    return WebDocument("https://example.org/a", f"<html><body>{body}</body></html>".encode())


class _Scenes:
    """Windows that change from one call to the next, as taps and drags change them."""

    def __init__(self) -> None:
        self.salt = itertools.count()
        rows = _template(_LIST)
        self.lists = [_DECOR.format(rows.render(salt=n)) for n in range(64)]
        self.dialog = WindowView("dialog:1", "com.example", _template(_DIALOG).render(), dim=0.32)
        self.page = _article(300)
        self.linked = _article(100, link=" See <a href='#'>more</a>.")
        self.bars = (
            WindowView("status", "com.android.systemui", _BAR, style="bottom:auto;height:24px", static=True),
            WindowView("navigation", "com.android.systemui", _BAR, style="top:auto;height:48px", static=True),
        )
        keys = f'<LinearLayout class="fill" style="background:#eee">{_KEYS}</LinearLayout>'
        self.keyboard = WindowView(
            "ime", "com.android.systemui", keys, style="top:auto;bottom:48px;height:236px", static=True
        )

    def list(self, scroll: float = 0.0) -> WindowView:
        markup = self.lists[next(self.salt) % 64 if not scroll else 0]
        return WindowView("activity:1", "com.example", markup, style=_STYLE, scroll={"list": scroll})

    def article(self, scroll: float, page: WebDocument | None = None) -> WindowView:
        return WindowView(
            "activity:2",
            "com.example",
            _WEB,
            style=_STYLE,
            documents={"main": page or self.page},
            scroll={"web": scroll},
        )


def _measure(screen: Screen, scene: Callable[[], tuple[list[WindowView], str]]) -> tuple[float, float]:
    """Median ms of composing and reading the hierarchy, and of composing, a hit and a frame."""

    def tree() -> None:
        screen.compose(*scene())
        screen.hierarchy()

    def frame() -> None:
        screen.compose(*scene())
        screen.hit(100, 300)
        screen.pixels()

    return median_seconds(tree, 25) * 1e3, median_seconds(frame, 25) * 1e3


def rows() -> list[Row]:
    """Every scene at both sizes, an unchanged screen, a second phone's first frame, and memory."""
    found = []
    for display, budget in ((SMALL, 7.0), (LARGE, 14.0)):
        size = f"{display.width_px}x{display.height_px}"
        scenes = _Scenes()
        screen = Screen(display)
        offsets = itertools.cycle(range(60, 260, 7))
        toggle = itertools.cycle((0, 1))
        plain = scenes.list()

        def one_row(scenes: _Scenes = scenes) -> tuple[list[WindowView], str]:
            return [scenes.list(), *scenes.bars], "activity:1"

        def scroll(
            scenes: _Scenes = scenes, offsets: itertools.cycle = offsets
        ) -> tuple[list[WindowView], str]:
            return [scenes.list(next(offsets)), *scenes.bars], "activity:1"

        def dialog(
            scenes: _Scenes = scenes, toggle: itertools.cycle = toggle, plain: WindowView = plain
        ) -> tuple[list[WindowView], str]:
            shown = [scenes.dialog] if next(toggle) else []
            return [plain, *shown, *scenes.bars], shown[0].key if shown else "activity:1"

        def typing(scenes: _Scenes = scenes) -> tuple[list[WindowView], str]:
            return [scenes.list(), scenes.keyboard, *scenes.bars], "activity:1"

        def article(
            scenes: _Scenes = scenes, offsets: itertools.cycle = offsets
        ) -> tuple[list[WindowView], str]:
            return [scenes.article(next(offsets) * 20), *scenes.bars], "activity:2"

        def linked(
            scenes: _Scenes = scenes, offsets: itertools.cycle = offsets
        ) -> tuple[list[WindowView], str]:
            return [scenes.article(next(offsets) * 20, scenes.linked), *scenes.bars], "activity:2"

        def covered(
            scenes: _Scenes = scenes, toggle: itertools.cycle = toggle
        ) -> tuple[list[WindowView], str]:
            shown = [scenes.dialog] if next(toggle) else []
            return [scenes.article(400), *shown, *scenes.bars], shown[0].key if shown else "activity:2"

        for name, scene in (
            ("12 rows change", one_row),
            ("list scrolls", scroll),
            ("dialog opens, closes", dialog),
            ("12 rows change over a keyboard", typing),
            ("page of 300 paragraphs scrolls", article),
            ("page of 100 paragraphs with links scrolls", linked),
            ("dialog over a page opens, closes", covered),
        ):
            tree, frame = _measure(screen, scene)
            found.append(Row(f"{name}: compose + hierarchy, {size}", tree, "ms", 3.0))
            limit = 5.0 if scene is article and display is SMALL else budget
            found.append(Row(f"{name}: compose + hit + frame, {size}", frame, "ms", limit))
        same = article()
        screen.compose(*same)

        def unchanged(screen: Screen = screen, same: tuple[list[WindowView], str] = same) -> None:
            screen.compose(*same)
            screen.pixels()
            screen.hierarchy()

        found.append(Row(f"nothing changed, {size}", median_seconds(unchanged, 200) * 1e6, "µs", 50.0))
    found += _another_screen()
    return found


def _another_screen() -> list[Row]:
    scenes = _Scenes()
    view = scenes.list()
    process = psutil.Process()
    kept = []
    durations = []
    before = process.memory_info().rss
    for _ in range(32):
        start = time.perf_counter()
        screen = Screen(SMALL)
        screen.compose([view, *scenes.bars], "activity:1")
        screen.pixels()
        durations.append(time.perf_counter() - start)
        kept.append(screen)
    memory = (process.memory_info().rss - before) / len(kept) / 1e6
    first = sorted(durations)[len(durations) // 2] * 1e3
    return [
        Row("one more screen, first frame, 360x800", first, "ms", 25.0),
        Row("one more screen, RSS, 360x800", memory, "MB", 6.0),
    ]


if __name__ == "__main__":
    table.main(TITLE, rows)
