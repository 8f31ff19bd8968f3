"""Apps' styles reach their own windows only, in the names of layouts."""

from mobile_env.phone.ui import stylesheet
from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.screen import Screen
from mobile_env.phone.ui.window import WindowView


def _colour(screen: Screen, x: int, y: int) -> tuple[int, ...]:
    return tuple(int(v) for v in screen.pixels()[y, x])


def test_selectors_by_widget_id_class_and_variable():
    css = (
        ":root{--mark:#00ff00}/* #id in a comment */ #box{background:#ff0000} .box{background:#0000ff}"
        "Button{background:var(--mark);border-radius:0;height:50px}"
        "@media (max-width:9999px){#wide{height:50px;background:#ffff00}}"
    )
    markup = (
        '<FrameLayout class="fill"><View id="box" style="height:50px"/><View class="box" style="height:50px"/>'
        '<Button text="x"/><View id="wide"/></FrameLayout>'
    )
    screen = Screen(Display(100, 300, 160))
    screen.compose([WindowView("a", "com.a", markup, css)], "a")
    expected = [(10, (255, 0, 0)), (60, (0, 0, 255)), (105, (0, 255, 0)), (160, (255, 255, 0))]
    assert [_colour(screen, 5, y) for y, _ in expected] == [colour for _, colour in expected]


def test_styles_stay_in_their_package():
    markup = '<FrameLayout style="height:50px" class="mine"/>'
    screen = Screen(Display(100, 200, 160))
    other = WindowView("b", "com.b", markup, style="top:100px")
    screen.compose([WindowView("a", "com.a", markup, ".mine{background:#ff0000}"), other], "a")
    assert _colour(screen, 10, 10) == (255, 0, 0)
    assert _colour(screen, 10, 110) == (255, 255, 255)


def test_zero_flex_basis_is_mended():
    assert "flex:1 1 auto" in stylesheet.scoped(".a{flex:1}", "p")
    assert "flex:2 1 auto;" in stylesheet.scoped(".a{flex: 2 1 0px;color:red}", "p")
    assert "flex:0 0 auto" in stylesheet.scoped(".a{flex:0 0 auto}", "p")
