"""SVG files of authors: shapes stay, everything else goes."""

import pytest

from mobile_env.phone.ui.svg_source import SvgError, reduced

SQUARE = '<path d="M4 4h16v16H4z"></path>'


def svg(inside, head=""):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"{head}>{inside}</svg>'.encode()


def test_shapes_and_their_attributes_stay():
    inside = '<g fill="#123456" transform="scale(2)"><path d="M4 4h16v16H4z"></path></g>'
    assert reduced(svg(inside)) == f'<svg viewBox="0 0 24 24">{inside}</svg>'


@pytest.mark.parametrize(
    "inside",
    [
        "<script>fetch()</script>",
        '<image href="http://example.com/a.png"/>',
        "<foreignObject><img src='http://example.com/a.png'/><path d='M0 0h9v9z'/></foreignObject>",
        "<style>@import url(http://example.com/a.css)</style>",
        "<img src='http://example.com/a.png'/>",
        "<!-- a comment --><?process it?>",
        "<title>A square</title>",
        '<x:note xmlns:x="urn:x"><path d="M0 0h9v9z"/></x:note>',
    ],
)
def test_what_is_no_shape_goes(inside):
    assert reduced(svg(inside + SQUARE)) == f'<svg viewBox="0 0 24 24">{SQUARE}</svg>'


@pytest.mark.parametrize(
    "attribute",
    [
        'onclick="alert()"',
        'href="http://example.com/a"',
        'fill="url(http://example.com/a)"',
        "style=\"fill: URL( 'http://example.com/a')\"",
        'stroke-dasharray="0.0001"',
        'style="stroke-dasharray:0.0001"',
        'style="fill: u\\72l(http://example.com/a)"',
    ],
)
def test_attributes_that_reach_out_go(attribute):
    assert (
        reduced(svg(f"<path {attribute} d='M4 4h16v16H4z'/>")) == f'<svg viewBox="0 0 24 24">{SQUARE}</svg>'
    )


def test_references_within_the_drawing_stay():
    assert 'fill="url(#a)"' in reduced(svg('<path fill="url(#a)"/>'))
    assert 'href="#a"' in reduced(svg('<use href="#a"/>'))


def test_a_style_sheet_masks_nothing():
    assert "<style>" in reduced(svg("<style>.a{fill:url(#b)}</style>"), styled=True)
    for sheet in (".a{mask:url(#b)}", ".a{clip-path: URL(#b)}", ".a{stroke-dasharray:1}"):
        assert "<style>" not in reduced(svg(f"<style>{sheet}</style>"), styled=True)


def test_what_an_attribute_says_cannot_leave_it():
    made = reduced(svg("<path d='&quot;&gt;&lt;img src=x&gt;'/>"))
    assert "<img" not in made and made.count("<") == 4


@pytest.mark.parametrize(
    ("source", "what"),
    [
        (b"<svg><path></svg>", "not well-formed"),
        (b"<html/>", "not <svg>"),
        (b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>', "declares entities"),
        (svg("<g>" * 60 + "</g>" * 60), "nested"),
        (svg("<g/>" * 6000), "more than 5000"),
        (svg('<use href="#a"/>' * 17), "<use>"),
        (svg('<mask id="m"><g mask="url(#n)"/></mask>' * 9), "masks within masks"),
        (
            svg("<defs><g style='CLIP-PATH:URL(#n)'/></defs>".replace("CLIP-PATH", "clip-path") * 9),
            "masks within",
        ),
        (svg('<g clip-path="url(#n)"/>' * 65), "masked or clipped"),
    ],
)
def test_what_is_not_harmless_is_refused(source, what):
    with pytest.raises(SvgError, match=what):
        reduced(source)
