"""Parses layout markup into a tree of Android widgets.

Elements are Android widgets. A short tag is a widget of the framework (`TextView` is `android.widget.TextView`; see
`CLASSES`); a dotted tag is the class name itself. Attributes:

* `id`: `title` is `<package>:id/title`, `android:content` is `android:id/content`; a leading `-` adds no prefix.
* `text` (or the text of the element), `desc`, `hint`, `class`, `style` (CSS), `icon` (name of a Material icon),
  `src` (an image: a path on the phone, or `asset:`).
* `click`, `long_click`: handler, a method of the activity; `arg`: its argument; `submit`: handler of ENTER.
* `bind`: key of the activity's state that an EditText edits.
* `password`, `checked`, `checkable`, `enabled`, `selected`, `clickable`, `focusable`.
* `scroll`: `vertical` or `horizontal`; scrolling widgets imply it. `key`: stable identity, also the key of the
scroll
  position.
* `decor="true"`: drawn, but not part of the view hierarchy. `document`: name of the window's document that a
WebView
  shows. `package`: overrides the window's package.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple
from xml.parsers import expat

LINE_BREAK = "\u2028"
"""Stands for a newline of a value inside markup, where a plain newline is layout and collapses."""

# No XML can hold these, not even by number; pages, files and other apps may well.
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

_WIDGET = "android.widget."
_GROUP = "android.view.ViewGroup"
_PLAIN = (
    "AbsListView", "AutoCompleteTextView", "Button", "CheckBox", "CheckedTextView", "Chronometer", "DatePicker",
    "EditText", "ExpandableListView", "FrameLayout", "GridLayout", "GridView", "HorizontalScrollView", "Image",
    "ImageButton", "ImageView", "LinearLayout", "ListView", "NumberPicker", "ProgressBar", "RadioButton", "RadioGroup",
    "RatingBar", "RelativeLayout", "ScrollView", "SearchView", "SeekBar", "Space", "Spinner", "Switch", "TabHost",
    "TabWidget", "TableLayout", "TableRow", "TextClock", "TextView", "TimePicker", "ToggleButton", "VideoView",
    "ViewAnimator", "ViewFlipper",
)  # fmt: skip
CLASSES: Mapping[str, str] = {
    **{name: _WIDGET + name for name in _PLAIN},
    "View": "android.view.View",
    "ViewGroup": _GROUP,
    "WebView": "android.webkit.WebView",
    "Toolbar": _GROUP,
    "ConstraintLayout": _GROUP,
    "CoordinatorLayout": _GROUP,
    "SwipeRefreshLayout": _GROUP,
    "SwitchCompat": _WIDGET + "Switch",
    "Chip": _WIDGET + "Button",
    "FloatingActionButton": _WIDGET + "ImageButton",
    "TabLayout": _WIDGET + "HorizontalScrollView",
    "ChipGroup": _GROUP,
    "TextInputLayout": _WIDGET + "LinearLayout",
    "NavigationView": _WIDGET + "FrameLayout",
    "Canvas": "android.view.View",
    "BottomNavigationView": _WIDGET + "FrameLayout",
    "NestedScrollView": _WIDGET + "ScrollView",
    "CardView": "androidx.cardview.widget.CardView",
    "DrawerLayout": "androidx.drawerlayout.widget.DrawerLayout",
    "LinearLayoutCompat": "androidx.appcompat.widget.LinearLayoutCompat",
    "RecyclerView": "androidx.recyclerview.widget.RecyclerView",
    "ViewPager": "androidx.viewpager.widget.ViewPager",
    "ViewPager2": "androidx.viewpager2.widget.ViewPager2",
}
"""Class that the view hierarchy shows for each short tag; a dotted tag is its own class."""

VERTICAL_SCROLLERS = frozenset(
    {"ScrollView", "NestedScrollView", "RecyclerView", "ListView", "GridView", "WebView"}
)
HORIZONTAL_SCROLLERS = frozenset({"HorizontalScrollView", "TabLayout"})
CHECKABLE = frozenset(
    {"CheckBox", "Switch", "SwitchCompat", "RadioButton", "ToggleButton", "CheckedTextView"}
)
CLICKABLE = CHECKABLE | {
    "Button", "Chip", "ImageButton", "FloatingActionButton", "EditText", "AutoCompleteTextView", "Spinner",
}  # fmt: skip
EDITABLE = frozenset({"EditText", "AutoCompleteTextView"})
RANGES = frozenset({"SeekBar", "ProgressBar", "RatingBar"})


class LayoutError(ValueError):
    """Markup cannot be shown. The text names the layout and the line, and says how to fix it."""


class FieldState(NamedTuple):
    """The value of an element with `bind`: text, progress or checked state; and the caret if it has input focus."""

    value: object
    caret: int | None = None


Fields = Callable[[str], FieldState]
"""Gives the state of a bound element by its path: the `bind` attribute, after "<scope>/" inside a scope."""


def carried(value: str) -> str:
    """A value as XML can carry it: it would take newlines for layout, and has no place for control characters."""
    return _NOT_IN_XML.sub("\ufffd", value).replace("\n", LINE_BREAK)


class Element:
    """One widget (or one node of a web page) of a window.

    `hosts_page` is true above a WebView: pages are painted beneath the windows, whose background gives way there.
    `bind` is the path of a bound element's value. `fields`, at a root only, holds what its bound elements were
    given.

    Elements of one parse are immutable to callers; the screen alone fills `uid`, the identity under which the
    element
    lives in the layout engine.
    """

    __slots__ = (
        "attributes",
        "bind",
        "children",
        "cls",
        "face",
        "fields",
        "head",
        "hosts_page",
        "html_id",
        "is_web",
        "line",
        "markers",
        "package",
        "parent",
        "tag",
        "text",
        "uid",
        "window",
    )

    def __init__(
        self,
        tag: str,
        cls: str,
        attributes: dict[str, str],
        parent: Element | None,
        window: str,
        package: str,
        line: int = 0,
    ) -> None:
        self.tag = tag
        self.cls = cls
        self.attributes = attributes
        self.text = attributes.get("text", "")
        self.children: list[Element] = []
        self.parent = parent
        self.uid = ""
        self.window = window
        self.package = package
        self.line = line
        self.html_id = ""
        self.bind = ""
        self.fields: Mapping[str, FieldState] = _NO_FIELDS
        self.hosts_page = False
        self.is_web = False
        self.markers: tuple[str, str] | None = None
        self.face: tuple[str, str, str] | None = None
        self.head: tuple[bool, tuple[str, str]] | None = None

    def __repr__(self) -> str:
        name = self.resource_id or self.text[:20]
        return f"<{self.cls.rpartition('.')[2]} {name!r}>"

    def flag(self, name: str, default: bool = False) -> bool:
        """A boolean attribute: "true", "True", "1" are true; anything else is false; absent is `default`."""
        value = self.attributes.get(name)
        return default if value is None else value in ("true", "True", "1")

    @property
    def resource_id(self) -> str:
        """The id as the view hierarchy shows it, such as "com.foo:id/title"; "" without one."""
        if self.is_web:
            return self.html_id
        name = self.attributes.get("id", "")
        if not name or ":id/" in name:
            return name
        if name[0] == "-":
            return name[1:]
        if name.startswith("android:"):
            return "android:id/" + name[8:]
        return f"{self.package}:id/{name}"

    @property
    def key(self) -> str:
        """Stable identity: the `key` attribute, else the id; "" without both."""
        return self.attributes.get("key") or self.attributes.get("id", "")

    @property
    def scroll_key(self) -> str:
        """Name of the scroller's offset in `WindowView.scroll`."""
        return self.key or self.tag

    @property
    def scroll_axis(self) -> str:
        """ "vertical", "horizontal", or "" where the element does not scroll."""
        axis = self.attributes.get("scroll")
        if axis is not None:
            return axis if axis in ("vertical", "horizontal") else ""
        if self.is_web:
            return ""
        if self.tag in VERTICAL_SCROLLERS:
            return "vertical"
        return "horizontal" if self.tag in HORIZONTAL_SCROLLERS else ""

    @property
    def clickable(self) -> bool:
        """Whether the element takes taps: said so, or has a handler, or is a control by nature."""
        return self.flag("clickable", "click" in self.attributes or self.tag in CLICKABLE)

    @property
    def checkable(self) -> bool:
        """Whether the element has a checked state."""
        return self.flag("checkable", self.tag in CHECKABLE)

    @property
    def editable(self) -> bool:
        """Whether the element takes text."""
        return self.tag in EDITABLE

    @property
    def enabled(self) -> bool:
        """False only with `enabled="false"`."""
        return self.flag("enabled", True)

    @property
    def scope(self) -> str:
        """The nearest `scope` attribute at or above the element: whose handlers and values it names; ""
        without one."""
        node: Element | None = self
        while node is not None:
            if "scope" in node.attributes:
                return node.attributes["scope"]
            node = node.parent
        return ""

    def handler(self, gesture: str) -> str:
        """What the attribute `click`, `long_click`, … names, after "<scope>/" inside a scope; "" without one."""
        name = self.attributes.get(gesture, "")
        return _scoped(self.scope, name) if name else ""

    @property
    def arguments(self) -> tuple[object, ...]:
        """The arguments of the element's handlers.

        `arg` is one string; `args` is a JSON list, or words: `args="17 monday"`.

        Raises:
            LayoutError: `args` begins as a JSON list and is none.
        """
        attributes = self.attributes
        if "arg" in attributes:
            return (attributes["arg"],)
        words = attributes.get("args", "")
        if not words.startswith("["):
            return tuple(words.split())
        try:
            return tuple(json.loads(words))
        except ValueError as error:
            raise LayoutError(
                f"line {self.line} of {self.window or 'the layout'}: args={words!r} is no JSON list ({error})"
            ) from None

    def ancestors(self) -> Iterator[Element]:
        """The parent, its parent, and so on to the root."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def widgets(self) -> Iterator[Element]:
        """The element and the widgets below it, in document order; nodes of web pages left out."""
        yield self
        for child in self.children:
            if not child.is_web:
                yield from child.widgets()

    def walk(self) -> Iterator[Element]:
        """The element and everything below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


def parse(
    markup: str, *, window: str = "", package: str = "", name: str = "", fields: Fields | None = None
) -> Element:
    """Read rendered layout markup into its root element.

    Args:
        markup: XML whose elements are Android widgets (see the docstring of this module).
        window: key of the window that the elements belong to.
        package: package of ids that name none.
        name: the layout's name, for errors.
        fields: gives elements with `bind` what they hold; without it they hold what markup says.

    Raises:
        LayoutError: markup that is not well formed, has an unknown tag, or not exactly one root.
    """
    builder = _Builder(window, package, name, fields)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    builder.parser = parser
    try:
        parser.Parse(markup, True)
    except expat.ExpatError as error:
        lines = markup.splitlines()
        shown = lines[error.lineno - 1].strip()[:80] if 0 < error.lineno <= len(lines) else ""
        raise LayoutError(
            f"{name or 'layout'}:{error.lineno}:{error.offset + 1}: {expat.ErrorString(error.code)} in {shown!r} "
            "(layouts are XML: one root, closed tags, quoted attributes; print values with {{ }} to escape them)"
        ) from None
    assert builder.root is not None
    builder.root.fields = builder.filled
    return builder.root


def _scoped(scope: str, name: str) -> str:
    return f"{scope}/{name}" if scope else name


def _is_number(value: object) -> bool:
    try:
        return math.isfinite(float(value))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False


_NO_FIELDS: Mapping[str, FieldState] = MappingProxyType({})


class _Builder:
    def __init__(self, window: str, package: str, name: str, fields: Fields | None) -> None:
        self.window = window
        self.package = package
        self.name = name
        self.fields = fields
        self.filled: dict[str, FieldState] = {}
        self.root: Element | None = None
        self.current: Element | None = None
        self.pending: list[str] = []
        self.parser: expat.XMLParserType

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        parent = self.current
        if self.pending:
            self._flush()
        cls = CLASSES.get(tag)
        if cls is None:
            if "." not in tag:
                raise LayoutError(
                    f"{self.name or 'layout'}:{self.parser.CurrentLineNumber}: unknown widget <{tag}> "
                    f"(a widget of Android such as TextView, or a full class name with dots)"
                )
            cls = tag
            tag = tag.rpartition(".")[2].rpartition("$")[2]
        package = attributes.get("package") or (parent.package if parent is not None else self.package)
        element = Element(tag, cls, attributes, parent, self.window, package, self.parser.CurrentLineNumber)
        if "bind" in attributes:
            element.bind = _scoped(element.scope, attributes["bind"])
            if self.fields is not None:
                self._fill(element, self.fields(element.bind))
        if LINE_BREAK in element.text:
            element.text = element.text.replace(LINE_BREAK, "\n")
        if parent is None:
            self.root = element
        else:
            parent.children.append(element)
            if tag == "WebView":
                for each in element.ancestors():
                    each.hosts_page = True
        self.current = element

    def _fill(self, element: Element, state: FieldState) -> None:
        self.filled[element.bind] = state
        attributes, value = element.attributes, state.value
        if isinstance(value, bool) or (element.tag in CHECKABLE and not isinstance(value, str)):
            attributes["checked"] = "true" if value else "false"
        elif element.tag in RANGES:
            if _is_number(value):
                attributes["progress"] = str(value)
            elif not _is_number(attributes.get("progress")):  # settings hold any text
                attributes["progress"] = attributes.get("min", "0")
        else:
            element.text = attributes["text"] = carried(str(value if value is not None else ""))
        if state.caret is not None:
            attributes["focused"] = "true"
            attributes["caret"] = str(state.caret)

    def end(self, _tag: str) -> None:
        if self.pending:
            self._flush()
        assert self.current is not None
        self.current = self.current.parent

    def characters(self, data: str) -> None:
        self.pending.append(data)

    def _flush(self) -> None:
        text = " ".join("".join(self.pending).replace(LINE_BREAK, "\0").split()).replace("\0", "\n")
        self.pending.clear()
        element = self.current
        if text and element is not None and "text" not in element.attributes:
            element.text = f"{element.text} {text}" if element.text else text
