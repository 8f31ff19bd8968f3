"""Conversations and messages as this app sees them, which the provider of messages keeps, and names of contacts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mobile_env.phone.sdk import Context

SENT, FAILED = 2, 5
"""Types of android.provider.Telephony.Sms."""
_THREADS = "content://mms-sms/conversations"
_MATCHING_DIGITS = 7


def _digits(number: str) -> str:
    return "".join(each for each in number if each.isdigit())


def same_number(one: str, other: str) -> bool:
    """Whether two addresses are one number, however it is written."""
    first, second = _digits(one), _digits(other)
    if min(len(first), len(second)) < _MATCHING_DIGITS:
        return one == other or (first == second != "" and not any(map(str.isalpha, one + other)))
    return first[-_MATCHING_DIGITS:] == second[-_MATCHING_DIGITS:]


class Names:
    """Names of contacts by phone number, as they are now."""

    def __init__(self, app: Context) -> None:
        self.phones = app.content.query("content://com.android.contacts/data/phones")
        self._names: dict[str, str] = {}
        for row in self.phones:
            self._names.setdefault(
                _digits(str(row.number or ""))[-_MATCHING_DIGITS:], str(row.display_name or "")
            )

    def of(self, address: str) -> str:
        """The name of who has a number; the number itself if nobody has."""
        digits = _digits(address)
        found = self._names.get(digits[-_MATCHING_DIGITS:]) if digits else None
        return found or address


def conversations(app: Context, *, archived: bool = False, text: str = "") -> list[dict[str, Any]]:
    """The conversations, newest first; with a text those whose name, number or messages have it."""
    names = Names(app)
    addresses = {
        row._id: str(row.address) for row in app.content.query("content://mms-sms/canonical-addresses")
    }
    wanted = text.strip().lower()
    in_bodies = {row.thread_id: row.body for row in _with_body(app, wanted)} if wanted else {}
    found = []
    where = "message_count > 0 AND archived = ?"
    for row in app.content.query(_THREADS, where=where, args=(int(archived),)):
        ids = [int(each) for each in str(row.recipient_ids or "").split() if each.isdecimal()]
        address = ", ".join(addresses[id] for id in ids if id in addresses)
        name = names.of(address)
        if wanted and row._id not in in_bodies and wanted not in f"{name}\n{address}".lower():
            continue
        snippet = in_bodies.get(row._id, row.snippet)
        found.append(
            {
                "id": row._id,
                "address": address,
                "name": name,
                "snippet": snippet or "",
                "date": row.date,
                "read": row.read,
            }
        )
    return found


def _with_body(app: Context, text: str) -> Sequence[Any]:
    """Messages that have a text in them, oldest first."""
    where = "instr(lower(body), ?)"
    return app.content.query("content://sms", ("thread_id", "body"), where, (text,), sort="date, _id")


def thread_of(app: Context, address: str) -> int | None:
    """The newest conversation with an address; None if nothing was written yet."""
    recipients = {
        str(row._id)
        for row in app.content.query("content://mms-sms/canonical-addresses")
        if same_number(str(row.address or ""), address)
    }
    threads = app.content.query(_THREADS, ("_id", "recipient_ids"), "message_count > 0")
    return next((int(row._id) for row in threads if str(row.recipient_ids) in recipients), None)


def address_of(app: Context, thread: int) -> str:
    """Who a conversation is with; "" if it is gone."""
    rows = app.content.query("content://sms", ("address",), "thread_id = ?", (thread,))
    return str(rows[0].address or "") if len(rows) else ""


def messages(app: Context, address: str) -> Sequence[Any]:
    """The messages of the conversation with an address, oldest first."""
    thread = thread_of(app, address)
    if thread is None:
        return ()
    return app.content.query("content://sms", where="thread_id = ?", args=(thread,), sort="date, _id")


def mark_read(app: Context, address: str, *, read: bool = True) -> None:
    """Marks the messages of a conversation as read; `read=False`: the newest one as unread."""
    unread = [row._id for row in messages(app, address) if row.type == 1 and bool(row.read) != read]
    for id in unread if read else unread[-1:]:
        app.content.update("content://sms", "_id = ?", (id,), read=int(read), seen=1)
    thread = thread_of(app, address)
    if read and thread is not None:
        app.cancel_notification(thread)


def delete_messages(app: Context, ids: Sequence[int]) -> None:
    for id in ids:
        app.content.delete("content://sms", "_id = ?", (id,))


def delete_conversations(app: Context, threads: Sequence[int]) -> None:
    for thread in threads:
        app.content.delete(f"{_THREADS}/{thread}")
        app.cancel_notification(thread)


def archive(app: Context, threads: Sequence[int], archived: bool = True) -> None:
    """Moves conversations to the archive, or back."""
    for thread in threads:
        app.content.update(_THREADS, "_id = ?", (thread,), archived=int(archived))


def blocked(app: Context) -> list[str]:
    """Numbers whose messages are thrown away."""
    text = str(app.preferences("blocked_numbers").get("numbers", ""))
    return [each for each in text.split("\n") if each]


def block(app: Context, numbers: Sequence[str]) -> None:
    """Makes these the blocked numbers."""
    app.preferences("blocked_numbers")["numbers"] = "\n".join(dict.fromkeys(numbers))


def details(app: Context, message: int) -> Mapping[str, Any] | None:
    """A message; None if it is gone."""
    rows = app.content.query("content://sms", where="_id = ?", args=(message,))
    return rows[0] if len(rows) else None
