"""The phone's screen: takes windows, returns pixels, the view hierarchy and hit tests."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from mobile_env.phone.ui import elements, hierarchy
from mobile_env.phone.ui.accessibility import AccessibilityWindow, important_children, node_of
from mobile_env.phone.ui.compositing import Compositor, Page
from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.document import LiveDocument
from mobile_env.phone.ui.elements import Element
from mobile_env.phone.ui.faces import Resources
from mobile_env.phone.ui.geometry import Rect, clipped, pixels_of, place
from mobile_env.phone.ui.hierarchy import Children
from mobile_env.phone.ui.light import Light, table
from mobile_env.phone.ui.painter import Box, Painter
from mobile_env.phone.ui.static_window import StaticWindow, static_window
from mobile_env.phone.ui.web_surface import WebSurface
from mobile_env.phone.ui.window import WindowView

_SPARE_PAGES = 1
"""Laid-out pages kept when they leave the screen: BACK returns to the last one."""
# Documents of a parent process: freeing one would wait for its thread, which is not in this process.
_LOST: list[Painter | None] = []


@dataclass(frozen=True)
class Hit:
    """The result of a hit test: the window's key, and the elements under the point, from the deepest to the
    root."""

    window: str
    path: tuple[Element, ...]


@dataclass
class _Window:
    view: WindowView
    root: Element
    pages: dict[Element, WebSurface]
    static: StaticWindow | None = None
    rects: Mapping[Element, Rect] | None = None


class Screen:
    """Shows windows. A function of what it was last given: it holds nothing that the phone's state lacks."""

    def __init__(self, display: Display, resources: Resources = lambda path: None) -> None:
        """`resources` gives the bytes of an image that markup names by `src`, None where there is none."""
        self.display = display
        self.rotation = 0
        self._resources = resources
        self._document: LiveDocument | None = None
        self._windows: list[_Window] = []
        self._focused = ""
        self._pixels: np.ndarray | None = None
        self._dump: str | None = None
        self._compositor = Compositor()
        self._light = Light()
        self._pixels_version = 0
        self._hierarchy_version = 0
        self._laid_out = False
        self._spare: list[WebSurface] = []
        self._process = os.getpid()

    # What is shown.

    def resize(self, display: Display, rotation: int = 0) -> None:
        """Change the display's size or rotation (0 to 3 quarter turns)."""
        if (display, rotation) == (self.display, self.rotation):
            return
        self.display, self.rotation = display, rotation
        self._document = None
        self._changed(True)
        views, self._windows = [window.view for window in self._windows], []
        if views:
            self.compose(views, self._focused)

    def shine(self, light: Light) -> None:
        """Changes the display's light."""
        if light != self._light:
            self._light = light
            self._pixels = None
            self._pixels_version += 1

    def compose(self, windows: Sequence[WindowView], focused: str) -> None:
        """Show these windows, back to front. Costs next to nothing when they are what is already shown.

        Args:
            windows: all windows, keys distinct.
            focused: key of the window whose hierarchy is dumped.

        Raises:
            LayoutError: a window's markup cannot be shown; the screen is then as before, or empty.
            ValueError: `focused` is none of the windows.
        """
        self._survive_fork()
        old = {window.view.key: window for window in self._windows}
        if (
            focused == self._focused
            and list(windows) == [window.view for window in self._windows]
            and all(_holds(window, view) for window, view in zip(self._windows, windows, strict=True))
        ):
            return
        if focused not in {view.key for view in windows}:
            raise ValueError(
                f"focused window {focused!r} is not among the windows {[view.key for view in windows]} "
                "(give the key of one of them)"
            )
        composed = self._composed(windows, old)
        self._load_pages(composed, old)
        before = old.get(self._focused)
        after = next(window for window in composed if window.view.key == focused)
        self._windows = composed
        self._focused = focused
        self._changed(before is not after)
        self._show()

    def _composed(self, windows: Sequence[WindowView], old: Mapping[str, _Window]) -> list[_Window]:
        above_static = True
        composed = []
        for view in reversed(windows):
            above_static = above_static and view.static
            static = static_window(view, self.display, self._resources) if above_static else None
            if static is None:
                composed.append(self._window(view, old.get(view.key)))
            else:
                composed.append(_Window(view, static.root, {}, static, static.rects))
        composed.reverse()
        return composed

    def _window(self, view: WindowView, old: _Window | None) -> _Window:
        if old is not None and old.static is not None:
            old = None
        same = old is not None and _holds(old, view)
        if old is not None and same and old.view == view:
            return old
        if old is not None and same and (old.view.markup, old.view.package) == (view.markup, view.package):
            root = old.root
        else:
            name = view.name or view.key
            root = elements.parse(
                view.markup, window=view.key, package=view.package, name=name, fields=view.fields
            )
        return _Window(view, root, {})

    def _load_pages(self, composed: list[_Window], old: Mapping[str, _Window]) -> None:
        """Give the WebViews of changed windows their pages; those already laid out serve again."""
        at_hand = [surface for window in old.values() for surface in window.pages.values()] + self._spare
        for window in composed:
            if window is old.get(window.view.key):
                at_hand = [surface for surface in at_hand if surface not in window.pages.values()]
        for window in composed:
            if window is not old.get(window.view.key) and (
                window.root.hosts_page or window.root.tag == "WebView"
            ):
                window.pages = self._pages(window, at_hand)
        self._spare = at_hand[:_SPARE_PAGES]

    def _pages(self, window: _Window, at_hand: list[WebSurface]) -> dict[Element, WebSurface]:
        pages: dict[Element, WebSurface] = {}
        for element in window.root.widgets():
            if element.tag != "WebView":
                continue
            document = window.view.documents.get(element.attributes.get("document", ""))
            if document is None:
                element.children = []
                continue
            surface = next((each for each in at_hand if each.document is document), None)
            if surface is None:
                surface = WebSurface(document)
            else:
                at_hand.remove(surface)
            surface.attach(element)
            pages[element] = surface
        return pages

    def _changed(self, focused: bool) -> None:
        self._pixels = None
        self._pixels_version += 1
        self._laid_out = False
        if focused:
            self._dump = None
            self._hierarchy_version += 1

    def _show(self) -> None:
        if self._document is None:
            for window in self._windows:
                for element in window.root.widgets():
                    element.uid = ""
            self._document = LiveDocument(self.display, self._resources)
        try:
            self._document.show(
                [(window.view, window.root) for window in self._windows if window.static is None]
            )
        except Exception:
            # Half-patched: the next frame starts afresh.
            self._document = None
            self._windows = []
            raise

    def _survive_fork(self) -> None:
        """Documents live on threads, which a fork() leaves behind: make new ones in the new process."""
        if self._process == os.getpid():
            return
        self._process = os.getpid()
        surfaces = [*self._spare, *(surface for window in self._windows for surface in window.pages.values())]
        _LOST.extend(surface.abandon() for surface in surfaces)
        if self._document is not None:
            _LOST.append(self._document.painter)
            self._document = None
            self._laid_out = False
            self._show()

    # What is seen.

    @property
    def pixels_version(self) -> int:
        """Grows whenever the pixels may have changed."""
        return self._pixels_version

    @property
    def hierarchy_version(self) -> int:
        """Grows whenever the focused window changed."""
        return self._hierarchy_version

    def pixels(self) -> np.ndarray:
        """The frame, uint8 (height, width, 3) RGB, read-only; the same array while nothing changed."""
        if self._pixels is None:
            document = self._layout()
            pages = [page for window in self._windows for page in self._visible_pages(window)]
            document.show_base(not pages)
            self._pixels = self._compositor.frame(
                document.rgba(),
                pages,
                [window.static for window in self._windows if window.static is not None],
                self.display.height_px,
                self.display.width_px,
            )
            lit = table(self._light)
            if lit is not None:
                self._pixels = cv2.LUT(self._pixels, lit)
                self._pixels.flags.writeable = False
        return self._pixels

    def hierarchy(self) -> str:
        """The focused window as `uiautomator dump` writes it; the same object while nothing changed."""
        if self._dump is None:
            self._dump = self._dumped(hierarchy.all_children)
        return self._dump

    def compressed_hierarchy(self) -> str:
        """The focused window as `uiautomator dump --compressed` writes it: views that matter to accessibility."""
        return self._dumped(important_children)

    def _dumped(self, children: Children) -> str:
        window = self._window_of(self._focused)
        rects = self._rects(window)
        return hierarchy.dump(window.root, self.rotation, rects.get, self._scrolls(window), children)

    @property
    def focused_window(self) -> str:
        """Key of the window whose hierarchy is dumped."""
        return self._focused

    def window_keys(self) -> list[str]:
        """Keys of all windows, back to front."""
        return [window.view.key for window in self._windows]

    def dump_nodes(self, window_key: str, children: Children) -> str:
        """A window's nodes as dumps write them; `children` says which elements stand below which."""
        window = self._window_of(window_key)
        return hierarchy.dump_nodes(window.root, self._rects(window).get, self._scrolls(window), children)

    def accessibility_windows(self, children: Children = important_children) -> list[AccessibilityWindow]:
        """All windows back to front, as services see them that did not ask for views that do not matter.

        Args:
            children: which elements stand below which; `all_children` for services that asked for all views.
        """
        found = []
        for layer, window in enumerate(self._windows):
            key, rects = window.view.key, self._rects(window)
            bounds = window.static.rect if window.static is not None else self._extent(window)
            root = node_of(window.root, rects.get, self._scrolls(window), children)
            found.append(
                AccessibilityWindow(
                    key, layer, key == self._focused, bounds or (0, 0, 0, 0), root, window.view.scroll
                )
            )
        return found

    def _scrolls(self, window: _Window) -> Callable[[Element], bool]:
        return lambda element: self._range(window, element) > 0.5

    # What is where.

    def hit(self, x_px: float, y_px: float) -> Hit | None:
        """The topmost touchable element under a point in pixels."""
        for window in reversed(self._windows):
            if not window.view.touchable:
                continue
            found = _under(window.root, self._rects(window), x_px, y_px)
            if found is not None:
                return Hit(window.view.key, (found, *found.ancestors()))
        return None

    def elements(self, window_key: str) -> Iterator[Element]:
        """All elements of a window, including its pages, in document order; none for an unknown window."""
        window = next((w for w in self._windows if w.view.key == window_key), None)
        return window.root.walk() if window is not None else iter(())

    def find(
        self,
        window_key: str,
        *,
        resource_id: str | None = None,
        key: str | None = None,
        html_id: str | None = None,
        predicate: Callable[[Element], bool] | None = None,
    ) -> Element | None:
        """The first element of a window that meets all that is given.

        Args:
            window_key: key of the window.
            resource_id: whole ("com.foo:id/title") or its last part ("title").
            key: the element's `key` (or its id as markup wrote it).
            html_id: HTML id of an element of a page.
            predicate: any further condition.
        """
        for element in self.elements(window_key):
            if resource_id is not None:
                full = element.resource_id
                if full != resource_id and full.rpartition("/")[2] != resource_id:
                    continue
            if key is not None and (element.is_web or element.key != key):
                continue
            if html_id is not None and (not element.is_web or element.html_id != html_id):
                continue
            if predicate is None or predicate(element):
                return element
        return None

    def bounds(self, element: Element) -> Rect | None:
        """Visible bounds in pixels: left, top, right, bottom; None where nothing of it is visible."""
        return self._rects(self._window_of(element.window)).get(element)

    def scroller(self, hit: Hit, axis: str) -> Element | None:
        """The nearest element under a hit that scrolls along `axis` ("vertical", "horizontal") and has where
        to go."""
        window = self._window_of(hit.window)
        for element in hit.path:
            if element.scroll_axis == axis and self._range(window, element) > 0:
                return element
        return None

    def scroll_range(self, window_key: str, scroll_key: str) -> float:
        """Farthest offset in dp of a scroller; 0 where there is none of that key."""
        window = self._window_of(window_key)
        element = self._scroller_of(window, scroll_key)
        return self._range(window, element) if element is not None else 0.0

    def offset_of(self, window_key: str, element: Element, scroll_key: str) -> float:
        """Offset in dp that brings `element` to the near edge of its scroller, as far as the content goes."""
        window = self._window_of(window_key)
        scroller = self._scroller_of(window, scroll_key)
        self._layout()
        if scroller is None:
            return 0.0
        box, view = self._box(window, element), self._box(window, scroller)
        if box is None or view is None:
            return window.view.scroll.get(scroll_key, 0.0)
        along = 0 if scroller.scroll_axis == "horizontal" else 1
        surface = window.pages.get(scroller)
        assert self._document is not None
        offset = surface.offset if surface is not None else self._document.offset_of(scroller.uid)
        return max(0.0, min(offset + box[along] - view[along], self._range(window, scroller)))

    # Layout.

    def _window_of(self, key: str) -> _Window:
        for window in self._windows:
            if window.view.key == key:
                return window
        raise ValueError(f"no window {key!r} on the screen (known: {[w.view.key for w in self._windows]})")

    def _scroller_of(self, window: _Window, scroll_key: str) -> Element | None:
        return next(
            (e for e in window.root.walk() if not e.is_web and e.scroll_axis and e.scroll_key == scroll_key),
            None,
        )

    def _layout(self) -> LiveDocument:
        if self._document is None:
            raise ValueError("the screen shows no window yet (compose() comes first)")
        self._survive_fork()
        if not self._laid_out:
            document = self._document
            document.clamp()
            boxes = document.boxes()
            for window in self._windows:
                for element, surface in window.pages.items():
                    box = boxes.get(element.uid)
                    if box is not None and box[2] > 0 and box[3] > 0:
                        surface.fit(box[2], box[3], self.display.scale)
                        surface.scroll_to(window.view.scroll.get(element.scroll_key, 0.0), box[3])
                if window.static is None:
                    window.rects = None
            self._laid_out = True
        return self._document

    def _range(self, window: _Window, element: Element) -> float:
        document = self._layout()
        surface = window.pages.get(element)
        if surface is None:
            return document.range_of(element.uid)[0]
        box = document.boxes().get(element.uid)
        return surface.scroll_range(box[3]) if box is not None and surface.fitted else 0.0

    def _box(self, window: _Window, element: Element) -> Box | None:
        """Box in dp on the screen, not clipped."""
        boxes = self._layout().boxes()
        if not element.is_web:
            return boxes.get(element.uid)
        owner = next(e for e in element.ancestors() if not e.is_web)
        surface, view = window.pages.get(owner), boxes.get(owner.uid)
        if surface is None or view is None or not surface.fitted:
            return None
        box = surface.box(element)
        return (box[0] + view[0], box[1] + view[1], box[2], box[3]) if box is not None else None

    def _rects(self, window: _Window) -> Mapping[Element, Rect]:
        if window.static is not None:
            return window.static.rects
        document = self._layout()
        if window.rects is None:
            rects: dict[Element, Rect] = {}
            window.rects = rects
            clip = self._extent(window)
            if clip is not None:
                place(window.root, clip, document.boxes(), window.pages, self.display.scale, rects)
        return window.rects

    def _extent(self, window: _Window) -> Rect | None:
        """The part of the screen that a window covers; None if the window is not visible."""
        document = self._layout()
        screen = (0, 0, self.display.width_px, self.display.height_px)
        container = document.boxes().get(document.container_uid(window.view.key))
        return clipped(pixels_of(container, self.display.scale), screen) if container is not None else screen

    def _visible_pages(self, window: _Window) -> Iterator[Page]:
        rects = self._rects(window)
        scale = self.display.scale
        boxes = self._layout().boxes()
        for element, surface in window.pages.items():
            rect = rects.get(element)
            if rect is not None and surface.fitted:
                left, top, _, _ = pixels_of(boxes[element.uid], scale)
                yield surface.rgba(), rect, (rect[0] - left, rect[1] - top)


def _holds(window: _Window, view: WindowView) -> bool:
    """Whether a window's bound elements hold what the view gives them now."""
    fields = view.fields
    return fields is None or all(fields(path) == state for path, state in window.root.fields.items())


def _under(element: Element, rects: Mapping[Element, Rect], x: float, y: float) -> Element | None:
    """The deepest element under a point, later siblings first: they are painted over earlier ones."""
    for child in reversed(element.children):
        found = _under(child, rects, x, y)
        if found is not None:
            return found
    rect = rects.get(element)
    return element if rect is not None and rect[0] <= x < rect[2] and rect[1] <= y < rect[3] else None
