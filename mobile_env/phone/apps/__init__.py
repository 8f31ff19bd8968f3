"""The apps of the embedded phone, one folder an app."""
