"""Stylesheets of apps, confined to the windows of their package."""

from __future__ import annotations

import functools
import re
from importlib import resources

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_PRELUDE = re.compile(r"[^{};]*\{")
_ID = re.compile(r"#([A-Za-z_][\w-]*)")
# The HTML parser and the layout engine give these names a meaning of their own.
_TAG = re.compile(r"(?<![\w.#:-])(Button|Image)(?![\w-])", re.IGNORECASE)
_HTML = frozenset(
    [
        "a", "area", "audio", "base", "body", "button", "canvas", "caption", "col", "colgroup", "embed", "frame",
        "frameset", "head", "html", "iframe", "image", "img", "input", "link", "listing", "math", "meta", "noembed",
        "noframes", "noscript", "object", "option", "param", "picture", "plaintext", "script", "select", "source",
        "style", "svg", "table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "title", "tr", "track",
        "video", "xmp",
    ]
)  # fmt: skip
# Text sizes in sp grow with the user's font scale, a variable of the window, in whole dp.
_SP = re.compile(r"(?<![\w.-])(\d+(?:\.\d+)?)sp\b")
_FLEX_ZERO = re.compile(r"flex\s*:\s*(\d+)\s*(?:1\s+0(?:px|%)?\s*)?(?=[;}])")


def html_tag(tag: str) -> str:
    """The HTML element name of a widget tag."""
    name = tag.lower()
    return name + "-view" if name in _HTML else name


def package_class(package: str) -> str:
    """CSS class of the windows of a package."""
    return "pkg-" + re.sub(r"[^A-Za-z0-9]", "-", package)


@functools.lru_cache(maxsize=256)
def scoped(css: str, package: str) -> str:
    """An app's stylesheet as nested under its package's windows, in the names that the screen's HTML has.

    Selectors are by widget (`TextView`), class (`.title`), id (`#title`) and state (`.is-checked`).
    """
    # The sheet stands in a <style> element, which it must not end.
    inner = _translate(css).replace("</", "<\\/")
    return f".{package_class(package)}{{{inner}}}" if css.strip() else ""


def _translate(css: str) -> str:
    css = _COMMENT.sub("", css)
    css = _PRELUDE.sub(lambda match: _selectors(match[0]), css)
    css = _SP.sub(r"round(\1px * var(--font-scale), 1px)", css)
    # `flex: 1` means a zero basis, with which the engine keeps stale line breaks after a patch.
    return _FLEX_ZERO.sub(r"flex:\1 1 auto", css)


def _selectors(prelude: str) -> str:
    if prelude.lstrip().startswith("@"):
        return prelude
    return _TAG.sub(r"\1-view", _ID.sub(r".id-\1", prelude.replace(":root", "&")))


@functools.cache
def theme() -> str:
    """The stylesheet that all windows share: Material 3."""
    folder = resources.files("mobile_env.phone.ui")
    sheets = ("theme.css", "components.css")
    return "".join(_translate((folder / name).read_text(encoding="utf-8")) for name in sheets)
