"""The form of a new or changed contact; intents of other apps fill it."""

from __future__ import annotations

from typing import Any

from mobile_env.phone.sdk import Activity, Form, FormScreen, Item, Layout, Repeated, Screen, Text, Toolbar

from . import store
from .manifest import VIEWER


class Labelled(Repeated):
    """Numbers or addresses, each with a field and the spinner of its kind, and a button that takes it away."""

    template = "labelled.xml"


FORM = Form(
    Text("first", "First name", icon="person", ime="next"),
    Text("last", "Last name", ime="next"),
    Text("company", "Company", icon="domain", ime="next"),
    Text("title", "Title", ime="next"),
    Labelled(
        "phones",
        Text("phone", "Phone", input="phone", icon="phone"),
        labels=store.PHONE_KINDS,
        default_kind="2",
        label_desc="{} Phone",
    ),
    Labelled(
        "emails",
        Text("email", "Email", input="email", icon="mail"),
        labels=store.EMAIL_KINDS,
        default_kind="1",
        label_desc="{} Email",
    ),
    Text("note", "Notes", icon="notes", ime="done"),
)
_PREFILLED = {
    "phones": ("phone", "secondary_phone", "tertiary_phone"),
    "emails": ("email", "secondary_email", "tertiary_email"),
}
"""Extras of android.provider.ContactsContract.Intents.Insert by field; `<extra>_type` is the kind."""


class Editor(Activity):
    @property
    def contact(self) -> int | None:
        """The id of the contact that is changed; None: a new one."""
        last = (self.intent.data or "").rpartition("/")[2]
        found = self.intent.get("contact", last)
        return int(found) if str(found).isdecimal() else None

    def on_create(self) -> None:
        values = store.load(self, self.contact) if self.contact is not None else None
        if self.contact is not None and values is None:
            self.toast("The contact doesn’t exist.")
            self.finish()
        self.fill(FORM, values)
        self._put_in_extras()

    def _put_in_extras(self) -> None:
        """What the asking app knows stands in the form, and is not saved yet."""
        form, given = self.state["form"], self.intent.get
        if given("name"):
            form["first"], _, form["last"] = str(given("name")).strip().rpartition(" ")
            if not form["first"]:
                form["first"], form["last"] = form["last"], ""
        for field, extra in (("company", "company"), ("title", "job_title"), ("note", "notes")):
            if given(extra):
                form[field] = str(given(extra))
        for field, extras in _PREFILLED.items():
            repeated = FORM.field(field)
            assert isinstance(repeated, Labelled)
            found = [
                [str(given(extra)), _kind(given(f"{extra}_type"), repeated)]
                for extra in extras
                if given(extra)
            ]
            held = [each for each in form[field] if each[0]]
            form[field] = held + found or form[field]

    def screen(self) -> Screen:
        save = Item("Save", self.save, id="toolbar_button", text=True)
        title = "Create contact" if self.contact is None else "Edit contact"
        return FormScreen(
            Toolbar(title, up="close", menu=(save,)), FORM, above=Layout("photo.xml"), id="editor"
        )

    def remove(self, field: str, place: int) -> None:
        """Takes a number or address away; an empty field stays where it was the last one."""
        held = self.state["form"][field]
        del held[place]
        if not held:
            repeated = FORM.field(field)
            held.extend(repeated.shown(()))

    def photo(self) -> None:
        self.toast("No pictures on this device")

    def on_back(self) -> bool:
        if not self.is_changed(FORM):
            return False
        self.confirm(
            "Your changes have not been saved.",
            title="Discard changes?",
            yes=self.finish,
            yes_label="Discard",
            no_label="Keep editing",
        )
        return True

    def save(self) -> None:
        values = self.read(FORM)
        if values is None:
            return
        if self.contact is None and not any(values.values()):
            self.toast("Contact is empty, nothing to save")
            self.finish()
            return
        contact = store.save(self, self.contact, values)
        saved = store.load(self, contact)
        assert saved is not None
        self.toast(f"{saved['name']} saved")
        self.finish()
        if self.contact is None:
            self.start(VIEWER, contact=contact)


def _kind(given: Any, field: Labelled) -> str:
    """A kind of an extra: its number, or its name."""
    by_name = {label.lower(): kind for kind, label in field.labels.items()}
    text = str(given if given is not None else field.default_kind).lower()
    return text if text in field.labels else by_name.get(text, field.default_kind)
