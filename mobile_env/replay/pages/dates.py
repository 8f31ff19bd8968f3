"""Dates as readers see them: relative to the phone's clock in search results, in full on articles."""

from __future__ import annotations

import datetime

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def written_out(day: datetime.date) -> str:
    """`October 3, 2021`, independent of the locale."""
    return f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"


def age(day: datetime.date, today: datetime.date) -> str:
    """Age of `day` in the largest whole unit: `2 years ago`; `today` if the day is in the future."""
    days = (today - day).days
    if days <= 0:
        return "today"
    if days == 1:
        return "yesterday"
    months = (today.year - day.year) * 12 + today.month - day.month - (today.day < day.day)
    for count, unit in ((months // 12, "year"), (months, "month"), (days // 7, "week")):
        if count >= 1:
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return f"{days} days ago"
