"""Intents and intent filters: how components ask each other for things (developer.android.com, Intents)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlsplit

ACTION_MAIN = "android.intent.action.MAIN"
ACTION_BOOT_COMPLETED = "android.intent.action.BOOT_COMPLETED"
ACTION_VIEW = "android.intent.action.VIEW"
ACTION_SEND = "android.intent.action.SEND"
ACTION_CHOOSER = "android.intent.action.CHOOSER"
CATEGORY_LAUNCHER = "android.intent.category.LAUNCHER"
CATEGORY_HOME = "android.intent.category.HOME"
CATEGORY_DEFAULT = "android.intent.category.DEFAULT"

FLAG_ACTIVITY_NEW_TASK = 0x10000000
FLAG_ACTIVITY_CLEAR_TASK = 0x00008000
FLAG_ACTIVITY_CLEAR_TOP = 0x04000000
FLAG_ACTIVITY_SINGLE_TOP = 0x20000000


def full_component(component: str) -> str:
    """`pkg/.Cls` and `pkg/pkg.Cls` are one component: the second form, which Android prints in most places."""
    package, _, name = component.partition("/")
    if name.startswith("."):
        name = package + name
    return f"{package}/{name}"


def short_component(component: str) -> str:
    """The form with the package left out of the class name where it begins with it (`flattenToShortString`)."""
    package, _, name = component.partition("/")
    if name.startswith(package + "."):
        name = name[len(package) :]
    return f"{package}/{name}"


@dataclass(frozen=True)
class Intent:
    """What to do, on what, by whom. `component` is "package/class"; `extras` holds plain data only."""

    action: str | None = None
    data: str | None = None
    type: str | None = None
    package: str | None = None
    component: str | None = None
    categories: tuple[str, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
    flags: int = 0

    def with_component(self, component: str) -> "Intent":
        return replace(self, component=full_component(component))

    def __str__(self) -> str:
        parts = [f"act={self.action}" if self.action else ""]
        if self.categories:
            parts.append(f"cat=[{','.join(self.categories)}]")
        if self.data:
            parts.append(f"dat={self.data}")
        if self.type:
            parts.append(f"typ={self.type}")
        if self.flags:
            parts.append(f"flg=0x{self.flags:x}")
        if self.package and not self.component:
            parts.append(f"pkg={self.package}")
        if self.component:
            parts.append(f"cmp={short_component(self.component)}")
        if self.extras:
            parts.append("(has extras)")
        return "{ " + " ".join(part for part in parts if part) + " }"


@dataclass(frozen=True)
class IntentFilter:
    """What a component answers to. Empty `schemes`, `hosts` or `types` ask nothing of the intent."""

    actions: tuple[str, ...]
    categories: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    types: tuple[str, ...] = ()

    def matches(self, intent: Intent) -> bool:
        """Android's test of action, category and data (developer.android.com, Intents and intent filters)."""
        if intent.action not in self.actions:
            return False
        if not set(intent.categories) - {CATEGORY_DEFAULT} <= set(self.categories):
            return False
        parts = urlsplit(intent.data or "")
        if self.schemes and parts.scheme not in self.schemes:
            return False
        if self.hosts and (parts.hostname or "") not in self.hosts:
            return False
        if not self.schemes and intent.data and not self.types:
            return False
        if self.types:
            return intent.type is not None and any(
                _type_matches(accepted, intent.type) for accepted in self.types
            )
        return intent.type is None


def _type_matches(accepted: str, actual: str) -> bool:
    if accepted == "*/*":
        return True
    if accepted.endswith("/*"):
        return actual.startswith(accepted[:-1])
    return accepted == actual


@dataclass(frozen=True)
class BroadcastResult:
    """What the receivers of an ordered broadcast answered.

    Attributes:
      code: RESULT_OK (-1), RESULT_CANCELED (0), or a number of the app's own.
      data: a text, or None.
    """

    code: int = 0
    data: str | None = None
