"""The contacts provider: what its paths do beyond the views of the manifest."""

from collections.abc import Mapping, Sequence
from typing import Any

from mobile_env.phone.sdk import ContentProvider

from .manifest import PHONE

_MATCHING_DIGITS = 7
"""Phone numbers are the same if so many digits at their ends are (PhoneNumberUtils.MIN_MATCH)."""


class ContactsProvider(ContentProvider):
    """Contacts, raw contacts and their data. Each raw contact is a contact of its own; triggers keep the two alike."""

    def query(
        self,
        path: str,
        columns: Sequence[str] = (),
        where: str = "",
        args: Sequence[Any] = (),
        sort: str = "",
    ) -> Sequence[Mapping[str, Any]]:
        """Also `phone_lookup/<number>`, `…/filter/<text>`, `contacts/<id>/data` and `raw_contacts/<id>/data`."""
        parts = path.split("/")
        if parts[0] == "phone_lookup" and len(parts) == 2:
            number = _digits(parts[1])
            rows = super().query("data/phones", columns and (*columns, "data1"), where, args, sort)
            found = [row for row in rows if number and _same(_digits(row["data1"] or ""), number)]
            return [{name: row[name] for name in columns or row} for row in found]
        if len(parts) > 2 and parts[-2] == "filter":
            condition = (
                "(display_name LIKE ? OR data1 LIKE ?)" if parts[0] == "data" else "display_name LIKE ?"
            )
            likes = [f"%{parts[-1]}%"] * condition.count("?")
            return super().query("/".join(parts[:-2]), columns, _and(condition, where), (*likes, *args), sort)
        if len(parts) == 3 and parts[2] in ("data", "entities") and parts[1].isdecimal():
            key = {"contacts": "contact_id", "raw_contacts": "raw_contact_id"}.get(parts[0])
            if key:
                return super().query("data", columns, _and(f"{key} = ?", where), (parts[1], *args), sort)
        return super().query(path, columns, where, args, sort)

    def insert(self, path: str, values: Mapping[str, Any]) -> Any:
        """Raises ValueError for a contact: contacts come of raw contacts."""
        parts = path.split("/")
        if parts[0] in ("contacts", "people"):
            raise ValueError("Aggregate contacts are created automatically")
        if parts[0] == "raw_contacts" and len(parts) == 3 and parts[2] == "data":
            return self.insert("data", {**values, "raw_contact_id": int(parts[1])})
        if path in ("phones", "data/phones"):
            values = {**values, "mimetype": PHONE}
        return super().insert(path, self._stored(path, values))

    def update(self, path: str, values: Mapping[str, Any], where: str = "", args: Sequence[Any] = ()) -> int:
        return super().update(path, self._stored(path, values), where, args)

    def _stored(self, path: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values by the columns of the table: a MIME type and an account are kept by number."""
        stored = dict(values)
        if "phones" in path:
            for name, column in (("number", "data1"), ("type", "data2"), ("label", "data3")):
                if name in stored:
                    stored[column] = stored.pop(name)
        if "mimetype" in stored:
            stored["mimetype_id"] = self._number("mimetypes", mimetype=stored.pop("mimetype"))
        if "account_name" in stored or "account_type" in stored:
            account = {key: stored.pop(key, None) for key in ("account_name", "account_type")}
            stored["account_id"] = self._number("accounts", **account)
        return stored

    def _number(self, table: str, **values: Any) -> int:
        condition = " AND ".join(f"{name} IS ?" for name in values)
        found = self.db.one(f"SELECT _id FROM {table} WHERE {condition}", *values.values())
        return int(found if found is not None else self.db.put(table, None, **values))


def _and(first: str, second: str) -> str:
    return f"{first} AND ({second})" if second else first


def _digits(number: str) -> str:
    return "".join(each for each in number if each.isdigit())


def _same(one: str, other: str) -> bool:
    return one[-_MATCHING_DIGITS:] == other[-_MATCHING_DIGITS:]
