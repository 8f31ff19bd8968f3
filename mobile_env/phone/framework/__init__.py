"""Packages, activities, windows, input dispatch: what turns input into new state."""
