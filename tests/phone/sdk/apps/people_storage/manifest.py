"""Manifest of the contacts' storage: raw contacts and their data, as content://contacts and com.android.contacts."""

from mobile_env.phone.sdk import App, Database, Provider, View

PHONES = (
    "data JOIN raw_contacts ON raw_contacts._id = raw_contact_id "
    "WHERE mimetype = 'vnd.android.cursor.item/phone_v2' AND NOT deleted"
)
BY_NAME = "display_name COLLATE NOCASE"
APP = App(
    "com.android.providers.contacts",
    "Contacts Storage",
    system=True,
    databases=(Database("contacts2.db", version=1601),),
    providers=(
        Provider(
            ("com.android.contacts", "contacts"),
            read="READ_CONTACTS",
            write="WRITE_CONTACTS",
            paths={
                "raw_contacts": View("raw_contacts", sort=BY_NAME),
                "data": View("data"),
                "contacts": View("raw_contacts WHERE NOT deleted", sort=BY_NAME),
                "phones": View(
                    PHONES,
                    columns={"_id": "data._id", "display_name": "display_name", "number": "data1"},
                    table="data",
                ),
            },
        ),
    ),
)
