"""Devices behind AndroidEnv's BaseSimulator."""
