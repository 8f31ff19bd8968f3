"""What every app must do, as tests to inherit: `class TestNotes(AppConformance): folder = …; places = {…}`."""

from __future__ import annotations

import ast
import hashlib
import random
import subprocess
import sys
from importlib import import_module, resources
from pathlib import Path
from typing import Any, ClassVar

from mobile_env.phone.sdk.bridge import load_app
from mobile_env.phone.sdk.manifest import App
from mobile_env.phone.sdk.testing.contract import check_contract, parse_contract
from mobile_env.phone.sdk.testing.hand import Hand, Node
from mobile_env.phone.ui import icons

_LARGEST_STATE = 200_000
_TARGET_DP = 48
_SMALL, _USUAL, _LARGE = (360, 640, 160), (720, 1600, 320), (1080, 2400, 420)


class AppConformance:
    """Tests that each app inherits.

    Attributes:
      folder: import path of the app's package.
      places: name → what to tap from the app's first screen: "#id", text or description; "hold X" is a long press.
      with_apps: import paths of other apps that it needs.
      grants: permissions that it holds in these tests.
      small_targets: ids of nodes that the published app makes smaller than 48 dp.
      seed: SQL that fills databases before each test, by file name; those of other apps by "package/file".
      walk: steps of the random walk.
    """

    folder: ClassVar[str]
    places: ClassVar[dict[str, list[str]]] = {"main": []}
    with_apps: ClassVar[tuple[str, ...]] = ()
    grants: ClassVar[tuple[str, ...]] = ()
    small_targets: ClassVar[tuple[str, ...]] = ()
    seed: ClassVar[dict[str, str]] = {}
    walk: ClassVar[int] = 200

    # Phones.

    @property
    def package(self) -> str:
        return load_app(self.folder).package

    @property
    def declared(self) -> App:
        app = load_app(self.folder).declared
        assert isinstance(app, App), f"{self.folder} is not written with the SDK"
        return app

    def make_hand(self, display: tuple[int, int, int] = _USUAL) -> Hand:
        """A phone with the app, its databases filled and its permissions granted."""
        phone_module = import_module("mobile_env.phone")
        shipped = import_module("mobile_env.phone.apps").shipped()
        own = {app.package: app for app in map(load_app, (self.folder, *self.with_apps))}
        phone = phone_module.Phone(phone_module.Display(*display), apps={**shipped, **own})
        if phone.packages.get(self.package) is None:
            phone.packages.install(self.package, ready=True)
        for permission in self.grants:
            phone.shell(f"pm grant {self.package} android.permission.{permission}")
        for name, sql in self.seed.items():
            phone.state.databases.open(self._database_path(name)).executescript(sql)
        return Hand(phone)

    def _database_path(self, name: str) -> str:
        package, slash, file = name.rpartition("/")
        if slash:
            return f"/data/data/{package}/databases/{file}"
        folder = next(each.folder for each in self.declared.databases if each.name == name)
        return f"/data/data/{self.package}/{folder}/{name}"

    def at(self, place: str, display: tuple[int, int, int] = _USUAL) -> Hand:
        """A hand on a phone that shows a place."""
        hand = self.make_hand(display)
        hand.open(self.package)
        hand.follow(self.places[place])
        hand.assert_well()
        return hand

    # Coming and going.

    def test_the_launcher_s_icon_opens_it(self) -> None:
        hand = self.make_hand()
        hand.tap(self.declared.label)
        assert hand.phone.foreground_activity.startswith(self.package + "/")
        hand.assert_well()

    def test_each_place_is_reached(self) -> None:
        for place in self.places:
            self.at(place)

    def test_back_leads_home_from_each_place(self) -> None:
        for place in self.places:
            hand = self.at(place)
            for _ in range(10):
                if not hand.phone.foreground_activity.startswith(self.package + "/"):
                    break
                hand.phone.key("BACK")
            assert not hand.phone.foreground_activity.startswith(self.package + "/"), place
            hand.assert_well()

    def test_home_and_return_keep_each_place(self) -> None:
        for place in self.places:
            hand = self.at(place)
            before = hand.phone.view_hierarchy()
            hand.phone.key("HOME")
            hand.open(self.package)
            assert hand.phone.view_hierarchy() == before, place

    def test_rotation_there_and_back_keeps_each_place(self) -> None:
        for place in self.places:
            hand = self.at(place)
            before = hand.phone.view_hierarchy()
            hand.phone.set_rotation(1)
            hand.phone.screenshot()
            hand.phone.set_rotation(0)
            assert hand.phone.view_hierarchy() == before, place
            hand.assert_well()

    def test_a_kill_in_the_background_keeps_each_place(self) -> None:
        for place in self.places:
            hand = self.at(place)
            before = hand.phone.view_hierarchy()
            hand.phone.key("HOME")
            hand.phone.processes.kill(self.package, "kill")
            hand.open(self.package)
            assert hand.phone.view_hierarchy() == before, place

    def test_it_starts_again_after_a_force_stop(self) -> None:
        for place in self.places:
            hand = self.at(place)
            hand.phone.shell(f"am force-stop {self.package}")
            hand.open(self.package)
            assert hand.phone.foreground_activity.startswith(self.package + "/")
            hand.assert_well()

    # Looks.

    def test_dark_theme_large_text_and_other_sizes(self) -> None:
        for place in self.places:
            for display in (_SMALL, _LARGE):
                hand = self.at(place, display)
                light = hand.phone.screenshot().tobytes()
                hand.phone.shell("settings put secure ui_night_mode 2")
                assert hand.phone.screenshot().tobytes() != light, f"{place} looks the same in the dark"
                hand.phone.shell("settings put system font_scale 1.3")
                hand.phone.screenshot()
                hand.assert_well()
                _assert_no_overlap(hand, place)

    def test_touch_targets_are_48_dp(self) -> None:
        for place in self.places:
            hand = self.at(place, _LARGE)
            for node in hand.nodes():
                if not node.flag("clickable") or node.id.rpartition("/")[2] in self.small_targets:
                    continue
                left, top, right, bottom = node.bounds
                if _cut_off(node):
                    continue
                scale = _LARGE[2] / 160
                size = ((right - left) / scale, (bottom - top) / scale)
                assert min(size) >= _TARGET_DP - 0.7, (
                    f"{place}: {node.id or node.text or node.desc} is {size} dp"
                )

    # State.

    def test_snapshots_and_forks_repeat_exactly(self) -> None:
        for place in self.places:
            hand = self.at(place)
            snapshot = hand.phone.snapshot()
            other = Hand(hand.phone.fork())
            first = self._random_steps(hand, 5, seed=7)
            hand.phone.restore(snapshot)
            assert self._random_steps(hand, 5, seed=7) == first, place
            assert self._random_steps(other, 5, seed=7) == first, place

    def test_pushed_databases_are_shown_and_not_touched(self) -> None:
        for declared in self.declared.databases:
            path = self._database_path(declared.name)
            folder = path.rpartition("/")[0]
            hand = self.at(next(iter(self.places)))
            content = hand.phone.state.files.read(path)
            hand.phone.shell(f"rm -r {folder}/*")
            hand.phone.state.files.write(path, content)
            hand.phone.shell(f"chmod 777 {path}")
            hand.phone.shell(f"am force-stop {self.package}")
            hand.open(self.package)
            hand.phone.screenshot()
            assert hand.phone.state.files.read(path) == content, f"{declared.name} was written to"
            hand.assert_well()

    def test_pm_clear_leaves_a_first_run(self) -> None:
        hand = self.at(next(iter(self.places)))
        assert hand.phone.shell(f"pm clear {self.package}").exit_code == 0
        hand.open(self.package)
        hand.phone.screenshot()
        hand.assert_well()

    def test_handlers_that_screens_name_exist(self) -> None:
        for place in self.places:
            hand = self.at(place)
            phone = hand.phone
            record = phone.activities.foreground
            if record.package != self.package:
                continue
            activity = phone.activities.behaviour(record).activity
            for element in phone.screen.elements(record.window):
                for gesture in ("click", "long_click", "submit", "swipe_left", "swipe_right"):
                    handler = element.handler(gesture)
                    if handler and not handler.startswith(("@link", "@button")):
                        scope, _, name = handler.rpartition("/")
                        component = activity.at(scope)
                        attribute = "_at_" + name[1:] if name.startswith("@") else name
                        assert callable(getattr(component, attribute, None)), f"{place}: {handler}"

    def test_a_random_walk_harms_nothing(self) -> None:
        hand = self.at(next(iter(self.places)))
        for seed in range(2):
            self._random_steps(hand, self.walk // 2, seed=seed, fresh=True)
        hand.assert_well()

    def test_two_processes_give_equal_bytes(self) -> None:
        code = (
            f"import sys; sys.path[:0] = {sys.path!r}\n"
            "from mobile_env.phone.sdk.testing.conformance import AppConformance\n"
            f"class Here(AppConformance):\n    folder = {self.folder!r}\n    places = {self.places!r}\n"
            f"    with_apps = {self.with_apps!r}\n    grants = {self.grants!r}\n    seed = {self.seed!r}\n"
            "print(Here().digest())"
        )
        command = [sys.executable, "-c", code]
        there = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        assert there == self.digest()

    def digest(self) -> str:
        """A hash of all places' hierarchies and frames."""
        total = hashlib.sha256()
        for place in self.places:
            hand = self.at(place)
            total.update(hand.phone.view_hierarchy().encode())
            total.update(hand.phone.screenshot().tobytes())
        return total.hexdigest()

    def _random_steps(self, hand: Hand, count: int, *, seed: int, fresh: bool = False) -> list[str]:
        """Random input; returns the hierarchies after each step. `fresh`: each is what a new screen shows, too."""
        chance = random.Random(seed)
        phone, seen = hand.phone, []
        for step in range(count):
            width, height = phone.display.width_px, phone.display.height_px
            kind = chance.random()
            targets = [node for node in hand.nodes() if node.flag("clickable")] or hand.nodes()
            if kind < 0.6:
                hand.tap_at(*chance.choice(targets).centre)
            elif kind < 0.7:
                node = chance.choice(targets)
                for _ in range(9):
                    phone.touch(*node.centre)
                phone.lift()
            elif kind < 0.8:
                at = chance.randrange(width), chance.randrange(height)
                hand.drag(at, (at[0], max(0, at[1] - height // 3)))
            elif kind < 0.9:
                phone.type_text(chance.choice(("a", "12", "né & <ü>", "\n")))
            elif kind < 0.97:
                phone.key(chance.choice(("BACK", "DEL", "ENTER")))
            else:
                phone.set_rotation(chance.randrange(2))
            if not phone.foreground_activity.startswith(self.package + "/"):
                hand.open(self.package)
            seen.append(phone.view_hierarchy())
            hand.assert_well()
            if fresh and step % 10 == 0:
                assert phone.fork().view_hierarchy() == seen[-1], (
                    f"step {step} of walk {seed} shows old state"
                )
        return seen

    # The code itself.

    def test_what_the_manifest_names_is_there(self) -> None:
        app = self.declared
        codes = [entry.code for entry in app.activities]
        codes += [entry.code for entry in app.receivers] + [entry.code for entry in app.services]
        for code in codes:
            assert callable(app.load(code)), code
        for database in app.databases:
            assert not database.schema or (resources.files(self.folder) / database.schema).is_file()
        icons.svg(app.icon.name)

    def test_it_imports_the_sdk_only(self) -> None:
        root = Path(str(resources.files(self.folder)))
        own = (self.folder, self.folder.rpartition(".")[0] + "._simple_commons")
        for path in sorted(root.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                names = (
                    [alias.name for alias in node.names]
                    if isinstance(node, ast.Import)
                    else [node.module or ""]
                    if isinstance(node, ast.ImportFrom) and not node.level
                    else []
                )
                for name in names:
                    if name.startswith("mobile_env") and not name.startswith(own):
                        allowed = name == "mobile_env.phone.sdk" or (
                            name.startswith("mobile_env.phone.sdk.system") and self.declared.system
                        )
                        assert allowed, f"{path.name} imports {name}: apps import mobile_env.phone.sdk only"

    def test_it_keeps_its_contract(self) -> None:
        path = resources.files(self.folder) / "contract.txt"
        assert path.is_file(), f"{self.folder} has no contract.txt: state what judges rely on"
        lines = parse_contract(path.read_text("utf-8"), name=f"{self.folder}/contract.txt")
        check_contract(lines, self)


def _cut_off(node: Node) -> bool:
    """Whether a scroller's edge may hide a part of the node."""
    parent: Any = node.parent
    while parent is not None:
        if parent.flag("scrollable"):
            _, top, _, bottom = parent.bounds
            return bool(node.bounds[1] <= top or node.bounds[3] >= bottom)
        parent = parent.parent
    return False


def _assert_no_overlap(hand: Hand, place: str) -> None:
    """Texts of sibling leaves do not lie on each other."""
    leaves = [node for node in hand.nodes() if node.text and not node.children]
    for number, first in enumerate(leaves):
        for second in leaves[number + 1 :]:
            if first.parent is not second.parent or first.parent is None:
                continue
            a, b = first.bounds, second.bounds
            wide = min(a[2], b[2]) - max(a[0], b[0])
            high = min(a[3], b[3]) - max(a[1], b[1])
            smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b))
            common = max(0, wide) * max(0, high)
            assert common <= smaller / 10, f"{place}: {first.text!r} and {second.text!r} lie on each other"
