"""Times as System UI writes them: hours by 12 or 24, dates, ages of notifications."""

from datetime import datetime

from mobile_env.phone.kernel.kernel import Kernel
from mobile_env.phone.state.settings import SettingsStore


def clock_text(kernel: Kernel, moment: datetime) -> str:
    """Hours and minutes: "15:34", or "3:34" where the setting says 12 hours."""
    if kernel.part(SettingsStore).get("system", "time_12_24") == "12":
        return f"{moment.hour % 12 or 12}:{moment:%M}"
    return f"{moment:%H:%M}"


def date_text(moment: datetime) -> str:
    """ "Sun, Oct 15"."""
    return f"{moment:%a, %b} {moment.day}"


def age_text(kernel: Kernel, us: int) -> str:
    """How long ago a notification was posted: "now", "5m", "3h", "2d"."""
    minutes = max(0, kernel.clock.now_us - us) // 60_000_000
    if minutes < 1:
        return "now"
    if minutes < 60:
        return f"{minutes}m"
    return f"{minutes // 60}h" if minutes < 60 * 24 else f"{minutes // (60 * 24)}d"
