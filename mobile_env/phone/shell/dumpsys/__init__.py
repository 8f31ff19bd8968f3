"""`dumpsys`, a service a file."""
