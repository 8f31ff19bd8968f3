"""The form of a new or changed contact."""

from mobile_env.phone.sdk import Activity, Form, FormScreen, Item, Repeated, Screen, Text, Toolbar

URI = "content://com.android.contacts"
PHONE = "vnd.android.cursor.item/phone_v2"
FORM = Form(
    Text("first", "First name", icon="person"),
    Text("last", "Last name"),
    Repeated(
        "phones",
        Text("number", "Phone", input="phone", icon="phone"),
        labels={"1": "Home", "2": "Mobile", "3": "Work"},
        default_kind="2",
        label_desc="{} Phone",
    ),
)


class Editor(Activity):
    def on_create(self) -> None:
        id = self.intent.get("id")
        row = self.content.get(f"{URI}/raw_contacts/{id}") if id is not None else None
        first, _, last = (row.display_name if row else self.intent.get("name", "")).partition(" ")
        numbers = [(self.intent.get("phone", ""), "2")]
        if row:
            data = self.content.query(f"{URI}/data", where="raw_contact_id = ?", args=(id,))
            numbers = [(each.data1, each.data2) for each in data]
        self.fill(FORM, {"first": first, "last": last, "phones": numbers})

    def screen(self) -> Screen:
        title = "Edit contact" if "id" in self.intent else "Create contact"
        save = Item("Save", self.save, id="editor_menu_save_button", text=True)
        return FormScreen(Toolbar(title, up="close", menu=(save,)), FORM)

    def on_back(self) -> bool:
        if not self.is_changed(FORM):
            return False
        self.confirm("Discard your changes?", yes=self.finish, yes_label="Discard", no_label="Keep editing")
        return True

    def save(self) -> None:
        values = self.read(FORM)
        if values is None:
            return
        name, id = f"{values['first']} {values['last']}".strip(), self.intent.get("id")
        if id is None:
            id = int(self.content.insert(f"{URI}/raw_contacts", display_name=name).rpartition("/")[2])
        else:
            self.content.update(f"{URI}/raw_contacts/{id}", display_name=name)
            self.content.delete(f"{URI}/data", where="raw_contact_id = ?", args=(id,))
        for number, kind in values["phones"]:
            self.content.insert(f"{URI}/data", raw_contact_id=id, mimetype=PHONE, data1=number, data2=kind)
        self.toast(f"{name} saved")
        self.finish()
