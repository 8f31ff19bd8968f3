"""The framework's own screens: share sheet, crash dialog."""
