"""One contact: what to reach it by, its company and note; star, edit, share, delete."""

from __future__ import annotations

from typing import Any

from mobile_env.phone.sdk import (
    Activity,
    DetailScreen,
    EmptyState,
    Intent,
    Item,
    Layout,
    Screen,
    Toolbar,
)

from . import store
from .manifest import EDITOR


class Viewer(Activity):
    title = "Contact"

    @property
    def contact(self) -> int:
        """The id of the contact that is shown: an extra, or the end of the intent's URI."""
        last = (self.intent.data or "").rpartition("/")[2]
        return int(self.intent.get("contact", last if last.isdecimal() else -1))

    def screen(self) -> Screen:
        values = store.load(self, self.contact)
        if values is None:
            return DetailScreen(Toolbar(up=True), EmptyState("The contact doesn’t exist.", icon="person"))
        starred = values["starred"]
        return DetailScreen(
            Toolbar(
                up=True,
                menu=(
                    Item(
                        "Remove from favorites" if starred else "Add to favorites",
                        self.call(self.star, not starred),
                        icon="star" if starred else "star_border",
                        id="menu_star",
                    ),
                    Item("Edit contact", self.edit, icon="edit", id="menu_edit"),
                    Item("Share", self.share, id="menu_share"),
                    Item("Delete", self.ask_delete, id="menu_delete"),
                ),
            ),
            Layout("header.xml", values=values),
            *self._facts(values),
        )

    def _facts(self, values: dict[str, Any]) -> list[Any]:
        facts: list[Any] = []
        for place, (number, kind) in enumerate(values["phones"]):
            facts.append(
                Layout("phone_fact.xml", number=number, kind=store.PHONE_KINDS[kind], first=not place)
            )
        for place, (address, kind) in enumerate(values["emails"]):
            icon = "" if place else "mail"
            facts.append(
                Layout("fact.xml", value=address, label=store.EMAIL_KINDS[kind], icon=icon, handler="mail")
            )
        if values["note"]:
            facts.append(Layout("fact.xml", value=values["note"], label="Note", icon="notes", handler=""))
        return facts

    def dial(self, number: str) -> None:
        self._leave(Intent("DIAL", data=f"tel:{number}"))

    def text(self, number: str) -> None:
        self._leave(Intent("SENDTO", data=f"sms:{number}"))

    def mail(self, address: str) -> None:
        self._leave(Intent("SENDTO", data=f"mailto:{address}"))

    def _leave(self, intent: Intent) -> None:
        if not self.resolves(intent):
            self.toast("No app can handle this action")
        else:
            self.start(intent)

    def star(self, starred: bool) -> None:
        store.star(self, self.contact, starred)

    def edit(self) -> None:
        self.start(EDITOR, contact=self.contact)

    def share(self) -> None:
        card = store.vcard(self, [self.contact])
        extras = {"title": "Share contact via", "type": "text/x-vcard", "text": card}
        self.start(Intent("CHOOSER", extras=extras))

    def ask_delete(self) -> None:
        self.confirm("Delete this contact?", yes=self.delete, yes_label="Delete")

    def delete(self) -> None:
        store.delete(self, [self.contact])
        self.toast("Contact deleted")
        self.finish()
