"""Manifest of Contacts: the list, a contact, its editor, and the lists that other apps pick from."""

from mobile_env.phone.sdk import LAUNCHER, App, Filter, Icon, Theme, activity

PEOPLE = "vnd.android.cursor.dir/contact"
PERSON = "vnd.android.cursor.item/contact"
NUMBERS = "vnd.android.cursor.dir/phone_v2"
PROVIDER = "content://com.android.contacts"
VIEWER = "com.android.contacts.quickcontact.QuickContactActivity"
EDITOR = "com.google.android.apps.contacts.editor.ContactEditorActivity"

APP = App(
    "com.google.android.contacts",
    "Contacts",
    version=("4.8.17.519735036", 3532321),
    icon=Icon("person", "#1a73e8"),
    theme=Theme("#1a73e8"),
    activities=(
        activity(
            "com.android.contacts.activities.PeopleActivity",
            "people:People",
            LAUNCHER,
            Filter("VIEW", type=PEOPLE),
            Filter("VIEW", uri="content://contacts"),
        ),
        activity(VIEWER, "viewer:Viewer", Filter("VIEW", type=PERSON), Filter("VIEW", uri=PROVIDER)),
        activity(
            EDITOR,
            "editor:Editor",
            Filter("INSERT", type=PEOPLE),
            Filter("INSERT", type="vnd.android.cursor.dir/raw_contact"),
            Filter("INSERT", uri=PROVIDER),
            Filter("EDIT", type=PERSON),
            Filter("EDIT", uri=PROVIDER),
        ),
        activity(
            "com.android.contacts.activities.ContactSelectionActivity",
            "picker:Picker",
            Filter("PICK", type=PEOPLE),
            Filter("PICK", type=NUMBERS),
            Filter("PICK", uri=PROVIDER),
        ),
    ),
    permissions=("READ_CONTACTS", "WRITE_CONTACTS"),
    system=True,
    ready={"shared_prefs/com.google.android.contacts_preferences.xml": {"welcomed": True}},
)
