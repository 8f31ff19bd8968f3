"""Manifest of the forwarder: a receiver and an accessibility service, no screen. Phones come without it."""

from mobile_env.phone.apps.accessibility_forwarder.flags import (
    DISABLE_TREES,
    ENABLE_TREES,
    PACKAGE,
    RECEIVER,
    SERVICE,
    SET_GRPC,
)
from mobile_env.phone.sdk import App, Icon, receiver

APP = App(
    PACKAGE,
    PACKAGE,
    icon=Icon(),
    permissions=("INTERNET", "ACCESS_NETWORK_STATE"),
    receivers=(receiver(RECEIVER, "flags:receive_flags", ENABLE_TREES, DISABLE_TREES, SET_GRPC),),
    accessibility_services=(SERVICE,),
    preinstalled=False,
)
