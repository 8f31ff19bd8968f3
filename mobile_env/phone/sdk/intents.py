"""Intents as app code writes them, and what travels with them: results, broadcasts, notifications."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mobile_env.phone.state import intents

_ACTION = "android.intent.action."
_CATEGORY = "android.intent.category."
_PERMISSION = "android.permission."


def full_action(action: str) -> str:
    """Android's own action for a short name: `VIEW` is `android.intent.action.VIEW`."""
    return action if not action or "." in action else _ACTION + action


def full_category(category: str) -> str:
    """Android's own category for a short name."""
    return category if "." in category else _CATEGORY + category


def full_permission(name: str) -> str:
    """Android's own permission for a short name: `READ_CONTACTS` is `android.permission.READ_CONTACTS`."""
    return name if "." in name else _PERMISSION + name


class Intent(intents.Intent):
    """What to do, on what, by whom; further keywords are extras (plain data).

    `intent["id"]`, `intent.get("id")` and `"id" in intent` read its extras.
    """

    def __init__(
        self,
        action: str | None = None,
        data: str | None = None,
        type: str | None = None,
        package: str | None = None,
        component: str | None = None,
        categories: tuple[str, ...] = (),
        extras: Mapping[str, Any] | None = None,
        flags: int = 0,
        **more: Any,
    ) -> None:
        super().__init__(
            full_action(action) if action else None,
            data,
            type,
            package,
            component,
            tuple(full_category(each) for each in categories),
            {**(extras or {}), **more},
            flags,
        )

    @classmethod
    def of(cls, intent: intents.Intent) -> Intent:
        """The same intent, as app code sees it."""
        if isinstance(intent, cls):
            return intent
        return cls(
            intent.action,
            intent.data,
            intent.type,
            intent.package,
            intent.component,
            intent.categories,
            intent.extras,
            intent.flags,
        )

    def __getitem__(self, name: str) -> Any:
        return self.extras[name]

    def __contains__(self, name: object) -> bool:
        return name in self.extras

    def get(self, name: str, default: Any = None) -> Any:
        """The extra of that name, or `default`."""
        return self.extras.get(name, default)

    @property
    def verb(self) -> str:
        """The action without Android's prefix: "VIEW"."""
        return (self.action or "").removeprefix(_ACTION)


@dataclass(frozen=True)
class Pending:
    """An intent to be sent later: kind "activity", "broadcast" or "service"; the package it is sent as is the app's."""

    kind: str
    intent: Intent


def Broadcast(action: str, **extras: Any) -> Pending:
    """A broadcast to the app's own receivers, to be sent by an alarm or a notification."""
    return Pending("broadcast", Intent(action, extras=extras))


def Start(name: str, **extras: Any) -> Pending:
    """An activity of the app to be started by a notification or an alarm: its class name, such as ".Main"."""
    return Pending("activity", Intent(component=name, extras=extras))


@dataclass(frozen=True)
class Result:
    """What an activity or a receiver answers. Code -1 is RESULT_OK, 0 RESULT_CANCELED."""

    code: int = -1
    data: str = ""
    extras: tuple[tuple[str, Any], ...] = ()

    def get(self, name: str, default: Any = None) -> Any:
        """The extra of that name, or `default`."""
        return dict(self.extras).get(name, default)


@dataclass(frozen=True)
class Action:
    """A button of a notification; `reply` is the hint of a text that comes as the extra "reply"."""

    label: str
    then: Pending
    reply: str = ""


@dataclass(frozen=True)
class Notification:
    """A notification.

    Attributes:
      channel: a channel's id or name.
      urgent: it shows heads-up.
      category: Android's word for what it is about ("alarm", "msg", …): do-not-disturb lets some through.
      full_screen: what opens instead of it where the screen is off or locked.
    """

    channel: str
    title: str
    text: str = ""
    icon: str = ""
    urgent: bool = False
    ongoing: bool = False
    sound: bool = False
    actions: tuple[Action, ...] = ()
    then: Pending | None = None
    group: str = ""
    progress: int | None = None
    category: str = ""
    full_screen: Pending | None = None
