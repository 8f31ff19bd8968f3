"""Touches, keys, text, dialogs, popups, toasts and scrolling, as a user meets them."""

import numpy as np
import pytest

from mobile_env.phone.services.input_method.service import MAX_FIELD_LENGTH


def test_a_tap_clicks_and_a_touch_that_slid_away_does_not(phone, hand):
    hand.tap(':id/increase"')
    hand.tap(':id/increase"', touches=1)
    assert hand.text("count") == "2"
    x, y = hand.centre(':id/increase"')
    hand.drag((x, y), (x, y + 200), steps=4)
    assert hand.text("count") == "2"


def test_a_long_press_acts_while_the_finger_is_down_and_is_no_click(phone, hand):
    x, y = hand.centre('text="note 2"')
    for _ in range(15):
        phone.touch(x, y)
    assert phone.state.tasks[0].top.state["held"] == "note 2"
    phone.lift()
    assert hand.text("held") == "note 2"
    assert phone.foreground_activity.endswith("NotesActivity")


def test_a_long_press_where_none_is_meant_clicks(phone, hand):
    hand.tap(':id/increase"', touches=15)
    assert hand.text("count") == "1"


def test_text_goes_into_the_focused_field_and_enter_submits(phone, hand):
    phone.type_text("lost")
    hand.tap(':id/draft"')
    assert phone.state.keyboard.shown
    phone.type_text("milk & “eggs” <1>")
    assert hand.text("draft") == "milk &amp; “eggs” &lt;1&gt;"
    phone.key("DEL")
    phone.key("MOVE_HOME")
    phone.type_text("2 ")
    phone.key("ENTER")
    assert not phone.state.keyboard.shown
    assert 'text="2 milk &amp; “eggs” &lt;1"' in phone.view_hierarchy()
    assert "lost" not in phone.view_hierarchy()


def test_what_no_keyboard_has_is_not_typed(phone, hand):
    hand.tap(':id/draft"')
    phone.type_text("a\x00b\x1b\x7f\ud800\uffff\r😀\u200d東")
    assert phone.state.tasks[0].top.state["draft"] == "ab😀\u200d東"
    assert phone.foreground_activity.endswith("NotesActivity")


def test_a_field_takes_so_many_characters(phone, hand):
    hand.tap(':id/draft"')
    phone.type_text("a" * 1_000_000)
    phone.type_text("b")
    assert phone.state.tasks[0].top.state["draft"] == "a" * MAX_FIELD_LENGTH


def test_back_hides_the_keyboard_first(phone, hand):
    hand.tap(':id/draft"')
    phone.key("BACK")
    assert not phone.state.keyboard.shown
    assert phone.foreground_activity.endswith("NotesActivity")


def test_the_keys_of_the_keyboard_type(phone, hand):
    hand.tap(':id/draft"')
    screen = phone.screen

    def press(label: str) -> None:
        key = screen.find("ime", predicate=lambda element: element.attributes.get("arg") == label)
        assert key is not None, label
        left, top, right, bottom = screen.bounds(key)
        hand.tap_at((left + right) / 2, (top + bottom) / 2)

    for letter in "hi":
        press(letter)
    assert hand.text("draft") == "hi"


def test_a_switch_changes_what_it_is_bound_to(phone, hand):
    assert 'checked="false"' in hand.nodes(':id/loud"')[0]
    hand.tap(':id/loud"')
    assert 'checked="true"' in hand.nodes(':id/loud"')[0]


def test_a_dialog_alone_is_dumped_and_its_handlers_are_its_owners(phone, hand):
    hand.tap(':id/ask"')
    assert hand.text("question") == "Delete all?"
    assert ':id/increase"' not in phone.view_hierarchy()
    hand.tap(':id/yes"')
    assert "note 1" not in phone.view_hierarchy()
    assert any(window.kind == "toast" for window in phone.state.windows)
    phone.advance(3)
    assert not phone.state.windows


def test_a_touch_outside_a_dialog_closes_it_and_reaches_nothing_else(phone, hand):
    place = hand.centre(':id/increase"')
    hand.tap(':id/ask"')
    hand.tap_at(*place)
    assert hand.text("count") == "0"


def test_back_closes_a_popup_and_tells_its_owner(phone, hand):
    hand.tap(':id/menu"')
    assert hand.nodes(':id/entry"')
    phone.key("BACK")
    assert hand.text("held") == "menu cancelled"


def test_a_drag_moves_the_list_by_as_much_as_the_finger(phone, hand):
    before = hand.centre('text="note 3"')
    start = hand.centre('text="note 2"')
    hand.drag(start, (start[0], start[1] - 60), steps=6)
    after = hand.centre('text="note 3"')
    assert before[1] - after[1] == 60


def test_a_fling_carries_on_and_settles_within_the_lift(phone, hand):
    start = hand.centre('text="note 5"')
    hand.drag(start, (start[0], start[1] - 150), steps=3, rest=False)
    offset = phone.state.scroll[phone.state.tasks[0].top.window]["list"]
    assert offset > 160
    phone.wait()
    assert phone.state.scroll[phone.state.tasks[0].top.window]["list"] == offset


def test_a_list_stops_at_its_ends(phone, hand):
    for _ in range(12):
        start = hand.centre(':id/list"')
        hand.drag((start[0], start[1] + 100), (start[0], start[1] - 100), steps=2, rest=False)
    assert 'text="note 59"' in phone.view_hierarchy()
    offset = phone.state.scroll[phone.state.tasks[0].top.window]["list"]
    assert offset == 60 * 40 - 300


def test_a_touch_outside_the_screen_is_refused(phone):
    with pytest.raises(ValueError, match="outside the screen of 360×800"):
        phone.touch(400, 10)
    with pytest.raises(ValueError, match="unknown key 'FOO'"):
        phone.key("FOO")


def test_nothing_changed_means_the_same_objects(phone):
    frame, dump = phone.screenshot(), phone.view_hierarchy()
    versions = phone.screen_version, phone.hierarchy_version
    phone.wait()
    assert phone.screenshot() is frame
    assert phone.view_hierarchy() is dump
    assert (phone.screen_version, phone.hierarchy_version) == versions
    assert not frame.flags.writeable


def test_rotation_turns_the_screen(phone):
    phone.set_rotation(1)
    assert phone.screenshot().shape == (360, 800, 3)
    assert '<hierarchy rotation="1">' in phone.view_hierarchy()


def test_a_change_shows_in_pixels_and_hierarchy(phone, hand):
    frame, versions = phone.screenshot(), (phone.screen_version, phone.hierarchy_version)
    hand.tap(':id/increase"')
    assert not np.array_equal(phone.screenshot(), frame)
    assert phone.screen_version > versions[0] and phone.hierarchy_version > versions[1]


def test_a_drag_outlives_the_window_that_it_began_in(phone, hand):
    x, y = hand.centre('text="note 5"')
    phone.touch(x, y)
    phone.touch(x, y - 60)
    phone.key("HOME")
    phone.touch(x, y - 90)
    phone.lift()
    assert "launcher" in phone.foreground_activity
