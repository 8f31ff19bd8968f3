"""The lists that another app picks a contact or a phone number from."""

from __future__ import annotations

from mobile_env.phone.sdk import Activity, EmptyState, ListScreen, Result, Rows, Screen, Toolbar

from . import store
from .manifest import NUMBERS, PROVIDER
from .people import section


class Picker(Activity):
    @property
    def of_numbers(self) -> bool:
        """Whether a number is asked for, not a contact."""
        return self.intent.type == NUMBERS or (self.intent.data or "").endswith("/phones")

    def screen(self) -> Screen:
        toolbar = Toolbar(
            "Choose a phone number" if self.of_numbers else "Choose a contact",
            up="close",
            search="Search contacts",
            search_icon=True,
        )
        people = store.find(self, self.query)
        empty = EmptyState("No results" if self.query else "No contacts yet", icon="contacts")
        if not self.of_numbers:
            rows = Rows(
                people,
                "person_row",
                key="_id",
                click=self.pick,
                height=56,
                headers=section,
                name_of=store.name_of,
            )
            return ListScreen(toolbar, rows, list_id="android:list", empty=empty)
        shown = {row._id for row in people}
        numbers = [row for row in self.content.query(f"{PROVIDER}/data/phones") if row.contact_id in shown]
        rows = Rows(
            numbers,
            "number_row",
            key="_id",
            click=self.pick,
            height=72,
            name_of=store.name_of,
            kinds=store.PHONE_KINDS,
        )
        return ListScreen(toolbar, rows, list_id="android:list", empty=empty)

    def pick(self, id: int) -> None:
        self.finish(Result(data=f"{PROVIDER}/{'data' if self.of_numbers else 'contacts'}/{id}"))
