"""Renders layout files (Jinja2) to markup, with the widgets that all apps share."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from mobile_env.phone.ui.elements import LayoutError, carried

SHARED = Path(__file__).parent / "layouts"
"""Layouts that every app can import: `{% import "material.xml" as m %}`."""


def _finalize(value: Any) -> Any:
    """Prints None as an empty string, and makes any string printable."""
    if value is None:
        return ""
    if isinstance(value, str) and not isinstance(value, Markup):
        return carried(value)
    return value


@functools.cache
def environment(folder: str | Path) -> jinja2.Environment:
    """The Jinja2 environment of an app.

    Args:
        folder: import path of the app's package ("mobile_env.phone.apps.wikihow"), or the path of its folder;
          layouts
            are in its `layouts/`.
    """
    if isinstance(folder, Path):
        root = folder
    elif "/" in folder:
        root = Path(folder)
    else:
        root = Path(str(resources.files(folder)))
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader([root / "layouts", SHARED]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
        extensions=["jinja2.ext.do"],
    )


@functools.cache
def _template(folder: str | Path, name: str) -> jinja2.Template:
    return environment(folder).get_template(name if name.endswith(".xml") else name + ".xml")


def render(folder: str | Path, name: str, context: Mapping[str, Any]) -> str:
    """Render the layout `name` (with or without ".xml") of the app in `folder`.

    Raises:
        LayoutError: no such layout, a syntax error in it, or a name it uses that the context lacks.
    """
    try:
        return _template(folder, name).render(context)
    except jinja2.TemplateNotFound as error:
        raise LayoutError(
            f"{folder}: no layout {error.name!r} (layouts are files in the app's layouts/)"
        ) from error
    except jinja2.TemplateSyntaxError as error:
        raise LayoutError(
            f"{error.filename or name}:{error.lineno}: {error.message} (Jinja2 syntax)"
        ) from error
    except jinja2.UndefinedError as error:
        raise LayoutError(
            f"{folder}/layouts/{name}: {error.message} (give it in the context or set a default)"
        ) from error
