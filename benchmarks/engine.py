"""Event steps: nothing changed, a hierarchy changed, and how they grow with the number of sources."""

import itertools
from collections.abc import Callable

from google.protobuf import text_format

from benchmarks import table
from benchmarks.table import Row, median_seconds
from mobile_env.events.compiler import compile_task
from mobile_env.events.engine import EventEngine
from mobile_env.events.policy import EMBEDDED_POLICY
from mobile_env.proto import task_pb2
from mobile_env.signals.contract import LogLine, ViewNode
from mobile_env.signals.hierarchy import parse_hierarchy

TITLE = "Event engine"

# The step of the original Mobile-Env on such a hierarchy.
_ORIGINAL_US = 401
_NODES = 310
_STEPS = 400

_PACKAGE = "com.wikihow.wikihowapp"
_FLAGS = (
    'checkable="false" checked="false" enabled="true" focusable="false" focused="false" scrollable="false"'
    ' long-clickable="false" password="false" selected="false"'
)
_SELECTORS = (
    '#$"search_plate">#$"search_src_text"',
    '."android.view.View"#"section_0" .$"TextView"',
    '#"cat_navigation">."android.view.View"',
    '#"article_rating_mobile" .$"Button"',
    '#"mw-content-text">#"authors_container">.$"Image"',
)


def _node(number: int, cls: str, identifier: str = "", text: str = "", inside: str = "") -> str:
    top = 12 * number
    return (
        f'<node index="{number % 9}" text="{text}" resource-id="{identifier}" class="{cls}"'
        f' package="{_PACKAGE}" content-desc="" clickable="false" {_FLAGS}'
        f' bounds="[42,{top}][1038,{top + 60}]">{inside}</node>'
    )


def article(version: int) -> str:
    """The dump of an article of 310 nodes."""
    count = itertools.count()
    paragraphs = []
    for part in range(8):
        steps = "".join(
            _node(
                next(count),
                "android.view.View",
                f"step-id-{part}{step}",
                "",
                _node(
                    next(count), "android.widget.TextView", "", f"Step {step} of part {part}, seen {version}"
                ),
            )
            for step in range(17)
        )
        paragraphs.append(_node(next(count), "android.view.View", f"section_{part}", f"Part {part}", steps))
    rating = _node(next(count), "android.widget.Button", "", "Yes") + _node(
        next(count), "android.widget.Button", "", "No"
    )
    paragraphs.append(_node(next(count), "android.view.View", "article_rating_mobile", "", rating))
    body = "".join(paragraphs)
    while next(count) < _NODES - 10:
        body += _node(next(count) // 2, "android.widget.Image", "", "a picture")
    for identifier in ("content_inner", "content_wrapper", "mw-mf-page-center", "mw-mf-viewport"):
        body = _node(next(count), "android.view.View", identifier, "", body)
    body = _node(
        next(count), "android.webkit.WebView", f"{_PACKAGE}:id/webView", "How to Bake Lobster Tails", body
    )
    body = _node(next(count), "android.widget.FrameLayout", "android:id/content", "", body)
    while body.count("<node") < _NODES - 1:
        body += _node(next(count), "android.view.View", "android:id/statusBarBackground")
    return f'<hierarchy rotation="0">{body}</hierarchy>'


def task(sources: int) -> task_pb2.Task:
    """A task of the kind of WikiHow's: half its sources read the log, half the hierarchy; three slots."""
    listed, nodes = [], []
    for number in range(1, sources + 1, 2):
        selector = _SELECTORS[number // 2 % len(_SELECTORS)].replace('"', '\\"')
        listed.append(
            f'event_sources {{ id: {number} log_event {{ filters: "jd:D"'
            rf' pattern: "\\bmUrl is: https://www\\.wikihow\\.com/Page-{number}(\\?|$)" }} }}'
            f"event_sources {{ id: {number + 1} view_hierarchy_event {{ selector: '{selector}'"
            f' properties {{ property_name: "text" pattern: "^How to Bake Lobster Tails {number}$" }} }} }}'
        )
        nodes.append(
            f"events {{ event {{ id: {1000 + number} type: OR events {{ id: {number} }} events {{ id: {number + 1} }}"
            f" transformation: 'y = 1' repeatability: NONE }} }}"
        )
    last = 1000 + sources - 1
    text = (
        "".join(listed)
        + f"event_slots {{ reward_listener {{ type: OR {' '.join(nodes)} }}"
        + f" episode_end_listener {{ events {{ id: {last} }} transformation: 'y = True' }}"
        + " instruction_listener { events { id: 1001 } transformation: \"y = ['Go on.']\" } }"
    )
    return text_format.Parse(text, task_pb2.Task())


class _Signals:
    """Steps without end; every one completes an input."""

    screen_size = (1080, 1920)
    screen_version = 0
    responses: tuple[str, ...] = ()
    completed = frozenset({"LIFT"})

    def __init__(self, roots: list[ViewNode]):
        self._roots = itertools.cycle(roots)
        self._root = next(self._roots)
        self.step, self.time, self.hierarchy_version = 0, 0.0, 0
        self.log: list[LogLine] = []

    def change(self) -> None:
        """The next hierarchy."""
        self._root = next(self._roots)
        self.hierarchy_version += 1

    def hierarchy(self) -> ViewNode:
        """The present one."""
        return self._root


def _fault(path: object, what: str, _mend: str) -> None:
    raise AssertionError(f"{path}: {what}")


def _steppers(sources: int, roots: list[ViewNode]) -> tuple[Callable[[], object], ...]:
    engine = EventEngine(compile_task(task(sources), _fault), EMBEDDED_POLICY)
    signals = _Signals(roots)
    engine.reset()
    engine.reset_step(signals)

    def unchanged() -> None:
        signals.step += 1
        engine.step(signals)

    def changed() -> None:
        signals.change()
        unchanged()

    def logged() -> None:
        signals.log = [LogLine(0.0, 1, 1, "D", "jd", "url is: https://www.wikihow.com/Elsewhere?wh_an=1")] * 3
        unchanged()
        signals.log = []

    return unchanged, changed, logged


def rows() -> list[Row]:
    """Measures steps of a task of 10 sources, then of 200, and the parsing of a dump."""
    dumps = [article(version) for version in range(40)]
    roots = [parse_hierarchy(dump) for dump in dumps]
    assert {len(root.document) for root in roots} == {_NODES}
    dump = itertools.cycle(dumps)
    found = []
    for sources in (10, 200):
        unchanged, changed, logged = _steppers(sources, roots)
        with_budget = sources == 10
        found += [
            Row(
                f"step, nothing changed, {sources} sources",
                1e6 * median_seconds(unchanged, _STEPS),
                "µs",
                10 if with_budget else None,
            ),
            Row(
                f"step, {_NODES}-node hierarchy changed, {sources} sources",
                1e6 * median_seconds(changed, _STEPS),
                "µs",
                300 if with_budget else None,
                _ORIGINAL_US if with_budget else None,
                note="aim 100; parsing apart" if with_budget else "",
            ),
            Row(f"step, 3 log lines, {sources} sources", 1e6 * median_seconds(logged, _STEPS), "µs"),
        ]
    found.append(
        Row(
            f"parsing a {_NODES}-node dump of which half the text changed",
            1e3 * median_seconds(lambda: parse_hierarchy(next(dump)), 120),
            "ms",
            1,
        )
    )
    return found


if __name__ == "__main__":
    table.main(TITLE, rows)
