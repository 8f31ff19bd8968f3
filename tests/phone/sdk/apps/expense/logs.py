"""All expenses, newest first; a long press selects."""

from mobile_env.phone.sdk import Activity, Fab, Item, ListScreen, Rows, Screen, Toolbar

from .manifest import CATEGORIES


class Logs(Activity):
    def on_create(self) -> None:
        if self.preferences("preferences").get("is_first_time", True):
            self.start(".ui.onboarding.OnBoardingActivity")

    def screen(self) -> Screen:
        expenses = self.db.query("SELECT * FROM expense ORDER BY modified_date DESC, expense_id DESC")
        return ListScreen(
            Toolbar(
                "Expense Logs",
                menu=(Item("Settings", self.settings),),
                selected=(Item("Delete", self.ask_delete, icon="delete", id="delete"),),
            ),
            Rows(
                expenses,
                "expense_row",
                key="expense_id",
                click=self.open,
                select=True,
                swipe={"left": self.archive},
                categories=CATEGORIES,
            ),
            list_id="rv_expense_log",
            empty="No Expense Logs",
            fab=Fab("add", "Add Expense", self.add, id="fb_main_add"),
        )

    def open(self, expense_id: int) -> None:
        self.start(".ui.expense_detail.ExpenseDetailActivity", id=expense_id)

    def add(self) -> None:
        self.start(".ui.entry.ExpenseEntryActivity")

    def settings(self) -> None:
        self.start(".ui.settings.SettingsActivity")

    def archive(self, expense_id: int) -> None:
        self.menu((Item("Delete", self.call(self.delete_one, expense_id)), Item("Keep", self.deselect)))

    def delete_one(self, expense_id: int) -> None:
        self.db.delete("expense", expense_id)

    def ask_delete(self) -> None:
        self.confirm(f"Delete {len(self.selected)} items?", yes=self.delete, yes_label="DELETE")

    def delete(self) -> None:
        count = self.db.delete("expense", self.selected)
        self.deselect()
        self.snackbar(self.format.plural(count, "expense") + " deleted")
