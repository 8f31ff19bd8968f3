"""An app of lists, forms, facts and preferences, as a user meets it."""

import json

import pytest

PACKAGE = "com.arduia.expense"
DATABASE = f"/data/data/{PACKAGE}/databases/accounting.db"


def rows(phone, sql):
    return phone.state.databases.open(DATABASE).execute(sql).fetchall()


@pytest.fixture
def spent(phone, hand):
    """The app with three expenses, its list in front."""
    hand.open(PACKAGE)
    for name, amount, category in (
        ("Taxi", "12.5", "Social"),
        ("Rent", "700", "Housing"),
        ("Milk", "1.05", "Food"),
    ):
        hand.tap("#fb_main_add")
        hand.type("#edt_name", name)
        hand.type("#edt_amount", amount)
        hand.tap(category)
        hand.tap("#btn_save")
    return hand


def test_a_form_stores_cents_exactly(phone, spent):
    assert rows(phone, "SELECT name, amount, category FROM expense") == [
        ("Taxi", 1250, 5),
        ("Rent", 70000, 4),
        ("Milk", 105, 3),
    ]
    assert [text for text in spent.texts() if text.startswith("$")] == ["$1.05", "$700.00", "$12.50"]


def test_a_field_says_what_is_missing_or_wrong(phone, hand):
    hand.open(PACKAGE)
    hand.tap("#fb_main_add")
    hand.tap("#btn_save")
    assert hand.shows("Enter amount")
    hand.type("#edt_amount", "1.2.3")
    hand.tap("#btn_save")
    assert hand.shows("Enter a valid amount")
    assert rows(phone, "SELECT * FROM expense") == []


def test_leaving_a_changed_form_asks(phone, hand):
    hand.open(PACKAGE)
    hand.tap("#fb_main_add")
    hand.tap("Food")
    phone.key("BACK")
    assert hand.shows("Discard your changes?")
    hand.tap("Keep editing")
    assert hand.shows("#edt_name")
    phone.key("BACK")
    hand.tap("Discard")
    assert hand.shows("#fb_main_add") and not hand.crashes()


def test_long_press_selects_taps_toggle_and_back_ends_it(phone, spent):
    spent.hold("Taxi")
    spent.tap("Milk")
    assert spent.text("#action_bar_title") == "2"
    spent.tap("Milk")
    assert spent.text("#action_bar_title") == "1"
    phone.key("BACK")
    assert not spent.shows("#action_bar_title")
    spent.hold("Taxi")
    spent.tap("Milk")
    spent.tap("#delete")
    assert spent.shows("Delete 2 items?")
    spent.tap("DELETE")
    assert rows(phone, "SELECT name FROM expense") == [("Rent",)]
    assert spent.text("#snackbar_text") == "2 expenses deleted"
    phone.advance(5)
    phone.wait()
    assert not spent.shows("#snackbar_text")


def test_facts_edit_and_delete(phone, spent):
    spent.tap("Taxi")
    assert spent.text("#tv_amount_value") == "$12.50"
    assert spent.text("#tv_date_value") == "Oct 15, 2023 3:34 PM"
    spent.tap("#edit")
    assert spent.text("#edt_amount") == "12.50"
    spent.type("#edt_note", "to the station")
    spent.tap("#btn_save")
    assert spent.text("#tv_note_value") == "to the station"
    spent.tap("#delete")
    spent.tap("DELETE")
    assert not spent.shows("Taxi") and spent.shows("Rent")


def test_a_push_over_the_database_is_seen_at_once(phone, spent):
    phone.shell(f"sqlite3 {DATABASE} \"UPDATE expense SET name = 'Cab' WHERE name = 'Taxi'\"")
    assert spent.shows("Cab") and not spent.shows("Taxi")


def test_a_pushed_file_is_not_touched_by_opening_it(phone, spent):
    content = phone.state.files.read(DATABASE)
    phone.shell(f"rm -r /data/data/{PACKAGE}/databases/*")
    phone.state.files.write(DATABASE, content)
    phone.shell(f"am force-stop {PACKAGE}")
    spent.open(PACKAGE)
    assert spent.shows("Taxi")
    assert phone.state.files.read(DATABASE) == content


def test_a_missing_database_is_made_again(phone, spent):
    phone.shell(f"rm -r /data/data/{PACKAGE}/databases")
    phone.shell(f"am force-stop {PACKAGE}")
    spent.open(PACKAGE)
    assert spent.shows("No Expense Logs") and not spent.crashes()


def test_only_rows_near_the_view_are_printed(phone, hand):
    hand.open(PACKAGE)
    phone.state.databases.open(DATABASE).executemany(
        "INSERT INTO expense (name, amount, category, note, created_date, modified_date) VALUES (?, 100, 1, '', 1, ?)",
        [(f"row {number}", 3000 - number) for number in range(3000)],
    )
    window = phone.activities.foreground.window
    printed = sum(1 for each in phone.screen.elements(window) if each.attributes.get("id") == "tv_name")
    assert printed < 40 and hand.shows("row 0")
    phone.scrolling.set(window, "rv_expense_log", 72.0 * 1500)
    assert hand.shows("row 1500") and not hand.shows("row 0")
    printed = sum(1 for each in phone.screen.elements(window) if each.attributes.get("id") == "tv_name")
    assert printed < 40
    assert phone.screen.scroll_range(window, "rv_expense_log") > 72 * 2980


def test_preferences_are_the_real_file(phone, hand):
    path = f"/data/data/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"
    hand.open(PACKAGE)
    hand.tap("More options")
    hand.tap("Settings")
    assert hand.shows("US Dollar")
    hand.tap("Currency")
    hand.tap("Euro")
    assert '<string name="currency">eur</string>' in phone.state.files.read(path).decode()
    assert hand.shows("Euro")
    hand.tap("Follow dark theme")
    assert '<boolean name="follow_dark" value="false" />' in phone.state.files.read(path).decode()
    hand.tap("Your name")
    phone.type_text("Ada")
    hand.tap("OK")
    assert hand.shows("Ada")
    phone.shell(f"sed -i 's/Ada/Eva/' {path}")
    assert hand.shows("Eva")


def test_a_switch_on_a_setting_writes_it_and_what_depends_follows(phone, hand):
    hand.open(PACKAGE)
    hand.tap("More options")
    hand.tap("Settings")
    hand.tap("Needs airplane mode")
    assert not hand.shows("Delete all expenses?")
    hand.tap("Airplane mode")
    assert phone.state.settings.get("global", "airplane_mode_on") == "1"
    hand.tap("Needs airplane mode")
    assert hand.shows("Delete all expenses?")


def test_first_run_follows_pm_clear(phone, hand):
    assert phone.shell(f"pm clear {PACKAGE}").exit_code == 0
    hand.open(PACKAGE)
    assert hand.shows("Take control of your expenses")
    hand.tap("NEXT")
    hand.tap("CONTINUE")
    assert hand.shows("No Expense Logs")
    phone.shell(f"am force-stop {PACKAGE}")
    hand.open(PACKAGE)
    assert hand.shows("No Expense Logs")


def test_state_stays_plain_data_and_snapshots_repeat(phone, spent):
    spent.hold("Taxi")
    spent.tap("#delete")
    json.dumps([record.state for task in phone.state.tasks for record in task.records])
    before = phone.snapshot()
    spent.tap("DELETE")
    after = phone.view_hierarchy()
    phone.restore(before)
    assert spent.shows("Delete 1 items?")
    spent.tap("DELETE")
    assert phone.view_hierarchy() == after


def test_dark_theme_and_font_scale_repaint_the_app(phone, spent):
    light = phone.screenshot()[300:, :].mean()
    phone.shell("settings put secure ui_night_mode 2")
    assert phone.screenshot()[300:, :].mean() < light / 2
    window = phone.activities.foreground.window
    before = phone.screen.bounds(phone.screen.find(window, resource_id="tv_name"))
    phone.shell("settings put system font_scale 1.3")
    after = phone.screen.bounds(phone.screen.find(window, resource_id="tv_name"))
    assert after[3] - after[1] > (before[3] - before[1]) * 1.2


def test_a_swipe_acts_on_its_row_and_a_menu_opens_there(phone, spent):
    x, y = spent.centre("Taxi")
    spent.drag((x + 200, y), (x - 100, y))
    assert spent.texts() == ["Delete", "Keep"]
    spent.tap("Delete")
    assert rows(phone, "SELECT name FROM expense") == [("Rent",), ("Milk",)]
    x, y = spent.centre("Rent")
    spent.drag((x - 50, y), (x + 200, y))
    assert spent.shows("#fb_main_add")


def test_a_slider_follows_the_finger_and_its_ends_are_reached(phone, hand):
    path = f"/data/data/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"
    hand.open(PACKAGE)
    hand.tap("More options")
    hand.tap("Settings")
    x, y = hand.centre("#seekbar")
    hand.drag((x, y), (719, y))
    assert '<int name="limit" value="60" />' in phone.state.files.read(path).decode()
    hand.drag((x, y), (0, y))
    assert '<int name="limit" value="10" />' in phone.state.files.read(path).decode()
    hand.tap("#seekbar")
    assert '<int name="limit" value="35" />' in phone.state.files.read(path).decode()


def test_enter_goes_on_to_the_next_field_where_a_field_says_so(phone, hand):
    hand.open(PACKAGE)
    hand.tap("#fb_main_add")
    hand.tap("#edt_name")
    phone.type_text("Taxi\n12.5")
    assert (hand.text("#edt_name"), hand.text("#edt_amount")) == ("Taxi", "12.5")
    phone.key("ENTER")
    assert not phone.state.keyboard.shown
