"""Manifest of the home screen (the package and activity of AOSP's Launcher3)."""

from mobile_env.phone.apps.launcher.home import HomeActivity
from mobile_env.phone.state.manifest import HOME_FILTER, ActivityInfo, App

APP = App(
    package="com.android.launcher3",
    label="Launcher",
    folder=__package__,
    activities=(
        ActivityInfo(
            "com.android.launcher3.uioverrides.QuickstepLauncher",
            HomeActivity,
            filters=(HOME_FILTER,),
            launch_mode="singleTask",
        ),
    ),
    system=True,
    version_name="13",
    version_code=33,
)
