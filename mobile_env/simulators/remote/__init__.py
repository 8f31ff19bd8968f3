"""A device on another machine, as this side of the service sees it."""
