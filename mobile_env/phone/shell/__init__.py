"""The phone's shell: `Shell(phone).run("am start …")` answers as `adb shell` does on Android 13."""

from mobile_env.phone.shell.language.sh import Shell
from mobile_env.phone.shell.result import ShellResult

__all__ = ["Shell", "ShellResult"]
