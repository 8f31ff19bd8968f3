"""The site as a fetcher: addresses, redirects, times, pictures, determinism."""

import datetime
import hashlib
import os
import subprocess
import sys
from functools import partial
from urllib.parse import urljoin

import lxml.html
import pytest

from mobile_env.replay import urls
from mobile_env.replay.content import fetcher_for
from mobile_env.replay.pages.dates import age, written_out
from mobile_env.replay.phone_time import request_time
from mobile_env.replay.site import WikiHowSite
from mobile_env.replay.sites import shipped_library

ROOT = "https://www.wikihow.com"
LOBSTER = f"{ROOT}/Bake-Lobster-Tails"


def page(site, url, headers=None):
    response = site(url, headers or {})
    assert response.status == 200, url
    return lxml.html.document_fromstring(response.body.decode())


@pytest.mark.parametrize(
    "url",
    [
        f"{LOBSTER}?wh_an=1&amp=1",
        f"{LOBSTER}?wh_an=1&amp=1#References",
        "http://wikihow.com:80/Bake-Lobster-Tails",
        "HTTPS://WWW.WIKIHOW.COM/Bake%2DLobster-Tails",
    ],
)
def test_marks_fragments_and_spellings_lead_to_the_same_page(site, url):
    assert site(url, {}) == site(LOBSTER, {})


def test_headers_tell_kind_and_length(site):
    response = site(LOBSTER, {})
    assert response.header("content-type") == "text/html; charset=utf-8"
    assert int(response.header("content-length")) == len(response.body)


@pytest.mark.parametrize(
    "url",
    [
        f"{ROOT}/No-Such-Page",
        f"{ROOT}/bake-lobster-tails",
        f"{ROOT}/Category:Nothing",
        f"{ROOT}/../../etc/passwd",
        f"{ROOT}/images/thumb/0/00/Bake-Lobster-Tails.jpg/240px-Bake-Lobster-Tails.jpg",
        ROOT + urls.picture_path("Bake-Lobster-Tails", 241),
        ROOT + urls.picture_path("Bake-Lobster-Tails-Method-99", 480),
        ROOT + urls.picture_path("Bake-Lobster-Tails-Method-0", 480),
        ROOT + urls.picture_path("Portrait-of-Nobody", 240),
        "https://www.example.org/practical-cooking/collagen",
        "https://[broken",
        "",
        "not a url",
    ],
)
def test_unknown_addresses_answer_404_with_a_page(site, url):
    response = site(url, {})
    assert response.status == 404
    document = lxml.html.document_fromstring(response.body.decode())
    assert document.findtext(".//h1") == "This page does not exist"


def test_address_is_escaped_on_the_404_page(site):
    assert b"<script" not in site(f"{ROOT}/<script>alert(1)</script>", {}).body


def test_root_redirects_home(site):
    response = site(ROOT, {})
    assert (response.status, response.header("Location")) == (301, f"{ROOT}/Main-Page")


def test_random_article_depends_on_seed_and_phone_time_alone():
    one, other = fetcher_for("wikihow", 1), fetcher_for("wikihow", 2)
    same = partial(WikiHowSite(shipped_library()), seed=1)
    times = [{"X-Phone-Time": str(1697384040 + seconds)} for seconds in range(12)]
    first = [one(f"{ROOT}/Special:Randomizer?wh_an=1&amp=1", time) for time in times]
    again = [same(f"{ROOT}/Special:Randomizer", time) for time in reversed(times)][::-1]
    assert first == again
    assert {response.status for response in first} == {302}
    assert len({response.header("Location") for response in first}) > 4
    assert first != [other(f"{ROOT}/Special:Randomizer", time) for time in times]
    assert all(one(response.header("Location"), {}).status == 200 for response in first)


def test_request_time():
    start = datetime.datetime(2023, 10, 15, 15, 34, tzinfo=datetime.UTC)
    assert request_time({}) == start
    assert request_time({"x-phone-time": str(start.timestamp() + 60)}) == start + datetime.timedelta(
        minutes=1
    )
    assert request_time({"Date": "Tue, 02 Jan 2024 03:04:05 GMT"}).isoformat() == "2024-01-02T03:04:05+00:00"
    for bad in (
        {"X-Phone-Time": "soon"},
        {"X-Phone-Time": "1e300"},
        {"X-Phone-Time": "nan"},
        {"Date": "whenever"},
    ):
        assert request_time(bad) == start


@pytest.mark.parametrize(
    ("updated", "told"),
    [
        ("2023-10-16", "today"), ("2023-10-15", "today"), ("2023-10-14", "yesterday"),
        ("2023-10-12", "3 days ago"),
        ("2023-10-08", "1 week ago"), ("2023-09-17", "4 weeks ago"), ("2023-09-15", "1 month ago"),
        ("2022-10-16", "11 months ago"), ("2022-10-15", "1 year ago"), ("2021-10-16", "1 year ago"),
        ("2021-10-15", "2 years ago"), ("2018-01-01", "5 years ago"),
    ],
)  # fmt: skip
def test_age(updated, told):
    assert age(datetime.date.fromisoformat(updated), datetime.date(2023, 10, 15)) == told


def test_date_written_out():
    assert written_out(datetime.date(2021, 10, 3)) == "October 3, 2021"


def test_ages_in_results_follow_the_phone_clock(site):
    url = f"{ROOT}/wikiHowTo?search=bake+lobster+tails"
    assert "1 year ago" in page(site, url).text_content()
    later = page(site, url, {"X-Phone-Time": "1893456000"}).text_content()  # 2030-01-01
    assert "8 years ago" in later


def test_query_is_decoded_and_escaped(site):
    plain = site(f"{ROOT}/wikiHowTo?search=cook%20filet+mignon&wh_an=1&amp=1", {})
    assert plain == site(f"{ROOT}/wikiHowTo?search=cook+filet+mignon", {})
    hostile = page(site, f"{ROOT}/wikiHowTo?search=%3Cscript%3Ezzz%3C%2Fscript%3E")
    assert hostile.findall(".//script") == []
    assert hostile.findtext(".//h1") == "No results for “<script>zzz</script>”"


@pytest.mark.parametrize("query", ["", "%20%20"])
def test_empty_query_asks_for_words(site, query):
    document = page(site, f"{ROOT}/wikiHowTo?search={query}")
    assert document.findtext(".//h1") == "What would you like to learn?"


def test_every_link_and_picture_of_every_page_resolves(site):
    checked = set()
    for path in [*site.page_paths, "/wikiHowTo?search=clean", "/wikiHowTo?search=zzz"]:
        address = ROOT + path
        document = page(site, address)
        anchors = {element.get("id") for element in document.iter() if element.get("id")}
        for link in document.iter("a"):
            target = link.get("href")
            if target.startswith("#"):
                assert target[1:] in anchors, (path, target)
                continue
            if urls.normalise(urljoin(address, target)).host == urls.HOST:
                checked.add(target)
        checked.update(image.get("src") for image in document.iter("img"))
    assert len(checked) > 150
    for target in sorted(checked):
        assert site(target, {}).status in (200, 302), target


def test_ids_of_a_page_are_unique(site):
    for path in site.page_paths:
        ids = [element.get("id") for element in page(site, ROOT + path).iter() if element.get("id")]
        assert len(ids) == len(set(ids)), path


def test_pictures_tell_their_real_size_and_are_small(site):
    import cv2
    import numpy as np

    for path in ("/Bake-Lobster-Tails", "/Main-Page", "/Author/Lena-Marsh-MSc"):
        for image in page(site, ROOT + path).iter("img"):
            response = site(image.get("src"), {})
            assert response.header("Content-Type") == "image/jpeg"
            assert len(response.body) <= 15 * 1024
            height, width = cv2.imdecode(np.frombuffer(response.body, np.uint8), 1).shape[:2]
            shown = int(image.get("width")) / int(image.get("height"))
            assert shown == pytest.approx(width / height, rel=0.01)


def test_picture_path_is_laid_out_by_the_md5_of_its_name():
    digest = hashlib.md5(b"Bake-Lobster-Tails.jpg").hexdigest()
    assert (
        urls.picture_path("Bake-Lobster-Tails", 240)
        == f"/images/thumb/{digest[0]}/{digest[:2]}/Bake-Lobster-Tails.jpg/240px-Bake-Lobster-Tails.jpg"
    )


@pytest.mark.parametrize(
    ("title", "path"),
    [
        ("Bake Lobster Tails", "/Bake-Lobster-Tails"),
        ("Is It 50% Off? #1", "/Is-It-50%25-Off%3F-%231"),
        ("Brew Café Crème", "/Brew-Caf%C3%A9-Cr%C3%A8me"),
    ],
)
def test_article_path_survives_normalisation(title, path):
    assert urls.article_path(title) == path
    assert urls.normalise(ROOT + path).path == "/" + title.replace(" ", "-")


def test_author_page_name_drops_commas_and_periods():
    assert urls.author_path("Lena Marsh, M.Sc.") == "/Author/Lena-Marsh-MSc"


def test_fetcher_by_name():
    assert fetcher_for("wikihow") is fetcher_for("wikihow")
    assert fetcher_for("wikihow")(LOBSTER, {}).status == 200
    with pytest.raises(ValueError, match=r"no content is named 'wikipedia' \(known: wikihow; or name"):
        fetcher_for("wikipedia")


def test_same_bytes_in_another_process(site):
    program = """
import hashlib
from mobile_env.replay.content import fetcher_for
site, digest = fetcher_for("wikihow"), hashlib.sha256()
for path in {paths!r}:
    digest.update(repr(site("https://www.wikihow.com" + path, {{}})).encode())
print(digest.hexdigest())
"""
    paths = [
        *site.page_paths[:40],
        "/wikiHowTo?search=clean",
        "/Special:Randomizer",
        urls.picture_path("Bake-Lobster-Tails", 480),
    ]
    digest = hashlib.sha256()
    for path in paths:
        digest.update(repr(site(ROOT + path, {})).encode())
    environment = {**os.environ, "PYTHONHASHSEED": "12345", "TZ": "Asia/Tokyo"}
    other = subprocess.run(
        [sys.executable, "-c", program.format(paths=paths)],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert other.stdout.strip() == digest.hexdigest()
