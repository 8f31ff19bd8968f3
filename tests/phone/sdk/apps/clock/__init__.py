"""Alarms that ring, in the manner of DeskClock."""
