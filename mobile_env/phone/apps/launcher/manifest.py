"""Manifest of the home screen (the package and activity of AOSP's Launcher3)."""

from mobile_env.phone.sdk import HOME, App, Icon, Theme, activity

APP = App(
    "com.android.launcher3",
    "Launcher",
    version=("13", 33),
    icon=Icon(),
    theme=Theme(seed="", light_bars=False),
    activities=(
        activity(
            "com.android.launcher3.uioverrides.QuickstepLauncher",
            "home:HomeActivity",
            HOME,
            mode="singleTask",
        ),
    ),
    system=True,
)
