"""Serves the embedded phone: as an adb device, and with an emulator's gRPC services and console, on
loopback."""
