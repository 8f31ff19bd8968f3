"""The list of conversations, and the archive."""

from __future__ import annotations

from typing import Any

from mobile_env.phone.sdk import Activity, EmptyState, Fab, Item, ListScreen, Rows, Screen, Toolbar

from . import store
from .bars import Bar
from .manifest import ARCHIVED, NEW, SETTINGS, THREAD


def font_size(app: Any) -> int:
    """The size of texts in this app: 0 (small) to 3 (extra large)."""
    return int(app.preferences("Prefs").get("font_size", 1))


def counted(count: int) -> str:
    """How questions name so many conversations."""
    return "1 conversation" if count == 1 else f"{count} conversations"


class Conversations(Activity):
    archive = False

    def screen(self) -> Screen:
        found = store.conversations(self, archived=self.archive, text=self.query)
        rows = Rows(
            found,
            "conversation_row",
            key="id",
            click=self.open,
            select=True,
            height=80,
            size=font_size(self),
            moment=self.moment,
        )
        return self.listed(rows, self.selecting([row["id"] for row in found]))

    def listed(self, rows: Rows, selecting: dict[str, Any]) -> Screen:
        bar = Toolbar(
            "SMS Messenger",
            search="Search",
            search_id="top_toolbar_search",
            menu=(
                Item("Settings", self.settings, icon="settings", id="settings"),
                Item("Show archived conversations", self.archived),
            ),
            **selecting,
        )
        return ListScreen(
            bar,
            rows,
            list_id="conversations_list",
            empty=EmptyState(
                "No items found." if self.query else "No stored conversations have been found",
                icon="chat",
                more="" if self.query else "Start a conversation with the button below.",
                id="no_conversations_placeholder",
            ),
            fab=None if self.selected else Fab("add", "New conversation", self.add, id="conversations_fab"),
        )

    def selecting(self, ids: list[int]) -> dict[str, Any]:
        """The bar while conversations are selected."""
        return {
            "selected": (
                Item("Delete", self.ask_delete, icon="delete", id="cab_delete"),
                Item("Archive", self.ask_archive, when=not self.archive, id="cab_archive"),
                Item("Unarchive", self.unarchive, when=self.archive, id="cab_unarchive"),
                Item("Mark as read", self.mark_read, when=not self.archive, id="cab_mark_as_read"),
            ),
            "select_all": ids,
        }

    def moment(self, date: int) -> str:
        """When the newest message was written: a time of today, else a date."""
        at, today = self.format.date(date, "yyyyMMdd"), self.clock("day")
        if at == self.format.date(today, "yyyyMMdd"):
            return self.format.time(date)
        return self.format.date(date, "d MMM" if at[:4] == str(today.year) else "d MMM yyyy")

    def open(self, thread: int) -> None:
        self.start(THREAD, address=store.address_of(self, thread))

    def add(self) -> None:
        self.start(NEW)

    def settings(self) -> None:
        self.start(SETTINGS)

    def archived(self) -> None:
        self.start(ARCHIVED)

    def ask_delete(self) -> None:
        self._ask(f"Are you sure you want to delete {counted(len(self.selected))}?", self.delete)

    def ask_archive(self) -> None:
        self._ask(f"Are you sure you want to archive {counted(len(self.selected))}?", self.put_away)

    def _ask(self, question: str, yes: Any) -> None:
        self.confirm(question, yes=yes, yes_label="Yes", no_label="No")

    def delete(self) -> None:
        store.delete_conversations(self, self.selected)
        self.deselect()

    def put_away(self) -> None:
        store.archive(self, self.selected)
        self.deselect()

    def unarchive(self) -> None:
        store.archive(self, self.selected, False)
        self.deselect()

    def mark_read(self) -> None:
        for thread in self.selected:
            store.mark_read(self, store.address_of(self, thread))
        self.deselect()


class Archived(Conversations):
    archive = True

    def listed(self, rows: Rows, selecting: dict[str, Any]) -> Screen:
        bar = Bar(
            "Archive", menu=(Item("Delete all", self.ask_delete_all),) if len(rows) else (), **selecting
        )
        empty = EmptyState(
            "No archived conversations have been found", icon="archive", id="no_conversations_placeholder"
        )
        return ListScreen(bar, rows, list_id="conversations_list", empty=empty)

    def ask_delete_all(self) -> None:
        self._ask("Are you sure you want to delete all archived conversations?", self.delete_all)

    def delete_all(self) -> None:
        store.delete_conversations(self, [row["id"] for row in store.conversations(self, archived=True)])
