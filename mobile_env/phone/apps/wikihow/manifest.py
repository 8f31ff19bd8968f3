"""Manifest of the WikiHow app."""

from mobile_env.phone.apps.wikihow.bookmarks import create_database
from mobile_env.phone.apps.wikihow.main_tab import MainTabActivity
from mobile_env.phone.state.intents import ACTION_VIEW, IntentFilter
from mobile_env.phone.state.manifest import LAUNCHER_FILTER, ActivityInfo, App

APP = App(
    package="com.wikihow.wikihowapp",
    label="wikiHow",
    folder=__package__,
    activities=(
        ActivityInfo(
            "com.wikihow.wikihowapp.MainTabActivity",
            MainTabActivity,
            label="wikiHow",
            filters=(
                LAUNCHER_FILTER,
                IntentFilter(
                    (ACTION_VIEW,), schemes=("http", "https"), hosts=("www.wikihow.com", "wikihow.com")
                ),
            ),
            launch_mode="singleTask",
        ),
    ),
    icon="menu_book",
    icon_colour="#5d8a3a",
    version_name="2.9.6",
    version_code=156,
    permissions=(
        "android.permission.INTERNET",
        "android.permission.ACCESS_NETWORK_STATE",
        "android.permission.POST_NOTIFICATIONS",
    ),
    on_install=create_database,
)
