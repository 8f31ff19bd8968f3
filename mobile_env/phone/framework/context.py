"""What an app's code may reach of the phone: its own files, databases, log, and the framework's services."""

import json
import sqlite3
from typing import TYPE_CHECKING, Any

from mobile_env.phone.network import REQUESTED_WITH
from mobile_env.phone.state.intents import Intent

if TYPE_CHECKING:
    from mobile_env.phone.framework.pages import Page
    from mobile_env.phone.phone import Phone
    from mobile_env.phone.state.manifest import App


class AppContext:
    """An app's window on the phone; made anew for every call, so it remembers nothing."""

    def __init__(self, phone: "Phone", app: "App") -> None:
        self.phone = phone
        self.app = app

    @property
    def package(self) -> str:
        return self.app.package

    @property
    def data_dir(self) -> str:
        return f"/data/data/{self.package}"

    def log(self, level: str, tag: str, message: str) -> None:
        """Writes to logcat as this app's process. `level` is one of V D I W E F."""
        self.phone.processes.log(self.package, level, tag, message)

    def database(self, name: str) -> sqlite3.Connection:
        """The app's database of that file name, created empty on first use."""
        return self.phone.state.databases.open(f"{self.data_dir}/databases/{name}")

    def preferences(self, name: str = "preferences") -> dict[str, Any]:
        """The app's key-value store of that name; {} before it was ever saved. Save with save_preferences."""
        path = f"{self.data_dir}/shared_prefs/{name}.json"
        files = self.phone.state.files
        return json.loads(files.read(path)) if files.exists(path) else {}

    def save_preferences(self, values: dict[str, Any], name: str = "preferences") -> None:
        path = f"{self.data_dir}/shared_prefs/{name}.json"
        self.phone.state.files.write(path, json.dumps(values, sort_keys=True).encode())

    def load_page(self, url: str) -> "Page":
        """A web page, asked for in the name of this app; a page that says what went wrong when there is none."""
        return self.phone.pages.load(url, {REQUESTED_WITH: self.package})

    def start_activity(self, intent: Intent) -> None:
        self.phone.activities.start(intent)

    def broadcast(self, intent: Intent) -> int:
        return self.phone.activities.broadcast(intent)
