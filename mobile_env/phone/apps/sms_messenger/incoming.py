"""What happens in the background: a message comes, its notification is answered."""

from __future__ import annotations

from mobile_env.phone.sdk import Action, Broadcast, Context, Intent, Notification, Start

from . import store
from .manifest import MARK_AS_READ, REPLY, THREAD


def received(app: Context, intent: Intent) -> None:
    """A message has come and is in the inbox: it is told, unless its number is blocked."""
    address, body = str(intent.get("address", "")), str(intent.get("body", ""))
    if any(store.same_number(address, number) for number in store.blocked(app)):
        id = str(intent.get("uri", "")).rpartition("/")[2]
        if id.isdecimal():
            store.delete_messages(app, [int(id)])
        return
    thread = store.thread_of(app, address)
    if thread is None:
        return
    store.archive(app, [thread], False)
    app.notify(
        thread,
        Notification(
            "simple_sms_messenger",
            store.Names(app).of(address),
            body,
            icon="sms",
            urgent=True,
            then=Start(THREAD, address=address),
            actions=(
                Action("Reply", Broadcast(REPLY, address=address), reply="Reply"),
                Action("Mark as Read", Broadcast(MARK_AS_READ, address=address)),
            ),
        ),
    )


def replied(app: Context, intent: Intent) -> None:
    """The notification was answered by a text."""
    text, address = str(intent.get("reply", "")).strip(), str(intent["address"])
    if text:
        app.send_sms(address, text)
    store.mark_read(app, address)


def marked(app: Context, intent: Intent) -> None:
    """The notification says that its message is read."""
    store.mark_read(app, str(intent["address"]))
