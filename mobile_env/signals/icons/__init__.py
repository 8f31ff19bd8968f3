"""Icon recognition: detects icons on a screen, classifies them, and compares them with an image."""
