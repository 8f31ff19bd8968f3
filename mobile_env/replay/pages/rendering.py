"""Renders a library's pages as HTML."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup

from mobile_env.replay import urls
from mobile_env.replay.articles import Article, Author, Category, Library
from mobile_env.replay.body import Body
from mobile_env.replay.illustrations import LARGE, PORTRAIT, THUMBNAIL, TILE
from mobile_env.replay.pages.dates import age, written_out

_HERE = Path(__file__).parent
_NAVIGATION = {
    "home": urls.ROOT + urls.HOME,
    "about": urls.ROOT + urls.ABOUT,
    "categories": urls.ROOT + urls.CATEGORY_LIST,
    "random": urls.ROOT + urls.RANDOM,
}
FEATURED_TILES = 8
POPULAR_ROWS = 6


class Link(NamedTuple):
    """A link's words and address."""

    text: str
    href: str


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_HERE),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        auto_reload=False,
    )
    style = (_HERE / "style.css").read_text(encoding="utf-8")
    environment.globals["stylesheet"] = Markup(style)  # from this package, and without `</style`
    environment.globals["links"] = _NAVIGATION
    return environment


class PageRenderer:
    """Renders pages of `library`; every method returns a complete HTML document.

    Task files refer to element ids and their nesting; the tests list them.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._by_views = sorted(library.articles.values(), key=lambda article: (-article.views, article.stem))

    def _render(self, template: str, title: str, path: str, **values: Any) -> str:
        return _environment().get_template(template).render(title=title, canonical=urls.ROOT + path, **values)

    def _card(self, article: Article, facts: Sequence[str] = (), note: str = "") -> dict[str, Any]:
        name = urls.page_name(article.title)
        return {
            "title": article.how_to_title,
            "href": urls.ROOT + urls.article_path(article.title),
            "thumbnail": urls.ROOT + urls.picture_path(name, THUMBNAIL.width),
            "tile": urls.ROOT + urls.picture_path(name, TILE.width),
            "facts": facts,
            "note": note,
        }

    def _category_link(self, category: Category) -> Link:
        return Link(category.name, urls.ROOT + urls.category_path(category.name))

    def _author(self, author: Author) -> dict[str, Any]:
        return {
            "name": author.name,
            "role": author.role,
            "bio": author.bio,
            "href": urls.ROOT + urls.author_path(author.name),
            "portrait": urls.ROOT + urls.picture_path(portrait_name(author), PORTRAIT.width),
        }

    def article(self, article: Article, body: Body) -> str:
        """An article with its methods, lists, references and rating."""
        library = self._library
        name = urls.page_name(article.title)
        methods = [
            {
                "anchor": f"section_{number}",
                "label": f"{method.label} {number} of {len(body.methods)}",
                "title": method.title or method.label,
                "picture": urls.ROOT + urls.picture_path(method_picture_name(name, number), LARGE.width),
                "alt": f"Picture of {article.image.subject} for {method.label.lower()} {number}",
                "steps": method.steps,
            }
            for number, method in enumerate(body.methods, 1)
        ]
        bullets: list[dict[str, Any]] = [
            {"anchor": title, "title": title, "mark": mark, "items": texts}
            for title, mark, texts in (("Tips", "tip", body.tips), ("Warnings", "warning", body.warnings))
            if texts
        ]
        contents = [
            {"anchor": f"section_{number}", "text": f"{method.label} {number}"}
            for number, method in enumerate(body.methods, 1)
        ]
        contents += [{"anchor": section["anchor"], "text": section["title"]} for section in bullets]
        if article.questions:
            contents.append({"anchor": "Questions-and-Answers", "text": "Q&A"})
        contents += [{"anchor": "Related", "text": "Related"}, {"anchor": "References", "text": "References"}]
        lineage = library.lineage(article.categories[0])
        return self._render(
            "article.html",
            article.how_to_title,
            urls.article_path(article.title),
            heading=article.how_to_title,
            bare_title=article.title,
            breadcrumb=[Link("Categories", _NAVIGATION["categories"]), *map(self._category_link, lineage)],
            expert=article.expert,
            helpful=f"{article.helpful_percent}% of {article.votes:,} readers were helped",
            author=self._author(library.authors[article.author]),
            updated=written_out(article.updated),
            picture=urls.ROOT + urls.picture_path(name, LARGE.width),
            subject=article.image.subject,
            introduction=Markup(
                body.introduction_html
            ),  # made by the Markdown renderer, with raw HTML disabled
            contents=contents,
            ingredients=article.ingredients,
            things_needed=article.things_needed,
            methods=methods,
            summary=article.summary,
            bullets=bullets,
            questions=article.questions,
            related=[self._card(library.articles[stem]) for stem in article.related],
            references=article.references,
            first_category=library.categories[article.categories[0]].name,
            views=f"This article has been read {article.views:,} times.",
            categories=[self._category_link(library.categories[name]) for name in article.categories],
        )

    def search(self, query: str, results: Sequence[Article], today: datetime.date) -> str:
        """The results of a query, best first; `today` is the phone's date."""
        cards = []
        for article in results:
            facts = [f"{article.views:,} views", "Updated", age(article.updated, today)]
            if article.expert:
                facts.append("Expert Co-Authored")
            cards.append(self._card(article, facts))
        if query.strip():
            heading = f"No results for “{' '.join(query.split())}”"
            advice = "Try fewer or other words, or look through the categories."
        else:
            heading = "What would you like to learn?"
            advice = (
                "Type a few words into the search bar above, such as the thing that you want to make or mend."
            )
        return self._render(
            "search.html", "Search wikiHow", urls.SEARCH, results=cards, heading=heading, advice=advice
        )

    def author(self, author: Author) -> str:
        """An author's portrait, life and articles."""
        return self._render(
            "author.html",
            author.name,
            urls.author_path(author.name),
            label="Expert Author" if author.expert else "Author",
            author=self._author(author),
            cards=[self._card(article) for article in self._library.by_author(author.id)],
        )

    def category(self, category: Category) -> str:
        """A category with its sub-categories and all their articles."""
        lineage = self._library.lineage(category.id)
        return self._render(
            "category.html",
            category.name,
            urls.category_path(category.name),
            heading=category.name,
            description=category.description,
            breadcrumb=[
                Link("Categories", _NAVIGATION["categories"]),
                *map(self._category_link, lineage[:-1]),
            ],
            children=[self._category_link(child) for child in self._library.children.get(category.id, ())],
            cards=[self._card(article) for article in self._library.in_category(category.id)],
        )

    def category_list(self) -> str:
        """All categories; each top category shows a picture of its most viewed article."""
        tops = self._library.children.get(None, ())
        cards = []
        for category in tops:
            members = self._library.in_category(category.id)
            if members:
                lead = max(members, key=lambda article: article.views)
                note = f"{len(members)} article{'s' if len(members) > 1 else ''}"
                card = self._card(lead, note=note)
                cards.append(card | {"title": category.name, "href": self._category_link(category).href})
        groups = [
            self._category_link(category)._asdict()
            | {"below": [self._category_link(child) for child in self._below(category.id)]}
            for category in tops
        ]
        return self._render(
            "category_list.html", "Categories", urls.CATEGORY_LIST, cards=cards, groups=groups
        )

    def _below(self, category_id: str) -> list[Category]:
        below: list[Category] = []
        for child in self._library.children.get(category_id, ()):
            below += [child, *self._below(child.id)]
        return below

    def home(self) -> str:
        """Featured articles (the most viewed of each top category first), popular ones, and categories."""
        library = self._library
        featured: dict[str, Article] = {}
        for category in library.children.get(None, ()):
            members = [one for one in library.in_category(category.id) if one.stem not in featured]
            lead = max(members, key=lambda article: article.views, default=None)
            if lead is not None and len(featured) < FEATURED_TILES:
                featured[lead.stem] = lead
        rest = [article for article in self._by_views if article.stem not in featured]
        # An even number of articles fills both columns.
        missing = len(featured) % 2
        for article in rest[:missing]:
            featured[article.stem] = article
        return self._render(
            "home.html",
            "wikiHow: home",
            urls.HOME,
            count=len(library.articles),
            featured=[self._card(article) for article in featured.values()],
            popular=[
                self._card(article, [f"{article.views:,} views"]) for article in rest[missing:][:POPULAR_ROWS]
            ],
            categories=[self._category_link(category) for category in library.children.get(None, ())],
        )

    def about(self) -> str:
        """How articles are made, and who writes them."""
        authors = [self._author(author) for author in self._library.authors.values()]
        return self._render("about.html", "About wikiHow", urls.ABOUT, authors=authors)

    def not_found(self, address: str) -> str:
        """The page for an unknown address."""
        return self._render("not_found.html", "Page not found", urls.HOME, address=address)


def portrait_name(author: Author) -> str:
    """File name of an author's portrait, without extension."""
    return f"Portrait-of-{urls.person_page_name(author.name)}"


def method_picture_name(page: str, number: int) -> str:
    """File name of the picture of method `number` on the article page `page`, without extension."""
    return f"{page}-Method-{number}"
