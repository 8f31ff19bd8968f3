"""The icon models that can be used, by name, and which of them is."""

from __future__ import annotations

import functools
import importlib
import os
from collections.abc import Callable

from mobile_env.signals.icons.contract import IconModel, IconModelUnavailable
from mobile_env.signals.icons.screen_icons import ScreenIcons

DEFAULT_MODEL = "glyph"

# Names the model to use instead of the default: one that is registered, or `module:Class`.
MODEL_VARIABLE = "MOBILE_ENV_ICON_MODEL"


def _glyph() -> IconModel:
    from mobile_env.signals.icons.glyph_model import GlyphIconModel

    return GlyphIconModel()


_MODELS: dict[str, Callable[[], IconModel]] = {DEFAULT_MODEL: _glyph}


def model_names() -> list[str]:
    """Names of all registered models, in alphabetical order."""
    return sorted(_MODELS)


def register_model(name: str, make: Callable[[], IconModel]) -> None:
    """Adds a model. Choose it by the environment variable MOBILE_ENV_ICON_MODEL.

    Args:
      name: what to call it; without a colon.
      make: makes it; called once, when a task that needs it is loaded.

    Raises:
      ValueError: the name is taken or has a colon.
    """
    if name in _MODELS or ":" in name or not name:
        raise ValueError(
            f"an icon model cannot be registered as {name!r}: choose another name, without a colon"
        )
    _MODELS[name] = make


def _imported(name: str) -> Callable[[], IconModel]:
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, ValueError, AttributeError) as error:
        raise IconModelUnavailable(
            f"the icon model {name!r} cannot be imported ({error})",
            "write it as module:Class, of a module that Python finds",
        ) from None
    return found


@functools.cache
def _loaded(name: str) -> IconModel:
    if ":" in name:
        return _imported(name)()
    if name not in _MODELS:
        raise IconModelUnavailable(
            f"there is no icon model {name!r}",
            f"choose one of {', '.join(model_names())}, or write module:Class",
        )
    return _MODELS[name]()


def load_model(name: str | None = None) -> IconModel:
    """The model of that name; by default that of MOBILE_ENV_ICON_MODEL, else `glyph`. Loaded once a process.

    Raises:
      IconModelUnavailable: there is no such model, or it cannot be used; `mend` says what to do.
    """
    return _loaded(_chosen(name))


def _chosen(name: str | None) -> str:
    return name or os.environ.get(MODEL_VARIABLE) or DEFAULT_MODEL


@functools.cache
def _looking(name: str) -> ScreenIcons:
    return ScreenIcons(_loaded(name))


def screen_icons(name: str | None = None) -> ScreenIcons:
    """The looker at the screen with a model: one a process, so that what it saw is shared.

    Raises:
      IconModelUnavailable: as `load_model`.
    """
    return _looking(_chosen(name))
