"""A device on another machine, used through a device service."""
