"""The phone's state, as plain data."""
