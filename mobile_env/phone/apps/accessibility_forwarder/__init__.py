"""AndroidEnv's AccessibilityForwarder: what it is told. Its sending is a matter of the wire."""
