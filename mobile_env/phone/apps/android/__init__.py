"""The framework's own activities: the share sheet."""
