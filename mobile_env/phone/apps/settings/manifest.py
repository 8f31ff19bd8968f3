"""Manifest of Settings (package and activities of AOSP's Settings, Android 13)."""

from mobile_env.phone.apps.settings.places import ACTIVITIES
from mobile_env.phone.sdk import LAUNCHER, App, Filter, Icon, Theme, activity

APP = App(
    "com.android.settings",
    "Settings",
    version=("13", 33),
    icon=Icon("settings", "#5f6368"),
    theme=Theme("#0b57d0", family="settings"),
    activities=(
        activity(".Settings", "entry:page", LAUNCHER, Filter("android.settings.SETTINGS")),
        activity(".homepage.SettingsHomepageActivity", "entry:page"),
        activity(".SubSettings", "entry:page"),
        activity(".search.SearchActivity", "search:Search", Filter("android.settings.APP_SEARCH_SETTINGS")),
        activity(
            ".applications.InstalledAppDetails",
            "entry:app_page",
            Filter("android.settings.APPLICATION_DETAILS_SETTINGS", uri="package:"),
        ),
        activity(
            ".Settings$AppNotificationSettingsActivity",
            "entry:app_page",
            Filter("android.settings.APP_NOTIFICATION_SETTINGS"),
        ),
        *(
            activity(name, "entry:page", *(Filter(f"android.settings.{action}") for action in actions))
            for name, _, actions in ACTIVITIES
        ),
    ),
    system=True,
)
