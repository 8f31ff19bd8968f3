"""File formats of Android and of what its apps keep: they read and write bytes, and know no phone."""
