"""Wrappers: each one changes the action or observation space of an environment."""
