"""Makes an app of the SDK one that the phone's framework runs: manifest and behaviour in the framework's terms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.sdk.content import ContentProvider
from mobile_env.phone.sdk.context import Context
from mobile_env.phone.sdk.host import Host
from mobile_env.phone.sdk.intents import Intent as AppIntent
from mobile_env.phone.sdk.intents import Result, full_permission
from mobile_env.phone.sdk.manifest import App, Provider, ReceiverEntry
from mobile_env.phone.state import manifest as installed
from mobile_env.phone.state.intents import BroadcastResult, Intent

if TYPE_CHECKING:
    from mobile_env.phone.state.tasks import ActivityRecord
    from mobile_env.phone.ui.web import WebDocument


def load_app(folder: str) -> installed.App:
    """The manifest of the app in a package folder, as the package service keeps it.

    Raises:
      TypeError: the folder's `manifest` module has no `APP`.
    """
    declared = import_module(f"{folder}.manifest").APP
    return install(declared, folder) if isinstance(declared, App) else installed.load_app(folder)


def install(app: App, folder: str) -> installed.App:
    """The manifest that the package service keeps for an app whose code is in the package `folder`."""
    app = replace(app, folder=folder)
    return installed.App(
        package=app.package,
        label=app.label,
        folder=folder,
        activities=tuple(
            installed.ActivityInfo(
                app.class_name(entry.name),
                _Code(app, entry.code),
                entry.label,
                tuple(each.installed() for each in entry.filters),
                entry.mode,
                surface=entry.surface,
                dim=entry.dim,
            )
            for entry in app.activities
        ),
        icon=app.icon.name,
        icon_colour=app.icon.colour,
        version_name=app.version[0],
        version_code=app.version[1],
        permissions=tuple(map(full_permission, app.permissions)),
        receivers=tuple(
            installed.ReceiverInfo(app.class_name(entry.name), entry.actions, partial(_receive, app, entry))
            for entry in app.receivers
        ),
        providers=tuple(
            installed.ProviderInfo(
                entry.authorities,
                partial(_provide, app, entry),
                full_permission(entry.read) if entry.read else "",
                full_permission(entry.write) if entry.write else "",
            )
            for entry in app.providers
        ),
        system=app.system,
        on_install=partial(_prepare, app, False),
        on_ready=partial(_prepare, app, True),
        preinstalled=app.preinstalled,
        accessibility_services=app.accessibility_services,
        trusts_user_certificates=app.trusts_user_certificates,
        pins=app.pins,
        declared=app,
    )


def _prepare(app: App, ready: bool, kernel: Kernel) -> None:
    host = Host(kernel, app)
    if ready:
        host.write_ready_files()
    else:
        host.create_databases()


def _receive(app: App, entry: ReceiverEntry, kernel: Kernel, intent: Intent) -> BroadcastResult | None:
    host = Host(kernel, app)
    if entry.when == "front" and not host.in_front():
        return None
    answer = app.load(entry.code)(Context(host), AppIntent.of(intent))
    return BroadcastResult(answer.code, answer.data) if isinstance(answer, Result) else None


def _provide(app: App, entry: Provider, kernel: Kernel) -> ContentProvider:
    made = app.load(entry.code) if entry.code else ContentProvider
    provider: ContentProvider = made(Host(kernel, app), entry)
    return provider


@dataclass(frozen=True)
class _Code:
    """Stands in a manifest for an activity's class, which is imported when the activity first runs."""

    app: App
    code: str

    def __call__(self, kernel: Kernel, app: installed.App, record: ActivityRecord) -> Behaviour:
        return Behaviour(kernel, record, self)


class Behaviour:
    """One running activity of an SDK app, as the framework calls it."""

    def __init__(self, kernel: Kernel, record: ActivityRecord, code: _Code) -> None:
        self.record = record
        self.activity = code.app.load(code.code)(Host(kernel, code.app), record)

    def on_create(self) -> None:
        self.activity.on_create()
        if not self.activity.finished:
            self.activity.on_intent(AppIntent.of(self.record.intent))

    def on_new_intent(self, intent: Intent) -> None:
        self.activity.on_intent(AppIntent.of(intent))

    def on_resume(self) -> None:
        self.activity.on_resume()

    def on_pause(self) -> None:
        self.activity.on_pause()

    def on_back(self) -> bool:
        return bool(self.activity.back())

    def on_result(self, request: str, result: Any) -> None:
        scope, name, args = json.loads(request)
        self.activity.run(scope, name, *args, result)

    def on_text_changed(self, bind: str, value: str) -> None:
        self.activity.text_changed(bind, value)

    def on_link(self, document: str, href: str) -> None:
        self.activity.on_link(document, href)

    def on_button(self, document: str, name: str) -> None:
        self.activity.on_button(document, name)

    def documents(self) -> dict[str, WebDocument]:
        return dict(self.activity.documents())

    def markup(self) -> str:
        return str(self.activity.render())

    def window_markup(self, layout: str, context: Mapping[str, Any]) -> str:
        return str(self.activity.at(context["scope"]).render())

    def light_bars(self) -> bool:
        said = self.activity.app.theme.light_bars
        return not self.activity.configuration.dark if said is None else bool(said)

    def css(self) -> str:
        return str(self.activity.css())

    def bound(self, path: str) -> object:
        return self.activity.bound(path)

    def set_bound(self, path: str, value: object) -> None:
        self.activity.set_bound(path, value)

    def handle(self, handler: str, *args: object) -> None:
        scope, _, name = handler.rpartition("/")
        self.activity.run(scope, name, *args)
