"""What goes wrong with a replay store, in words for its user."""


class StoreError(Exception):
    """A store, or a file for one, cannot be used; the text says what, where and how to mend it."""


class ResourceTooLarge(StoreError):
    """One resource is larger than the limit that its reader or writer was given."""
