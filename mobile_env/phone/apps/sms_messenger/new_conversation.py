"""Who a new conversation is with: a number that is typed, or a contact that is found."""

from __future__ import annotations

from mobile_env.phone.sdk import Activity, Layout, Rows, Screen

from . import store
from .bars import Bar
from .manifest import THREAD


class NewConversation(Activity):
    def on_create(self) -> None:
        self.state["address"] = ""

    def screen(self) -> Screen:
        wanted = self.state["address"].strip().lower()
        phones = [
            row
            for row in store.Names(self).phones
            if wanted in f"{row.display_name or ''}\n{row.number or ''}".lower()
        ]
        rows = Rows(phones, "contact_row", key="_id", click=self.pick, height=72, scroller="contacts_list")
        return Layout("new_conversation.xml", bar=Bar("New conversation"), rows=rows)

    def confirm_address(self, text: str = "") -> None:
        """What is typed is who the message goes to."""
        address = self.state["address"].strip()
        if address:
            self._open(address)

    def pick(self, phone: int) -> None:
        row = self.content.get(f"content://com.android.contacts/data/phones/{phone}")
        if row is not None:
            self._open(str(row.number))

    def _open(self, address: str) -> None:
        self.hide_keyboard()
        text = str(self.intent.get("text", self.intent.get("android.intent.extra.TEXT", "")))
        self.start(THREAD, address=address, text=text)
