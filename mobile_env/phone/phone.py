"""The embedded phone: an Android-compatible device whose state is data and whose screen is a function of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from mobile_env.phone.apps import shipped
from mobile_env.phone.kernel.agenda import Agenda
from mobile_env.phone.kernel.components import Components
from mobile_env.phone.kernel.events import Booted
from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.kernel.processes import Processes
from mobile_env.phone.kernel.versions import Seen
from mobile_env.phone.network import Fetcher, PhoneNetwork, offline
from mobile_env.phone.services import shipped as shipped_services
from mobile_env.phone.services.accessibility import AccessibilityService
from mobile_env.phone.services.activity import ActivityService
from mobile_env.phone.services.connectivity.pages import PageLoader
from mobile_env.phone.services.display import DisplayService
from mobile_env.phone.services.input import PRIMITIVE_SECONDS as PRIMITIVE_SECONDS
from mobile_env.phone.services.input import InputService
from mobile_env.phone.services.input_method import InputMethodService
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.services.window import Scrolling, SystemWindows, WindowService
from mobile_env.phone.state.clock import Clock
from mobile_env.phone.state.counters import Counters
from mobile_env.phone.state.databases import Databases
from mobile_env.phone.state.focus import InputFocus
from mobile_env.phone.state.logcat import LogBuffer
from mobile_env.phone.state.manifest import App, Catalogue
from mobile_env.phone.state.packages import PackageTable
from mobile_env.phone.state.partitions import make_android_tree
from mobile_env.phone.state.phone_state import PhoneState
from mobile_env.phone.state.pids import ProcessTable
from mobile_env.phone.state.properties import SystemProperties
from mobile_env.phone.state.settings import SettingsStore
from mobile_env.phone.state.tasks import Tasks
from mobile_env.phone.state.touch import Clicks, Touch
from mobile_env.phone.state.windows import OpenWindows, Scroll
from mobile_env.phone.systemui import WINDOWS
from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.elements import LayoutError
from mobile_env.phone.ui.screen import Screen

if TYPE_CHECKING:
    from mobile_env.phone.shell import ShellResult


S = TypeVar("S")


@dataclass(frozen=True)
class Snapshot:
    """A phone's state at one moment; restore() of any phone with the same display takes it, any number of times."""

    state: PhoneState
    display: Display


class Phone:
    """A phone, booted, with its launcher in front.

    Coordinates are pixels of the screen as it is held now. Every input is one primitive action and moves the
    clock by 1/15 s; nothing else but `advance` does. Not for use from several threads at once.

    Args:
      display: size in pixels and density of the upright screen.
      seed: decides whatever is left to chance on the phone.
      fetch: how apps reach the network: a fetcher, or a `PhoneNetwork`; without it the phone is offline.
      apps: the apps that can be installed, by package; by default those that ship. Those that are
        `preinstalled` are there from the start.
    """

    def __init__(
        self,
        display: Display | None = None,
        *,
        seed: int = 0,
        fetch: Fetcher | None = None,
        apps: Mapping[str, App] | None = None,
    ) -> None:
        self._upright = display or Display()
        self.fetch: Fetcher = fetch or offline
        self.catalogue = Catalogue(shipped() if apps is None else apps)
        self._attach_services(self._blank_state(seed))
        self._boot()
        if isinstance(fetch, PhoneNetwork):
            fetch.prepare(self)
        self._attach_network(fetch)

    def _attach_services(self, state: PhoneState) -> None:
        self.kernel = Kernel(state)
        self.kernel.lend(Display, lambda: self._upright)
        self.kernel.lend(Screen, lambda: self.screen)
        self.kernel.lend(Catalogue, lambda: self.catalogue)
        self.kernel.lend(SystemWindows, lambda: WINDOWS)
        self.kernel.lend(Components, lambda: self.windows.components)
        self.kernel.lend(PageLoader, lambda: self.pages)
        for entry in shipped_services():
            self.kernel.register(entry)
        self.pages = PageLoader(self.kernel, lambda: self.fetch, lambda: self.reaches_proxies)
        self.interrupted = False
        """Set from any thread when the phone is given up: a command line that runs ends before its next command."""
        self._screen: Screen | None = None
        self._seen: Seen | None = None
        self._composing = False

    def _attach_network(self, fetch: Fetcher | None) -> None:
        self._network = fetch if isinstance(fetch, PhoneNetwork) else None
        if self._network is not None:
            self.fetch = self._network.fetcher(self)

    def _blank_state(self, seed: int) -> PhoneState:
        clock = Clock()
        files = make_android_tree(clock)
        return PhoneState(
            (
                clock,
                files,
                Databases(files),
                SettingsStore(),
                SystemProperties(self._upright.density_dpi),
                LogBuffer(clock),
                PackageTable(),
                ProcessTable(),
                Counters(seed),
                Agenda(),
                Tasks(),
                OpenWindows(),
                Scroll(),
                InputFocus(),
                Touch(),
                Clicks(),
            )
        )

    def _boot(self) -> None:
        for package, app in self.catalogue.items():
            if app.preinstalled:
                self.packages.install(package, ready=True)
        self.kernel.emit(Booted())

    def reboot(self) -> None:
        """Boots anew: files, databases, settings and packages stay; what ran, and the log, is gone."""
        self.kernel.reboot()

    # Input.

    def touch(self, x: float, y: float) -> None:
        """A finger comes down at (x, y), or moves there, or stays; ValueError outside the screen."""
        self.input.touch(x, y)

    def lift(self) -> None:
        """The finger leaves the screen. What it caused has settled when this returns."""
        self.input.lift()

    def wait(self) -> None:
        """One primitive action in which nothing is done; a finger that is down stays where it is."""
        self.input.wait()

    def type_text(self, text: str) -> None:
        """Types text into the focused field, as a keyboard would; a line feed is ENTER, a tab types nothing."""
        self.input.type_text(text)

    def key(self, key: str | int) -> None:
        """Presses a key by Android's name or code; ValueError for an unknown one."""
        self.input.key(key)

    def chord(self, keys: Sequence[str | int]) -> None:
        """Presses keys by name or code, the last one while the others are down; unknown ones do nothing."""
        self.input.chord(keys)

    def advance(self, seconds: float) -> None:
        """Moves the clock without any input; what becomes due on the way is done at its own time."""
        self.kernel.advance(seconds)

    # Screen.

    @property
    def display(self) -> Display:
        """The screen as it is held now."""
        return self.kernel.service(DisplayService).display

    @property
    def orientation(self) -> int:
        """Quarter turns from upright, 0–3: the user's rotation, unless the (never moving) sensor decides."""
        return self.kernel.service(DisplayService).orientation

    def set_rotation(self, turns: int) -> None:
        """Locks the screen to that many quarter turns."""
        self.kernel.service(DisplayService).set_rotation(turns)

    @property
    def model(self) -> str:
        return self.state.properties.get("ro.product.model")

    @property
    def screen(self) -> Screen:
        """The screen, up to date with the state."""
        if self._screen is None:
            self._screen = Screen(self.display, self._resource)
        if not self._composing and (self._seen is None or not self.kernel.versions.same(self._seen)):
            self._composing = True
            try:
                self._compose(self._screen)
            finally:
                self._composing = False
        return self._screen

    def _compose(self, screen: Screen) -> None:
        screen.resize(self.display, self.orientation)
        screen.shine(self.kernel.service(DisplayService).light)
        self._show(screen)
        if self.text.drop_lost_focus():
            self._show(screen)

    def _show(self, screen: Screen) -> None:
        while True:
            with self.kernel.versions.watch() as seen:
                views, focused = self.windows.compose()
            try:
                screen.compose(views, focused)
            except LayoutError as error:
                self.windows.crash_of(self.activities.foreground, error)
            else:
                self._seen = seen
                return

    def _resource(self, path: str) -> bytes | None:
        return self.state.files.read(path) if self.state.files.is_file(path) else None

    def screenshot(self) -> np.ndarray:
        """uint8 (height, width, 3) RGB, read-only; the same array while nothing changed."""
        return self.screen.pixels()

    def view_hierarchy(self) -> str:
        """The focused window as `uiautomator dump` writes it; the same object while nothing changed."""
        return self.screen.hierarchy()

    @property
    def screen_version(self) -> int:
        """Changes exactly when the pixels may have changed."""
        return self.screen.pixels_version

    @property
    def hierarchy_version(self) -> int:
        """Changes exactly when the view hierarchy changed."""
        return self.screen.hierarchy_version

    @property
    def foreground_activity(self) -> str:
        """ "package/class" of the app in front, looking through choosers and permission dialogs."""
        return self.activities.foreground_app.component

    @property
    def reaches_proxies(self) -> bool:
        """Whether its network honours the setting `http_proxy`; a plain fetcher reaches no proxy."""
        return self._network is not None

    # State.

    @property
    def state(self) -> PhoneState:
        return self.kernel.state

    def service(self, kind: type[S]) -> S:
        """The system service of a class."""
        return self.kernel.service(kind)

    @property
    def activities(self) -> ActivityService:
        return self.kernel.service(ActivityService)

    @property
    def windows(self) -> WindowService:
        return self.kernel.service(WindowService)

    @property
    def scrolling(self) -> Scrolling:
        return self.windows.scrolling

    @property
    def text(self) -> InputMethodService:
        return self.kernel.service(InputMethodService)

    @property
    def input(self) -> InputService:
        return self.kernel.service(InputService)

    @property
    def packages(self) -> PackageService:
        return self.kernel.service(PackageService)

    @property
    def accessibility(self) -> AccessibilityService:
        return self.kernel.service(AccessibilityService)

    @property
    def processes(self) -> Processes:
        return self.kernel.processes

    # Shell.

    @property
    def log(self) -> LogBuffer:
        return self.state.log

    def shell(self, command: str, stdin: bytes = b"") -> "ShellResult":
        """Runs a command line in the phone's shell."""
        from mobile_env.phone.shell import Shell

        return Shell(self).run(command, stdin)

    def adb(self, args: Sequence[str], stdin: bytes = b"") -> "ShellResult":
        """What `adb <args>` would do on the host for this device, without any wire."""
        from mobile_env.phone.shell.adb import run_adb

        return run_adb(self, list(args), stdin)

    # Snapshots.

    def snapshot(self) -> Snapshot:
        """The state now, independent of what happens later."""
        return Snapshot(self.state.copy(), self._upright)

    def restore(self, snapshot: Snapshot) -> None:
        """Puts the phone into the state of a snapshot; ValueError for one of another display."""
        if snapshot.display != self._upright:
            raise ValueError(f"the snapshot is of {snapshot.display}, this phone has {self._upright}")
        self.kernel.state = snapshot.state.copy()

    def fork(self) -> "Phone":
        """Another phone in the same state, independent from now on."""
        other = Phone.__new__(Phone)
        other._upright = self._upright
        other.fetch = self.fetch
        other.catalogue = self.catalogue
        other._attach_services(self.state.copy())
        other._attach_network(self._network)
        return other
