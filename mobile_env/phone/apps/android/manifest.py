"""Manifest of the framework package: the activities that Android itself shows over apps."""

from mobile_env.phone.apps.android.chooser import ChooserActivity
from mobile_env.phone.state.intents import ACTION_CHOOSER, IntentFilter
from mobile_env.phone.state.manifest import ActivityInfo, App

APP = App(
    package="android",
    label="Android System",
    folder=__package__,
    activities=(
        ActivityInfo(
            "com.android.internal.app.ChooserActivity",
            ChooserActivity,
            filters=(IntentFilter((ACTION_CHOOSER,)),),
            surface=True,
            dim=0.32,
        ),
    ),
    system=True,
    version_name="13",
    version_code=33,
)
