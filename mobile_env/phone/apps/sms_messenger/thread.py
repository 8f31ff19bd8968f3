"""One conversation: its messages, and the field that the next one is written in."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, unquote

from mobile_env.phone.sdk import Activity, Dialog, Intent, Item, Layout, Rows, Screen

from . import store
from .bars import Bar
from .conversations import font_size

_GAP_MS = 15 * 60_000
"""A time stands above a message that comes so long after the one before."""
_SMS_LENGTH = 160
_END = 1e7


class MessageDetails(Dialog):
    """Who a message went to or came from, and when."""

    def screen(self) -> Screen:
        return Layout("details.xml", **self.state)


class Thread(Activity):
    def on_create(self) -> None:
        address, _, query = (self.intent.data or "").partition(":")[2].partition("?")
        given = parse_qs(query)
        self.state["address"] = str(self.intent.get("address", unquote(address).strip("/ ")))
        texts = (
            self.intent.get("text"),
            self.intent.get("sms_body"),
            self.intent.get("android.intent.extra.TEXT"),
            *given.get("body", ()),
        )
        self.state["text"] = next((str(each) for each in texts if each), "")

    def on_resume(self) -> None:
        store.mark_read(self, self.address)
        self._show_end()

    @property
    def address(self) -> str:
        """Who the conversation is with."""
        return str(self.state["address"])

    def screen(self) -> Screen:
        messages = self._rows()
        name = store.Names(self).of(self.address)
        chosen = self.selected
        bar = Bar(
            name,
            title_id="thread_title",
            menu=(
                Item("Dial number", self.dial, icon="call", id="dial_number"),
                Item("Delete", self.ask_delete_all, icon="delete", id="delete"),
                Item("Archive", self.ask_archive, when=bool(messages)),
                Item("Block number", self.ask_block),
            ),
            selected=(
                Item(
                    "Copy to clipboard",
                    self.copy,
                    icon="content_copy",
                    id="cab_copy_to_clipboard",
                    when=len(chosen) == 1,
                ),
                Item("Share", self.share, icon="share", id="cab_share", when=len(chosen) == 1),
                Item("Delete", self.ask_delete, icon="delete", id="cab_delete"),
                Item("Properties", self.properties, when=len(chosen) == 1, id="cab_properties"),
            ),
            select_all=[row["id"] for row in messages],
        )
        rows = Rows(
            messages,
            "message_row",
            key="id",
            height=None,
            click=self.tapped,
            select=True,
            scroller="thread_messages_list",
            size=font_size(self),
        )
        text = self.state["text"]
        counter = ""
        if self.preferences("Prefs").get("show_character_counter", False):
            counter = f"{len(text)}/{max(1, -(-len(text) // _SMS_LENGTH))}"
        return Layout("thread.xml", bar=bar, rows=rows, counter=counter)

    def _rows(self) -> list[dict[str, Any]]:
        """The messages, with the time above those that need one."""
        found: list[dict[str, Any]] = []
        last = 0
        for row in store.messages(self, self.address):
            when = ""
            if row.date - last > _GAP_MS:
                when = f"{self.format.day(row.date)}, {self.format.time(row.date)}"
            last = row.date
            failed = row.type == store.FAILED
            found.append(
                {"id": row._id, "body": row.body or "", "mine": row.type != 1, "failed": failed, "when": when}
            )
        return found

    def send(self, text: str = "") -> None:
        body = self.state["text"].strip()
        if not body:
            return
        self.state["text"] = ""
        if not self.send_sms(self.address, body):
            self.toast("Couldn’t send the message: there is no mobile network")
        self._show_end()

    def _show_end(self) -> None:
        self.scroll_to(_END, "thread_messages_list")

    def tapped(self, message: int) -> None:
        """A message that was not sent is sent again."""
        row = store.details(self, message)
        if row is not None and row["type"] == store.FAILED:
            store.delete_messages(self, [message])
            self.send_sms(self.address, str(row["body"]))

    def dial(self) -> None:
        intent = Intent("DIAL", data=f"tel:{self.address}")
        if self.resolves(intent):
            self.start(intent)
        else:
            self.toast("No app found")

    def copy(self) -> None:
        row = store.details(self, self.selected[0])
        if row is not None:
            self.clipboard = str(row["body"])
            self.toast("Value copied to clipboard")
        self.deselect()

    def share(self) -> None:
        row = store.details(self, self.selected[0])
        self.deselect()
        if row is not None:
            extras = {"title": "Share via", "type": "text/plain", "text": str(row["body"])}
            self.start(Intent("CHOOSER", extras=extras))

    def properties(self) -> None:
        row = store.details(self, self.selected[0])
        self.deselect()
        if row is not None:
            received = row["type"] == 1
            self.dialog(
                MessageDetails,
                who="Sender" if received else "Receiver",
                address=str(row["address"]),
                at="Received at" if received else "Sent at",
                when=f"{self.format.date(row['date'], 'd MMMM yyyy')}, {self.format.time(row['date'])}",
            )

    def ask_delete(self) -> None:
        count = len(self.selected)
        what = "1 message" if count == 1 else f"{count} messages"
        self._ask(f"Are you sure you want to delete {what}?", self.delete)

    def ask_delete_all(self) -> None:
        self._ask("Are you sure you want to delete all messages of this conversation?", self.delete_all)

    def ask_archive(self) -> None:
        self._ask("Are you sure you want to archive 1 conversation?", self.archive)

    def ask_block(self) -> None:
        self._ask(f"Are you sure you want to block {self.address}?", self.block)

    def _ask(self, question: str, yes: Any) -> None:
        self.confirm(question, yes=yes, yes_label="Yes", no_label="No")

    def delete(self) -> None:
        store.delete_messages(self, self.selected)
        self.deselect()

    def delete_all(self) -> None:
        thread = store.thread_of(self, self.address)
        if thread is not None:
            store.delete_conversations(self, [thread])
        self.finish()

    def archive(self) -> None:
        thread = store.thread_of(self, self.address)
        if thread is not None:
            store.archive(self, [thread])
        self.finish()

    def block(self) -> None:
        store.block(self, [*store.blocked(self), self.address])
        self.finish()
