"""Manifest of the contacts' storage: contacts, their data and the call log, as content providers."""

from mobile_env.phone.sdk import App, Database, Icon, Provider, View

PHONE = "vnd.android.cursor.item/phone_v2"
EMAIL = "vnd.android.cursor.item/email_v2"
_BY_NAME = "display_name COLLATE NOCASE, _id"
_DATA = (
    "data JOIN mimetypes ON mimetypes._id = data.mimetype_id JOIN raw_contacts ON raw_contacts._id = raw_contact_id "
    "WHERE NOT deleted"
)
_DATA_COLUMNS = {
    "_id": "data._id",
    "raw_contact_id": "raw_contact_id",
    "contact_id": "contact_id",
    "mimetype": "mimetype",
    "is_primary": "is_primary",
    "is_super_primary": "is_super_primary",
    "display_name": "display_name",
    "starred": "starred",
    **{f"data{number}": f"data{number}" for number in range(1, 16)},
}
_PHONE_COLUMNS = {
    "_id": "data._id",
    "contact_id": "contact_id",
    "raw_contact_id": "raw_contact_id",
    "display_name": "display_name",
    "number": "data1",
    "type": "data2",
    "label": "data3",
    "mimetype": "mimetype",
    "data1": "data1",
    "data2": "data2",
    "data3": "data3",
    "data4": "data4",
    "starred": "starred",
}
_PHONES = View(f"{_DATA} AND mimetype = '{PHONE}'", columns=_PHONE_COLUMNS, sort=_BY_NAME, table="data")
_CONTACTS = View(
    "contacts JOIN raw_contacts ON raw_contacts._id = name_raw_contact_id WHERE NOT deleted",
    columns={
        "_id": "contacts._id",
        "display_name": "display_name",
        "display_name_alt": "display_name_alt",
        "sort_key": "sort_key",
        "lookup": "lookup",
        "name_raw_contact_id": "name_raw_contact_id",
        "has_phone_number": "has_phone_number",
        "starred": "contacts.starred",
        "photo_id": "photo_id",
        "custom_ringtone": "contacts.custom_ringtone",
        "send_to_voicemail": "send_to_voicemail",
        "in_visible_group": "1",
        "contact_last_updated_timestamp": "contact_last_updated_timestamp",
    },
    sort=_BY_NAME,
    table="contacts",
)

APP = App(
    "com.android.providers.contacts",
    "Contacts Storage",
    version=("13", 33),
    icon=Icon("contacts", "#1a73e8"),
    system=True,
    databases=(
        Database("contacts2.db", version=1601, schema="contacts2.sql"),
        Database("calllog.db", version=10, schema="calllog.sql"),
    ),
    providers=(
        Provider(
            ("com.android.contacts", "contacts"),
            read="READ_CONTACTS",
            write="WRITE_CONTACTS",
            database="contacts2.db",
            code="contacts:ContactsProvider",
            paths={
                "raw_contacts": View("raw_contacts", sort=_BY_NAME),
                "data": View(_DATA, columns=_DATA_COLUMNS, sort="_id", table="data"),
                "data/phones": _PHONES,
                "phones": _PHONES,
                "data/emails": View(
                    f"{_DATA} AND mimetype = '{EMAIL}'", columns=_DATA_COLUMNS, sort=_BY_NAME, table="data"
                ),
                "contacts": _CONTACTS,
                "people": _CONTACTS,
                "groups": View("groups"),
            },
        ),
        Provider(
            ("call_log",),
            read="READ_CALL_LOG",
            write="WRITE_CALL_LOG",
            database="calllog.db",
            paths={"calls": View("calls", sort="date DESC, _id DESC")},
        ),
    ),
)
