"""The list of contacts with search, and the same list as a picker for other apps."""

from mobile_env.phone.sdk import (
    Activity,
    EmptyState,
    Fab,
    Intent,
    Item,
    ListScreen,
    Record,
    Result,
    Rows,
    Screen,
    Toolbar,
)

from .manifest import PEOPLE

CONTACTS = "content://com.android.contacts/contacts"


class People(Activity):
    title = "Contacts"

    def on_create(self) -> None:
        self.ask_permission("READ_CONTACTS")

    def screen(self) -> Screen:
        allowed = self.granted("READ_CONTACTS")
        where, args = "display_name LIKE ?", (f"%{self.query}%",)
        people = self.content.query(CONTACTS, where=where, args=args) if allowed else ()
        return ListScreen(
            Toolbar(
                self.title,
                search="Search contacts",
                selected=(Item("Delete", self.ask_delete, icon="delete", id="menu_delete"),),
            ),
            Rows(
                people, "person_row", key="_id", click=self.open, select=True, height=56, headers=self.header
            ),
            list_id="android:list",
            empty=EmptyState("No contacts yet", icon="contacts"),
            fab=Fab("add", "Create contact", self.add, id="floating_action_button"),
        )

    @staticmethod
    def header(row: Record) -> str:
        return str(row.display_name[:1]).upper()

    def open(self, id: int) -> None:
        self.start("com.google.android.apps.contacts.editor.ContactEditorActivity", id=id)

    def add(self) -> None:
        self.start(Intent("INSERT", type=PEOPLE, package=self.package))

    def ask_delete(self) -> None:
        self.confirm(f"Delete {len(self.selected)} contacts?", yes=self.delete, yes_label="Delete")

    def delete(self) -> None:
        for id in self.selected:
            self.content.update(f"content://com.android.contacts/raw_contacts/{id}", deleted=1)
        self.deselect()


class Pick(People):
    title = "Select a contact"

    def open(self, id: int) -> None:
        self.finish(Result(data=f"{CONTACTS}/{id}"))
