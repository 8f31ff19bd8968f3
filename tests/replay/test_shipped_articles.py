"""The shipped library: without faults, and as large and as varied as promised."""

import re
from collections import Counter

from mobile_env.replay.body import parse_body, prose
from mobile_env.replay.checking import check_library, words_of
from mobile_env.replay.reading import ARTICLE_KEYS, AUTHOR_KEYS, CATEGORY_KEYS
from mobile_env.replay.sites import shipped_library, source_folder


def test_no_faults_near_duplicates_included():
    assert check_library(shipped_library()) == []


def test_size_and_spread():
    library = shipped_library()
    articles = library.articles.values()
    assert len(articles) >= 124
    assert len(library.authors) >= 20
    assert len(library.categories) >= 22
    assert len({article.views for article in articles}) == len(articles)
    assert sum(bool(article.ingredients) for article in articles) >= 35
    assert sum(bool(article.things_needed) for article in articles) >= 60


def test_authors_have_work_and_only_experts_are_called_so():
    library = shipped_library()
    for author in library.authors.values():
        assert len(library.by_author(author.id)) >= 4, author.id
        if not author.expert:
            assert not any(article.expert for article in library.by_author(author.id)), author.id


def test_categories_reach_three_levels_and_leaves_are_filled():
    library = shipped_library()
    assert {len(library.lineage(category)) for category in library.categories} == {1, 2, 3}
    for category in library.categories:
        if not library.children.get(category):
            assert len(library.in_category(category)) >= 3, category


def test_related_articles_are_dense():
    articles = shipped_library().articles
    targets = Counter(stem for article in articles.values() for stem in article.related)
    assert [stem for stem in articles if targets[stem] < 2] == []


def test_no_sentence_stands_in_two_articles():
    seen: dict[str, str] = {}
    for article in shipped_library().articles.values():
        for sentence in re.split(r"(?<=[.!?])\s+", prose(parse_body(article))):
            if len(words_of(sentence)) >= 5:
                assert seen.setdefault(sentence, article.stem) == article.stem, sentence


def test_every_article_is_long_enough_and_has_methods_of_steps():
    for article in shipped_library().articles.values():
        body = parse_body(article)
        assert len(words_of(prose(body))) >= 260, article.stem
        assert len(body.methods) >= 2, article.stem
        assert all(len(method.steps) >= 2 for method in body.methods), article.stem


def test_answers_to_questions_are_in_the_text():
    """Task files ask them: at least a word of each answer must be readable on the page."""
    library = shipped_library()
    asked = [article for article in library.articles.values() if article.questions]
    assert len(asked) >= 100
    for article in asked:
        page = set(words_of(prose(parse_body(article)))) | set(words_of(" ".join(article.ingredients)))
        page |= set(words_of(" ".join(article.things_needed)))
        for question in article.questions:
            assert page & set(words_of(question.answer)), (article.stem, question.question)


def test_readme_documents_every_key():
    text = (source_folder("wikihow") / "README.md").read_text()
    for key in {*ARTICLE_KEYS, *AUTHOR_KEYS, *CATEGORY_KEYS}:
        assert f"| `{key}` |" in text, key
