"""`cmd wallpaper` and `dumpsys wallpaper`."""

from __future__ import annotations

from mobile_env.phone.services.wallpaper.service import WallpaperService
from mobile_env.phone.shell.call import Call


def wallpaper(call: Call) -> int:
    """Has no commands that change a wallpaper, as on Android 13."""
    call.print("Wallpaper manager commands:\n  help\n    Print this help text.")
    return 0 if call.args[:1] in (["help"], ["-h"]) else 255


def dump_wallpaper(call: Call, args: list[str]) -> int:
    """Writes which wallpapers are shown."""
    service = call.service(WallpaperService)
    call.print("mDefaultWallpaperComponent=null\nSystem wallpaper state:")
    for row in service.rows():
        call.print(f" User 0: place={row['place']} name={row['name']} origin={row['origin'] or ''}")
    return 0
