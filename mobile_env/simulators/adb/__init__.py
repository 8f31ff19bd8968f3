"""Devices that are reached over adb: the adb program, the device, and its signals."""
