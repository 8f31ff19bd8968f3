"""A document patched through many changes looks and dumps as one built afresh."""

import random
from pathlib import Path

import numpy as np
import pytest

from mobile_env.phone.ui import layouts
from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.screen import Screen
from mobile_env.phone.ui.web import WebDocument
from mobile_env.phone.ui.window import WindowView

DISPLAY = Display(360, 640, 160)
CSS = (
    ".grown{flex:1}WebView{position:absolute;left:0;right:0;bottom:0}.low{height:90px}.high{height:200px}"
    "#note{color:#b00}Button{margin:4px}"
)
WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda"]
PAGE = WebDocument("https://e.org/", b"<h1>Page</h1>" + b"<p>Some words of a page.</p>" * 30)

LAYOUT = """{% import "material.xml" as m %}<FrameLayout class="screen">
{% call m.toolbar(title, "menu" if menu else "") %}
{% if search %}{{ m.icon_button("search", "s", "Search") }}{% endif %}{% endcall %}
<RecyclerView id="list" class="body">
{% for key, text, checked in rows %}
<LinearLayout orientation="horizontal" class="list-item" key="{{ key }}" click="open" arg="{{ key }}">
  <LinearLayout class="grown" style="padding-left:{{ indent }}px"><TextView class="{{ style }}" text="{{ text }}"/>
  {% if checked %}<TextView class="supporting-text" text="{{ text }} {{ text }} {{ text }}"/>{% endif %}</LinearLayout>
  <CheckBox checked="{{ checked }}"/>
</LinearLayout>
{% endfor %}
<EditText id="note" class="outlined" hint="Note" text="{{ note }}" focused="{{ focused }}"/>
<Button text="{{ title }}" click="go" enabled="{{ search }}"/>
</RecyclerView>
{% if web %}<WebView id="web" document="main" class="{{ 'low' if menu else 'high' }}"/>{% endif %}
</FrameLayout>"""


def _edit(rng: random.Random, state: dict) -> None:
    rows = state["rows"]
    choice = rng.randrange(12)
    if choice == 0:
        state["title"] = " ".join(rng.sample(WORDS, 2))
    elif choice in (1, 2) and rows:
        index = rng.randrange(len(rows))
        key, _, checked = rows[index]
        rows[index] = (key, " ".join(rng.choices(WORDS, k=rng.randint(1, 14))), checked)
    elif choice == 3 and rows:
        index = rng.randrange(len(rows))
        rows[index] = (*rows[index][:2], not rows[index][2])
    elif choice == 4:
        state["count"] += 1
        rows.insert(rng.randint(0, len(rows)), (state["count"], rng.choice(WORDS), False))
    elif choice == 5 and rows:
        del rows[rng.randrange(len(rows))]
    elif choice == 6:
        rng.shuffle(rows)
    elif choice == 7:
        state["offset"] = rng.choice([0, 0, 30, 75.5, 5000])
    elif choice == 8:
        name = rng.choice(["menu", "search", "focused", "web", "dialog"])
        state[name] = not state[name]
    elif choice == 9:
        state["note"] = rng.choice(["", "a note", "a longer note that needs two lines of the field to show"])
    elif choice == 10:
        state["indent"] = rng.choice([0, 8, 40])
    else:
        state["style"] = rng.choice(["headline-text", "title-large", "body-medium"])


def _windows(template, state: dict) -> tuple[list[WindowView], str]:
    views = [
        WindowView(
            "activity:1",
            "com.example",
            template.render(state),
            CSS,
            style="top:24px" if state["menu"] else "",
            documents={"main": PAGE},
            scroll={"list": state["offset"], "web": state["offset"]},
        )
    ]
    if state["dialog"]:
        markup = f'<LinearLayout class="dialog"><TextView text="{state["title"]}"/></LinearLayout>'
        views.append(WindowView("dialog:1", "com.example", markup, dim=0.32))
    return views, views[-1].key


@pytest.mark.parametrize("seed", range(3))
def test_patched_document_equals_a_fresh_one(seed):
    rng = random.Random(seed)
    template = layouts.environment(Path(__file__).parent).from_string(LAYOUT)
    state = {
        "title": "Start", "rows": [(n, WORDS[n], n % 2 == 0) for n in range(5)], "count": 5, "offset": 0,
        "note": "",
        "menu": True, "search": True, "focused": False, "web": False, "dialog": False, "indent": 0,
        "style": "headline-text",
    }  # fmt: skip
    patched = Screen(DISPLAY)
    for step in range(40):
        for _ in range(rng.randint(1, 3)):
            _edit(rng, state)
        views, focused = _windows(template, state)
        patched.compose(views, focused)
        fresh = Screen(DISPLAY)
        fresh.compose(views, focused)
        assert patched.hierarchy() == fresh.hierarchy(), step
        assert np.array_equal(patched.pixels(), fresh.pixels()), step


def test_a_small_change_patches_only_what_changed():
    screen = Screen(DISPLAY)
    rows = "".join(f'<TextView key="{n}" text="row {n}"/>' for n in range(30))

    def view(text: str) -> WindowView:
        head = f'<TextView text="{text}"/>'
        markup = f'<FrameLayout class="screen">{head}<LinearLayout>{rows}</LinearLayout></FrameLayout>'
        return WindowView("activity:1", "com.example", markup)

    screen.compose([view("one")], "activity:1")
    uids = {element.uid for element in screen.elements("activity:1")}
    screen.compose([view("two")], "activity:1")
    assert {element.uid for element in screen.elements("activity:1")} == uids
    assert 'text="two"' in screen.hierarchy()


def test_windows_that_come_and_go_leave_nothing_behind():
    screen = Screen(DISPLAY)
    base = WindowView(
        "activity:1", "com.example", '<FrameLayout class="screen"><TextView text="below"/></FrameLayout>'
    )
    screen.compose([base], "activity:1")
    before = screen.pixels()
    for n in range(30):
        popup = WindowView(
            f"popup:{n}", "com.example", f'<ListView class="menu"><TextView text="{n}"/></ListView>'
        )
        screen.compose([base, popup], popup.key)
        assert not np.array_equal(screen.pixels(), before)
    screen.compose([base], "activity:1")
    assert np.array_equal(screen.pixels(), before)


def test_order_of_windows_decides_what_is_on_top():
    screen = Screen(DISPLAY)
    red = WindowView("a", "com.a", '<FrameLayout class="fill" style="background:#ff0000"/>')
    blue = WindowView("b", "com.b", '<FrameLayout class="fill" style="background:#0000ff"/>')
    screen.compose([red, blue], "a")
    assert tuple(screen.pixels()[10, 10]) == (0, 0, 255)
    screen.compose([blue, red], "a")
    assert tuple(screen.pixels()[10, 10]) == (255, 0, 0)
    assert screen.hit(10, 10).window == "a"
