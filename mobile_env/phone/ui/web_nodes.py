"""A parsed page turned into HTML with ids and into the accessibility nodes that Chrome on Android exposes."""

from __future__ import annotations

import itertools
import re
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from urllib.parse import unquote_to_bytes

from lxml.html import HtmlElement

from mobile_env.phone.ui import css_source
from mobile_env.phone.ui.images import Picture, picture
from mobile_env.phone.ui.web import absolute
from mobile_env.phone.ui.web_containers import containers

VIEW = "android.view.View"
TEXT = "android.widget.TextView"

_SKIPPED = frozenset(
    [
        "script", "style", "noscript", "template", "link", "meta", "head", "title", "base", "iframe", "object", "embed",
        "svg", "canvas",
    ]
)  # fmt: skip
_VOID = frozenset(["img", "br", "hr", "input", "wbr", "col", "area", "source", "track", "embed"])
# Inline elements that only change how text looks: their text belongs to the run around them.
_PHRASING = frozenset(
    [
        "b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "mark", "code", "kbd", "var", "cite", "abbr", "q",
        "del", "ins", "tt", "big", "font", "time", "bdi",
    ]
)  # fmt: skip
_INLINE = _PHRASING | {"a", "span", "label", "br", "wbr", "img", "button", "input", "select", "textarea"}
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LISTS = frozenset({"ul", "ol", "li", "dl", "dt", "dd"})
_BUTTON_TYPES = frozenset({"submit", "button", "reset", "image"})
_INPUT_CLASSES = {"checkbox": "android.widget.CheckBox", "radio": "android.widget.RadioButton"}
_SPACE = re.compile(r"[ \t\n\r\f]+")
_HIDDEN_STYLE = re.compile(r"display\s{0,9}:\s{0,9}none", re.IGNORECASE)
_LENGTH = re.compile("[0-9]{1,5}")
_URLS = frozenset(
    [
        "src", "srcset", "poster", "data", "background", "action", "formaction", "cite", "longdesc", "usemap",
        "codebase",
    ]
)  # fmt: skip
"""Attributes that name resources, of which the layout engine is told nothing."""
# Elements that a parser treats in ways of their own; they are written as plain ones.
_ODD = frozenset(
    [
        "html", "body", "frameset", "frame", "image", "math", "plaintext", "xmp", "noembed", "noframes", "listing",
        "video", "audio", "source", "track", "param", "applet", "marquee", "slot", "portal", "dialog", "option",
        "optgroup", "keygen", "isindex", "nextid", "bgsound", "basefont", "picture",
    ]
)  # fmt: skip
_MOST_STYLE = 4096
_MOST_PIXELS = 1 << 26
"""Pixels of all pictures of a page together; later ones are not drawn."""
_MOST_PICTURE_LETTERS = 1 << 25

BASE_CSS = (
    "html,body{margin:0}html{font-family:Roboto;font-size:16px;line-height:1.4}body{padding:8px}"
    "x-m{display:inline-block;width:0;height:.8em}"
    "x-g,:where(.x-block){display:block}"
    ":where(img){max-width:100%}"
    ":where(x-button){display:inline-block;padding:6px 14px;border:1px solid #777;border-radius:4px;background:#efefef;"
    "color:#000;font-size:14px;text-align:center}"
    ":where(x-field){display:inline-block;width:180px;min-height:20px;padding:4px 6px;border:1px solid #777;"
    "border-radius:3px;background:#fff;color:#000;font-size:14px}"
    ":where(x-field.x-empty){color:#757575}"
    ":where(x-box){display:inline-block;width:13px;height:13px;border:1px solid #777;background:#fff}"
)
"""What the web view's own sheet says before the page's."""


@dataclass
class WebNode:
    """A node of the page: its attributes in the view hierarchy, and the elements that its box comes from."""

    cls: str
    text: str = ""
    desc: str = ""
    html_id: str = ""
    uid: str = ""
    markers: tuple[str, str] | None = None
    """Ids of zero-width marks at both ends: an inline element has no box of its own."""
    block: str = ""
    """Id of the nearest block around an inline node, whose sides bound wrapped lines."""
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[WebNode] = field(default_factory=list)


@dataclass(frozen=True)
class WebPage:
    """A page ready for layout."""

    html: str
    """The whole document; its `<body>` has the id BODY_ID and is what scrolls."""
    css: str
    nodes: tuple[WebNode, ...]


BODY_ID = "x-body"


def build(
    url: str,
    document: HtmlElement,
    css: tuple[str, ...],
    shown: frozenset[str],
    hidden: frozenset[str],
    resources: Mapping[str, bytes | None],
) -> WebPage:
    """Turn a parsed page into HTML and nodes. `shown` and `hidden` are HTML ids; `resources` are by absolute
    URL."""
    return _PageBuilder(url, shown, hidden, resources).build(document, css)


class _PageBuilder:
    def __init__(
        self, url: str, shown: frozenset[str], hidden: frozenset[str], resources: Mapping[str, bytes | None]
    ) -> None:
        self.url = url
        self.shown = shown
        self.hidden = hidden
        self.resources = resources
        self.out: list[str] = []
        self.used = {BODY_ID}
        self.hints: dict[str, str] = {}
        self.flexible: set[HtmlElement] = set()
        self.stacked: set[HtmlElement] = set()
        self.pixels = self.picture_letters = 0
        self.count = 0

    def build(self, document: HtmlElement, css: tuple[str, ...]) -> WebPage:
        body = document.find("body")
        nodes: list[WebNode] = []
        own_sheets = [style.text or "" for style in document.iter("style")]
        read = [css_source.reduced(sheet, self._picture_url) for sheet in (*css, *own_sheets)]
        sheets = "".join(read)
        self.flexible, self.stacked = containers(document, read)
        if body is not None:
            self._children(body, nodes, BODY_ID, BODY_ID)
        classes = escape(document.get("class", ""))
        attributes = self._attributes(body) if body is not None else ""
        inner = "".join(self.out)
        html = (
            f'<!DOCTYPE html><html class="{classes}"><body{attributes} id="{BODY_ID}">{inner}</body></html>'
        )
        hints = "".join(f":where(.{name}){{{style}}}" for name, style in self.hints.items())
        # The body scrolls by its offset, whatever the page says of its position.
        last = f"#{BODY_ID}{{position:relative!important}}"
        if body is not None and body.get("id"):
            nodes = [WebNode(VIEW, html_id=body.get("id", ""), uid=BODY_ID, children=nodes)]
        return WebPage(html, BASE_CSS + hints + sheets + last, tuple(nodes))

    # Names and attributes.

    def _uid(self) -> str:
        self.count += 1
        return f"x-{self.count}"

    def _take_id(self, element: HtmlElement) -> str:
        """The element's own id where it is the first with it, so that the page's `#id` rules hold; else a new
        one."""
        own = element.get("id", "")[:_MOST_STYLE]
        if own and own not in self.used and not own.startswith("x-"):
            self.used.add(own)
            return own
        return self._uid()

    def _picture_url(self, reference: str) -> str | None:
        """The URL under which the layout engine gets a picture of a style sheet."""
        shown = self._picture(reference)
        return shown.url if shown is not None else None

    def _picture(self, reference: str, size: int = 0) -> Picture | None:
        """Returns a picture that the page names, within the bounds for pictures of one page."""
        if reference[:5].lower() == "data:":
            content = _data_content(reference)
        else:
            content = self.resources.get(absolute(self.url, reference))
        shown = picture(content, size) if content else None
        if shown is None:
            return None
        self.pixels += shown.pixels
        self.picture_letters += len(shown.url)
        return (
            shown if self.pixels <= _MOST_PIXELS and self.picture_letters <= _MOST_PICTURE_LETTERS else None
        )

    def _attributes(self, element: HtmlElement, extra_class: str = "") -> str:
        parts = []
        style = element.get("style", "")[:_MOST_STYLE]
        if style:
            style = css_source.reduced_declarations(style, self._picture_url)
        if element in self.stacked:
            style += ";display:block!important"
        for name, value in element.attrib.items():
            name, value = str(name), str(value)
            if (
                name.startswith("on")
                or ":" in name
                or name in _URLS
                or name in ("id", "loading", "hidden", "class")
                # The engine makes a float of such a table.
                or (name == "align" and element.tag == "table")
            ):
                continue
            if name == "style":
                value, style = style, ""
            parts.append(f' {name}="{escape(value)}"')
        if style:
            parts.append(f' style="{escape(style)}"')
        classes = " ".join(filter(None, (element.get("class", ""), extra_class)))
        if classes:
            parts.append(f' class="{escape(classes)}"')
        return "".join(parts)

    def _is_hidden(self, element: HtmlElement) -> bool:
        name = element.get("id", "")
        if name and name in self.hidden:
            return True
        if name and name in self.shown:
            return False
        return element.get("hidden") is not None or bool(_HIDDEN_STYLE.search(element.get("style", "")))

    # Structure.

    def _children(self, element: HtmlElement, nodes: list[WebNode], uid: str, block: str) -> None:
        """Writes the content of `element` and adds its nodes. Consecutive text and phrasing elements form one run."""
        items: list[HtmlElement | str] = [element.text] if element.text else []
        for child in element:
            if isinstance(child.tag, str) and child.tag not in _SKIPPED and not self._is_hidden(child):
                items.append(child)
            if child.tail:
                items.append(child.tail)
        # The engine misplaces the boxes of inline content between blocks: it gets a block of its own.
        kinds = [isinstance(item, str) or (item.tag in _INLINE and not _has_block(item)) for item in items]
        if not all(kinds) and element not in self.flexible:
            self._grouped(items, kinds, nodes, uid)
        else:
            self._inline(items, nodes, block)

    def _grouped(
        self, items: list[HtmlElement | str], kinds: list[bool], nodes: list[WebNode], uid: str
    ) -> None:
        for inline, group in itertools.groupby(zip(kinds, items, strict=True), key=lambda pair: pair[0]):
            part = [item for _, item in group]
            if inline and any(not isinstance(item, str) or item.strip() for item in part):
                name = self._uid()
                self.out.append(f'<x-g id="{name}">')
                self._inline(part, nodes, name)
                self.out.append("</x-g>")
            else:
                self._inline(part, nodes, uid)

    def _inline(self, items: list[HtmlElement | str], nodes: list[WebNode], block: str) -> None:
        run: list[HtmlElement | str] = []
        starts = True
        for item in items:
            if isinstance(item, str) or self._is_phrasing(item):
                run.append(item)
                continue
            inline = item.tag in _INLINE and not _has_block(item)
            self._run(run, nodes, block, at_start=starts, at_end=not inline)
            run = []
            self._element(item, nodes, block)
            starts = not inline
        self._run(run, nodes, block, at_start=starts, at_end=True)

    def _is_phrasing(self, element: HtmlElement) -> bool:
        """Whether the element only styles text: it and all its descendants are phrasing elements without a node."""
        if element.tag == "br":
            return True
        if (
            element.tag not in _PHRASING
            or element.get("id")
            or element.get("role")
            or element.get("data-a11y")
        ):
            return False
        return all(self._is_phrasing(child) for child in element if isinstance(child.tag, str))

    def _run(
        self, run: list[HtmlElement | str], nodes: list[WebNode], block: str, *, at_start: bool, at_end: bool
    ) -> None:
        """Write a run of text with marks at its ends, and add its TextView."""
        if not run:
            return
        text = self._text_of(run)
        if not text.strip():
            self.out.append("".join(self._plain(item) for item in run))
            return
        if at_start:
            text = text.lstrip()
        if at_end:
            text = text.rstrip()
        uid, first, last = self._uid(), self._uid(), self._uid()
        body = "".join(self._plain(item) for item in run)
        # White space at the ends stays outside: it collapses with what is around.
        before = body[: len(body) - len(body.lstrip())]
        after = body[len(body.rstrip()) :]
        core = body.strip()
        self.out.append(
            f'{before}<x-t id="{uid}"><x-m id="{first}"></x-m>{core}<x-m id="{last}"></x-m></x-t>{after}'
        )
        nodes.append(WebNode(TEXT, text, uid=uid, markers=(first, last), block=block))

    def _text_of(self, items: list[HtmlElement | str]) -> str:
        return _SPACE.sub(" ", "".join(self._words(item) for item in items)).replace("\v", "\n")

    def _words(self, item: HtmlElement | str) -> str:
        if isinstance(item, str):
            return item
        if item.tag == "br":
            return "\v"
        if self._is_hidden(item) or item.tag in _SKIPPED:
            return ""
        parts = [item.text or ""]
        for child in item:
            if isinstance(child.tag, str):
                parts.append(self._words(child))
            parts.append(child.tail or "")
        return "".join(parts)

    def _plain(self, item: HtmlElement | str) -> str:
        """HTML of text and phrasing, without ids."""
        if isinstance(item, str):
            return escape(item, quote=False)
        if item.tag in _VOID:
            return f"<{item.tag}{self._attributes(item)}>"
        parts = [f"<{item.tag}{self._attributes(item)}>", escape(item.text or "", quote=False)]
        for child in item:
            if isinstance(child.tag, str) and child.tag not in _SKIPPED and not self._is_hidden(child):
                parts.append(self._plain(child))
            parts.append(escape(child.tail or "", quote=False))
        parts.append(f"</{item.tag}>")
        return "".join(parts)

    def _is_text_only(self, element: HtmlElement) -> bool:
        """Whether the element contains nothing but text and phrasing elements, and at least some text."""
        children = [
            c for c in element if isinstance(c.tag, str) and c.tag not in _SKIPPED and not self._is_hidden(c)
        ]
        return all(self._is_phrasing(child) for child in children) and bool(self._own_text(element).strip())

    def _own_text(self, element: HtmlElement) -> str:
        items: list[HtmlElement | str] = [element.text or ""]
        for child in element:
            if isinstance(child.tag, str):
                items.append(child)
            items.append(child.tail or "")
        return self._text_of(items)

    def _element(self, element: HtmlElement, nodes: list[WebNode], block: str) -> None:
        tag = element.tag
        if tag == "img":
            self._image(element, nodes)
        elif tag in ("button", "input", "select", "textarea"):
            self._control(element, nodes, block)
        elif tag in ("hr", "br", "wbr"):
            self.out.append(f"<{tag}{self._attributes(element)}>")
        else:
            self._container(element, nodes, block)

    def _container(self, element: HtmlElement, nodes: list[WebNode], block: str) -> None:
        tag = str(element.tag)
        uid = self._take_id(element)
        forced = element.get("data-a11y", "")
        if tag in _HEADINGS and "title" in element.get("class", "").split():
            forced = forced or "TextView"
        link = tag == "a" and element.get("href") is not None
        written = "div" if tag in _ODD else tag
        text_only = self._is_text_only(element)
        inline = tag in _INLINE and not _has_block(element)
        breaks = tag in _INLINE and not inline
        node = WebNode(
            VIEW, html_id=element.get("id", ""), uid=uid, block=block, desc=element.get("aria-label", "")
        )
        if link:
            node.attributes = {"click": "@link", "arg": absolute(self.url, element.get("href", ""))}
        self.out.append(
            f'<{written}{self._attributes(element, "x-block" if breaks else "")} id="{escape(uid)}">'
        )
        if inline:
            node.markers = (self._uid(), self._uid())
            self.out.append(f'<x-m id="{node.markers[0]}"></x-m>')
        inner = block if inline else uid
        if forced or (text_only and self._is_leaf(element, link)):
            children: list[WebNode] = []
            if text_only:
                self._plain_children(element)
            else:
                self._children(element, children, uid, inner)
            node.cls = (
                _forced_class(forced) if forced else (TEXT if not self._is_kept(element, link) else VIEW)
            )
            text = self._own_text(element)
            node.text = text if inline and not link else text.strip()
            nodes.append(node)
        elif self._is_kept(element, link):
            if text_only:
                self._plain_children(element)
                markers = node.markers
                node.children.append(
                    WebNode(TEXT, self._own_text(element).strip(), uid=uid, markers=markers, block=block)
                )
            else:
                self._children(element, node.children, uid, inner)
            nodes.append(node)
        else:
            self._children(element, nodes, uid, inner)
        if inline and node.markers:
            self.out.append(f'<x-m id="{node.markers[1]}"></x-m>')
        self.out.append(f"</{written}>")

    def _plain_children(self, element: HtmlElement) -> None:
        self.out.append(escape(element.text or "", quote=False))
        for child in element:
            if isinstance(child.tag, str) and child.tag not in _SKIPPED and not self._is_hidden(child):
                self.out.append(self._plain(child))
            self.out.append(escape(child.tail or "", quote=False))

    def _is_kept(self, element: HtmlElement, link: bool) -> bool:
        """Whether the element gets a node. If not, its children go to the nearest ancestor with a node."""
        tag = element.tag
        return (
            link
            or bool(element.get("id") or element.get("role") or element.get("aria-label"))
            or tag in _HEADINGS
            or tag in _LISTS
        )

    def _is_leaf(self, element: HtmlElement, link: bool) -> bool:
        """Whether a text-only element becomes one node with its text: headings, links, elements without an id."""
        return link or element.tag in _HEADINGS or not self._is_kept(element, link)

    def _image(self, element: HtmlElement, nodes: list[WebNode]) -> None:
        uid = self._take_id(element)
        shown = self._picture(element.get("src", "").strip(), self._picture_size(element))
        target = shown.url if shown is not None else ""
        style = "".join(
            f"{side}:{value}px;" for side in ("width", "height") if (value := _length(element, side))
        )
        # Size attributes are hints, weaker than any rule of the page.
        hint = f"x-{style.replace(':', '-').replace(';', '-')}" if style else ""
        if hint:
            self.hints[hint] = style
        self.out.append(f'<img{self._attributes(element, hint)} id="{escape(uid)}" src="{target}">')
        if element.get("role") not in ("presentation", "none") and element.get("aria-hidden") != "true":
            html_id = element.get("id", "")
            nodes.append(
                WebNode("android.widget.Image", element.get("alt", "").strip(), html_id=html_id, uid=uid)
            )

    def _picture_size(self, element: HtmlElement) -> int:
        """Returns the longer side in pixels to which a picture is scaled down: 3 per dp, or a phone's width."""
        sides = [int(value) for side in ("width", "height") if (value := _length(element, side))]
        return 3 * max(sides) if sides else 1200

    def _control(self, element: HtmlElement, nodes: list[WebNode], block: str) -> None:
        """Write a form control as plain elements and add its node."""
        uid = self._take_id(element)
        tag = str(element.tag)
        kind = element.get("type", "text").lower() if tag == "input" else tag
        html_id = element.get("id", "")
        name = element.get("name") or html_id
        enabled = {} if element.get("disabled") is None else {"enabled": "false"}
        if kind == "hidden":
            return
        attributes = self._attributes(element)
        if tag == "button" or kind in _BUTTON_TYPES:
            text = (
                self._own_text(element) if tag == "button" else element.get("value", kind.title())
            ).strip()
            node = WebNode("android.widget.Button", text, element.get("aria-label", ""), html_id, uid)
            node.attributes = {"click": "@button", "arg": name, **enabled}
            self.out.append(f'<x-button{attributes} id="{escape(uid)}">')
            if tag == "button":
                inner: list[WebNode] = []
                if self._is_text_only(element):
                    self._plain_children(element)
                else:
                    self._children(element, inner, uid, uid)
                    node.text = node.text or " ".join(child.text for child in inner if child.text)
            else:
                self.out.append(escape(text, quote=False))
            self.out.append("</x-button>")
        elif kind in _INPUT_CLASSES:
            checked = "true" if element.get("checked") is not None else "false"
            node = WebNode(_INPUT_CLASSES[kind], html_id=html_id, uid=uid)
            node.attributes = {
                "checkable": "true",
                "checked": checked,
                "clickable": "true",
                "arg": name,
                **enabled,
            }
            self.out.append(f'<x-box{attributes} id="{escape(uid)}"></x-box>')
        else:
            value = element.get("value", "") if tag == "input" else self._own_text(element).strip()
            if tag == "select":
                chosen = element.find(".//option[@selected]")
                chosen = chosen if chosen is not None else element.find(".//option")
                value = chosen.text_content().strip() if chosen is not None else ""
            text = value or element.get("placeholder", "")
            cls = "android.widget.Spinner" if tag == "select" else "android.widget.EditText"
            node = WebNode(cls, text, element.get("aria-label", ""), html_id, uid)
            node.attributes = {"clickable": "true", "focusable": "true", "arg": name, **enabled}
            if kind == "password":
                node.attributes["password"] = "true"
                text = node.text = "\u2022" * len(value) if value else text
            more = "" if value else " x-empty"
            attributes = self._attributes(element, more.strip())
            self.out.append(f'<x-field{attributes} id="{escape(uid)}">{escape(text, quote=False)}</x-field>')
        nodes.append(node)


def _forced_class(name: str) -> str:
    """Class that `data-a11y` names: "View", "TextView", or a full class name."""
    if "." in name:
        return name
    return VIEW if name == "View" else f"android.widget.{name}"


def _has_block(element: HtmlElement) -> bool:
    return any(isinstance(each.tag, str) and each.tag not in _INLINE for each in element.iterdescendants())


def _length(element: HtmlElement, side: str) -> str:
    """Returns a length attribute in dp, or "" if it is not a plain number."""
    value = element.get(side, "")
    return value if _LENGTH.fullmatch(value) else ""


def _data_content(url: str) -> bytes | None:
    """The content of a `data:` URL; None if it cannot be read."""
    head, comma, data = url.partition(",")
    content = unquote_to_bytes(data)
    if not comma or not head.lower().rstrip().endswith(";base64"):
        return content if comma else None
    try:
        return b64decode(content + b"=" * (-len(content) % 4))
    except ValueError:
        return None
