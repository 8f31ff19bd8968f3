"""Getting what event sources need: log lines, view hierarchy, text matching."""
