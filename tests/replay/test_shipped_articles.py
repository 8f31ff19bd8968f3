"""The shipped library: without faults, and as large and as varied as promised."""

from mobile_env.replay.body import parse_body, prose
from mobile_env.replay.checking import check_library, words_of
from mobile_env.replay.content import shipped_library, source_folder
from mobile_env.replay.reading import ARTICLE_KEYS, AUTHOR_KEYS, CATEGORY_KEYS


def test_no_faults_near_duplicates_included():
    assert check_library(shipped_library()) == []


def test_size_and_spread():
    library = shipped_library()
    assert len(library.articles) >= 40
    assert len(library.authors) >= 8
    assert len(library.categories) >= 8
    assert len({article.views for article in library.articles.values()}) == len(library.articles)
    for author in library.authors:
        assert library.by_author(author)
    for category in library.categories:
        assert library.in_category(category)


def test_every_article_is_long_enough_and_has_methods_of_steps():
    for article in shipped_library().articles.values():
        body = parse_body(article)
        assert len(words_of(prose(body))) >= 250, article.stem
        assert len(body.methods) >= 2, article.stem
        assert all(len(method.steps) >= 2 for method in body.methods), article.stem


def test_answers_to_questions_are_in_the_text():
    """Task files ask them: at least a word of each answer must be readable on the page."""
    library = shipped_library()
    asked = [article for article in library.articles.values() if article.questions]
    assert len(asked) >= 25
    for article in asked:
        page = set(words_of(prose(parse_body(article)))) | set(words_of(" ".join(article.ingredients)))
        page |= set(words_of(" ".join(article.things_needed)))
        for question in article.questions:
            assert page & set(words_of(question.answer)), (article.stem, question.question)


def test_readme_documents_every_key():
    text = (source_folder("wikihow") / "README.md").read_text()
    for key in {*ARTICLE_KEYS, *AUTHOR_KEYS, *CATEGORY_KEYS}:
        assert f"| `{key}` |" in text, key
