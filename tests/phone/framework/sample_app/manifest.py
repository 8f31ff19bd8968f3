"""Manifest and activities of the sample app."""

from typing import Any

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.state.intents import ACTION_SEND, Intent, IntentFilter
from mobile_env.phone.state.manifest import LAUNCHER_FILTER, ActivityInfo, App, ReceiverInfo
from sample_app.activity import PlainActivity


class NotesActivity(PlainActivity):
    layout = "notes"

    def on_create(self) -> None:
        self.state.update(
            count=0, draft="", loud=False, notes=[f"note {n}" for n in range(60)], held="", result=""
        )

    def screen(self) -> dict[str, Any]:
        return {"broken": self.state["count"] >= 100}

    def increase(self) -> None:
        self.state["count"] += 1

    def add(self, text: str) -> None:
        self.state["notes"].insert(0, text)
        self.state["draft"] = ""

    def hold(self, note: str) -> None:
        self.state["held"] = note

    def ask(self) -> None:
        self.open("dialog", "ask", dim=0.32, question="Delete all?")

    def menu(self) -> None:
        self.open("popup", "menu", cancel="menu_cancelled")

    def menu_cancelled(self) -> None:
        self.state["held"] = "menu cancelled"

    def delete_all(self) -> None:
        self.state["notes"] = []
        self.close_windows()
        self.toast("All notes deleted")

    def details(self, note: str) -> None:
        self.start_for_result(
            Intent(component="org.example.sample/.DetailActivity", extras={"note": note}), "detail"
        )

    def on_result(self, request: str, result: Any) -> None:
        self.state["result"] = f"{request}: {result}"

    def fail(self) -> None:
        raise RuntimeError("the sample app fails on purpose")

    def fail_to_draw(self) -> None:
        self.state["count"] = 100


class DetailActivity(PlainActivity):
    layout = "detail"

    def screen(self) -> dict[str, Any]:
        return {"note": self.intent.extras.get("note", "nothing")}

    def done(self) -> None:
        self.finish("seen")


class InboxActivity(PlainActivity):
    layout = "detail"

    def screen(self) -> dict[str, Any]:
        return {"note": self.intent.extras.get("text", "")}


def receive(kernel: Kernel, intent: Intent) -> None:
    kernel.processes.log("org.example.sample", "I", "Sample", f"received {intent.extras.get('word')}")


APP = App(
    package="org.example.sample",
    label="Sample",
    folder=__package__,
    activities=(
        ActivityInfo("org.example.sample.NotesActivity", NotesActivity, filters=(LAUNCHER_FILTER,)),
        ActivityInfo("org.example.sample.DetailActivity", DetailActivity),
        ActivityInfo(
            "org.example.sample.InboxActivity",
            InboxActivity,
            label="Inbox",
            filters=(IntentFilter((ACTION_SEND,), types=("text/plain",)),),
        ),
    ),
    permissions=("android.permission.CAMERA",),
    receivers=(ReceiverInfo("org.example.sample.Receiver", ("org.example.PING",), receive),),
)
