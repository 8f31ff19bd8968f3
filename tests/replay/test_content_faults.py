"""Faults in sources: each is told with file, line, and how to mend it."""

import pytest

from mobile_env.replay.checking import check_library
from mobile_env.replay.faults import ContentError
from mobile_env.replay.reading import load_library

FERN = "articles/water-a-fern.md"
SCHEMA_FAULTS = [
    (FERN, "title: Water a Fern\n", "", 2, "missing key `title` in the front matter (add text)"),
    (FERN, "title: Water a Fern", "title:", 2, "`title` is empty"),
    (
        FERN,
        "title: Water a Fern",
        "title: Water Two Ferns",
        2,
        "does not go with the file's name (name it water-two",
    ),
    (
        FERN,
        "title: Water a Fern",
        "titel: Water a Fern",
        2,
        "unknown key `titel` in the front matter (did you mean `title`?)",
    ),
    (FERN, "author: ada", "author: adda", 3, "unknown author `adda` (did you mean `ada`?)"),
    (FERN, "author: ada", "author: ada\nauthor: bo", 4, "key `author` is given twice"),
    (FERN, "expert: true", "expert: often", 4, "`expert` is 'often' (must be true or false)"),
    (FERN, "2021-05-09", "May 2021", 5, "`updated` is 'May 2021' (must be a date such as 2021-05-09)"),
    (FERN, "views: 41458", "views: 1.5", 6, "`views` is 1.5 (must be an integer"),
    (FERN, "views: 41458", "views: true", 6, "`views` is True (must be an integer"),
    (FERN, "views: 41458", "views: -3", 6, "`views` is -3 (must be from 1 to"),
    (
        FERN,
        "[plants, home]",
        "[plant, home]",
        7,
        "unknown name `plant` in `categories` (did you mean `plants`?)",
    ),
    (FERN, "[plants, home]", "[]", 7, "`categories` has 0 entries (must have 1 to 3)"),
    (FERN, "[plants, home]", "plants", 7, "`categories` is 'plants' (must be a list of 1 to 3)"),
    (FERN, "helpful: 92", "helpful: 192", 8, "`helpful` is 192 (must be from 0 to 100)"),
    (
        FERN,
        "{helpful: 92, votes: 1200}",
        "92",
        8,
        "`rating` must be a mapping of keys (keys: helpful, votes)",
    ),
    (FERN, "subject: plant", "subject: fern", 10, "unknown subject `fern`"),
    (FERN, '"#E4F0DA"', "green", 10, "`background` is 'green' (must be a quoted colour"),
    (FERN, "[a can, water]", "[a can, [water]]", 11, "`things_needed` is not text"),
    (
        FERN,
        "things_needed: [a can, water]",
        "things_needed: [a]\ningredients: [b]",
        12,
        "has both `things_needed` and",
    ),
    (
        FERN,
        "fold-a-map",
        "fold-a-mop",
        12,
        "unknown name `fold-a-mop` in `related` (did you mean `fold-a-map`?)",
    ),
    (FERN, "fold-a-map", "fry-an-egg", 12, "`fry-an-egg` is in `related` twice (keep one)"),
    (FERN, "fold-a-map", "water-a-fern", 12, "an article is related to itself"),
    (
        FERN,
        "https://www.example.org/source",
        "example.org",
        14,
        "`url` is 'example.org' (must be an http(s) URL)",
    ),
    (FERN, "text: A source", "texts: A source", 14, "unknown key `texts` in an entry of `references`"),
    (FERN, "    answer: 220\n", "", 16, "missing key `answer` in an entry of `qa`"),
    (FERN, "summary: Water", "summary: Note: Water", 9, "not YAML: mapping values are not allowed"),
    (FERN, "---\ntitle", "title", 1, "no front matter (begin with `---`"),
    ("authors.yaml", "id: bo", "id: ada", 2, "author `ada` is given twice"),
    (
        "authors.yaml",
        "Bo Reyes",
        "Ada Lind Ph.D",
        2,
        "shares the page `Author/Ada-Lind-PhD` with author `ada`",
    ),
    ("authors.yaml", "role: Cook, ", "", 2, "missing key `role` in an author"),
    ("categories.yaml", "parent: home", "parent: hom", 2, "unknown parent `hom` (did you mean `home`?)"),
    ("categories.yaml", "parent: null", "parent: plants", 1, "category `home` is below itself"),
    ("categories.yaml", "House Plants", "Home and Garden", 2, "a second category is named 'Home and Garden'"),
]
BODY_FAULTS = [
    (FERN, "An introduction to", "## Method 9\n\nAn introduction to", 19, "no introduction (begin with a"),
    (FERN, "## Method 2: By Machine", "## Method 3: By Machine", 27, "`Method 3` is number 2 of the article"),
    (FERN, "## Method 2: By Machine", "## Afterthoughts", 27, "unknown section `Afterthoughts`"),
    (FERN, "**Headline Waf 2.** ", "", 24, "a step has no headline (write `1. **Headline.** Text.`)"),
    (FERN, "- Take care of WaF.", "Take care.", 33, "`Tips` has no entries (add `- Text.`)"),
    (FERN, "- Take care", "- ![leaf](leaf.png) Take care", 35, "a picture in the text"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "line", "message"), SCHEMA_FAULTS)
def test_schema_fault_is_told_with_its_place(spoil, name, old, new, line, message):
    folder = spoil(name, old, new)
    with pytest.raises(ContentError) as caught:
        load_library(folder)
    told = [str(fault) for fault in caught.value.faults]
    place = f"{folder / name}:{line}: "
    assert any(text.startswith(place) and message in text for text in told), "\n".join(told)


@pytest.mark.parametrize(("name", "old", "new", "line", "message"), BODY_FAULTS)
def test_body_fault_is_told_with_its_place(spoil, name, old, new, line, message):
    folder = spoil(name, old.replace("Waf", "WaF"), new)
    told = [str(fault) for fault in check_library(load_library(folder))]
    place = f"{folder / name}:{line}: "
    assert any(text.startswith(place) and message in text for text in told), "\n".join(told)


def test_sources_of_the_fixture_are_without_faults(sources):
    library = load_library(sources)
    assert check_library(library) == []
    assert library.articles["water-a-fern"].questions[0].answer == "220"


def test_all_faults_are_told_at_once(spoil):
    spoil(FERN, "author: ada", "author: adda")
    folder = spoil("articles/fry-an-egg.md", "title: Fry an Egg\n", "")
    with pytest.raises(ContentError) as caught:
        load_library(folder)
    assert [fault.path.name for fault in caught.value.faults] == ["fry-an-egg.md", "water-a-fern.md"]
    assert str(caught.value).count("\n") == 1


def test_missing_folder_and_files_are_named(tmp_path):
    with pytest.raises(ContentError) as caught:
        load_library(tmp_path / "nowhere")
    text = str(caught.value)
    assert "authors.yaml:1: cannot be read: No such file" in text
    assert "articles:1: no articles" in text


def test_file_that_is_not_utf8(sources):
    (sources / FERN).write_bytes(b"---\ntitle: \xff\xfe\n---\n")
    with pytest.raises(ContentError, match=r"water-a-fern\.md:1: is not UTF-8 at byte 11"):
        load_library(sources)


def test_duplicate_title(sources):
    twin = (sources / FERN).read_text()
    (sources / "articles" / "water-a-fern-.md").write_text(twin)
    with pytest.raises(ContentError) as caught:
        load_library(sources)
    assert any(
        fault.path.name == "water-a-fern.md"
        and "duplicate title 'Water a Fern' (water-a-fern-.md has it" in str(fault)
        for fault in caught.value.faults
    ), str(caught.value)


def test_short_body(spoil):
    folder = spoil(FERN, "## Method 2: By Machine", "## Tips\n\n- Ok.\n\n## Tips")
    text = (folder / FERN).read_text()
    (folder / FERN).write_text(text[: text.index("2. **Headline")])
    told = [str(fault) for fault in check_library(load_library(folder))]
    assert any("too short: " in text and "write 250 or more" in text for text in told)
    assert any("1 method (write 2 or more" in text for text in told)


def test_near_duplicate_is_told_with_a_sample(sources):
    fern = (sources / FERN).read_text()
    passage = fern[fern.index("WaF0") : fern.index("WaF30")]
    egg = sources / "articles" / "fry-an-egg.md"
    egg.write_text(egg.read_text().replace("An introduction to", passage + " An introduction to"))
    (fault,) = check_library(load_library(sources))
    assert fault.path.name == "water-a-fern.md"
    assert "near duplicate of fry-an-egg.md: 26 shared runs of 5 words" in fault.what
    assert "for example `waf0 waf1 waf2 waf3 waf4`" in fault.mend


def test_article_that_nothing_leads_to(sources):
    for path in (sources / "articles").glob("*.md"):
        path.write_text(path.read_text().replace("[water-a-fern, ", "["))
    (fault,) = check_library(load_library(sources))
    assert (fault.path.name, fault.what) == ("water-a-fern.md", "no article is related to this one")
