"""Manifest of the expense app (package and activities of Pro Expense)."""

from mobile_env.phone.sdk import LAUNCHER, App, Database, Icon, Theme, activity

APP = App(
    "com.arduia.expense",
    "Pro Expense",
    version=("1.0.0-beta10", 11),
    icon=Icon("payments", "#4a56e2"),
    theme=Theme("#4a56e2"),
    activities=(
        activity(".ui.MainActivity", "logs:Logs", LAUNCHER),
        activity(".ui.expense_detail.ExpenseDetailActivity", "detail:Detail"),
        activity(".ui.entry.ExpenseEntryActivity", "entry:Entry"),
        activity(".ui.onboarding.OnBoardingActivity", "welcome:Welcome"),
        activity(".ui.settings.SettingsActivity", "settings:Settings"),
    ),
    databases=(Database("accounting.db", version=2),),
    ready={"shared_prefs/preferences.xml": {"is_first_time": False}},
)
CATEGORIES = {
    1: "Others",
    2: "Income",
    3: "Food",
    4: "Housing",
    5: "Social",
    6: "Entertainment",
    7: "Transportation",
    8: "Clothes",
    9: "Health Care",
    10: "Education",
    11: "Donation",
}
