"""adb shell commands, one a file or family."""
