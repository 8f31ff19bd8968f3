"""A phone with the sample app, and a hand that finds what it touches in the view hierarchy."""

import re
from collections.abc import Callable

import pytest
from sample_app.manifest import APP

from mobile_env.phone import Display, Phone
from mobile_env.phone.apps import shipped

_BOUNDS = re.compile(r'bounds="\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]"')


class Hand:
    """Touches what the view hierarchy shows."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def nodes(self, condition: str) -> list[str]:
        """The dump's nodes that contain some text, such as `text="OK"`."""
        return [
            node for node in re.findall(r"<node [^>]*>", self.phone.view_hierarchy()) if condition in node
        ]

    def text(self, resource_id: str) -> str:
        (node,) = self.nodes(f':id/{resource_id}"')
        found = re.search(r' text="([^"]*)"', node)
        assert found
        return found[1]

    def centre(self, condition: str) -> tuple[float, float]:
        node = self.nodes(condition)[0]
        found = _BOUNDS.search(node)
        assert found
        left, top, right, bottom = map(int, found.groups())
        return (left + right) / 2, (top + bottom) / 2

    def tap(self, condition: str, touches: int = 3) -> None:
        self.tap_at(*self.centre(condition), touches=touches)

    def tap_at(self, x: float, y: float, touches: int = 3) -> None:
        for _ in range(touches):
            self.phone.touch(x, y)
        self.phone.lift()

    def drag(
        self, start: tuple[float, float], end: tuple[float, float], steps: int, *, rest: bool = True
    ) -> None:
        for step in range(steps + 1):
            part = step / steps
            self.phone.touch(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
        if rest:  # a finger that stands still before it leaves flings nothing
            self.phone.touch(*end)
        self.phone.lift()

    def log(self, tag: str) -> list[str]:
        entries, _ = self.phone.log.read(0)
        return [entry.message for entry in entries if entry.tag == tag]


@pytest.fixture(scope="session")
def new_phone() -> Callable[[], Phone]:
    return lambda: Phone(Display(360, 800, 160), apps={**shipped(), APP.package: APP})


@pytest.fixture
def phone(new_phone: Callable[[], Phone]) -> Phone:
    phone = new_phone()
    phone.activities.start(phone.packages.launch_intent(APP.package))
    return phone


@pytest.fixture
def hand(phone: Phone) -> Hand:
    return Hand(phone)
