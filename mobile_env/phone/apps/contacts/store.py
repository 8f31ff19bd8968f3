"""Contacts as this app sees them: a name, numbers and addresses with their kinds, which the provider keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mobile_env.phone.sdk import Context

from .manifest import PROVIDER

NAME = "vnd.android.cursor.item/name"
PHONE = "vnd.android.cursor.item/phone_v2"
EMAIL = "vnd.android.cursor.item/email_v2"
COMPANY = "vnd.android.cursor.item/organization"
NOTE = "vnd.android.cursor.item/note"
PHONE_KINDS = {
    "2": "Mobile", "1": "Home", "3": "Work", "12": "Main",
    "4": "Work Fax", "5": "Home Fax", "6": "Pager", "7": "Other",
}  # fmt: skip
EMAIL_KINDS = {"1": "Home", "2": "Work", "3": "Other", "4": "Mobile"}
OTHER = {PHONE: "7", EMAIL: "3"}
_SOURCES = {NAME: 40, COMPANY: 30, PHONE: 20, EMAIL: 10}


def name_of(row: Mapping[str, Any]) -> str:
    """What a contact is called in lists."""
    return str(row["display_name"] or "(No name)")


def find(app: Context, text: str) -> Sequence[Any]:
    """The contacts whose name, number or address has a text in it, favourites first."""
    order = "starred DESC, display_name COLLATE NOCASE, _id"
    text = text.strip().lower()
    if not text:
        return app.content.query(f"{PROVIDER}/contacts", sort=order)
    digits = "".join(each for each in text if each.isdigit() or each == "+")
    by_data = "instr(lower(data1), ?)"
    args: tuple[str, ...] = (text,)
    if digits and not any(each.isalpha() for each in text):
        by_data += (
            " OR instr(replace(replace(replace(replace(data1, ' ', ''), '-', ''), '(', ''), ')', ''), ?)"
        )
        args += (digits,)
    condition = f"mimetype IN ('{PHONE}', '{EMAIL}', '{COMPANY}') AND ({by_data})"
    found = sorted(
        {row.contact_id for row in app.content.query(f"{PROVIDER}/data", where=condition, args=args)}
    )
    ids = ", ".join(str(int(id)) for id in found)
    where = f"instr(lower(display_name), ?) OR _id IN ({ids})"
    return app.content.query(f"{PROVIDER}/contacts", where=where, args=(text,), sort=order)


def data_of(app: Context, contact: int, mimetype: str) -> list[Any]:
    """The rows of one kind that a contact has, in the order in which they were made."""
    return list(
        app.content.query(
            f"{PROVIDER}/data", where="contact_id = ? AND mimetype = ?", args=(contact, mimetype), sort="_id"
        )
    )


def load(app: Context, contact: int) -> dict[str, Any] | None:
    """A contact's values by field of the editor; None if there is none of that id."""
    row = app.content.get(f"{PROVIDER}/contacts/{contact}")
    if row is None:
        return None
    name, company, note = (next(iter(data_of(app, contact, kind)), None) for kind in (NAME, COMPANY, NOTE))
    first, last = (name.data2 or "", name.data3 or "") if name else ("", "")
    if name and not first + last:
        first, _, last = str(name.data1 or "").partition(" ")
    return {
        "name": name_of(row),
        "starred": bool(row.starred),
        "first": first,
        "last": last,
        "company": (company.data1 or "") if company else "",
        "title": (company.data4 or "") if company else "",
        "phones": _labelled(app, contact, PHONE, PHONE_KINDS),
        "emails": _labelled(app, contact, EMAIL, EMAIL_KINDS),
        "note": (note.data1 or "") if note else "",
    }


def _labelled(app: Context, contact: int, mimetype: str, kinds: Mapping[str, str]) -> list[tuple[str, str]]:
    rows = [(str(row.data1 or ""), str(row.data2 or "")) for row in data_of(app, contact, mimetype)]
    return [(text, kind if kind in kinds else OTHER[mimetype]) for text, kind in rows if text]


def save(app: Context, contact: int | None, values: Mapping[str, Any]) -> int:
    """Writes the editor's values to a contact, or to a new one; returns its id."""
    if contact is None:
        raw = int(app.content.insert(f"{PROVIDER}/raw_contacts").rpartition("/")[2])
        contact = int(app.content.get(f"{PROVIDER}/raw_contacts/{raw}").contact_id)
    else:
        raw = int(app.content.get(f"{PROVIDER}/contacts/{contact}").name_raw_contact_id)
    name = f"{values['first']} {values['last']}".strip()
    wanted: dict[str, list[dict[str, Any]]] = {
        NAME: [{"data1": name, "data2": values["first"], "data3": values["last"]}] if name else [],
        COMPANY: [{"data1": values["company"], "data4": values["title"]}]
        if values["company"] or values["title"]
        else [],
        PHONE: [{"data1": text, "data2": kind} for text, kind in values["phones"]],
        EMAIL: [{"data1": text, "data2": kind} for text, kind in values["emails"]],
        NOTE: [{"data1": values["note"]}] if values["note"] else [],
    }
    for mimetype, rows in wanted.items():
        _write(app, contact, raw, mimetype, rows)
    called, source = _called(wanted)
    app.content.update(
        f"{PROVIDER}/raw_contacts/{raw}",
        display_name=called,
        display_name_alt=f"{values['last']}, {values['first']}"
        if values["first"] and values["last"]
        else called,
        sort_key=called,
        display_name_source=source,
    )
    return contact


def _called(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> tuple[str | None, int]:
    """What a contact is called, and what that comes from: its name, else its company, number or address."""
    for mimetype, source in _SOURCES.items():
        for row in rows[mimetype]:
            if row["data1"]:
                return str(row["data1"]), source
    return None, 0


def _write(app: Context, contact: int, raw: int, mimetype: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Makes a contact's rows of one kind these: rows that stay keep what the editor does not show."""
    there = data_of(app, contact, mimetype)
    for old, new in zip(there, rows, strict=False):
        app.content.update(f"{PROVIDER}/data/{old._id}", **new)
    for new in rows[len(there) :]:
        app.content.insert(f"{PROVIDER}/data", raw_contact_id=raw, mimetype=mimetype, **new)
    for old in there[len(rows) :]:
        app.content.delete(f"{PROVIDER}/data/{old._id}")


def star(app: Context, contact: int, starred: bool) -> None:
    """Makes a contact a favourite, or ends that."""
    app.content.update(f"{PROVIDER}/contacts/{contact}", starred=int(starred))


def delete(app: Context, contacts: Sequence[int]) -> None:
    """Removes contacts with all their data."""
    for contact in contacts:
        app.content.delete(f"{PROVIDER}/contacts/{contact}")


def vcard(app: Context, contacts: Sequence[int]) -> str:
    """Contacts as vCard 2.1, which Android shares them as."""
    lines = []
    for contact in contacts:
        values = load(app, contact)
        if values is None:
            continue
        lines += [
            "BEGIN:VCARD",
            "VERSION:2.1",
            f"N:{values['last']};{values['first']};;;",
            f"FN:{values['name']}",
        ]
        lines += [f"TEL;{_VCARD_KINDS.get(kind, 'VOICE')}:{text}" for text, kind in values["phones"]]
        lines += [f"EMAIL;{EMAIL_KINDS[kind].upper()}:{text}" for text, kind in values["emails"]]
        lines += [f"ORG:{values['company']}"] * bool(values["company"])
        lines += [f"TITLE:{values['title']}"] * bool(values["title"])
        lines += [f"NOTE:{values['note']}"] * bool(values["note"])
        lines.append("END:VCARD")
    return "\r\n".join(lines) + "\r\n"


_VCARD_KINDS = {
    "1": "HOME",
    "2": "CELL",
    "3": "WORK",
    "4": "WORK;FAX",
    "5": "HOME;FAX",
    "6": "PAGER",
    "12": "PREF",
}
