"""Agents that ship with the platform."""
