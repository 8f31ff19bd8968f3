"""The demonstration agent: each action at its target, scrolling to what is below, errors that help."""

import dataclasses
from pathlib import Path

import pytest
from agent_screens import HEIGHT, WIDTH, dump, node, seen
from google.protobuf import text_format

from mobile_env.agents.contract import AgentError, Decision, DoubleClick, Drag, Episode, Press, Wait
from mobile_env.agents.demonstration import MOST_SCROLLS, DemonstrationAgent
from mobile_env.proto.demonstration_pb2 import Demonstration
from mobile_env.tasks.errors import TaskFileError
from mobile_env.wrappers.vh_actions import (
    Answer,
    Click,
    Direction,
    Finish,
    GoBack,
    Input,
    LongClick,
    Nothing,
    Scroll,
)

EPISODE = Episode("a", Path("a.textproto"), ("Do it",), (), 0, (WIDTH, HEIGHT))
ROW = (0, 100, 400, 160)
PAGE = dump(node("Row", ROW))


def agent(actions: str) -> DemonstrationAgent:
    made = DemonstrationAgent(text_format.Parse(actions, Demonstration()).actions)
    made.reset(EPISODE)
    return made


def article(number: int, *nodes: str) -> str:
    return dump(
        node("", (0, 50, 400, 800), node(f"part {number}", (0, 60, 400, 90)), *nodes, scrollable="true")
    )


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ('click { text: "Row" }', Click(ROW)),
        ('long_click { text: "Row" }', LongClick(ROW)),
        ('input { target { text: "Row" } text: "tails" }', Input(ROW, "tails", True)),
        ('input { target { text: "Row" } text: "tails" enter: false }', Input(ROW, "tails", False)),
        ("scroll { direction: UP }", Scroll(Direction.UP)),
        ("scroll { direction: LEFT }", Scroll(Direction.LEFT)),
        ('answer { text: "4 hours" }', Answer("4 hours")),
        ("goback {}", GoBack()),
        ("nothing {}", Nothing()),
        ('key { name: "HOME" }', Press("HOME")),
        ("wait {}", Wait(15)),
        ("wait { seconds: 0.5 }", Wait(8)),
        ('double_click { text: "Row" }', DoubleClick(ROW)),
        ("finish {}", Finish("complete")),
        ("finish { status: INFEASIBLE }", Finish("infeasible")),
        (
            'drag { target { text: "Row" } points { x: 0 y: 0.5 } points { x: 1 y: 0.5 } }',
            Drag(((0, 130), (400, 130))),
        ),
        ('drag { target { text: "Row" } to { text: "Row" } }', Drag(((200, 130), (200, 130)))),
        ('repeat { times: 1 actions { click { text: "Row" } comment: "why" } }', Click(ROW)),
        ('goback {} if_seen { text: "Row" }', GoBack()),
    ],
)
def test_each_kind_of_action(written: str, action: object) -> None:
    player = agent(f'actions {{ {written} comment: "why" }}')
    assert player.act(seen(PAGE), ()) == Decision(action, "why")  # type: ignore[arg-type]
    assert player.act(seen(PAGE), ()) is None


def test_it_scrolls_down_to_a_target_that_is_below() -> None:
    player = agent('actions { click { text: "References" } } actions { goback {} }')
    for number in range(3):
        decision = player.act(seen(article(number)), ())
        assert decision == Decision(Scroll(Direction.DOWN), "look for text 'References'")
    found = article(3, node("References", (0, 700, 400, 790)))
    assert player.act(seen(found), ()) == Decision(Click((0, 700, 400, 790)))
    assert player.act(seen(found), ()) == Decision(GoBack())


@pytest.mark.parametrize(
    ("target", "hint"),
    [
        ('text: "author"', "; 'Co-authored by' is like it: text is the whole text, pattern finds a part)"),
        ('text: "CO-AUTHORED BY"', "; 'Co-authored by' is like it"),
        ('text: "Co-authored by" index: 1', "reached the end); there is"),
        ('text: "Sources"', "reached the end); there is"),
        ('pattern: "^author"', "reached the end); there is"),
    ],
)
def test_a_text_that_is_only_a_part_of_one_that_was_scrolled_past_is_pointed_out(
    target: str, hint: str
) -> None:
    player = agent(f"actions {{ click {{ {target} }} }}")
    player.act(seen(article(0, node("Co-authored by", (0, 100, 400, 160)))), ())
    player.act(seen(article(1)), ())
    with pytest.raises(AgentError) as raised:
        player.act(seen(article(1)), ())
    assert hint in str(raised.value)


def test_it_gives_up_at_the_end_of_the_page() -> None:
    player = agent('actions { goback {} } actions { click { text: "References" } }')
    player.act(seen(PAGE), ())
    player.act(seen(article(0)), ())
    player.act(seen(article(1)), ())
    with pytest.raises(AgentError) as raised:
        player.act(seen(article(1)), ())
    message = str(raised.value)
    assert "action 2 of the demonstration: text 'References' is not on the screen" in message
    assert "2 scrolls DOWN reached the end" in message and "'part 1'" in message


def test_it_gives_up_on_an_endless_page() -> None:
    player = agent('actions { click { text: "References" } }')
    for number in range(MOST_SCROLLS):
        assert player.act(seen(article(number)), ()) is not None
    with pytest.raises(AgentError, match=f"not after {MOST_SCROLLS} scrolls"):
        player.act(seen(article(99)), ())


def test_it_does_not_scroll_where_nothing_scrolls() -> None:
    with pytest.raises(AgentError, match="nothing scrolls here"):
        agent('actions { click { text: "References" } }').act(seen(PAGE), ())


def test_scroll_until_stops_where_the_target_shows() -> None:
    player = agent('actions { scroll { direction: UP until { text: "Row" } } } actions { goback {} }')
    assert player.act(seen(article(2)), ()) == Decision(Scroll(Direction.UP), "look for text 'Row'")
    assert player.act(seen(article(1)), ()) == Decision(Scroll(Direction.UP), "look for text 'Row'")
    assert player.act(seen(article(0, node("Row", ROW))), ()) == Decision(GoBack())


def test_scroll_until_is_bounded_by_times() -> None:
    player = agent('actions { scroll { until { text: "Row" } times: 2 } }')
    for number in range(2):
        player.act(seen(article(number)), ())
    with pytest.raises(AgentError, match="not after 2 scrolls DOWN"):
        player.act(seen(article(2)), ())


def test_scroll_times() -> None:
    player = agent("actions { scroll { times: 3 } } actions { scroll {} }")
    decisions = [player.act(seen(PAGE), ()) for _ in range(5)]
    assert decisions == [Decision(Scroll(Direction.DOWN))] * 4 + [None]


def test_reset_begins_anew() -> None:
    player = agent('actions { click { text: "Row" } } actions { goback {} }')
    first = [player.act(seen(PAGE), ()) for _ in range(3)]
    player.reset(EPISODE)
    assert [player.act(seen(PAGE), ()) for _ in range(3)] == first


def test_it_reads_the_file_beside_the_task(tmp_path: Path) -> None:
    task = tmp_path / "a.textproto"
    player = DemonstrationAgent()
    with pytest.raises(TaskFileError, match=r"a\.demo\.textproto"):
        player.prepare("a", task)
    task.write_text('id: "a"')
    (tmp_path / "a.demo.textproto").write_text('task_id: "a" actions { goback {} }')
    player.prepare("a", task)
    player.reset(Episode("a", task, (), (), 0, (WIDTH, HEIGHT)))
    assert player.act(seen(PAGE), ()) == Decision(GoBack())
    with pytest.raises(TaskFileError, match="demonstrates 'a', the task is 'b'"):
        player.prepare("b", task)


def test_what_is_not_seen_is_skipped() -> None:
    player = agent('actions { click { text: "Accept" } if_seen { text: "Accept" } } actions { goback {} }')
    assert player.act(seen(PAGE), ()) == Decision(GoBack())


def test_a_repeat_ends_when_its_target_is_seen() -> None:
    player = agent(
        'actions { repeat { until { text: "Row" } actions { goback {} } } } actions { nothing {} }'
    )
    other = dump(node("Other", ROW))
    assert [player.act(seen(screen), ()).action for screen in (other, other, PAGE)] == [
        GoBack(),
        GoBack(),
        Nothing(),
    ]


def test_a_repeat_gives_up() -> None:
    player = agent('actions { repeat { until { text: "Row" } times: 2 actions { goback {} } } }')
    other = dump(node("Other", ROW))
    assert [player.act(seen(other), ()).action for _ in range(2)] == [GoBack(), GoBack()]
    with pytest.raises(AgentError, match="'Row' is not on the screen after 2 rounds"):
        player.act(seen(other), ())


def test_an_app_is_opened_from_the_home_screen() -> None:
    player = agent('actions { open_app: "Row" }')
    other = dump(node("Other", ROW))
    assert player.act(seen(other), ()).action == Press("HOME")
    assert player.act(seen(other), ()).action == Scroll(Direction.DOWN)
    assert player.act(seen(PAGE), ()).action == Click(ROW)
    assert player.act(seen(PAGE), ()) is None
    player = agent('actions { open_app: "Nowhere" }')
    assert [player.act(seen(other), ()).action for _ in range(2)] == [Press("HOME"), Scroll(Direction.DOWN)]
    with pytest.raises(AgentError, match="no app 'Nowhere'"):
        player.act(seen(other), ())


def test_a_package_is_opened_by_its_label() -> None:
    made = DemonstrationAgent(text_format.Parse('actions { open_app: "com.row" }', Demonstration()).actions)
    made.reset(dataclasses.replace(EPISODE, label_of={"com.row": "Row"}.get))
    made.act(seen(PAGE), ())
    assert made.act(seen(PAGE), ()).action == Click(ROW)
