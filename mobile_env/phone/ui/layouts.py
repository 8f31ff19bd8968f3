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


def folder_path(folder: str | Path) -> Path:
    """The directory of an app: of an import path, or of a path."""
    if isinstance(folder, Path) or "/" in folder:
        return Path(folder)
    return Path(str(resources.files(folder)))


@functools.cache
def environment(folder: str | Path) -> jinja2.Environment:
    """The Jinja2 environment of an app.

    Args:
        folder: import path of the app's package ("mobile_env.phone.apps.wikihow"), or the path of its folder;
          layouts
            are in its `layouts/`.
    """
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader([folder_path(folder) / "layouts", SHARED]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
        extensions=["jinja2.ext.do"],
    )


def render(folder: str | Path, name: str, context: Mapping[str, Any]) -> str:
    """Render the layout `name` (with or without ".xml") of the app in `folder`.

    Raises:
        LayoutError: no such layout, a syntax error in it, or a name it uses that the context lacks.
    """
    return render_in(environment(folder), folder, name, context)


def render_in(made: jinja2.Environment, folder: str | Path, name: str, context: Mapping[str, Any]) -> str:
    """Render a layout in an environment of the app's own making.

    Raises:
        LayoutError: as `render`.
    """
    try:
        return made.get_template(name if name.endswith(".xml") else name + ".xml").render(context)
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
