"""Manifest of the framework package: the activities that Android itself shows over apps."""

from mobile_env.phone.sdk import App, Filter, Theme, activity

APP = App(
    "android",
    "Android System",
    version=("13", 33),
    theme=Theme(seed="", light_bars=False),
    activities=(
        activity(
            "com.android.internal.app.ChooserActivity",
            "chooser:ChooserActivity",
            Filter("CHOOSER"),
            surface=True,
            dim=0.32,
        ),
    ),
    system=True,
)
