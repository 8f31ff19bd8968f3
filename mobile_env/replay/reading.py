"""Reads a directory of Markdown and YAML files into a `Library`. One pass finds every fault."""

from __future__ import annotations

from pathlib import Path

from mobile_env.host_files import read_regular
from mobile_env.replay.articles import Article, Author, Category, Illustration, Library, Question, Reference
from mobile_env.replay.faults import ContentError, ContentFault
from mobile_env.replay.front_matter import Record, Report, read_yaml
from mobile_env.replay.urls import file_stem, person_page_name
from mobile_env.suggestions import nearest

MOST_BYTES = 8 << 20
"""The largest source file that is read."""

AUTHOR_KEYS = ("id", "name", "role", "bio", "expert")
CATEGORY_KEYS = ("id", "name", "parent", "description")
ARTICLE_KEYS = (
    "title", "author", "expert", "updated", "views", "categories", "rating", "summary", "image",
    "things_needed", "ingredients", "related", "references", "qa",
)  # fmt: skip

#: Possible subjects of pictures; `illustrations` draws each of them.
SUBJECT_NAMES = (
    "bicycle", "book", "bowl", "brush", "cake", "car", "cat", "chair", "clock", "cup", "dog",
    "fish", "guitar", "house", "letter", "pan", "phone", "plant", "shirt", "shoe", "tree",
)  # fmt: skip


def load_library(root: Path) -> Library:
    """Read `root/authors.yaml`, `root/categories.yaml` and `root/articles/*.md`.

    The Markdown below the front matter stays text; `body.parse_body` parses it when a page needs it.

    Raises:
        ContentError: the sources have faults; contains all faults of all files, as `file:line: what (how to
          fix it)`.
    """
    faults: list[ContentFault] = []
    authors = _read_authors(root / "authors.yaml", faults.append)
    categories = _read_categories(root / "categories.yaml", faults.append)
    paths = sorted((root / "articles").glob("*.md"))
    if not paths:
        faults.append(ContentFault(root / "articles", 1, "no articles", "add Markdown files `<title>.md`"))
    stems = [path.stem for path in paths]
    articles: dict[str, Article] = {}
    for path in paths:
        article = _read_article(path, tuple(authors), tuple(categories), stems, faults.append)
        if article is not None:
            articles[path.stem] = article
    _report_shared_pages(articles, faults.append)
    if faults:
        raise ContentError(faults)
    return Library(articles, authors, categories)


def _read_text(path: Path, report: Report) -> str | None:
    try:
        return read_regular(path, MOST_BYTES).decode("utf-8-sig")
    except OSError as error:
        report(ContentFault(path, 1, f"cannot be read: {error.strerror}", "add the file"))
    except UnicodeDecodeError as error:
        report(ContentFault(path, 1, f"is not UTF-8 at byte {error.start}", "save it as UTF-8"))
    return None


def _read_records(path: Path, what: str, keys: tuple[str, ...], report: Report) -> list[Record]:
    text = _read_text(path, report)
    if text is None:
        return []
    source = read_yaml(text, path, 1, report)
    if source is None:
        return []
    if not isinstance(source.value, list):
        report(source.fault(f"must be a list of {what}s", f"each with the keys {', '.join(keys)}"))
        return []
    return [
        Record(item, f"an {what}" if what[0] in "ae" else f"a {what}", keys, report) for item in source.value
    ]


def _read_authors(path: Path, report: Report) -> dict[str, Author]:
    authors: dict[str, Author] = {}
    pages: dict[str, str] = {}
    for record in _read_records(path, "author", AUTHOR_KEYS, report):
        author = Author(
            id=record.text("id"), name=record.text("name"), role=record.text("role"), bio=record.text("bio"),
            expert=record.flag("expert", optional=True),
        )  # fmt: skip
        if author.id in authors:
            record.fault("id", f"author `{author.id}` is given twice", "give it another id")
        page = person_page_name(author.name)
        if page in pages:
            record.fault(
                "name", f"shares the page `Author/{page}` with author `{pages[page]}`", "change a name"
            )
        pages[page] = author.id
        authors[author.id] = author
    return authors


def _read_categories(path: Path, report: Report) -> dict[str, Category]:
    categories: dict[str, Category] = {}
    records: dict[str, Record] = {}
    for record in _read_records(path, "category", CATEGORY_KEYS, report):
        category = Category(
            id=record.text("id"), name=record.text("name"), description=record.text("description"),
            parent=record.optional_text("parent"),
        )  # fmt: skip
        if category.id in categories:
            record.fault("id", f"category `{category.id}` is given twice", "give it another id")
        if any(category.name == other.name for other in categories.values()):
            record.fault("name", f"a second category is named {category.name!r}", "give it another name")
        categories[category.id] = category
        records[category.id] = record
    for category in list(categories.values()):
        if category.parent is not None and category.parent not in categories:
            records[category.id].fault(
                "parent", f"unknown parent `{category.parent}`", nearest(category.parent, tuple(categories))
            )
            continue
        seen = {category.id}
        parent = category.parent
        while parent is not None and parent in categories:
            if parent in seen:
                records[category.id].fault(
                    "parent", f"category `{category.id}` is below itself", "mend parent"
                )
                break
            seen.add(parent)
            parent = categories[parent].parent
    return categories


def _read_article(
    path: Path, authors: tuple[str, ...], categories: tuple[str, ...], stems: list[str], report: Report
) -> Article | None:
    text = _read_text(path, report)
    if text is None:
        return None
    text = text.replace("\r\n", "\n")
    end = text.find("\n---\n", 3)
    if not text.startswith("---\n") or end < 0:
        report(ContentFault(path, 1, "no front matter", "begin with `---`, the keys, and `---`"))
        return None
    source = read_yaml(text[4:end], path, 2, report)
    if source is None:
        return None
    record = Record(source, "the front matter", ARTICLE_KEYS, report)
    rating = record.record("rating", ("helpful", "votes"))
    image = record.record("image", ("subject", "background"))
    if record.has("things_needed") and record.has("ingredients"):
        record.fault("ingredients", "has both `things_needed` and `ingredients`", "keep one")
    related = record.names("related", stems, 3, 5)
    if path.stem in related:
        record.fault("related", "an article is related to itself", "name others")
    title = record.text("title")
    if title and path.stem != file_stem(title):
        record.fault(
            "title", f"title {title!r} does not go with the file's name", f"name it {file_stem(title)}.md"
        )
    return Article(
        stem=path.stem,
        path=path,
        title=title,
        author=record.name("author", authors),
        expert=record.flag("expert"),
        updated=record.date("updated"),
        views=record.integer("views", 1, 10**9),
        categories=record.names("categories", categories, 1, 3),
        helpful_percent=rating.integer("helpful", 0, 100),
        votes=rating.integer("votes", 0, 10**8),
        summary=record.text("summary"),
        image=Illustration(
            image.name("subject", SUBJECT_NAMES),
            image.pattern("background", "#[0-9A-Fa-f]{6}", 'a quoted colour such as "#F5E6D3"', "#EEEEEE"),
        ),
        related=related,
        references=tuple(
            Reference(
                entry.text("text"),
                entry.pattern("url", r"https?://\S+", "an http(s) URL", "https://example.org/"),
            )
            for entry in record.records("references", ("text", "url"), 1, 20)
        ),
        things_needed=record.texts("things_needed", 1, 40, optional=True),
        ingredients=record.texts("ingredients", 1, 40, optional=True),
        questions=tuple(
            Question(entry.text("question"), entry.text("answer"))
            for entry in record.records("qa", ("question", "answer"), 1, 10, optional=True)
        ),
        markdown=text[end + 5 :],
        body_line=text.count("\n", 0, end + 5) + 1,
    )


def _report_shared_pages(articles: dict[str, Article], report: Report) -> None:
    """Reports titles that differ only in case or punctuation, because they would share one address."""
    pages: dict[str, Article] = {}
    for article in articles.values():
        first = pages.setdefault(file_stem(article.title), article)
        if first is not article and article.title:
            report(
                ContentFault(
                    article.path, 2, f"duplicate title {article.title!r}", f"{first.path.name} has it already"
                )
            )
