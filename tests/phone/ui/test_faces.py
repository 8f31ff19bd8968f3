"""Single widgets: fields, toggles, pictures, icons."""

import base64

import cv2
import numpy as np
import pytest

from mobile_env.phone.ui import icons
from mobile_env.phone.ui.elements import LayoutError, parse
from mobile_env.phone.ui.faces import face, shown_text
from mobile_env.phone.ui.images import picture


def _inner(markup: str) -> str:
    return face(parse(markup), lambda path: None)[2]


@pytest.mark.parametrize(
    ("attributes", "text"),
    [
        ('text="abc" hint="Name"', "abc"),
        ('text="" hint="Name"', "Name"),
        ('text="abc" password="true"', "•••"),
        ('hint="Password" password="true"', "Password"),
    ],
)
def test_text_of_fields(attributes, text):
    assert shown_text(parse(f"<EditText {attributes}/>")) == text
    assert text in _inner(f"<EditText {attributes}/>")


def test_caret_stands_where_it_is_said():
    assert _inner('<EditText text="abc" focused="true" caret="1"/>') == (
        '<span class="value">a<i class="caret"></i>bc</span>'
    )
    assert _inner('<EditText text="abc" focused="true"/>').endswith('abc<i class="caret"></i></span>')
    assert "caret" not in _inner('<EditText text="abc"/>')


def test_text_is_escaped():
    assert _inner('<TextView text="&lt;b&gt; &amp;"/>') == "&lt;b&gt; &amp;"


def test_toggles_differ_by_state():
    for tag in ("CheckBox", "RadioButton"):
        assert _inner(f'<{tag} checked="true"/>') != _inner(f"<{tag}/>")
    assert "is-checked" in face(parse('<Switch checked="true"/>'), lambda path: None)[0]


def test_progress_is_a_share():
    assert "width:25%" in _inner('<ProgressBar progress="5" max="20"/>')
    with pytest.raises(LayoutError, match="progress='x'"):
        _inner('<ProgressBar progress="x"/>')


def test_icons_by_name_and_style():
    assert icons.svg("search") != icons.svg("outlined/star")
    assert icons.svg("more_vert") == icons.svg("more-vert")
    assert 'fill="currentColor"' in icons.svg("search")
    with pytest.raises(KeyError, match=r"near: .*bookmark"):
        icons.svg("bookmrk")


def test_large_pictures_are_scaled_down_and_small_ones_kept():
    data = cv2.imencode(".png", np.zeros((600, 300, 3), np.uint8))[1].tobytes()
    small = cv2.imdecode(np.frombuffer(_content(picture(data, 150)), np.uint8), cv2.IMREAD_UNCHANGED)
    assert small.shape[:2] == (150, 75)
    assert picture(data, 150).pixels == 150 * 75
    assert _content(picture(data)) == data


def _content(shown):
    return base64.b64decode(shown.url.partition(",")[2])
