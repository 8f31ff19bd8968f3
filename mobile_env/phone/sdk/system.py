"""What apps of the system may ask besides: which apps there are, and who answers an intent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mobile_env.phone.sdk.context import Context
from mobile_env.phone.sdk.intents import Intent
from mobile_env.phone.services.package import PackageService
from mobile_env.phone.state.intents import FLAG_ACTIVITY_NEW_TASK


@dataclass(frozen=True)
class Entry:
    """An activity as launchers and choosers show it.

    Attributes:
      package, component: whose it is; "package/class".
      label, icon, colour: what stands for it: a Material icon's name on a circle of a colour.
    """

    package: str
    component: str
    label: str
    icon: str
    colour: str


class System:
    """The system, for an app whose manifest says `system=True`; PermissionError for any other."""

    def __init__(self, context: Context) -> None:
        if not context.app.system:
            raise PermissionError(
                f"{context.package} is no app of the system (its manifest lacks system=True)"
            )
        self._context = context
        self._packages = context._host.service(PackageService)

    def launchers(self) -> Sequence[Entry]:
        """The apps that have an icon, in order of installation; disabled ones have none."""
        found = []
        for package in self._packages.list():
            app = self._packages.app(package.name)
            if package.enabled and app is not None and app.launcher is not None:
                component = app.component(app.launcher)
                found.append(Entry(app.package, component, app.label, app.icon, app.icon_colour))
        return found

    def launch(self, package: str) -> bool:
        """Opens an app as its icon does; False if it has none."""
        intent = self._packages.launch_intent(package)
        return intent is not None and self._context.start(Intent.of(intent))

    def answering(self, intent: Intent) -> Sequence[Entry]:
        """The activities that answer an intent, the preferred one first."""
        found = []
        for component in self._packages.resolve(intent):
            declared = self._packages.find_activity(component)
            if declared is not None:
                app, info = declared
                label = info.label or app.label
                found.append(Entry(app.package, component, label, app.icon, app.icon_colour))
        return found

    def start_in(self, component: str, intent: Intent) -> bool:
        """Starts an intent in the activity that the user chose, in a task of its own."""
        sent = intent.with_component(component)
        return self._context.start(Intent.of(replace(sent, flags=sent.flags | FLAG_ACTIVITY_NEW_TASK)))
