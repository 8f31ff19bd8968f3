"""The icon sources: icons in a part of the screen, compared with a class of icons or with an image."""

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
    """What icons are looked at with and the rect, each None if a fault was reported."""
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
    """A source whose inputs are names of icons; its value is True for the class that is expected."""

    signal = "screen"

    def __init__(self, expected: str, rect: Rect, icons: ScreenIcons):
        """`expected` is one of the model's classes."""
        self._expected = expected
        self._rect = rect
        self._icons = icons

    @classmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> Self | None:
        """Makes a source of an `IconRecogEvent` message. A class that the model does not know is a fault."""
        icons, rect = _icons_and_rect(message, report)
        # The field is named by a word that Python keeps for itself.
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
        """The names that are matched, one by one."""
        raise NotImplementedError


class IconImageEvent(EventSource):
    """A source whose inputs are whether icons look like an image; its value is True for one that does.

    What an icon is, is known here only by that verdict: two icons that both look like the image, or both do not,
    are the same input.
    """

    signal = "screen"

    def __init__(self, drawing: Drawing, rect: Rect, icons: ScreenIcons):
        self._drawing = drawing
        self._rect = rect
        self._icons = icons

    @classmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> Self | None:
        """Makes a source of an `IconMatchEvent` message, whose path is complete (see `located`).

        An image that cannot be read is a fault.
        """
        # Tasks without images do without OpenCV.
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
    """Its one input is the class of the icon that fills the rect."""

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """The class; None if no icon is known there, so that an icon which comes again is a new input."""
        found = self._icons.recognize(view.signals.pixels(), self._rect)
        return [None if found is None else found.name]


class IconDetect(IconClassEvent):
    """Its inputs are the classes of the icons found wholly inside the rect, row by row."""

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """The class of each icon that is known; none where there is none."""
        found = self._icons.detect(view.signals.pixels(), self._rect)
        return [icon.recognition.name for icon in found if icon.recognition is not None]


class IconMatch(IconImageEvent):
    """Its one input is whether the icon that fills the rect looks like the image."""

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """One verdict, whether or not there is an icon."""
        return [self._icons.match(view.signals.pixels(), self._rect, self._drawing)]


class IconDetectMatch(IconImageEvent):
    """Its inputs are whether each icon found wholly inside the rect looks like the image."""

    def inputs(self, view: StepView) -> Sequence[Hashable]:
        """A verdict for each icon, row by row; none where there is no icon."""
        return self._icons.detect_match(view.signals.pixels(), self._rect, self._drawing)


def located(message: Any, base_dir: Path | str | None) -> Any:
    """A copy of an event's message whose `path`, if it has one, starts from a folder; else the message itself."""
    if base_dir is None or "path" not in message.DESCRIPTOR.fields_by_name or not message.path:
        return message
    complete = type(message)()
    complete.CopyFrom(message)
    complete.path = str(Path(base_dir) / message.path)
    return complete
