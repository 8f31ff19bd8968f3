"""The HTML of single widgets: what an element looks like before its children are put in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from mobile_env.phone.ui import icons
from mobile_env.phone.ui.css_source import reduced_declarations
from mobile_env.phone.ui.elements import Element, LayoutError
from mobile_env.phone.ui.images import picture

Resources = Callable[[str], bytes | None]

PASSWORD_DOT = "\u2022"
_CARET = '<i class="caret"></i>'
_STATES = ("selected", "focused")
_TOGGLES: Mapping[str, tuple[str, str]] = {
    "CheckBox": ("check_box", "check_box_outline_blank"),
    "RadioButton": ("radio_button_checked", "radio_button_unchecked"),
    "CheckedTextView": ("check", ""),
}


def shown_text(element: Element) -> str:
    """The text that the element and the view hierarchy show: a field's value or hint, dots for a password."""
    text = element.text
    if element.editable:
        if not text:
            return element.attributes.get("hint", "")
        if element.flag("password"):
            return PASSWORD_DOT * len(text)
    return text


def face(element: Element, resources: Resources) -> tuple[str, str, str]:
    """CSS classes, inline style and inner HTML (children left out) of an element.

    Raises:
        LayoutError: an icon that does not exist.
    """
    if element.face is None:
        element.face = (_classes(element), _style(element), _inner(element, resources))
    return element.face


def _classes(element: Element) -> str:
    attributes = element.attributes
    classes = [attributes["class"]] if "class" in attributes else []
    if name := attributes.get("id"):
        classes.append("id-" + name.rpartition("/")[2].rpartition(":")[2].lstrip("-"))
    if attributes.get("orientation") == "horizontal":
        classes.append("horizontal")
    if element.tag != "WebView" and (axis := element.scroll_axis):
        classes.append(f"scroller {axis}")
    if element.flag("checked"):
        classes.append("is-checked")
    if attributes.get("enabled") is not None and not element.enabled:
        classes.append("is-disabled")
    classes += [f"is-{state}" for state in _STATES if state in attributes and element.flag(state)]
    if element.hosts_page:
        classes.append("hosts-page")
    if element.editable:
        if not element.text:
            classes.append("is-empty")
        if not element.flag("multiline"):
            classes.append("single-line")
    if attributes.get("visibility") in ("gone", "invisible"):
        classes.append("is-" + attributes["visibility"])
    return " ".join(classes)


def no_pictures(url: str) -> None:
    """Returns no pictures, because styles of layouts cannot refer to pictures; layouts use `src`."""


def _style(element: Element) -> str:
    style = reduced_declarations(element.attributes.get("style", ""), no_pictures)
    if tint := reduced_declarations(element.attributes.get("tint", ""), no_pictures):
        style = f"{style};color:{tint}" if style else f"color:{tint}"
    return style


def _inner(element: Element, resources: Resources) -> str:
    tag = element.tag
    if tag == "EditText" or element.editable:
        return _field(element)
    if tag in ("ProgressBar", "SeekBar"):
        return _progress(element)
    if tag in ("Switch", "SwitchCompat"):
        return f'{_label(element)}<i class="track"><i class="thumb"></i></i>'
    if tag in _TOGGLES:
        name = element.attributes.get("icon") or _TOGGLES[tag][0 if element.flag("checked") else 1]
        return (_icon(name, element) if name else "") + _label(element)
    parts = ""
    if name := element.attributes.get("icon", ""):
        parts = _icon(name, element)
    elif "src" in element.attributes:
        parts = _image(element, resources)
    if not element.text:
        return parts
    if parts or element.children:
        return parts + _label(element)
    return _text(element.text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _text(text: str) -> str:
    return escape(text, quote=False).replace("\n", "<br>")


def _label(element: Element) -> str:
    return f'<span class="label">{_text(element.text)}</span>' if element.text else ""


def _icon(name: str, element: Element) -> str:
    try:
        return icons.svg(name)
    except KeyError as error:
        raise LayoutError(
            f"line {element.line} of {element.window or 'the layout'}: {error.args[0]}"
        ) from None


def _image(element: Element, resources: Resources) -> str:
    content = resources(element.attributes["src"])
    size = element.attributes.get("size", "")
    shown = picture(content, int(size) * 3 if _is_number(size) else 0) if content else None
    if shown is None:
        return '<span class="missing-image"></span>'
    return f'<img class="picture" src="{shown.url}">'


def _field(element: Element) -> str:
    text = shown_text(element)
    if not element.flag("focused"):
        return f'<span class="value">{_text(text)}</span>'
    if not element.text:
        return f'<span class="value">{_CARET}{_text(text)}</span>'
    place = element.attributes.get("caret", "")
    caret = min(int(place), len(text)) if _is_number(place) else len(text)
    return f'<span class="value">{_text(text[:caret])}{_CARET}{_text(text[caret:])}</span>'


def _progress(element: Element) -> str:
    attributes = element.attributes
    if "progress" not in attributes:
        return '<i class="spinner"></i>'
    low, high = attributes.get("min", "0"), attributes.get("max", "100")
    try:
        share = 100 * (float(attributes["progress"]) - float(low)) / (float(high) - float(low))
    except (ValueError, ZeroDivisionError):
        raise LayoutError(
            f"line {element.line} of {element.window or 'the layout'}: progress={attributes['progress']!r} "
            f"of min={low!r} and max={high!r} is no share (three numbers, max above min)"
        ) from None
    share = max(0.0, min(100.0, share))
    track = f'<i class="track"><i class="done" style="width:{share:g}%"></i></i>'
    if element.tag != "SeekBar":
        return track
    return f'<i class="rail">{track}<i class="thumb" style="left:{share:g}%"></i></i>'
