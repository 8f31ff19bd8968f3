"""One expense with its note; edit and delete."""

from mobile_env.phone.sdk import Activity, DetailScreen, EmptyState, Fact, Item, Screen, Toolbar

from .manifest import CATEGORIES


class Detail(Activity):
    def screen(self) -> Screen:
        row = self.db.get("expense", self.intent.get("id"))
        if row is None:
            return DetailScreen(Toolbar("Expense Detail", up=True), EmptyState("Deleted"))
        entries = (
            Item("Edit", self.edit, icon="edit", id="edit"),
            Item("Delete", self.ask, icon="delete", id="delete"),
        )
        return DetailScreen(
            Toolbar("Expense Detail", up=True, menu=entries),
            Fact("Name", row.name, id="tv_name_value"),
            Fact("Amount", self.format.cents(row.amount, "$"), id="tv_amount_value"),
            Fact("Category", CATEGORIES.get(row.category, "Others"), id="tv_category_value"),
            Fact("Date", self.format.date(row.modified_date, "MMM d, yyyy h:mm a"), id="tv_date_value"),
            Fact("Note", row.note, id="tv_note_value"),
        )

    def edit(self) -> None:
        self.start(".ui.entry.ExpenseEntryActivity", id=self.intent["id"])

    def ask(self) -> None:
        self.confirm("Delete this expense?", yes=self.delete, yes_label="DELETE")

    def delete(self) -> None:
        self.db.delete("expense", [self.intent["id"]])
        self.finish()
