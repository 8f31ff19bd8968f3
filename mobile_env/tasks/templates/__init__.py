"""Task files made from templates: slots, configs of their values, and sub-tasks chained into tasks.

The paper's task definition template toolkit (appendices B.7 and C.3).
"""
