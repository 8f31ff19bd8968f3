"""Every modifier of slots, alone and after one another."""

import pytest

from mobile_env.tasks.templates.modifiers import MODIFIERS, Alternatives, Items, escape, is_modifier
from mobile_env.tasks.templates.slots import SLOT, read_slot


def filled(slot, value):
    found, unknown = read_slot(SLOT.fullmatch(slot))
    assert not unknown
    return found.fill(value)


@pytest.mark.parametrize(
    ("slot", "value", "wanted"),
    [
        ("<x>", "Ab,c", "Ab,c"),
        ("<lower:x>", "Bake IT", "bake it"),
        ("<upper:x>", "Bake it", "BAKE IT"),
        ("<capital:x>", "bake It", "Bake It"),
        ("<regex_esc:x>", "a.b (c)?", "a\\.b \\(c\\)\\?"),
        ("<url_title:x>", "Bake Lobster Tails", "Bake-Lobster-Tails"),
        ("<url_query:x>", "abc ,d ef, hi>g", "abc+%2Cd+ef%2C+hi%3Eg"),
        ("<url_query':x>", "abc ,d ef, hi>g", "abc+,d+ef,+hi%3Eg"),
        ("<url_path:x>", "a b/c", "a%20b/c"),
        ("<url_path:x>", "R&D, $5 (a:b@c=d)!", "R%26D%2C%20%245%20(a:b@c=d)%21"),
        ("<filter_comma:x>", "Lena Marsh, M.Sc.", "Lena Marsh M.Sc."),
        ("<filter_period:x>", "Lena Marsh, M.Sc.", "Lena Marsh, MSc"),
        ("<end_period:x>", "Lena Marsh, M.Sc.", "Lena Marsh, M.Sc."),
        ("<end_period:x>", "Lena Marsh", "Lena Marsh."),
        ("<url_title,filter_comma,filter_period:x>", "Lena Marsh, M.Sc.", "Lena-Marsh-MSc"),
        ("<remove_howto:x>", "How to Bake", "Bake"),
        ("<remove_howto:x>", "Bake", "Bake"),
        ("<sentence_to_words:x>", "to  bake it", "to,bake,it"),
        ("<spacejoin:x>", "bake,lobster", "bake lobster"),
        ("<python_esc:x>", 'it\'s "a"\n', 'it\\\'s \\"a\\"\\n'),
        ("<regex_list:x>", "bake,c++", "(bake|c++)"),
        ("<regex_list,regex_esc':x>", "bake,c++", "(bake|c\\+\\+)"),
        ("<regex_esc,regex_list:x>", "bake,c++", "(bake|c\\+\\+)"),
        ("<upper,regex_list:x>", "a,b", "(A|B)"),
        ("<to_list:x>", 'abc ,d "ef"', '["abc ", "d \\"ef\\""]'),
        ("<no_quote,to_list:x>", "a,b", '["a", "b"]'),
        ("< lower , url_title : x>", "", ""),
    ],
)
def test_modifier(slot, value, wanted):
    if slot.startswith("< "):
        assert SLOT.fullmatch(slot) is None
    else:
        assert filled(slot, value) == wanted


def test_every_modifier_of_texts_takes_lists_item_by_item():
    for name in set(MODIFIERS) - {"no_quote", "to_list", "regex_list", "spacejoin"}:
        assert is_modifier(f"{name}'")
        assert filled(f"<{name}':x>", Items(["Ab. c", "How to D"])) == ",".join(
            filled(f"<{name}:x>", item) for item in ("Ab. c", "How to D")
        )


@pytest.mark.parametrize("name", ["to_list'", "no_quote'", "lower''", "unknown", ""])
def test_what_is_no_modifier(name):
    assert not is_modifier(name)


def test_a_list_is_one_text_to_other_modifiers():
    assert filled("<url_query:x>", Items(["a b", "c"])) == "a+b%2Cc"
    assert str(Alternatives(["a", "b"])) == "(a|b)"


def test_escape_is_for_strings_of_the_text_format():
    assert escape("a\\b\"c'd\ne") == "a\\\\b\\\"c\\'d\\ne"
