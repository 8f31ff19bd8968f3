"""Which page an activity of Settings shows."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from mobile_env.phone.apps.settings.page import Page
from mobile_env.phone.apps.settings.places import ACTIVITIES, HOME, PAGES

_BY_CLASS = {name: page for name, page, _ in ACTIVITIES}


@cache
def page_class(name: str) -> type[Page]:
    """The class of a page; KeyError for an unknown name."""
    module, _, cls = PAGES[name].partition(":")
    found: type[Page] = getattr(import_module(f"{__package__}.{module}"), cls)
    return found


def page(host: Any, record: Any) -> Page:
    """The page of an activity: that of its class, or the one that opened `.SubSettings` asked for."""
    cls = "." + record.component.partition("/")[2].removeprefix("com.android.settings.")
    name = _BY_CLASS.get(cls) or record.intent.extras.get("page", HOME)
    return page_class(name if name in PAGES else HOME)(host, record)


def app_page(host: Any, record: Any) -> Page:
    """The page about one app, which an intent's data (`package:…`) or extra names."""
    notifications = record.component.endswith("AppNotificationSettingsActivity")
    return page_class("app_notifications" if notifications else "app_info")(host, record)
