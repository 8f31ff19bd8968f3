"""Manifest of the WikiHow app."""

from mobile_env.phone.sdk import LAUNCHER, App, Database, Filter, Icon, Theme, activity

_SITE = ("http://www.wikihow.com", "http://wikihow.com", "https://www.wikihow.com", "https://wikihow.com")

APP = App(
    "com.wikihow.wikihowapp",
    "wikiHow",
    version=("2.9.6", 156),
    icon=Icon("menu_book", "#5d8a3a"),
    theme=Theme(seed="", light_bars=False),
    activities=(
        activity(
            ".MainTabActivity",
            "main_tab:MainTabActivity",
            LAUNCHER,
            *(Filter("VIEW", uri=uri) for uri in _SITE),
            mode="singleTask",
            label="wikiHow",
        ),
    ),
    databases=(Database("bookmarks.db", version=0),),
    permissions=("INTERNET", "ACCESS_NETWORK_STATE", "POST_NOTIFICATIONS"),
)
