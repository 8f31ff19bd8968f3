"""When episode signals fire: a pure function of signals."""
