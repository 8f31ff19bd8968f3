"""`dumpsys`, with one service per file."""
