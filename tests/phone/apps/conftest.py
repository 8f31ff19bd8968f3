"""A phone with the WikiHow app open on its home page."""

import pytest
from wikihow_reader import Reader

from mobile_env.phone import Display, Phone
from mobile_env.replay.content import fetcher_for


@pytest.fixture
def reader() -> Reader:
    phone = Phone(Display(1080, 1920, 400), fetch=fetcher_for("wikihow", seed=0))
    reader = Reader(phone)
    reader.tap(content_desc="wikiHow")
    return reader
