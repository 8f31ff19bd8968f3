"""The live HTML document of a phone's windows. Changes are applied as patches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

import numpy as np

from mobile_env.phone.ui import stylesheet
from mobile_env.phone.ui.blitz_painter import BlitzPainter
from mobile_env.phone.ui.css_source import reduced_declarations
from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.elements import Element
from mobile_env.phone.ui.faces import Resources, face, no_pictures
from mobile_env.phone.ui.painter import Box, Painter
from mobile_env.phone.ui.window import WindowView

_SLOTS = 12
# Past this many patches one rebuild of the window is cheaper.
_MAX_PATCHES = 24


@dataclass
class Slot:
    """A place for one window in the document, and its current content."""

    uid: str
    view: WindowView | None = None
    root: Element | None = None
    order: int = -1
    offsets: dict[str, float] = field(default_factory=dict)


def base_css(display: Display) -> str:
    """The style sheet of every document: the theme, and a page with the display's size."""
    size = f"width:{display.width_dp}px;height:{display.height_dp}px"
    return f"html,body{{margin:0;{size};overflow:hidden}}{stylesheet.theme()}"


def frame_html() -> str:
    """The document with all its slots empty."""
    slots = "".join(f'<div id="s{n}" class="slot"></div>' for n in range(_SLOTS))
    return f'<!DOCTYPE html><html><body><div id="base" class="base"></div>{slots}</body></html>'


class LiveDocument:
    """Keeps a painter's document equal to the windows it was last given."""

    def __init__(self, display: Display, resources: Resources) -> None:
        self.display = display
        self._resources = resources
        self._painter: Painter = BlitzPainter(
            frame_html(), base_css(display), display.width_dp, display.height_dp, display.scale
        )
        self._slots = [Slot(f"s{n}") for n in range(_SLOTS)]
        self._next = 0
        self._boxes: Mapping[str, Box] | None = None
        self._rgba: np.ndarray | None = None
        self._base_shown = True
        self._horizontal: set[str] = set()

    @property
    def painter(self) -> Painter:
        """The layout engine's document."""
        return self._painter

    # Changing.

    def show(self, windows: Sequence[tuple[WindowView, Element]]) -> None:
        """Make the document show these windows, back to front, with as few patches as it can."""
        keys = {view.key for view, _ in windows}
        for slot in self._slots:
            if slot.view is not None and slot.view.key not in keys:
                self._clear(slot)
        taken = {slot.view.key: slot for slot in self._slots if slot.view is not None}
        for order, (view, root) in enumerate(windows):
            place = taken.get(view.key)
            if place is None:
                place = next((s for s in self._slots if s.view is None), None)
                if place is None:
                    raise ValueError(f"{len(windows)} windows at once; the screen has place for {_SLOTS}")
            self._fill(place, view, root, order)

    def _clear(self, slot: Slot) -> None:
        self._set_html(slot.uid, "")
        slot.view = slot.root = None
        slot.offsets = {}
        self._order(slot, -1)

    def _order(self, slot: Slot, order: int) -> None:
        if slot.order != order:
            slot.order = order
            self._painter.set_attribute(slot.uid, "style", f"z-index:{order}" if order >= 0 else "")
            self._touch()

    def _fill(self, slot: Slot, view: WindowView, root: Element, order: int) -> None:
        old = slot.view
        self._order(slot, order)
        if old is view and slot.root is root:
            return
        same_frame = (
            old is not None
            and (old.css, old.style, old.dim, old.package) == (view.css, view.style, view.dim, view.package)
            and slot.root is not None
            and _frame_class(slot.root) == _frame_class(root)
        )
        if not same_frame:
            self._set_html(slot.uid, self._window_html(slot, view, root))
        elif slot.root is not root:
            assert slot.root is not None
            self._patch(slot, slot.root, root, view)
        slot.view, slot.root = view, root
        self._scroll(slot, view)

    def _patch(self, slot: Slot, old: Element, new: Element, view: WindowView) -> None:
        patches: list[tuple[str, str, str]] = []
        if not self._diff(old, new, patches, slot, view) or len(patches) > _MAX_PATCHES:
            _forget(new)
            self._set_html(slot.uid, self._window_html(slot, view, new))
            return
        for uid, name, value in patches:
            if name == "html":
                self._painter.set_html(uid, value)
            else:
                self._painter.set_attribute(uid, name, value)
        if patches:
            self._touch()

    def _diff(
        self, old: Element, new: Element, patches: list[tuple[str, str, str]], slot: Slot, view: WindowView
    ) -> bool:
        """Bring `old`'s place in the document to `new`; False where only a rebuild of the parent does."""
        if old.tag != new.tag or old.scroll_axis != new.scroll_axis:
            return False
        uid = new.uid = old.uid
        inner_changed = False
        same = old.attributes == new.attributes and old.text == new.text
        if same and old.hosts_page == new.hosts_page and bool(old.children) == bool(new.children):
            new.face = old.face
        else:
            classes, style, inner = face(old, self._resources)
            new_classes, new_style, new_inner = face(new, self._resources)
            if classes != new_classes:
                patches.append((uid, "class", new_classes))
            if style != new_style:
                patches.append((uid, "style", new_style))
            inner_changed = inner != new_inner
        if same and old.package == new.package:
            new.head = old.head
        if new.tag == "WebView":
            return True
        if not inner_changed and _aligned(old.children, new.children):
            mark = len(patches)
            if all(
                self._diff(a, b, patches, slot, view) for a, b in zip(old.children, new.children, strict=True)
            ):
                return True
            del patches[mark:]
        elif not inner_changed and not new.children and not old.children:
            return True
        for child in new.children:
            _forget(child)
        patches.append((uid, "html", self._content(new, view, slot)))
        return True

    # Writing HTML.

    def _uid(self) -> str:
        self._next += 1
        return f"e{self._next}"

    def _window_html(self, slot: Slot, view: WindowView, root: Element) -> str:
        css = stylesheet.scoped(view.css, view.package)
        slot.offsets = {}
        scrim = f'<div class="scrim" style="background:rgba(0,0,0,{view.dim:g})"></div>' if view.dim else ""
        return (
            (f"<style>{css}</style>" if css else "")
            + scrim
            + f'<div id="{slot.uid}w" class="{_frame_class(root)} {stylesheet.package_class(view.package)}"'
            + (f' style="{escape(reduced_declarations(view.style, no_pictures))}">' if view.style else ">")
            + self._html(root, view, slot)
            + "</div>"
        )

    def _html(self, element: Element, view: WindowView, slot: Slot) -> str:
        uid = element.uid = self._uid()
        classes, style, _ = face(element, self._resources)
        tag = stylesheet.html_tag(element.tag)
        parts = [f'<{tag} id="{uid}"']
        if classes:
            parts.append(f' class="{escape(classes)}"')
        if style:
            parts.append(f' style="{escape(style)}"')
        return f"{''.join(parts)}>{self._content(element, view, slot)}</{tag}>"

    def _content(self, element: Element, view: WindowView, slot: Slot) -> str:
        if element.tag == "WebView":
            return ""
        inner = face(element, self._resources)[2]
        children = "".join([self._html(child, view, slot) for child in element.children])
        axis = element.scroll_axis
        if not axis:
            return inner + children
        offset = view.scroll.get(element.scroll_key, 0.0)
        slot.offsets[element.uid] = offset
        side = "top"
        if axis == "horizontal":
            side = "left"
            self._horizontal.add(element.uid)
        shift = f' style="{side}:{-offset:g}px"' if offset else ""
        return f'<div id="{element.uid}c" class="scrolled {axis}"{shift}>{inner}{children}</div>'

    def _scroll(self, slot: Slot, view: WindowView) -> None:
        root = slot.root
        if root is None or not slot.offsets:
            return
        live: dict[str, float] = {}
        for element in root.widgets():
            if element.uid in slot.offsets:
                offset = view.scroll.get(element.scroll_key, 0.0)
                if slot.offsets[element.uid] != offset:
                    side = "top" if element.scroll_axis == "vertical" else "left"
                    self._painter.set_style(element.uid + "c", side, f"{-offset:g}px")
                    self._touch()
                live[element.uid] = offset
        slot.offsets = live

    def _set_html(self, uid: str, html: str) -> None:
        self._painter.set_html(uid, html)
        self._touch()

    def _touch(self) -> None:
        self._boxes = None
        self._rgba = None

    # Reading.

    def boxes(self) -> Mapping[str, Box]:
        """Boxes in dp by uid; a window's container is `container_uid(key)`, a scroller's content `<uid>c`."""
        if self._boxes is None:
            self._boxes = self._painter.boxes()
        return self._boxes

    def container_uid(self, key: str) -> str:
        """Id of the container of the window `key`."""
        return next(s.uid for s in self._slots if s.view is not None and s.view.key == key) + "w"

    def rgba(self) -> np.ndarray:
        """The painted windows, uint8 (height, width, 4), straight alpha; the same array while nothing changed."""
        if self._rgba is None:
            self._rgba = self._painter.rgba()
        return self._rgba

    def show_base(self, shown: bool) -> None:
        """Paint the ground beneath all windows, or leave it transparent for pages to show through."""
        if self._base_shown != shown:
            self._base_shown = shown
            self._painter.set_attribute("base", "class", "base" if shown else "")
            self._rgba = None

    def clamp(self) -> None:
        """Limits the offset of every scroller to its range."""
        for slot in self._slots:
            for uid, offset in slot.offsets.items():
                if offset <= 0:
                    continue
                limit, side = self.range_of(uid, offset)
                if offset > limit + 0.01:
                    slot.offsets[uid] = limit
                    self._painter.set_style(uid + "c", side, f"{-limit:g}px")
                    self._touch()

    def range_of(self, uid: str, offset: float | None = None) -> tuple[float, str]:
        """Farthest offset of the scroller `uid` in dp, and the CSS side that carries it."""
        boxes = self.boxes()
        view, content = boxes.get(uid), boxes.get(uid + "c")
        if view is None or content is None:
            return 0.0, "top"
        side, along = ("left", 0) if uid in self._horizontal else ("top", 1)
        if offset is None:
            offset = self.offset_of(uid)
        padding = max(0.0, content[along] + offset - view[along])
        return max(0.0, content[along + 2] + 2 * padding - view[along + 2]), side

    def offset_of(self, uid: str) -> float:
        """Offset in dp at which the scroller `uid` stands."""
        return next((slot.offsets[uid] for slot in self._slots if uid in slot.offsets), 0.0)


def _frame_class(root: Element) -> str:
    """Classes of a window's container; its root's first class decides how the panel is placed."""
    first = root.attributes.get("class", "").partition(" ")[0]
    return f"window window-{first}" if first else "window"


def _aligned(old: Sequence[Element], new: Sequence[Element]) -> bool:
    return len(old) == len(new) and all(
        a.tag == b.tag and a.attributes.get("key") == b.attributes.get("key")
        for a, b in zip(old, new, strict=True)
    )


def _forget(element: Element) -> None:
    for each in element.widgets():
        each.uid = ""
