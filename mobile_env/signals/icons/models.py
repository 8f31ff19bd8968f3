"""Icon models by name, and the choice of the model to use."""

from __future__ import annotations

import functools
import importlib
import os
from collections.abc import Callable

from mobile_env.signals.icons.contract import IconModel, IconModelUnavailable
from mobile_env.signals.icons.screen_icons import ScreenIcons

DEFAULT_MODEL = "glyph"

# Environment variable with the model to use instead of the default: a registered name, or `module:Class`.
MODEL_VARIABLE = "MOBILE_ENV_ICON_MODEL"


def _glyph() -> IconModel:
    from mobile_env.signals.icons.glyph_model import GlyphIconModel

    return GlyphIconModel()


_MODELS: dict[str, Callable[[], IconModel]] = {DEFAULT_MODEL: _glyph}


def model_names() -> list[str]:
    """Names of all registered models, in alphabetical order."""
    return sorted(_MODELS)


def register_model(name: str, make: Callable[[], IconModel]) -> None:
    """Registers a model. The environment variable MOBILE_ENV_ICON_MODEL chooses it.

    Args:
      name: the model's name, without a colon.
      make: makes the model; called once, when a task that needs the model is loaded.

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
    """Returns a model by name; by default the name in MOBILE_ENV_ICON_MODEL, else `glyph`. Loaded once per process.

    Raises:
      IconModelUnavailable: there is no such model, or it cannot be used; `mend` says how to fix that.
    """
    return _loaded(_chosen(name))


def _chosen(name: str | None) -> str:
    return name or os.environ.get(MODEL_VARIABLE) or DEFAULT_MODEL


@functools.cache
def _looking(name: str) -> ScreenIcons:
    return ScreenIcons(_loaded(name))


def screen_icons(name: str | None = None) -> ScreenIcons:
    """Returns the `ScreenIcons` of a model. There is one per process, so that its cache is shared.

    Raises:
      IconModelUnavailable: see `load_model`.
    """
    return _looking(_chosen(name))
