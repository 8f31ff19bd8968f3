"""Devices that adb reaches: the adb program, the device over it, and what its signals are read from."""
