"""Renders layouts to pixels and to the view hierarchy."""
