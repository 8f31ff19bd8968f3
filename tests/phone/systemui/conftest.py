"""A phone with the framework tests' sample app, which may post, and a hand that finds what the focused window shows."""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "framework"))

from sample_app.manifest import APP

from mobile_env.phone import Display, Phone
from mobile_env.phone.apps import shipped
from mobile_env.phone.services.notification import IMPORTANCES, Channel, Notification, NotificationService

_BOUNDS = re.compile(r'bounds="\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]"')
SAMPLE = APP.package


class ShadeHand:
    """Touches what the view hierarchy shows, and drags from edge to edge."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def nodes(self, condition: str) -> list[str]:
        """The dump's nodes that contain some text, such as `text="OK"`."""
        return [
            node for node in re.findall(r"<node [^>]*>", self.phone.view_hierarchy()) if condition in node
        ]

    def bounds(self, condition: str) -> tuple[int, int, int, int]:
        found = _BOUNDS.search(self.nodes(condition)[0])
        assert found
        left, top, right, bottom = map(int, found.groups())
        return left, top, right, bottom

    def centre(self, condition: str) -> tuple[float, float]:
        left, top, right, bottom = self.bounds(condition)
        return (left + right) / 2, (top + bottom) / 2

    def tap(self, condition: str, touches: int = 2) -> None:
        self.drag(*[self.centre(condition)] * 2, steps=touches)

    def hold(self, condition: str) -> None:
        self.tap(condition, touches=10)

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 6) -> None:
        for step in range(steps):
            share = step / (steps - 1)
            self.phone.touch(*(a + (b - a) * share for a, b in zip(start, end, strict=True)))
        self.phone.lift()

    def pull_down(self) -> None:
        """A swipe from the top edge."""
        middle = self.phone.display.width_px / 2
        self.drag((middle, 2), (middle, self.phone.display.height_px / 2))

    def push_up(self) -> None:
        middle, height = self.phone.display.width_px / 2, self.phone.display.height_px
        self.drag((middle, height * 0.8), (middle, height * 0.2))

    def post(self, id: int, title: str, *, importance: str = "DEFAULT", **more: object) -> None:
        """Posts a notification of the sample app."""
        service = self.phone.service(NotificationService)
        service.create_channel(SAMPLE, Channel(importance, importance, IMPORTANCES[importance]))
        service.post(SAMPLE, id, Notification(importance, title, **more))  # type: ignore[arg-type]

    @property
    def titles(self) -> list[str]:
        """Titles of the notifications that the shade shows."""
        return [
            text
            for node in self.nodes('resource-id="android:id/title"')
            for text in re.findall(r' text="([^"]*)"', node)
        ]


@pytest.fixture
def phone() -> Phone:
    apps = {**shipped(), SAMPLE: APP}
    return Phone(Display(360, 800, 160), apps=apps)


@pytest.fixture
def hand(phone: Phone) -> ShadeHand:
    return ShadeHand(phone)
