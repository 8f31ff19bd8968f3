"""What time it is for the phone that asks."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

#: When the embedded phone's clock starts; what requests without a time are answered for.
DEFAULT_TIME = datetime.datetime(2023, 10, 15, 15, 34, tzinfo=datetime.UTC)


def http_date(text: str) -> datetime.datetime | None:
    """An HTTP date (RFC 9110, 5.6.7); None if it is none, such as the `0` of many an Expires."""
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)


def request_time(headers: Mapping[str, str]) -> datetime.datetime:
    """The phone's clock as its request tells it.

    `X-Phone-Time` (seconds since 1970) goes before `Date`. Without a readable one it is the start of the
    phone's clock, never the time of this machine.
    """
    fields = {name.lower(): value for name, value in headers.items()}
    try:
        if "x-phone-time" in fields:
            return datetime.datetime.fromtimestamp(float(fields["x-phone-time"]), datetime.UTC)
    except (ValueError, OverflowError, OSError):
        return DEFAULT_TIME
    return http_date(fields.get("date", "")) or DEFAULT_TIME
