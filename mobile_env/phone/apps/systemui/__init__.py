"""System UI: status bar, navigation bar, soft keyboard, toasts."""
