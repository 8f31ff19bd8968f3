"""Pending intents: what an app asks the system to send later, in the app's own name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from mobile_env.phone.state.intents import Intent, full_component


@dataclass(frozen=True)
class PendingIntent:
    """An intent that another part of the system will send as if `package` sent it (android.app.PendingIntent).

    Attributes:
      package: the app that made it.
      kind: what it does: starts an activity or a service, or sends a broadcast.
      intent: what is sent.
      request: tells apart pending intents that are otherwise the same one.
    """

    package: str
    kind: Literal["activity", "broadcast", "service"]
    intent: Intent
    request: str = ""

    @property
    def identity(self) -> str:
        """Equal for pending intents that Android takes for the same one: extras do not count."""
        intent = self.intent
        component = full_component(intent.component) if intent.component else ""
        fields = (intent.action, intent.data, intent.type, intent.package, component, *intent.categories)
        return "|".join((self.package, self.kind, self.request, *(field or "" for field in fields)))

    def filled_in(self, extras: Mapping[str, Any]) -> PendingIntent:
        """The same with further extras, as `fillInIntent` adds them."""
        return replace(self, intent=replace(self.intent, extras={**self.intent.extras, **extras}))

    def __str__(self) -> str:
        verbs = {"activity": "startActivity", "broadcast": "broadcastIntent", "service": "startService"}
        return f"PendingIntent{{{self.package} {verbs[self.kind]} {self.intent}}}"
