"""The adb side of a served phone: the transport protocol and its services."""
