"""Builds task files from templates: slots, configs with values, and chains of sub-tasks.

This is the paper's task definition template toolkit (appendices B.7 and C.3).
"""
