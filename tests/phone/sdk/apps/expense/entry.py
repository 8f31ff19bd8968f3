"""The form of a new or changed expense. Amounts are kept in cents."""

from mobile_env.phone.sdk import Activity, Button, Chips, Form, FormScreen, Money, Screen, Text, Toolbar

from .manifest import CATEGORIES

FORM = Form(
    Text("name", "Name", id="edt_name", ime="next"),
    Money("amount", "Amount", id="edt_amount", required="Enter amount"),
    Chips("category", CATEGORIES, id="rv_category", chip_id="tv_category_item", default=1),
    Text("note", "Note", id="edt_note", lines=3),
)


class Entry(Activity):
    def on_create(self) -> None:
        self.fill(FORM, self.db.get("expense", self.intent.get("id")))

    def screen(self) -> Screen:
        title = "Update Expense" if "id" in self.intent else "Expense Entry"
        return FormScreen(Toolbar(title, up=True), FORM, buttons=(Button("SAVE", self.save, id="btn_save"),))

    def on_back(self) -> bool:
        if not self.is_changed(FORM):
            return False
        self.confirm("Discard your changes?", yes=self.finish, yes_label="Discard", no_label="Keep editing")
        return True

    def save(self) -> None:
        values = self.read(FORM)
        if values is not None:
            new = {"created_date": self.now_ms}
            self.db.put("expense", self.intent.get("id"), _new=new, **values, modified_date=self.now_ms)
            self.finish()
