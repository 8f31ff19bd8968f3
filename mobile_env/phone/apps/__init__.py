"""The apps of the embedded phone, one folder an app. A new app is one folder and one line here."""

from functools import cache

from mobile_env.phone.sdk.bridge import load_app
from mobile_env.phone.state.manifest import App

_FOLDERS = ("launcher", "systemui", "android", "wikihow", "accessibility_forwarder")


@cache
def shipped() -> dict[str, App]:
    """All apps that ship with the phone, by package name, in order of registration."""
    apps = (load_app(f"{__name__}.{folder}") for folder in _FOLDERS)
    return {app.package: app for app in apps}
