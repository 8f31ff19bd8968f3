"""Windows of the system itself, such as bars, keyboard and toasts; `mobile_env.phone.systemui` lists them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.state.manifest import stylesheet
from mobile_env.phone.state.windows import WindowRecord

STATUS_BAR_DP: Final = 24
NAVIGATION_BAR_DP: Final = 48
KEYBOARD_DP: Final = 236
SYSTEM_UI: Final = "com.android.systemui"
AMONG_DIALOGS: Final = -1
"""The layer of windows that stand among the dialogs of apps, in the order in which they were opened."""


class SystemWindow:
    """One window of the system, made anew for each call; what it shows follows from the phone's state.

    A subclass names its layout and defines `context()`; its public methods are the handlers that the layout names.

    Attributes:
      name: the window's key on the screen.
      layer: windows of a higher layer stand above those of a lower; AMONG_DIALOGS: a record opens it.
      layout: layout file of the subclass's package.
      package: the package that dumps say it is of.
      touchable: whether it takes touches; without it they go to what is below.
      static: whether its pictures are few enough to be kept for each distinct markup.
      modal: whether it has input focus while it is shown; BACK calls `cancel()`.
      title: what `dumpsys window` calls it; for modal windows.
    """

    name: ClassVar[str]
    layer: ClassVar[int]
    layout: ClassVar[str]
    package: ClassVar[str] = SYSTEM_UI
    touchable: ClassVar[bool] = True
    static: ClassVar[bool] = False
    modal: ClassVar[bool] = False
    title: ClassVar[str] = ""

    def __init__(self, kernel: Kernel, record: WindowRecord | None = None) -> None:
        self.kernel = kernel
        self.record = record

    @classmethod
    def shown(cls, kernel: Kernel) -> Sequence[SystemWindow]:
        """The windows of this class that the phone shows now."""
        return (cls(kernel),)

    @property
    def key(self) -> str:
        """The window's key on the screen."""
        return self.record.window if self.record is not None else self.name

    @property
    def place(self) -> str:
        """Inline CSS of its container, in dp; "" for the whole screen above navigation bar and keyboard."""
        return ""

    def context(self) -> dict[str, Any]:
        """What the layout is rendered with."""
        return {}

    def cancel(self) -> None:
        """BACK, or a key that leaves a modal window."""

    def css(self) -> str:
        """The window's stylesheet: that of the subclass's package."""
        return stylesheet(self.folder)

    @property
    def folder(self) -> str:
        """Import path of the package that holds the layouts."""
        return type(self).__module__.rpartition(".")[0]

    # What the dispatcher calls.

    def handle(self, handler: str, *args: Any) -> None:
        """Calls a handler that the layout names.

        Raises:
          AttributeError: there is no such public method.
        """
        method = None if handler.startswith("_") else getattr(self, handler, None)
        if method is None:
            raise AttributeError(f"{type(self).__name__} has no handler {handler!r}, which its layout names")
        method(*args)

    def bound(self, path: str) -> Any:
        """What an element with that `bind` holds."""
        raise LookupError(f"{type(self).__name__} holds nothing for bind={path!r}")

    def set_bound(self, path: str, value: Any) -> None:
        """The user changed what an element with that `bind` holds."""
        raise LookupError(f"{type(self).__name__} holds nothing for bind={path!r}")

    def text_changed(self, path: str, value: str) -> None:
        """The text of a field changed; the bound value is changed already."""


@dataclass(frozen=True)
class SystemWindows:
    """The classes of all windows of the system, lower layers first."""

    classes: tuple[type[SystemWindow], ...]

    def shown(self, kernel: Kernel) -> Iterator[SystemWindow]:
        """All that stand above the windows of apps, back to front."""
        for each in sorted(self.classes, key=lambda each: each.layer):
            if each.layer != AMONG_DIALOGS:
                yield from each.shown(kernel)

    def of_record(self, kernel: Kernel, record: WindowRecord) -> SystemWindow:
        """The window that a record of the system opened."""
        return self._named(record.layout)(kernel, record)

    def find(self, kernel: Kernel, key: str) -> SystemWindow | None:
        """The window of a key that is shown now."""
        return next((each for each in self.shown(kernel) if each.key == key), None)

    def _named(self, name: str) -> type[SystemWindow]:
        for each in self.classes:
            if each.name == name:
                return each
        raise LookupError(f"no window of the system is named {name!r}")
