"""Errors of a replay store, worded for its user."""


class StoreError(Exception):
    """A store, or a file for a store, cannot be used. The text says what is wrong, where, and how to fix it."""


class ResourceTooLarge(StoreError):
    """A resource is larger than the limit of its reader or writer."""
