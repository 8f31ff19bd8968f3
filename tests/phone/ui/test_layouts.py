"""Layout files are rendered safely, and their faults named."""

from pathlib import Path

import pytest

from mobile_env.phone.ui import elements, layouts
from mobile_env.phone.ui.elements import LayoutError


@pytest.fixture
def app(tmp_path: Path) -> Path:
    (tmp_path / "layouts").mkdir()
    return tmp_path


def _write(app: Path, name: str, source: str) -> None:
    (app / "layouts" / name).write_text(source)


def test_values_are_escaped_and_newlines_kept(app):
    _write(
        app, "a.xml", '<LinearLayout><TextView text="{{ v }}"/><TextView>{{ v }}</TextView></LinearLayout>'
    )
    value = 'x < y & "z"\nnext'
    root = elements.parse(layouts.render(app, "a", {"v": value}))
    assert [child.text for child in root.children] == [value, value]


def test_values_may_hold_what_xml_cannot(app):
    _write(
        app, "c.xml", '<LinearLayout><TextView text="{{ v }}"/><TextView>{{ v }}</TextView></LinearLayout>'
    )
    root = elements.parse(layouts.render(app, "c", {"v": "a\x00b\x1b\ud800\uffff"}))
    assert [child.text for child in root.children] == ["a\ufffdb\ufffd\ufffd\ufffd"] * 2


def test_none_prints_nothing(app):
    _write(app, "n.xml", '<TextView text="{{ v }}"/>')
    assert elements.parse(layouts.render(app, "n.xml", {"v": None})).text == ""


def test_material_widgets_are_shared(app):
    _write(
        app,
        "m.xml",
        '{% import "material.xml" as m %}<FrameLayout>{% call m.toolbar("Title", "menu", "open") %}'
        '{{ m.icon_button("search", "find", "Search", id="search_button") }}{% endcall %}'
        '{{ m.list_item("Row", "more", click="go", arg=3) }}{{ m.switch_row("Wi-Fi", checked=true) }}</FrameLayout>',
    )
    found = {e.attributes.get("id") or e.text: e for e in elements.parse(layouts.render(app, "m", {})).walk()}
    assert found["search_button"].attributes["click"] == "find"
    assert found["switch_widget"].flag("checked")
    assert "Row" in found and "more" in found and "Title" in found


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("<TextView>{{ missing }}</TextView>", ["bad", "'missing' is undefined", "context"]),
        ("<TextView>\n{% if %}</TextView>", ["bad.xml:2", "Jinja2"]),
    ],
)
def test_faults_are_named(app, source, parts):
    _write(app, "bad.xml", source)
    with pytest.raises(LayoutError) as error:
        layouts.render(app, "bad", {})
    assert all(part in str(error.value) for part in parts), error.value


def test_unknown_layout(app):
    with pytest.raises(LayoutError, match=r"no layout 'nowhere\.xml'"):
        layouts.render(app, "nowhere", {})
