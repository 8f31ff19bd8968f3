"""The icon sources: icons in a part of the screen, compared with a class or with an image."""

from __future__ import annotations

import difflib
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any, Self

from mobile_env.events.rects import check_rect
from mobile_env.events.sources.contract import EventSource, SourceReport, StepView
from mobile_env.signals.icons.contract import Drawing, IconModelUnavailable
from mobile_env.signals.icons.models import screen_icons
from mobile_env.signals.icons.screen_icons import ScreenIcons
from mobile_env.signals.ocr.screen_text import Rect


def _icons_and_rect(message: Any, report: SourceReport) -> tuple[ScreenIcons | None, Rect | None]:
    """Returns the icon model and the rect; each is None if a fault was reported."""
    faulty = False

    def note(below: tuple[str | int, ...], what: str, mend: str) -> None:
        nonlocal faulty
        faulty = True
        report(("rect", *below), what, mend)

    check_rect(message.rect, note)
    rect = None if faulty else (message.rect.x0, message.rect.y0, message.rect.x1, message.rect.y1)
    try:
        return screen_icons(), rect
    except IconModelUnavailable as error:
        report((), f"icons cannot be looked at: {error}", error.mend)
        return None, rect


class IconClassEvent(EventSource):
    """A source whose inputs are names of icons. Its value is True for the expected class."""

    signal = "screen"

    def __init__(self, expected: str, rect: Rect, icons: ScreenIcons):
        """`expected` is one of the model's classes."""
        self._expected = expected
        self._rect = rect
        self._icons = icons

    @classmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> Self | None:
        """Makes a source from an `IconRecogEvent` message. An unknown class is a fault."""
        icons, rect = _icons_and_rect(message, report)
        # The field's name is a keyword of Python.
        name = getattr(message, "class")
        if not name:
            report(("class",), "icon event without a class", 'add class: "search" or another Material name')
        if icons is None or not name:
            return None
        expected = icons.model.canonical(name)
        if expected is None:
            close = difflib.get_close_matches(name.lower(), sorted(icons.model.classes), n=3, cutoff=0.5)
            hint = (
                f"near: {', '.join(close)}"
                if close
                else "docs/icons.md lists the classes; icon_match takes an image"
            )
            report(("class",), f"the icon model {icons.model.name} knows no class {name!r}", hint)
        return None if expected is None or rect is None else cls(expected, rect, icons)

    def match(self, value: str | None) -> bool | None:
        """True for the expected class."""
        return True if value == self._expected else None

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """The names to match, one by one."""
        raise NotImplementedError


class IconImageEvent(EventSource):
    """A source whose inputs say whether icons look like an image. Its value is True for an icon that does.

    The input of an icon is only this verdict. So all icons that look like the image are the same input, and so
    are all other icons.
    """

    signal = "screen"

    def __init__(self, drawing: Drawing, rect: Rect, icons: ScreenIcons):
        self._drawing = drawing
        self._rect = rect
        self._icons = icons

    @classmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> Self | None:
        """Makes a source from an `IconMatchEvent` message with a complete path (see `located`).

        An image that cannot be read is a fault.
        """
        # Tasks without images do not need OpenCV.
        from mobile_env.signals.icons.drawings import DrawingError, read_drawing

        icons, rect = _icons_and_rect(message, report)
        drawing = None
        if not message.path:
            report(("path",), "icon event without a path", 'add path: "icon.png", relative to the task file')
        else:
            try:
                drawing = read_drawing(Path(message.path))
            except DrawingError as error:
                report(("path",), str(error), error.mend)
        return None if icons is None or rect is None or drawing is None else cls(drawing, rect, icons)

    def match(self, value: bool) -> bool | None:
        """True for an icon that looks like the image."""
        return value or None

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """The verdicts, one by one."""
        raise NotImplementedError


class IconRecognize(IconClassEvent):
    """The only input is the class of the icon that fills the rect."""

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """The class, or None without a known icon, so that an icon that returns is a new input."""
        found = self._icons.recognize(view.signals.pixels(), self._rect)
        return [None if found is None else found.name]


class IconDetect(IconClassEvent):
    """The inputs are the classes of the icons wholly inside the rect, row by row."""

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """The class of each known icon."""
        found = self._icons.detect(view.signals.pixels(), self._rect)
        return [icon.recognition.name for icon in found if icon.recognition is not None]


class IconMatch(IconImageEvent):
    """The only input says whether the icon that fills the rect looks like the image."""

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """One verdict, whether or not there is an icon."""
        return [self._icons.match(view.signals.pixels(), self._rect, self._drawing)]


class IconDetectMatch(IconImageEvent):
    """The inputs say for each icon wholly inside the rect whether it looks like the image."""

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """One verdict per icon, row by row."""
        return self._icons.detect_match(view.signals.pixels(), self._rect, self._drawing)


def located(message: Any, base_dir: Path | str | None) -> Any:
    """Returns a copy of an event's message with a complete `path`, or the message itself if it has no path."""
    if base_dir is None or "path" not in message.DESCRIPTOR.fields_by_name or not message.path:
        return message
    complete = type(message)()
    complete.CopyFrom(message)
    complete.path = str(Path(base_dir) / message.path)
    return complete
