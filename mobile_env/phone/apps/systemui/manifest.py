"""Manifest of System UI, whose windows are no activities: `mobile_env.phone.systemui` has them."""

from mobile_env.phone.sdk import App

APP = App("com.android.systemui", "System UI", version=("13", 33), system=True)
