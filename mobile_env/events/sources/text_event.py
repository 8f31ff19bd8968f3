"""The screen-text sources: texts wholly inside a part of the screen, compared with an expected text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from mobile_env.events.rects import check_rect
from mobile_env.events.sources.contract import EventSource, SourceReport, StepView
from mobile_env.events.sources.response_event import compile_matcher
from mobile_env.signals.matching import MatchValue, TextMatcher
from mobile_env.signals.ocr.contract import OcrUnavailable
from mobile_env.signals.ocr.engines import chosen_engine, screen_text
from mobile_env.signals.ocr.screen_text import Rect


class TextEvent(EventSource):
    """A source whose inputs are texts on the screen. Its value is the matcher's groups or score."""

    signal = "screen"

    def __init__(self, matcher: TextMatcher, rect: Rect, engine: str):
        """`engine` is the name of an OCR engine, which is loaded when the screen is first read."""
        self._matcher = matcher
        self._rect = rect
        self._engine = engine

    @classmethod
    def compile(cls, message: Any, report: SourceReport, warn: SourceReport) -> Self | None:
        """Makes a source from a `TextEvent` message. A missing OCR engine is a fault."""
        faulty = False

        def note(below: tuple[str | int, ...], what: str, mend: str) -> None:
            nonlocal faulty
            faulty = True
            report(below, what, mend)

        check_rect(message.rect, lambda below, what, mend: note(("rect", *below), what, mend))
        matcher = compile_matcher(message, "expect", note, warn)
        try:
            engine = chosen_engine()
        except OcrUnavailable as error:
            report((), f"screen text cannot be read: {error}", error.mend)
            return None
        if faulty or matcher is None:
            return None
        return cls(matcher, (message.rect.x0, message.rect.y0, message.rect.x1, message.rect.y1), engine)

    def texts(self, view: StepView) -> list[str]:
        """The texts that lie wholly inside the rect, in reading order."""
        found = screen_text(self._engine).texts(view.signals.pixels(), self._rect)
        return [text.text for text in found]

    def match(self, value: str) -> MatchValue | None:
        """The matcher's groups or score."""
        return self._matcher.match(value)

    def inputs(self, view: StepView) -> Sequence[str]:
        """The texts to match, one by one."""
        raise NotImplementedError


class TextRecognize(TextEvent):
    """Its only input is the joined text of all texts wholly inside the rect, in reading order, separated by
    spaces."""

    def inputs(self, view: StepView) -> Sequence[str]:
        """One text. It is empty without texts, so that a text that returns is a new input."""
        return [" ".join(self.texts(view))]


class TextDetect(TextEvent):
    """Its inputs are the texts wholly inside the rect, one by one, in reading order."""

    def inputs(self, view: StepView) -> Sequence[str]:
        """Each text."""
        return self.texts(view)
