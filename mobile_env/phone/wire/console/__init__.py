"""The emulator's console of a served phone: text lines at the port that names it."""
