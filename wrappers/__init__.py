"""Wrappers: each changes the action or observation space around an environment."""
