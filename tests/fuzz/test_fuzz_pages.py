"""Any page is read and painted, and all that it makes the painter load is pictures that the phone wrote.

tinycss2, another reader of CSS, says what the rewritten sheets hold.
"""

from random import Random

import lxml.html
import pytest
from extras import require_extra

require_extra("test", "tinycss2")

import tinycss2
from corpus import LONG, lines
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mobile_env.phone.ui import css_source, html_source
from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.screen import Screen
from mobile_env.phone.ui.web import MOST_NESTED, WebDocument
from mobile_env.phone.ui.window import WindowView

CALM = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))
PAGES, SHEETS = lines("pages.jsonl"), lines("sheets.jsonl")
OURS = "data:image/png;base64,b3Vycw=="
CSS_PIECES = [
    "a", "p", ".x", "#y", "*", ":is(p)", ":not(", "::before", "&", ">", "~", ",", "{", "}", "(", ")", "[", "]", ";",
    ":", "!important", "@media all", "@import ", "@layer z", "@font-face", "@\\69mport ", "@keyframes k",
    "@supports (", "@x", "url(", "URL(", "u\\72l(", "\\75 rl(", "\\000075rl(", "ur\\l(", "url", "-url(", "1url(",
    "#url(", "@url(", "src(", "image-set(", "ours.png", "file:///x", "data:image/svg+xml,<svg/>", "da\\74 a:",
    "//e/x", "'", '"', "\\", "\\\n", "\n", "\r\n", "\f", "\0", "\t", " ", "/*", "*/", "/", "<!--", "-->", "-", "--",
    "--x", "\\0", "\\d800 ", "\\110000", "é", "😀", "\ufeff", "\u2028", "display", "flex", "grid", "float", "left",
    "fl\\6f at", "dashed", "none", "block", "background", "width", "calc(", "1px", "1e38", "-1e9px", "100%",
    "var(--x)", "infinity", "NaN", "0", "/0", "all", "inherit", "position:absolute", "column",
    "flex-direction:column", "content:", "transform:scale(1e9)", "U+26", "1e3", "inline-block", "table", "contents",
    "font-size:", "margin:-1e9px", "attr(x)", "counter(a)", "fixed",
]  # fmt: skip
TAGS = [
    "a", "abbr", "b", "body", "br", "button", "caption", "center", "col", "colgroup", "dd", "details", "dialog",
    "div", "dl", "dt", "em", "fieldset", "font", "form", "frameset", "h1", "head", "hr", "html", "i", "iframe",
    "image", "img", "input", "label", "legend", "li", "link", "main", "marquee", "math", "meta", "nav", "noscript",
    "object", "ol", "optgroup", "option", "p", "plaintext", "pre", "q", "script", "section", "select", "span",
    "style", "summary", "sup", "svg", "table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead",
    "title", "tr", "u", "ul", "video", "wbr", "xmp", "x-t", "x-y",
]  # fmt: skip
ATTRIBUTES = [
    "id", "class", "style", "href", "src", "width", "height", "align", "hidden", "role", "aria-label", "data-a11y",
    "type", "value", "name", "dir", "lang", "start", "colspan", "rowspan", "size", "color", "face", "bgcolor",
    "srcset", "onclick", "xlink:href", "x-1", "checked", "disabled", "open", "reversed", "placeholder", "alt",
]  # fmt: skip
VALUES = [
    "", "x", "x y", "x-body", "²", "-1", "99999999999999", "1e9", "0", "50%", "left", "rtl", "checkbox", "hidden",
    "http://[", "//e", "javascript:x", "data:,x", "ours.png", "file:///x", "stylesheet", "View", "a.b.C", "&quot;",
    "&#0;", "&lt;", "<", ">", "'", '"', "é", "display:none", "display:flex", "float:left", "width:1e9px", "a\nb",
    "\0", "presentation",
]  # fmt: skip
HTML_PIECES = [
    "<", ">", "</", "/>", "=", '"', "'", "<!--", "-->", "--!>", "<!-->", "<!x>", "<?x>", "<![CDATA[", "]]>", "</ ",
    "<3", "&amp;", "&", "&#x0;", "&#xd800;", "&nosuch;", "\0", "\x0b", "\r\n", " ", "\n", "x", "word word ", "é",
    "😀", "\u202e", "\ufeff", "</style", "</script ", "<style>", "</style>", "<script>", "</script>", "<title>",
    "</title>", "x" * 300,
]  # fmt: skip


def sheet(random):
    """A style sheet: of pieces, or a saved one with something put into it."""
    if random.random() < 0.6:
        return "".join(random.choices(CSS_PIECES, k=random.randint(0, 24)))
    text = random.choice(SHEETS)
    for _ in range(random.randint(1, 3)):
        place = random.randint(0, len(text))
        text = text[:place] + random.choice(CSS_PIECES) + text[place + random.choice([0, 0, 1, 3]) :]
    return text


def page(random):
    """A page: of elements, open or closed, with text, styles and broken markup between them."""
    parts = [random.choice(PAGES)] if random.random() < 0.2 else []
    if random.random() < 0.4:
        parts.append(f"<style>{sheet(random)}</style>")
    for _ in range(random.randint(0, 20)):
        kind = random.random()
        if kind < 0.55:
            attributes = "".join(
                f" {random.choice(ATTRIBUTES)}={random.choice(QUOTES).format(value(random))}"
                for _ in range(random.choice([0, 0, 1, 2, 4]))
            )
            parts.append(f"<{random.choice(TAGS)}{attributes}>" * random.choice([1, 1, 1, 1, 2, 30]))
        elif kind < 0.75:
            parts.append(f"</{random.choice(TAGS)}>")
        else:
            parts.append(random.choice(HTML_PIECES))
    return "".join(parts)


QUOTES = ['"{}"', '"{}"', "'{}'", "{}"]


def value(random):
    return sheet(random) if random.random() < 0.3 else random.choice(VALUES)


def check_sheet(css):
    reduced = css_source.reduced(css, lambda url: OURS if url == "ours.png" else None)
    # Nothing of it reaches what follows.
    rules = tinycss2.parse_stylesheet(reduced + "z-z{last:rule}")
    assert rules[-1].type == "qualified-rule" and tinycss2.serialize(rules[-1].prelude).strip() == "z-z", (
        reduced
    )
    check_tokens(rules, reduced)
    css_source.container_selectors(reduced)


def check_declarations(css):
    reduced = css_source.reduced_declarations(css, lambda url: OURS if url == "ours.png" else None)
    check_tokens(tinycss2.parse_component_value_list(reduced), reduced)


def check_tokens(tokens, source):
    """No URL but of our pictures, no import, no float, no rule within a rule."""
    for token in tokens:
        kind = token.type
        if kind == "url":
            assert token.value == OURS, source
        elif kind == "function":
            assert token.lower_name != "url" or [each.value for each in token.arguments] == [OURS], source
            assert token.lower_name not in ("src", "image-set", "-webkit-image-set", "image"), source
            check_tokens([] if token.lower_name == "url" else token.arguments, source)
        elif kind == "at-rule":
            assert token.lower_at_keyword in ("media", "layer", "supports", "keyframes"), source
            check_tokens(token.prelude, source)
            check_tokens(tinycss2.parse_rule_list(token.content or []), source)
        elif kind == "qualified-rule":
            check_tokens(token.prelude, source)
            check_tokens(token.content, source)
            assert all(each.type != "{} block" for each in token.content), source
        elif kind in ("() block", "[] block", "{} block"):
            check_tokens(token.content, source)
        elif kind == "string":
            assert "data:" not in token.value.lower(), source
        elif kind == "ident":
            assert token.lower_value not in ("float", "dashed", "dotted"), source


def check_page(html):
    document = WebDocument(
        "https://e.org/page", html.encode("utf-8", "replace"), (), {"https://e.org/ours.png": PNG}.get
    )
    found = document.page
    for node in found.nodes:
        assert node.cls
    parsed = lxml.html.document_fromstring(found.html)
    for element in parsed.iter():
        assert element.tag not in (
            "script",
            "style",
            "link",
            "iframe",
            "object",
            "embed",
            "svg",
            "base",
            "meta",
        ), html
        for name in ("src", "srcset", "poster", "data", "background", "xlink:href"):
            assert element.get(name, "").partition(",")[0] in ("", "data:image/png;base64"), html
    reduced = html_source.reduced(html.encode("utf-8", "replace"))
    assert html_source.reduced(reduced.encode()).count("<") <= reduced.count("<"), html
    return document


def paint(html):
    screen = Screen(Display(120, 120, 160))
    markup = '<WebView document="main" style="width:120px;height:120px"/>'
    screen.compose([WindowView("a", "com.foo", markup, documents={"main": check_page(html)})], "a")
    assert screen.pixels().shape == (120, 120, 3)
    screen.hierarchy()
    assert max(len(list(each.ancestors())) for each in screen.elements("a")) <= MOST_NESTED + 2


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef"
    "0000000049454e44ae426082"
)
SEEDS = st.integers(0, 2**32).map(Random)


@pytest.mark.parametrize("css", SHEETS)
def test_the_corpus_of_sheets(css):
    check_sheet(css)
    check_declarations(css)


@pytest.mark.parametrize("html", PAGES)
def test_the_corpus_of_pages(html):
    paint(html)


@settings(CALM, max_examples=400)
@given(SEEDS)
def test_sheets(random):
    check_sheet(sheet(random))
    check_declarations(sheet(random))


@settings(CALM, max_examples=150)
@given(SEEDS)
def test_pages(random):
    paint(page(random))


@pytest.mark.long
@settings(CALM, max_examples=LONG)
@given(SEEDS)
def test_sheets_at_length(random):
    check_sheet(sheet(random))
    check_declarations(sheet(random))


@pytest.mark.long
@settings(CALM, max_examples=LONG)
@given(SEEDS)
def test_pages_at_length(random):
    check_page(page(random))
