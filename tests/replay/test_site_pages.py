"""Pages as the phone's web view exposes them: exactly the nodes that task files observe."""

import re

import pytest

from mobile_env.phone.ui.web import WebDocument
from mobile_env.replay.sites import shipped_library

ROOT = "https://www.wikihow.com"
VIEW, TEXT = "android.view.View", "android.widget.TextView"
IMAGE, BUTTON = "android.widget.Image", "android.widget.Button"


class Tree:
    """The accessibility nodes of one page, with their ancestors."""

    def __init__(self, site, path, shown=()):
        url = f"{ROOT}{path}"
        response = site(url, {})
        document = WebDocument(url, response.body, loader=lambda address: site(address, {}).body, shown=shown)
        self.title = document.title
        self.images = document.images
        self.all = []
        for node in document.page.nodes:
            self._walk(node, ())

    def _walk(self, node, above):
        self.all.append((node, above))
        for child in node.children:
            self._walk(child, (*above, node))

    def with_id(self, name):
        (found,) = [node for node, _ in self.all if node.html_id == name]
        return found

    def with_text(self, text, cls=None):
        found = [node for node, _ in self.all if node.text == text and cls in (None, node.cls)]
        assert found, text
        return found[0]

    def ids_above(self, node):
        (above,) = [above for each, above in self.all if each is node]
        return [each.html_id for each in above]

    def texts(self, node):
        return [each.text for each, above in self.all if node in above and each.text]


def is_link(node):
    return node.attributes.get("click") == "@link"


FRAME = ["mw-mf-viewport", "mw-mf-page-center", "content_wrapper", "content_inner"]


def test_article_title_is_a_text_in_section_0(site):
    tree = Tree(site, "/Bake-Lobster-Tails")
    title = tree.with_text("How to Bake Lobster Tails")
    assert title.cls == TEXT
    assert tree.ids_above(title)[-5:] == [*FRAME, "section_0"]
    assert tree.with_id("section_0").cls == VIEW
    assert tree.title == "How to Bake Lobster Tails"


def test_article_links_author_about_page_categories_and_references(site):
    tree = Tree(site, "/Bake-Lobster-Tails")
    library = shipped_library()
    article = library.articles["bake-lobster-tails"]
    targets = {node.attributes["arg"]: node.text for node, _ in tree.all if is_link(node)}
    assert targets[f"{ROOT}/Author/Marco-Bellini"] == "Marco Bellini"
    assert f"{ROOT}/wikiHow:Delivering-a-Trustworthy-Experience" in targets
    assert targets[f"{ROOT}/Bake-Lobster-Tails#References"] == "References"
    for category in article.categories:
        name = library.categories[category].name
        assert targets[f"{ROOT}/Category:{name.replace(' ', '-')}"] == name
    for stem in article.related:
        title = library.articles[stem].title
        assert targets[f"{ROOT}/{title.replace(' ', '-')}"] == f"How to {title}"


def test_co_author_line_stands_in_section_0(site):
    tree = Tree(site, "/Bake-Lobster-Tails")
    section = tree.with_id("section_0")
    texts = tree.texts(section)
    at = texts.index("Marco Bellini")
    assert texts[at - 1] == "Co-authored by"
    assert "Last updated: December 8, 2021" in texts


def test_methods_and_numbered_steps_follow(site):
    tree = Tree(site, "/Bake-Lobster-Tails")
    first = tree.texts(tree.with_id("section_1"))
    assert first[:2] == ["Part 1 of 2", "Preparing the Tails"]
    start = first.index("1")
    assert first[start + 1] == "Thaw frozen tails slowly."
    assert [text for text in first if re.fullmatch(r"\d", text)] == ["1", "2", "3", "4"]
    assert tree.texts(tree.with_id("section_2"))[0] == "Part 2 of 2"


def test_ingredients_and_things_needed(site):
    library = shipped_library()
    recipe = Tree(site, "/Bake-Lobster-Tails")
    assert recipe.texts(recipe.with_id("Ingredients")) == [
        "Ingredients", *library.articles["bake-lobster-tails"].ingredients
    ]  # fmt: skip
    practical = Tree(site, "/Clean-a-Nonstick-Pan")
    assert practical.texts(practical.with_id("Things-You-Will-Need")) == [
        "Things You'll Need", *library.articles["clean-a-nonstick-pan"].things_needed
    ]  # fmt: skip


def test_references_heading_is_the_anchor(site):
    tree = Tree(site, "/Bake-Lobster-Tails")
    heading = tree.with_id("References")
    assert (heading.cls, heading.text) == (VIEW, "References")


def test_rating_before_and_after_a_vote(site):
    tree = Tree(site, "/Bake-Lobster-Tails")
    rating = tree.with_id("article_rating_mobile")
    assert rating.cls == VIEW
    assert tree.texts(rating) == ["Did this article help you?", "Yes", "No"]
    for word, name in (("Yes", "rating_yes"), ("No", "rating_no")):
        button = tree.with_text(word, BUTTON)
        assert button.html_id == name
        assert button.attributes["arg"] == name
        assert tree.ids_above(button)[-1] == "article_rating_mobile"
    for vote, pattern in (
        ("yes", r"Read more articles.*like this one"),
        ("no", r"sorry.*similar articles"),
    ):
        voted = Tree(site, "/Bake-Lobster-Tails", shown=[f"amp-rate-form-{vote}"])
        form = voted.with_id(f"amp-rate-form-{vote}")
        (answer,) = form.children
        assert (form.cls, answer.cls) == (VIEW, TEXT)
        assert re.search(pattern, answer.text)


def test_every_article_has_its_parts(site):
    for article in shipped_library().articles.values():
        tree = Tree(site, f"/{article.title.replace(' ', '-')}")
        title = tree.with_text(article.how_to_title, TEXT)
        assert tree.ids_above(title)[-1] == "section_0"
        for name in ("section_1", "section_2", "Tips", "Related", "References", "article_rating_mobile"):
            assert tree.with_id(name), (article.stem, name)
        targets = [node.attributes["arg"] for node, _ in tree.all if is_link(node)]
        assert [target for target in targets if ROOT not in target] == [one.url for one in article.references]


def test_results_tell_views_age_and_expert(site):
    tree = Tree(site, "/wikiHowTo?search=bake+lobster+tails")
    title = tree.with_text("How to Bake Lobster Tails")
    assert title.cls == VIEW
    assert is_link(title)
    assert title.attributes["arg"] == f"{ROOT}/Bake-Lobster-Tails"
    order = [node for node, _ in tree.all]
    after = order[order.index(title) + 1 :][:7]
    assert [node.text for node in after] == [
        "41,446 views", "• ", "Updated", "• ", "1 year ago", "• ", "Expert Co-Authored"
    ]  # fmt: skip
    assert {node.cls for node in after} == {VIEW}
    assert not any(is_link(node) for node in after)


def test_first_leaf_of_the_results_is_the_first_title(site):
    tree = Tree(site, "/wikiHowTo?search=cook+filet+mignon")
    leaves = [node for node, _ in tree.all if not node.children]
    assert leaves[0].text == "How to Cook Filet Mignon"
    assert len([node for node in leaves if node.text.startswith("How to ")]) <= 10


def test_results_without_an_expert_end_with_the_age(site):
    library = shipped_library()
    plain = next(article for article in library.articles.values() if not article.expert)
    tree = Tree(site, f"/wikiHowTo?search={plain.title.replace(' ', '+')}")
    order = [node for node, _ in tree.all]
    at = order.index(tree.with_text(plain.how_to_title))
    texts = [node.text for node in order[at + 1 : at + 7]]
    assert texts[:3] == [f"{plain.views:,} views", "• ", "Updated"]
    assert re.search(r"ago|yesterday|today", texts[4])
    assert texts[5] != "• "


def test_thumbnails_of_results_are_listed_in_order(site):
    tree = Tree(site, "/wikiHowTo?search=cook+filet+mignon")
    assert re.fullmatch(
        rf"{ROOT}/images/thumb/(.)/\1./Cook-Filet-Mignon\.jpg/240px-Cook-Filet-Mignon\.jpg", tree.images[0]
    )


def test_author_page(site):
    tree = Tree(site, "/Author/Lena-Marsh-MSc")
    portrait = tree.with_text("Lena Marsh, M.Sc.", IMAGE)
    assert tree.ids_above(portrait)[-3:] == ["content_wrapper", "mw-content-text", "authors_container"]
    name = tree.with_text("Lena Marsh, M.Sc.", TEXT)
    assert tree.ids_above(name)[-1] == "authors_container"
    listed = [node.text for node, _ in tree.all if is_link(node) and node.text.startswith("How to ")]
    assert listed == [article.how_to_title for article in shipped_library().by_author("lena-marsh")]


def test_about_page(site):
    tree = Tree(site, "/wikiHow:Delivering-a-Trustworthy-Experience")
    heading = tree.with_text("Information You Can Trust")
    assert heading.cls == VIEW
    assert tree.ids_above(heading)[-2:] == ["trustworthy_top", "trustworthy_head"]
    assert tree.with_text("A Guide to our Editorial Process")


def test_category_page(site):
    tree = Tree(site, "/Category:Seafood")
    heading = tree.with_text("Seafood")
    assert heading.cls == VIEW
    assert tree.ids_above(heading)[-1] == "cat_navigation"
    assert not is_link(heading)
    assert is_link(tree.with_text("How to Bake Lobster Tails"))


def test_parent_category_lists_what_is_below(site):
    tree = Tree(site, "/Category:Food-and-Entertaining")
    assert is_link(tree.with_text("Seafood"))
    assert is_link(tree.with_text("How to Bake Lobster Tails"))


def test_category_list(site):
    tree = Tree(site, "/Special:Categorylisting")
    heading = tree.with_text("Top Categories")
    assert tree.ids_above(heading)[-2:] == ["cat_navigation", "section_0"]
    for category in shipped_library().categories.values():
        assert is_link(tree.with_text(category.name))


def test_home_page(site):
    tree = Tree(site, "/Main-Page")
    featured = tree.texts(tree.with_id("hp_featured"))
    assert featured[0] == "Featured Articles"
    assert len(featured) == 9
    assert all(is_link(tree.with_text(text)) for text in featured[1:])
    assert len(tree.images) >= 8
    assert {"Home", "Categories", "Random article", "About wikiHow"} <= set(
        tree.texts(tree.with_id("footer"))
    )


@pytest.mark.parametrize("path", ["/Bake-Lobster-Tails", "/Main-Page", "/wikiHowTo?search=x", "/Nope"])
def test_pages_bring_no_scripts_and_their_own_style(site, path):
    html = site(ROOT + path, {}).body.decode()
    assert "<script" not in html
    assert " onclick" not in html
    # The layout engine renames ids: a style by id would be lost.
    style = html[html.index("<style>") : html.index("</style>")]
    assert not re.search(r"#[a-zA-Z_][\w-]*\s*[{,]", style)
