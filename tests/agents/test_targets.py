"""Targets are found by what they are: selector, text, pattern, place among several, nearness."""

import pytest
from agent_screens import HEIGHT, WIDTH, dump, node, seen
from google.protobuf import text_format

from mobile_env.agents.screen import Screen
from mobile_env.agents.targets import describe, find, on_screen
from mobile_env.proto.demonstration_pb2 import Target

XML = dump(
    node(
        "",
        (0, 0, 60, 60),
        class_="android.widget.ImageButton",
        content_desc="Search",
        resource_id="a:id/search",
    ),
    node("Row", (0, 100, 400, 160)),
    node("Edit", (300, 160, 400, 200), resource_id="a:id/edit"),
    node(" Row ", (0, 200, 400, 260)),
    node("Edit", (300, 260, 400, 300), resource_id="a:id/edit"),
    node("Bread", (0, 500, 400, 560)),
    node("", (0, 700, 400, 1000), node("Row", (0, 850, 400, 900)), node("Low", (0, 780, 400, 840))),
)


def target(text: str) -> Target:
    return text_format.Parse(text, Target())


def screen(xml: str = XML) -> Screen:
    return Screen.of(seen(xml), (WIDTH, HEIGHT))


@pytest.mark.parametrize(
    ("written", "box"),
    [
        ('text: "Row"', (0, 100, 400, 160)),
        ('text: "Row" index: 1', (0, 200, 400, 260)),
        ('text: "Search"', (0, 0, 60, 60)),
        ('pattern: "^R"', (0, 100, 400, 160)),
        ('pattern: "re"', (0, 500, 400, 560)),
        ("selector: '#$\"edit\"'", (300, 160, 400, 200)),
        ('selector: \'#$"edit"\' near { text: "Bread" }', (300, 260, 400, 300)),
        ('text: "Edit" near { text: "Row" index: 1 }', (300, 160, 400, 200)),
        ('text: "Low"', (0, 780, 400, 800)),  # only what is on the screen counts
    ],
)
def test_a_target_is_found(written: str, box: tuple[int, int, int, int]) -> None:
    found = find(target(written), screen())
    assert found is not None and found.box == box


@pytest.mark.parametrize(
    "written",
    [
        'text: "row"',
        'text: "Ro"',
        'text: "Row" index: 2',  # the third is below the screen
        'text: "Edit" near { text: "nothing" }',
        'pattern: "^ead"',
        "selector: '#\"edit\"'",
    ],
)
def test_what_is_not_there_is_not_found(written: str) -> None:
    assert find(target(written), screen()) is None


def test_an_element_of_a_turned_screen_is_cut_at_its_edge() -> None:
    timestep = seen(dump(node("Wide", (300, 100, 900, 200))))
    timestep.observation["orientation"][:] = (0, 1, 0, 0)
    found = find(target('text: "Wide"'), Screen.of(timestep, (WIDTH, HEIGHT)))
    assert found is not None and found.box == (300, 100, 800, 200)


def test_messages_name_the_target_and_what_there_is() -> None:
    words = describe(target('text: "Row" index: 1 near { selector: "node" }'))
    assert words == "text 'Row' near selector 'node', match 1 from 0"
    many = screen(dump(*(node(f"text {i} " + "x" * 90, (0, i, 9, i + 1)) for i in range(40))))
    assert on_screen(screen()).startswith("'Search', 'Row', 'Edit'")
    assert "and 28 more" in on_screen(many) and len(on_screen(many)) < 700
    assert on_screen(screen(dump(node("", (0, 0, 9, 9))))) == "nothing to read, 1 elements"
