"""The embedded phone on the wire: an adb device and an emulator's gRPC services on loopback."""
