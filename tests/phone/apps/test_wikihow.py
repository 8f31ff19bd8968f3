"""The WikiHow app as task files observe it: log lines, structure of screens, places of what published rects watch."""

import pytest
from wikihow_reader import Reader

from mobile_env.phone import Display, Phone
from mobile_env.phone.state.intents import FLAG_ACTIVITY_NEW_TASK, Intent

SITE = "https://www.wikihow.com"
LOBSTER = "How to Bake Lobster Tails"
MAIN = "com.wikihow.wikihowapp/com.wikihow.wikihowapp.MainTabActivity"


# Log.


def test_a_page_load_is_logged_in_both_forms_and_thumbnails_follow(reader):
    reader.open(LOBSTER)
    log = reader.log()
    assert f"mUrl is: {SITE}/Main-Page" in log
    assert f"mUrl is: {SITE}/wikiHowTo?search=Bake+Lobster+Tails" in log
    assert (
        f"WebViewFragment.onCreateView - mUrl: {SITE}/wikiHowTo?search=Bake+Lobster+Tails&wh_an=1&amp=1"
        in log
    )
    assert f"mUrl is: {SITE}/Bake-Lobster-Tails" in log
    assert f"WebViewFragment.onCreateView - mUrl: {SITE}/Bake-Lobster-Tails?wh_an=1&amp=1" in log
    thumbnails = [line for line in log if line.startswith(f"ImageLoader: {SITE}/images/thumb/")]
    assert any("/Bake-Lobster-Tails" in line and line.endswith(".jpg") for line in thumbnails)


def test_links_are_logged_with_their_full_address_anchors_too(reader):
    reader.open(LOBSTER)
    reader.clear_log()
    reader.tap(text="References", clickable="true")
    assert reader.log() == [f"url is: {SITE}/Bake-Lobster-Tails?wh_an=1&amp=1#References"]
    heading = reader.place(reader.node(text="References", clickable="false"))
    assert heading.left < 0.33
    assert heading.top < 0.5


def test_main_activity_stays_in_front(reader):
    reader.open(LOBSTER)
    assert reader.phone.foreground_activity == MAIN


# Frame and toolbar.


def test_frame_ends_with_the_status_bar_background(reader):
    assert reader.path(
        "FrameLayout", "LinearLayout#action_bar_root", "FrameLayout#android:id/content", "DrawerLayout"
    )
    frame = reader.dump()[0]
    assert frame.get("class") == "android.widget.FrameLayout"
    assert frame[-1].get("resource-id") == "android:id/statusBarBackground"
    assert frame[-1].get("class") == "android.view.View"


def test_toolbar(reader):
    (toolbar,) = reader.path("ViewGroup#wikihow_toolbar")
    shown = [
        (n.get("class"), n.get("resource-id"), n.get("content-desc"), n.get("clickable")) for n in toolbar
    ]
    assert shown == [
        ("android.widget.ImageButton", "", "Open navigation drawer", "true"),
        ("android.widget.ImageView", "com.wikihow.wikihowapp:id/wikihow_toolbar_logo", "", "false"),
        ("android.widget.ImageView", "com.wikihow.wikihowapp:id/search_button", "Search", "true"),
    ]
    reader.open(LOBSTER)
    (toolbar,) = reader.path("ViewGroup#wikihow_toolbar")
    assert [n.get("content-desc") for n in toolbar] == [
        "Open navigation drawer",
        "",
        "Search",
        "More options",
    ]


def test_search_bar_stands_where_published_rects_watch_it(reader):
    reader.tap(content_desc="Search")
    reader.phone.type_text("lobster")
    steps = (
        "LinearLayoutCompat#action_search",
        "LinearLayout#search_bar",
        "LinearLayout#search_edit_frame",
        "LinearLayout#search_plate",
    )
    (field,) = reader.path(*steps, "EditText#search_src_text")
    assert field.get("clickable") == "true"
    assert field.get("text") == "lobster"
    (cross,) = reader.path(*steps, "ImageView#search_close_btn")
    assert cross.get("content-desc") == "Clear query"
    place = reader.place(reader.path(steps[0])[0])
    assert place.left >= 0.2439 and place.right <= 0.9085
    assert place.top >= 0.0354 and place.bottom <= 0.1171


def test_query_stays_in_the_bar_and_typing_anew_replaces_it(reader):
    reader.search("lobster tails")
    assert reader.node(resource_id="com.wikihow.wikihowapp:id/search_src_text").get("text") == "lobster tails"
    reader.tap(resource_id="com.wikihow.wikihowapp:id/search_src_text")
    reader.phone.type_text("filet mignon")
    reader.phone.key("ENTER")
    assert reader.node(text="How to Cook Filet Mignon", clickable="true") is not None
    assert f"mUrl is: {SITE}/wikiHowTo?search=filet+mignon" in reader.log()


def test_clear_query(reader):
    reader.search("lobster")
    reader.tap(content_desc="Clear query")
    field = reader.node(resource_id="com.wikihow.wikihowapp:id/search_src_text")
    assert field.get("text") in ("", "Search wikiHow")
    reader.phone.key("BACK")
    reader.phone.key("BACK")
    assert reader.node(resource_id="com.wikihow.wikihowapp:id/search_src_text").get("text") == "lobster"


# Pages.


def test_results_list_each_hit_with_its_facts(reader):
    reader.search("bake lobster tails")
    hit = reader.node(text=LOBSTER)
    assert (hit.get("class"), hit.get("clickable")) == ("android.view.View", "true")
    texts = reader.texts()
    for fact in ("41,446 views", "• ", "Updated", "Expert Co-Authored"):
        assert fact in texts
    assert any(text.endswith(" ago") for text in texts)


def test_article_title_is_a_direct_child_of_section_0_in_its_place(reader):
    reader.open(LOBSTER)
    (title,) = [
        n for n in reader.path("View#content_inner", "View#section_0", "TextView") if n.get("text") == LOBSTER
    ]
    place = reader.place(title)
    assert place.top >= 0.19 and place.bottom <= 0.30
    chain = ("WebView#webView", "#mw-mf-viewport", "#mw-mf-page-center", "#content_wrapper", "#content_inner")
    assert reader.path(*chain)


def test_voting_yes_and_no(reader):
    for answer, words in (
        ("Yes", ("Read more articles", "like this one")),
        ("No", ("sorry", "similar articles")),
    ):
        reader.open(LOBSTER)
        reader.scroll_to("Did this article help you?")
        assert reader.path("View#article_rating_mobile")
        reader.tap(text=answer, class_="android.widget.Button")
        (thanks,) = reader.path(f"View#amp-rate-form-{answer.lower()}", "TextView")
        assert all(word in thanks.get("text") for word in words)
        other = "no" if answer == "Yes" else "yes"
        assert not reader.path(f"View#amp-rate-form-{other}")
        reader.phone.key("BACK")
        reader.phone.key("BACK")


def test_author_page(reader):
    reader.open(LOBSTER)
    reader.tap(text="Marco Bellini", clickable="true")
    assert f"mUrl is: {SITE}/Author/Marco-Bellini" in reader.log()
    steps = ("View#content_wrapper", "View#mw-content-text", "View#authors_container", "Image")
    assert [n.get("text") for n in reader.path(*steps)] == ["Marco Bellini"]
    places = [
        reader.place(n) for n in reader.nodes(text="Marco Bellini") if not n.get("class").endswith("Image")
    ]
    assert any(place.top >= 0.50 and place.bottom <= 0.65 for place in places)


def test_author_names_lose_commas_and_periods_in_addresses(reader):
    reader.open("How to Clean a Keurig with Vinegar")
    reader.tap(text="Lena Marsh, M.Sc.", clickable="true")
    assert f"mUrl is: {SITE}/Author/Lena-Marsh-MSc" in reader.log()


def test_about_page(reader):
    reader.tap(content_desc="Open navigation drawer")
    reader.tap(text="About")
    assert f"mUrl is: {SITE}/wikiHow:Delivering-a-Trustworthy-Experience" in reader.log()
    (head,) = reader.path("View#trustworthy_top", "View#trustworthy_head", "View")
    assert (head.get("text"), head.get("class")) == ("Information You Can Trust", "android.view.View")
    assert any("A Guide to our Editorial Process" in text for text in reader.texts())


def test_category_page_and_category_list(reader):
    reader.open(LOBSTER)
    reader.tap(text="Seafood", clickable="true")
    assert f"mUrl is: {SITE}/Category:Seafood" in reader.log()
    names = [n.get("text") for n in reader.path("View#cat_navigation", "View")]
    assert "Seafood" in names
    assert "Food and Entertaining" not in names, "the category above has no place beside the page's own name"
    assert LOBSTER in reader.texts()
    reader.tap(content_desc="Open navigation drawer")
    reader.tap(text="Categories")
    assert f"mUrl is: {SITE}/Special:Categorylisting" in reader.log()
    steps = ("#cat_navigation", "#section_0", "")
    (top,) = [n for n in reader.path(*steps) if n.get("text") == "Top Categories"]
    place = reader.place(top)
    assert place.top >= 0.10 and place.bottom <= 0.19


def test_random_article(reader):
    reader.tap(content_desc="Open navigation drawer")
    reader.tap(text="Random article")
    log = reader.log()
    assert f"mUrl is: {SITE}/Special:Randomizer" in log
    assert any(text.startswith("How to ") for text in reader.texts())
    assert log[-1].startswith("ImageLoader:") or "mUrl is:" in log[-1]


# Menu, sharing, bookmarks.


def test_overflow_menu_and_bookmarks(reader):
    reader.open(LOBSTER)
    reader.tap(content_desc="More options")
    (row,) = reader.path("LinearLayout#content", "TextView#title")
    assert row.get("text") == "Bookmark"
    place = reader.place(row)
    assert place.left >= 0.46 and place.right <= 0.98 and place.top >= 0.04 and place.bottom <= 0.105
    (share,) = reader.path("TextView#android:id/title")
    assert share.get("text") == "Share article"
    place = reader.place(share)
    assert place.left >= 0.53 and place.right <= 0.86 and place.top >= 0.04 and place.bottom <= 0.10
    reader.tap_node(row)
    reader.tap(content_desc="More options")
    (row,) = reader.path("LinearLayout#content", "TextView#title")
    assert row.get("text") == "Remove bookmark"
    reader.phone.key("BACK")
    reader.tap(content_desc="Open navigation drawer")
    reader.tap(text="Bookmarks")
    assert reader.path("TextView#wikihow_toolbar_title")[0].get("text") == "Bookmarks"
    assert [n.get("text") for n in reader.path("TextView#options_title")] == [LOBSTER]
    reader.tap(text=LOBSTER)
    assert reader.path("View#section_0", "TextView")


def test_share_opens_the_system_share_sheet(reader):
    reader.open(LOBSTER)
    reader.tap(content_desc="More options")
    reader.tap(text="Share article")
    assert reader.phone.activities.foreground.component == "android/com.android.internal.app.ChooserActivity"
    assert reader.phone.foreground_activity == MAIN
    assert any("Bake-Lobster-Tails" in text for text in reader.texts())
    reader.phone.key("BACK")
    assert reader.path("View#section_0", "TextView")


def test_back_walks_the_pages_and_keeps_where_they_were(reader):
    reader.open(LOBSTER)
    reader.scroll_to("Related Articles")
    before = reader.texts()
    related = next(n for n in reader.nodes(clickable="true") if n.get("text", "").startswith("How to "))
    reader.tap_node(related)
    reader.phone.key("BACK")
    assert reader.texts() == before


def test_an_unknown_page_is_a_clear_404(reader):
    reader.phone.activities.start(
        Intent(
            "android.intent.action.VIEW", f"{SITE}/No-Such-Page", component=MAIN, flags=FLAG_ACTIVITY_NEW_TASK
        )
    )
    assert f"mUrl is: {SITE}/No-Such-Page" in reader.log()
    assert not any("Bake" in text for text in reader.texts()[:3])


def test_without_a_network_the_web_view_says_so():
    reader = Reader(Phone())
    reader.tap(content_desc="wikiHow")
    assert any("Webpage not available" in text for text in reader.texts())
    assert any("ERR_INTERNET_DISCONNECTED" in text for text in reader.texts())


def test_a_fetcher_that_breaks_is_told_on_the_page_and_crashes_nothing():
    def broken(url, headers):
        raise ValueError("article.md:3: no title")

    reader = Reader(Phone(fetch=broken))
    reader.tap(content_desc="wikiHow")
    assert any("article.md:3: no title" in text for text in reader.texts())


@pytest.mark.parametrize("entry", ["Home", "Random article", "Categories", "Bookmarks", "About"])
def test_drawer_entries(reader, entry):
    reader.tap(content_desc="Open navigation drawer")
    assert entry in reader.texts()


def test_drawer_rows_stay_within_the_drawer(reader):
    reader.tap(content_desc="Open navigation drawer")
    drawer = reader.place(reader.path("#nav_view")[0])
    rows = [reader.place(row) for row in reader.path("#nav_view", "LinearLayoutCompat")]
    assert len(rows) == 5
    for row in rows:
        assert drawer.left <= row.left < row.right <= drawer.right


def test_a_long_query_stays_within_its_line(reader):
    phone = reader.phone
    reader.tap(content_desc="Search")
    phone.type_text("light")
    field = reader.place(reader.node(resource_id="com.wikihow.wikihowapp:id/search_src_text"))
    short = phone.screenshot()
    phone.type_text(" fixtures that hang from a ceiling and need a pole")
    long = phone.screenshot()
    changed = (short != long).any(axis=2).nonzero()
    width, height = phone.display.width_px, phone.display.height_px
    assert field.left <= changed[1].min() / width and changed[1].max() / width <= field.right
    assert field.top <= changed[0].min() / height and changed[0].max() / height <= field.bottom
    # It is edited at its end, and the end shows.
    phone.type_text("!")
    assert (phone.screenshot() != long).any()


@pytest.mark.parametrize("size", [(360, 800, 160), (720, 1280, 320), (1080, 1920, 420), (1440, 3200, 560)])
def test_menu_stands_where_published_rects_watch_it_on_other_displays(reader, size):
    other = Reader(Phone(Display(*size), fetch=reader.phone.fetch))
    other.tap(content_desc="wikiHow")
    other.open(LOBSTER)
    other.tap(content_desc="More options")
    row = other.place(other.path("LinearLayout#content", "TextView#title")[0])
    assert row.left >= 0.46 and row.right <= 0.98
    share = other.place(other.path("TextView#android:id/title")[0])
    assert share.left >= 0.53 and share.right <= 0.86
