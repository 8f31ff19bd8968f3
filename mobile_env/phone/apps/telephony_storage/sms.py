"""The messages' provider: what its paths do beyond the views of the manifest."""

from collections.abc import Mapping, Sequence
from typing import Any

from mobile_env.phone.sdk import ContentProvider

from .manifest import TYPES

_MATCHING_DIGITS = 7
"""Phone numbers are the same if so many digits at their ends are (PhoneNumberUtils.MIN_MATCH)."""


class SmsProvider(ContentProvider):
    """Text messages; each belongs to the thread of its address."""

    def query(
        self,
        path: str,
        columns: Sequence[str] = (),
        where: str = "",
        args: Sequence[Any] = (),
        sort: str = "",
    ) -> Sequence[Mapping[str, Any]]:
        """Also `conversations/<thread>`: the messages of a thread."""
        head, _, thread = path.partition("/")
        if head == "conversations" and thread.isdecimal():
            condition = f"thread_id = {int(thread)}" + (f" AND ({where})" if where else "")
            return super().query("", columns, condition, args, sort)
        return super().query(path, columns, where, args, sort)

    def insert(self, path: str, values: Mapping[str, Any]) -> Any:
        """Adds a message; its box is the path's, its date now if none is given."""
        stored = dict(values)
        if path not in ("", *TYPES):
            raise ValueError(f"Invalid request: content://sms/{path}")
        if path:
            stored["type"] = TYPES[path]
        stored.setdefault("type", TYPES["inbox"])
        stored.setdefault("date", self.host.now_us // 1000)
        stored.setdefault("body", "")
        if stored.get("thread_id") is None and stored.get("address"):
            stored["thread_id"] = self.thread(str(stored["address"]))
        return super().insert("", stored)

    def delete(self, path: str, where: str = "", args: Sequence[Any] = ()) -> int:
        head, _, thread = path.partition("/")
        if head == "conversations" and thread.isdecimal():
            condition = f"thread_id = {int(thread)}" + (f" AND ({where})" if where else "")
            return super().delete("", condition, args)
        return super().delete(path, where, args)

    def thread(self, address: str) -> int:
        """The thread of a number or name, made if there is none."""
        recipient = next(
            (
                row["_id"]
                for row in self.db.query("SELECT _id, address FROM canonical_addresses ORDER BY _id")
                if same_address(row["address"], address)
            ),
            None,
        )
        if recipient is None:
            recipient = self.db.put("canonical_addresses", None, address=address)
        found = self.db.one("SELECT _id FROM threads WHERE recipient_ids = ?", str(recipient))
        if found is None:
            found = self.db.put("threads", None, recipient_ids=str(recipient), date=self.host.now_us // 1000)
        return int(found)


class ThreadProvider(SmsProvider):
    """Threads: `conversations`, the messages of one of them, and the addresses that threads are with."""

    def query(
        self,
        path: str,
        columns: Sequence[str] = (),
        where: str = "",
        args: Sequence[Any] = (),
        sort: str = "",
    ) -> Sequence[Mapping[str, Any]]:
        head, _, thread = path.partition("/")
        if head == "conversations" and thread.isdecimal():
            condition = f" AND ({where})" if where else ""
            picked = ", ".join(columns) or "*"
            sql = f"SELECT {picked} FROM sms WHERE thread_id = ?{condition} ORDER BY {sort or 'date'}"
            return self.db.query(sql, int(thread), *args)
        return ContentProvider.query(self, path, columns, where, args, sort)

    def delete(self, path: str, where: str = "", args: Sequence[Any] = ()) -> int:
        head, _, thread = path.partition("/")
        if head == "conversations" and thread.isdecimal():
            condition = f" AND ({where})" if where else ""
            return self.db.execute(
                f"DELETE FROM sms WHERE thread_id = ?{condition}", int(thread), *args
            ).rowcount
        return ContentProvider.delete(self, path, where, args)


def same_address(one: str, other: str) -> bool:
    """Whether two addresses are one: equal, or numbers that end alike."""
    if one == other:
        return True
    if any(letter.isalpha() for letter in one + other):
        return False
    first, second = ("".join(filter(str.isdigit, number)) for number in (one, other))
    if min(len(first), len(second)) < _MATCHING_DIGITS:
        return first == second != ""
    return first[-_MATCHING_DIGITS:] == second[-_MATCHING_DIGITS:]
