"""A phone with the apps that these tests are written with, and a hand that touches what its view hierarchy shows."""

import re
from collections.abc import Callable

import pytest

from mobile_env.phone import Display, Phone
from mobile_env.phone.apps import shipped
from mobile_env.phone.sdk.bridge import load_app
from mobile_env.phone.state.manifest import App

_BOUNDS = re.compile(r'bounds="\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]"')
_FOLDERS = ("apps.expense", "apps.clock", "apps.people", "apps.people_storage")


class Hand:
    """Opens apps, and touches nodes by "#id", text or content description."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def open(self, package: str) -> None:
        intent = self.phone.packages.launch_intent(package)
        assert intent is not None
        self.phone.activities.start(intent)

    def nodes(self, what: str) -> list[str]:
        found = re.findall(r"<node [^>]*>", self.phone.view_hierarchy())
        if what.startswith("#"):
            return [node for node in found if self._value(node, "resource-id").endswith(f":id/{what[1:]}")]
        return [
            node for node in found if what in (self._value(node, "text"), self._value(node, "content-desc"))
        ]

    @staticmethod
    def _value(node: str, name: str) -> str:
        found = re.search(rf' {name}="([^"]*)"', node)
        return found[1] if found else ""

    def shows(self, what: str) -> bool:
        return bool(self.nodes(what))

    def text(self, what: str) -> str:
        return self._value(self.nodes(what)[0], "text")

    def texts(self) -> list[str]:
        return list(re.findall(r' text="([^"]+)"', self.phone.view_hierarchy()))

    def centre(self, what: str, place: int = 0) -> tuple[float, float]:
        nodes = self.nodes(what)
        assert nodes, f"{what!r} is not among {self.texts()}"
        found = _BOUNDS.search(nodes[place])
        assert found
        left, top, right, bottom = map(int, found.groups())
        return (left + right) / 2, (top + bottom) / 2

    def tap(self, what: str, place: int = 0) -> None:
        self.phone.touch(*self.centre(what, place))
        self.phone.lift()

    def hold(self, what: str, place: int = 0) -> None:
        at = self.centre(what, place)
        for _ in range(12):
            self.phone.touch(*at)
        self.phone.lift()

    def type(self, what: str, text: str) -> None:
        self.tap(what)
        self.phone.type_text(text)
        self.phone.key("BACK")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        for step in range(9):
            part = step / 8
            self.phone.touch(start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
        self.phone.touch(*end)
        self.phone.lift()

    def crashes(self) -> list[str]:
        return [entry.message for entry in self.phone.log.read(0)[0] if entry.message.startswith("FATAL")]


@pytest.fixture(scope="session")
def sdk_apps() -> dict[str, App]:
    return {app.package: app for app in map(load_app, _FOLDERS)}


@pytest.fixture
def new_phone(sdk_apps: dict[str, App]) -> Callable[[], Phone]:
    return lambda: Phone(Display(720, 1600, 320), apps={**shipped(), **sdk_apps})


@pytest.fixture
def phone(new_phone: Callable[[], Phone]) -> Phone:
    return new_phone()


@pytest.fixture
def hand(phone: Phone) -> Hand:
    return Hand(phone)
