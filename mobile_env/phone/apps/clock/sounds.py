"""The sounds that alarms and timers can have, by the name that users see."""

SILENT = ""
DEFAULT_ALARM = "content://settings/system/alarm_alert"
_NAMES = (
    "Argon",
    "Carbon",
    "Cesium",
    "Fermium",
    "Hassium",
    "Helium",
    "Krypton",
    "Neptunium",
    "Osmium",
    "Oxygen",
    "Platinum",
)
ALARM_SOUNDS = {
    SILENT: "Silent",
    DEFAULT_ALARM: "Default (Cesium)",
    **{
        f"content://media/internal/audio/media/{number}?title={name}": name
        for number, name in enumerate(_NAMES, 20)
    },
}
TIMER_DEFAULT = "default"
TIMER_SOUNDS = {"silent": "Silent", TIMER_DEFAULT: "Timer Expired", **dict(list(ALARM_SOUNDS.items())[2:])}


def title(uri: str | None) -> str:
    """What an alarm's `ringtone` is called; NULL is the default."""
    return ALARM_SOUNDS.get(DEFAULT_ALARM if uri is None else uri, "Unknown")
