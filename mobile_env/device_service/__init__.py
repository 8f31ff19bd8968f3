"""Devices of this machine, served to clients on other machines."""
