"""Manifest of the contacts app (package and activities of Google Contacts)."""

from mobile_env.phone.sdk import LAUNCHER, App, Filter, Icon, Theme, activity

PEOPLE = "vnd.android.cursor.dir/contact"
APP = App(
    "com.google.android.contacts",
    "Contacts",
    version=("4.8.17", 4817),
    icon=Icon("person", "#1a73e8"),
    theme=Theme("#1a73e8"),
    activities=(
        activity("com.android.contacts.activities.PeopleActivity", "people:People", LAUNCHER),
        activity(
            "com.android.contacts.activities.ContactSelectionActivity",
            "people:Pick",
            Filter("PICK", type=PEOPLE),
        ),
        activity(
            "com.google.android.apps.contacts.editor.ContactEditorActivity",
            "editor:Editor",
            Filter("INSERT", type=PEOPLE),
        ),
        activity("org.example.AskActivity", "ask:Ask"),
    ),
    permissions=("READ_CONTACTS", "WRITE_CONTACTS"),
)
