"""Generates a config to fill in: every slot of a template with its meaning."""

from __future__ import annotations

from mobile_env.tasks.templates.slots import TYPES, Declaration
from mobile_env.tasks.templates.template import Template


def skeleton(template: Template, section: str = "") -> str:
    """Returns the text of a config to fill in.

    Args:
      template: the template.
      section: name of the instance, for a file with many instances; "": no section.
    """
    lines = [f"[{section}]"] if section else []
    for declaration in template.declarations.values():
        lines.append(f"# {_explained(declaration)}")
        lines.append(
            f"{'# ' if declaration.optional else ''}{declaration.name}: {_hint(declaration)}".rstrip()
        )
    if not template.declarations:
        lines.append(f"# {template.name} has no slots")
    return "\n".join(lines) + "\n"


def _explained(declaration: Declaration) -> str:
    words = TYPES[declaration.type]
    if declaration.choices:
        words += f": {', '.join(declaration.choices)}"
    if declaration.optional:
        words += "; may be left out"
    return f"{declaration.meaning} ({words})" if declaration.meaning else words


def _hint(declaration: Declaration) -> str:
    return "... = ..." if declaration.type == "pairs" and declaration.optional else ""
