"""Mobile-Env: mobile GUI tasks as text files, run on an embedded phone, an emulator or a real device."""

from mobile_env.version import __version__

__all__ = ["MobileEnv", "__version__", "load"]


def __getattr__(name: str) -> object:
    # Imported on demand: `import mobile_env` and `mobile-env --help` stay light.
    if name == "load":
        from mobile_env.loader import load

        return load
    if name == "MobileEnv":
        from mobile_env.env import MobileEnv

        return MobileEnv
    raise AttributeError(f"module 'mobile_env' has no attribute {name!r}")
