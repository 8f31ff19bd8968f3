"""Properties: text and numbers of attributes, sides as fractions, tests read *reference sign actual*."""

import pytest

from mobile_env.events.properties import Property
from mobile_env.signals.hierarchy import parse_hierarchy

NODE = parse_hierarchy(
    '<hierarchy><node index="3" text="Step 2" count=" 4.5 " big="100000000000000000001" odd="nan" under="1_0"'
    ' bounds="[270,-96][810,1920]"/></hierarchy>'
).children[0]
SCREEN = (1080, 1920)


def holds(property_):
    return property_.holds(property_.value(NODE, SCREEN))


@pytest.mark.parametrize(
    ("sign", "reference", "expected"),
    [
        ("EQ", 3, True),
        ("EQ", 2, False),
        ("NE", 2, True),
        ("NE", 3, False),
        ("LE", 3, True),  # 3 <= actual 3
        ("LE", 2, True),  # 2 <= actual 3
        ("LE", 4, False),
        ("LT", 3, False),
        ("LT", 2, True),
        ("GE", 4, True),  # 4 >= actual 3
        ("GE", 2, False),
        ("GT", 3, False),
        ("GT", 4, True),
    ],
)
def test_the_reference_stands_before_the_sign(sign, reference, expected):
    assert holds(Property.comparing("index", sign, reference)) is expected


@pytest.mark.parametrize(
    ("name", "sign", "reference", "expected"),
    [
        ("count", "EQ", 4.5, True),
        ("big", "EQ", 100000000000000000001, True),
        ("big", "EQ", 100000000000000000000, False),
        ("text", "NE", 7, False),  # unparsable: no match, whatever the sign
        ("missing", "NE", 7, False),
        ("odd", "NE", 7, False),
        ("under", "EQ", 10, False),
        ("left", "EQ", 0.25, True),
        ("top", "EQ", -0.05, True),
        ("right", "LE", 0.75, True),
        ("bottom", "GT", 1.0, False),
    ],
)
def test_numbers(name, sign, reference, expected):
    assert holds(Property.comparing(name, sign, reference)) is expected


@pytest.mark.parametrize(
    ("name", "pattern", "expected"),
    [("text", r"\d$", True), ("text", "^2", False), ("missing", "", False), ("left", r"^0\.25$", True)],
)
def test_patterns_are_searched(name, pattern, expected):
    assert holds(Property.matching(name, pattern)) is expected


@pytest.mark.parametrize(
    ("name", "value"), [("text", "Step 2"), ("missing", None), ("left", 0.25), ("index", "3")]
)
def test_untested_values_are_handed_on(name, value):
    assert Property(name).value(NODE, SCREEN) == value
    assert holds(Property(name))


def test_sides_without_bounds_or_screen_match_nothing():
    root = NODE.parent
    assert Property("left").value(root, SCREEN) is None
    assert Property("left").value(NODE, (0, 0)) is None
    never = Property.comparing("left", "NE", 7)
    assert not never.holds(never.value(root, SCREEN))
