"""Looking at icons: where they are on a screen, what they are called, whether they look like an image."""
