"""Recorded or built app content, served again."""
