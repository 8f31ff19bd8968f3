"""Tokens are typed as the original Mobile-Env types them; one vocabulary may serve all tasks."""

import pytest

from mobile_env.loader import load
from mobile_env.signals.hierarchy import parse_hierarchy
from mobile_env.simulators.contract import ActionType, PrimitiveAction
from mobile_env.vocabulary import TokenMarks, read_vocabulary

TASK = 'id: "typing"\nvocabulary: ["scooter", "180", "##s", "how to", "[CLS]"]\nmax_num_steps: 50\n'
FIELD = "com.wikihow.wikihowapp:id/search_src_text"
START = "am start -W -n com.wikihow.wikihowapp/.MainTabActivity"


def text(typed):
    return PrimitiveAction(ActionType.TEXT, text=typed)


def key(name):
    return PrimitiveAction(ActionType.KEY, key=name)


BERT = TokenMarks()
GPT2 = TokenMarks(start="Ġ", non_start="")
SENTENCE_PIECE = TokenMarks(start="#", non_start="##")


@pytest.mark.parametrize(
    ("marks", "token", "expected"),
    [
        (BERT, "scooter", [text("scooter ")]),
        (BERT, "how to", [text("how to ")]),
        (BERT, "##ing", [key("DEL"), text("ing ")]),
        (BERT, "[CLS]", [text("")]),
        (BERT, "[CLS", [text("[CLS ")]),
        (BERT, "", [text(" ")]),
        (BERT, "a\tb\n", [text("a"), key("TAB"), text("b"), key("ENTER"), text(" ")]),
        (BERT, "\b\b", [key("DEL"), key("DEL"), text(" ")]),
        (GPT2, "Ġtails", [text("tails ")]),
        (GPT2, "ing", [key("DEL"), text("ing ")]),
        # Of two marks that begin alike the longer one is looked for first.
        (SENTENCE_PIECE, "##b", [key("DEL"), text("b ")]),
        (SENTENCE_PIECE, "#b", [text("b ")]),
        (SENTENCE_PIECE, "b", [text("b ")]),
        (TokenMarks(special="<.*>"), "<s>", [text("")]),
        (TokenMarks(special="<.*>"), "[CLS]", [text("[CLS] ")]),
    ],
)
def test_what_types_a_token(marks, token, expected):
    assert list(marks.keystrokes(token)) == expected


def test_a_pattern_that_is_none_is_refused():
    with pytest.raises(ValueError, match=r"special_token_pattern '\(' is no regular expression"):
        TokenMarks(special="(")


def typed(env, tokens):
    """What the search field holds after tokens were typed into it; before each step, too."""
    env.reset()
    env.simulator.adb(["shell", START])
    box = field(env).attributes["bounds"]
    left, top, right, bottom = (int(part) for part in box.strip("[]").replace("][", ",").split(","))
    width, height = env.screen_size
    touch = {"action_type": 0, "touch_position": [(left + right) / 2 / width, (top + bottom) / 2 / height]}
    env.play([touch, touch, {"action_type": 1}])
    shown = []
    for token in tokens:
        env.step({"action_type": 3, "input_token": env.vocabulary().index(token)})
        shown.append(field(env).attributes["text"])
    return shown


def field(env):
    root = parse_hierarchy(env.simulator.hierarchy_xml())
    pending = [root]
    found = []
    while pending:
        node = pending.pop()
        pending += node.children
        if node.attributes.get("resource-id", "").endswith(("search_src_text", "search_button")):
            found.append(node)
    return max(found, key=lambda node: node.attributes["resource-id"])


@pytest.fixture
def task(tmp_path):
    path = tmp_path / "typing.textproto"
    path.write_text(TASK, "utf-8")
    return path


def test_tokens_stand_apart_on_the_phone(task):
    env = load(task, hierarchy=True, pixels=False)
    assert typed(env, ["scooter", "180"]) == ["scooter ", "scooter 180 "]
    assert typed(env, ["scooter", "##s", "[CLS]", "how to"]) == [
        "scooter ",
        "scooters ",
        "scooters ",
        "scooters how to ",
    ]
    assert env.last_actions == (text("how to "),)
    env.step({"action_type": 3, "text": "x"})
    assert field(env).attributes["text"] == "scooters how to x"
    env.close()


def test_one_vocabulary_for_all_tasks(task, tmp_path):
    words = tmp_path / "vocab.txt"
    words.write_text("Ġhide\n \nĠgau\nges\n", "utf-8")
    env = load(task, pixels=False, unify_vocabulary=words, start_token_mark="Ġ", non_start_token_mark="")
    assert env.vocabulary() == ["Ġhide", "", "Ġgau", "ges"]
    assert env.action_spec()["input_token"].num_values == 4
    assert typed(env, ["Ġhide", "Ġgau", "ges"]) == ["hide ", "hide gau ", "hide gauges "]
    env.close()


def test_a_token_is_one_step(task):
    env = load(task, pixels=False)
    typed(env, ["scooter"])
    before = env.primitive_steps
    env.step({"action_type": 3, "input_token": 2})
    assert env.primitive_steps == before + 1
    assert env.last_actions == (key("DEL"), text("s "))
    env.close()


@pytest.mark.parametrize(
    ("data", "message"),
    [(None, "cannot be read"), (b"\xff\xfe", "no UTF-8 text"), (b"", "is empty: write a token a line")],
)
def test_vocabularies_that_cannot_be_read(tmp_path, data, message):
    path = tmp_path / "vocab.txt"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(ValueError, match=message):
        read_vocabulary(path)
