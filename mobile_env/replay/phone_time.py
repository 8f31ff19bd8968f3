"""The time of the phone that sends a request."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

#: Start time of the embedded phone's clock; used for requests without a time.
DEFAULT_TIME = datetime.datetime(2023, 10, 15, 15, 34, tzinfo=datetime.UTC)


def http_date(text: str) -> datetime.datetime | None:
    """Parses an HTTP date (RFC 9110, 5.6.7). Returns None for invalid dates, such as the common `Expires:
    0`."""
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)


def request_time(headers: Mapping[str, str]) -> datetime.datetime:
    """Returns the time of the phone's clock, as stated in its request.

    `X-Phone-Time` (seconds since 1970) takes precedence over `Date`. Without a readable time, the result is the
    start of the phone's clock, never the time of this machine.
    """
    fields = {name.lower(): value for name, value in headers.items()}
    try:
        if "x-phone-time" in fields:
            return datetime.datetime.fromtimestamp(float(fields["x-phone-time"]), datetime.UTC)
    except (ValueError, OverflowError, OSError):
        return DEFAULT_TIME
    return http_date(fields.get("date", "")) or DEFAULT_TIME
