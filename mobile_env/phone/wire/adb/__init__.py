"""What adb sees of a served phone: the transport protocol and its services."""
