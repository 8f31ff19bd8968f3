"""The apps of the embedded phone: a folder with a `manifest` module is one. Adding an app touches nothing else."""

import pkgutil
from functools import cache
from importlib import resources

from mobile_env.phone.sdk.bridge import load_app
from mobile_env.phone.state.manifest import App

# Installed first, in this order, so that the uids of these packages stay what they are.
_FIRST = ("launcher", "systemui", "android", "wikihow", "accessibility_forwarder")


@cache
def shipped() -> dict[str, App]:
    """All apps that ship with the phone, by package name, in order of installation."""
    apps = (load_app(f"{__name__}.{folder}") for folder in (*_FIRST, *_others()))
    return {app.package: app for app in apps}


def _others() -> list[str]:
    root = resources.files(__name__)
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return [name for name in names if name not in _FIRST and (root / name / "manifest.py").is_file()]
