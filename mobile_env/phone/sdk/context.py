"""What an app's code may reach: its own storage and settings, and what the system does for apps."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from mobile_env.phone.sdk.background import Alarms, post
from mobile_env.phone.sdk.content import Content
from mobile_env.phone.sdk.database import Table
from mobile_env.phone.sdk.format import Format
from mobile_env.phone.sdk.host import Host
from mobile_env.phone.sdk.intents import Intent, Notification, full_action, full_permission
from mobile_env.phone.sdk.manifest import App
from mobile_env.phone.sdk.preferences import Preferences
from mobile_env.phone.sdk.render import rendering
from mobile_env.phone.services.location import LocationService
from mobile_env.phone.services.notification import NotificationService
from mobile_env.phone.services.telephony import TelephonyService
from mobile_env.phone.state.files import FileTree

_STEPS = {"day": 86400.0, "hour": 3600.0, "minute": 60.0, "second": 1.0}


class Context:
    """An app, as receivers, services, providers and components hold it; made anew for each call."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @property
    def app(self) -> App:
        """The app's manifest."""
        return self._host.app

    @property
    def package(self) -> str:
        return self._host.package

    # Time.

    @property
    def now(self) -> datetime:
        """The phone's time, aware of its zone.

        Raises:
          RuntimeError: in `screen()`, where the time is `self.clock("minute")` (or "second", …): a screen is made again
            when that changes.
        """
        if rendering() is not None:
            raise RuntimeError(
                'in screen() ask for self.clock("minute") (day, hour, second, or seconds as a number)'
            )
        return self._host.time()

    @property
    def now_ms(self) -> int:
        """The phone's time in milliseconds since the epoch; not in `screen()`, as `now`."""
        return int(self.now.timestamp() * 1000)

    def clock(self, step: str | float = "minute") -> datetime:
        """The phone's time, cut to a "day", "hour", "minute", "second" or a number of seconds.

        A screen that asks is made again when the answer changes.
        """
        seconds = _STEPS[step] if isinstance(step, str) else float(step)
        self._host.see_clock(round(min(seconds, 60.0) * 1e6))
        now = self._host.time()
        if seconds < 1:
            unit = round(seconds * 1e6)
            return now.replace(microsecond=now.microsecond // unit * unit)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        passed = (now.hour * 60 + now.minute) * 60 + now.second
        return midnight + timedelta(seconds=passed // seconds * seconds)

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds since the boot, which no setting of the clock moves; not in `screen()`, as `now`."""
        if rendering() is not None:
            raise RuntimeError(
                "in screen() ask for self.elapsed(step), which has the steps of self.clock(step)"
            )
        return self._host.elapsed_us // 1000

    def elapsed(self, step: str | float = "second") -> int:
        """Milliseconds since the boot at the time that `clock(step)` tells: a screen that asks follows them."""
        behind = self._host.time() - self.clock(step)
        return max(0, self._host.elapsed_us // 1000 - round(behind / timedelta(milliseconds=1)))

    # Storage.

    @property
    def db(self) -> Table:
        """The first database of the manifest."""
        return self._host.database()

    def database(self, name: str) -> Table:
        """A database of the manifest, by its file name."""
        return self._host.database(name)

    def preferences(self, name: str = "") -> Preferences:
        """The shared preferences of that name; by default the app's own, `<package>_preferences`."""
        return self._host.preferences(name or f"{self.package}_preferences")

    @property
    def files(self) -> FileTree:
        """The phone's files, by absolute path."""
        return self._host.files

    @property
    def data_dir(self) -> str:
        """The app's own directory."""
        return self._host.data_dir

    @cached_property
    def content(self) -> Content:
        """Rows of other apps' providers, by `content://` URI."""
        return Content(self._host)

    @property
    def memory(self) -> dict[str, Any]:
        """Plain data that the app's process holds; gone when the process dies."""
        return self._host.memory

    # The background.

    @cached_property
    def alarms(self) -> Alarms:
        """The app's alarms."""
        return Alarms(self._host)

    def notify(self, id: int, notification: Notification) -> None:
        """Posts a notification, or replaces the one of that id."""
        post(self._host, id, notification)

    def cancel_notification(self, id: int) -> bool:
        """Takes a notification away; returns whether it was there."""
        return self._host.service(NotificationService).cancel(self.package, id)

    # The system.

    def setting(self, namespace: str, key: str, default: str = "") -> str:
        """A setting of the phone, as text."""
        value = self._host.setting(namespace, key)
        return default if value is None else value

    def put_setting(self, namespace: str, key: str, value: str | int | bool) -> None:
        """Sets a setting of the phone; true is "1"."""
        self._host.put_setting(namespace, key, str(int(value)) if isinstance(value, bool) else str(value))

    def granted(self, permission: str) -> bool:
        """Whether the app holds a permission (`READ_CONTACTS`, or a full name)."""
        return self._host.granted(full_permission(permission))

    def start(self, intent: Intent | str, **extras: Any) -> bool:
        """Starts an activity: an intent, or an own activity's class name; False if none answers."""
        return self._host.start(self._intent(intent, extras))

    def resolves(self, intent: Intent) -> bool:
        """Whether any activity answers the intent."""
        return self._host.resolves(self._intent(intent, {}))

    def broadcast(self, intent: Intent | str, **extras: Any) -> int:
        """Sends a broadcast; returns how many receivers got it."""
        if isinstance(intent, str):
            intent = Intent(full_action(intent), extras=extras)
        return self._host.broadcast(intent)

    def _intent(self, intent: Intent | str, extras: Mapping[str, Any]) -> Intent:
        if isinstance(intent, str):
            intent = Intent(component=intent, extras=extras)
        component = intent.component
        if component and "/" not in component:
            name = self.app.class_name(component)
            intent = Intent.of(intent.with_component(f"{self.package}/{name}"))
        return intent

    def send_sms(self, number: str, body: str) -> bool:
        """Sends a text message, which is then in the provider's box of sent or failed ones; False without a network.

        Raises:
          PermissionError: the app does not hold SEND_SMS.
        """
        self._require("SEND_SMS")
        return self._host.service(TelephonyService).send_sms(self.package, number, body)

    def place_call(self, number: str) -> bool:
        """Calls a number; False without a network. PermissionError without CALL_PHONE."""
        self._require("CALL_PHONE")
        return self._host.service(TelephonyService).dial(number)

    @property
    def current_location(self) -> tuple[float, float] | None:
        """Latitude and longitude of the phone in degrees; None while location is off.

        Raises:
          PermissionError: the app holds neither ACCESS_FINE_LOCATION nor ACCESS_COARSE_LOCATION.
        """
        if not self.granted("ACCESS_COARSE_LOCATION"):
            self._require("ACCESS_FINE_LOCATION")
        fix = self._host.service(LocationService).current()
        return (fix.latitude, fix.longitude) if fix is not None else None

    def _require(self, permission: str) -> None:
        if not self.granted(permission):
            raise PermissionError(
                f"Permission Denial: {self.package} requires {full_permission(permission)}, which it was not granted"
            )

    @property
    def format(self) -> Format:
        """Dates, times, sizes and amounts, by the phone's settings."""
        return Format(self._host, lambda step: self.clock(step))

    @property
    def clipboard(self) -> str:
        """The text on the clipboard."""
        return self._host.clipboard

    @clipboard.setter
    def clipboard(self, text: str) -> None:
        self._host.clipboard = text

    def log(self, level: str, tag: str, text: str) -> None:
        """Writes to logcat as the app's process; `level` is one of V D I W E F."""
        self._host.log(level, tag, text)

    def load_page(self, url: str) -> Any:
        """A web page; one that says what went wrong when there is none."""
        return self._host.load_page(url)

    def download(self, url: str, path: str) -> None:
        """Saves what a URL answers; OSError if it cannot be had."""
        self.files.write(path, self._host.fetch(url), owner=self._host.uid, parents=True)
