"""Manifest of System UI. Its windows have no activity: the framework composes them."""

from mobile_env.phone.state.manifest import App

APP = App(
    package="com.android.systemui",
    label="System UI",
    folder=__package__,
    activities=(),
    system=True,
    version_name="13",
    version_code=33,
)
