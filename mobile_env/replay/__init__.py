"""Builds, records and replays app content."""
