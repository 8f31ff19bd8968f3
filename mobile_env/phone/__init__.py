"""The embedded phone: Android-compatible, inside the Python process."""
