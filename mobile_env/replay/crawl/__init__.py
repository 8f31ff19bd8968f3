"""Crawls a site into a replay store, breadth first."""
