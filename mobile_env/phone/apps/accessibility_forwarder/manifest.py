"""Manifest of the forwarder: a receiver and an accessibility service, no screen. Phones come without it."""

from mobile_env.phone.apps.accessibility_forwarder.flags import (
    DISABLE_TREES,
    ENABLE_TREES,
    PACKAGE,
    RECEIVER,
    SERVICE,
    SET_GRPC,
    receive_flags,
)
from mobile_env.phone.state.manifest import App, ReceiverInfo

APP = App(
    package=PACKAGE,
    label=PACKAGE,
    folder=__package__,
    activities=(),
    permissions=("android.permission.INTERNET", "android.permission.ACCESS_NETWORK_STATE"),
    receivers=(ReceiverInfo(RECEIVER, (ENABLE_TREES, DISABLE_TREES, SET_GRPC), receive_flags),),
    accessibility_services=(SERVICE,),
    preinstalled=False,
)
