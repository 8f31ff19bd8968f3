"""The list of contacts, with search and selection, after a welcome that is shown once."""

from __future__ import annotations

from mobile_env.phone.sdk import (
    Activity,
    EmptyState,
    Fab,
    FirstRun,
    Intent,
    Item,
    ListScreen,
    Record,
    Rows,
    Screen,
    Step,
    Toolbar,
)

from . import store
from .manifest import EDITOR, VIEWER

FAVOURITES = "Favorites"


def section(row: Record) -> str:
    """What stands above a row: its letter; favourites stand first."""
    if row.starred:
        return FAVOURITES
    letter = store.name_of(row)[:1].upper()
    return letter if letter.isalpha() else "#"


class People(Activity):
    title = "Contacts"

    def screen(self) -> Screen:
        if not self.preferences().get("welcomed", False):
            step = Step(
                "Keep your contacts safe and in one place. Sign in to back them up.",
                title="Welcome to Contacts",
                icon="contacts",
                button="Skip",
                id="welcome",
            )
            return FirstRun(step, done=self.welcomed)
        people = store.find(self, self.query)
        chosen = self.selected
        starred = bool(chosen) and all(row.starred for row in people if row._id in chosen)
        return ListScreen(
            Toolbar(
                self.title,
                search="Search contacts",
                search_id="open_search_view_edit_text",
                selected=(
                    Item("Share", self.share, icon="share", id="menu_share"),
                    Item("Delete", self.ask_delete, icon="delete", id="menu_delete"),
                    Item(
                        "Remove from favorites" if starred else "Add to favorites", self.star, id="menu_star"
                    ),
                ),
                select_all=[row._id for row in people] if chosen else (),
            ),
            Rows(
                people,
                "person_row",
                key="_id",
                click=self.open,
                select=True,
                height=56,
                headers=section,
                name_of=store.name_of,
            ),
            list_id="android:list",
            empty=EmptyState(
                "No results" if self.query else "No contacts yet", icon="contacts", id="message"
            ),
            fab=None if chosen else Fab("add", "Create contact", self.add, id="floating_action_button"),
        )

    def welcomed(self) -> None:
        """A system app holds its permissions, so that this question is its own."""
        self.preferences()["welcomed"] = True
        self.confirm(
            "Allow Contacts to send you notifications?",
            yes=self.call(self.notifications, True),
            yes_label="Allow",
            no=self.call(self.notifications, False),
            no_label="Don’t allow",
        )

    def notifications(self, allowed: bool) -> None:
        self.preferences()["notifications"] = allowed

    def open(self, contact: int) -> None:
        self.start(VIEWER, contact=contact)

    def add(self) -> None:
        self.start(EDITOR)

    def star(self) -> None:
        chosen = self.selected
        starred = {row._id for row in store.find(self, "") if row.starred}
        for contact in chosen:
            store.star(self, contact, not starred.issuperset(chosen))
        self.deselect()

    def share(self) -> None:
        card = store.vcard(self, self.selected)
        self.deselect()
        extras = {"title": "Share contacts via", "type": "text/x-vcard", "text": card}
        self.start(Intent("CHOOSER", extras=extras))

    def ask_delete(self) -> None:
        count = len(self.selected)
        self.confirm(
            "Delete this contact?" if count == 1 else f"Delete {count} contacts?",
            yes=self.delete,
            yes_label="Delete",
        )

    def delete(self) -> None:
        count = len(self.selected)
        store.delete(self, self.selected)
        self.deselect()
        self.toast("Contact deleted" if count == 1 else f"{count} contacts deleted")
