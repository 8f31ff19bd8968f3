"""Where things stand on the phone's default screen, as fractions that published task files check."""

import re
from itertools import pairwise

import pytest

from mobile_env.phone.ui.display import Display
from mobile_env.phone.ui.screen import Screen
from mobile_env.phone.ui.web import WebDocument
from mobile_env.phone.ui.window import WindowView
from mobile_env.replay.sites import shipped_library

# The web view stands below a status bar of 24 dp and a toolbar of 56 dp.
MARKUP = (
    '<FrameLayout style="position:relative;width:100%;height:768px">'
    '<WebView id="webView" document="main" style="position:absolute;left:0;top:80px;width:100%;height:640px"/>'
    "</FrameLayout>"
)


@pytest.fixture(scope="module")
def screen_of(site):
    """screen_of(path, scroll): the screen with a page on it."""
    screen = Screen(Display(1080, 1920, 400), lambda name: None)

    def show(path, scroll=0.0):
        url = f"https://www.wikihow.com{path}"
        document = WebDocument(url, site(url, {}).body, loader=lambda address: site(address, {}).body)
        window = WindowView("a", "p", MARKUP, documents={"main": document}, scroll={"webView": scroll})
        screen.compose([window], "a")
        return screen

    return show


@pytest.fixture(scope="module")
def nodes_of(screen_of):
    """nodes_of(path, scroll): (class, text, (left, top, right, bottom) as fractions) of each node on the screen."""

    def look(path, scroll=0.0):
        screen = screen_of(path, scroll)
        found = []
        for tag in re.findall(r"<node [^>]*>", screen.hierarchy()):
            values = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
            left, top, right, bottom = map(int, re.findall(r"\d+", values["bounds"]))
            box = (left / 1080, top / 1920, right / 1080, bottom / 1920)
            found.append((values["class"], values["text"], box))
        return found

    return look


def box_of(nodes, text, cls=None):
    return next(box for kind, name, box in nodes if name == text and cls in (None, kind))


def test_article_titles_stand_at_their_height(nodes_of):
    articles = sorted(shipped_library().articles.values(), key=lambda article: len(article.title))
    for article in (articles[0], *articles[-3:]):
        path = f"/{article.title.replace(' ', '-')}"
        left, top, right, bottom = box_of(nodes_of(path), article.how_to_title)
        assert 0.19 <= top < bottom <= 0.30, article.title
        assert 0 <= left < right <= 1


def test_references_heading_stands_left(nodes_of):
    _, top, right, bottom = box_of(nodes_of("/Bake-Lobster-Tails", 3700), "References")
    assert right < 0.33
    assert bottom > top


def test_author_name_stands_in_the_middle(nodes_of):
    _, top, _, bottom = box_of(
        nodes_of("/Author/Lena-Marsh-MSc"), "Lena Marsh, M.Sc.", "android.widget.TextView"
    )
    assert 0.50 <= top < bottom <= 0.65


def test_top_categories_stands_on_top(nodes_of):
    _, top, _, bottom = box_of(nodes_of("/Special:Categorylisting"), "Top Categories")
    assert 0.10 <= top < bottom <= 0.19


def test_a_result_is_as_wide_as_the_page_and_above_its_facts(nodes_of):
    nodes = nodes_of("/wikiHowTo?search=bake+lobster+tails")
    title = box_of(nodes, "How to Bake Lobster Tails")
    facts = [box_of(nodes, text) for text in ("41,446 views", "Updated", "1 year ago", "Expert Co-Authored")]
    assert title[2] - title[0] > 0.9
    assert all(title[3] <= fact[1] for fact in facts)
    assert [fact[0] for fact in facts] == sorted(fact[0] for fact in facts)


@pytest.mark.parametrize("path", ["/wikiHowTo?search=make", "/Category:Soups-and-Stews"])
def test_a_line_stands_between_all_rows(screen_of, nodes_of, path):
    titles = [box for _, text, box in nodes_of(path) if text.startswith("How to")]
    assert len(titles) >= 4
    strip = screen_of(path).pixels()[:, 400:1000].astype(int)
    # Rows of pixels in the colour of the lines, #edf0ea.
    lines = {y for y, row in enumerate(strip) if (row == (0xED, 0xF0, 0xEA)).all()}
    for upper, lower in pairwise(titles):
        assert lines & set(range(int(upper[3] * 1920), int(lower[1] * 1920)))
